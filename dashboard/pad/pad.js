// The drawing pad: what it holds, how it changes, and when the server hears of it.

const REST = 150; // milliseconds after the last change

function makePad(root, data, tell) {
  const pad = {
    root, frame: data.frame, classes: data.classes, isLocked: data.isLocked, maxNodes: data.maxNodes,
    history: makeHistory(EMPTY), drawing: EMPTY,
    tool: "draw", number: 0, stamp: { kind: "ring", size: STAMPS.ring.size },
    edge: null, // that is chosen, as [i, j]
    from: null, held: null, hovered: null, // nodes: an edge begins, one is moved, one is pointed at
    pointed: null, // the edge that the pointer is at
    band: null, ghost: null, cursor: null,
  };
  let revision = 0; // of the drawing here; the server's answer to an earlier one comes too late
  let resting = 0;
  let frame = 0;
  const said = element("div", "said", "");
  said.setAttribute("aria-live", "polite");
  pad.stage = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  pad.stage.setAttribute("class", "paper");
  pad.stage.setAttribute("tabindex", "0");
  pad.stage.setAttribute("role", "application");
  pad.stage.setAttribute("aria-roledescription", "drawing pad");

  pad.say = (words) => (said.textContent = words);
  pad.named = ({ node, edge }) =>
    node !== undefined ? `Node ${node}` : edge ? `Edge ${edge.join("–")}` : "Empty place";
  pad.className = () => (pad.number < 0 ? "no class" : `class ${pad.classes[pad.number].name}`);
  pad.stampNow = () => STAMPS[pad.stamp.kind].sizes[pad.stamp.size];
  pad.paint = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      paint(pad);
      toolbar.show();
    });
  };
  const tellSoon = () => {
    clearTimeout(resting);
    revision += 1;
    resting = setTimeout(() => tell("drawing", { revision, ...pad.history.present }), REST);
  };
  const show = () => {
    pad.drawing = pad.history.present;
    if (pad.edge && !edgeBetween(pad.drawing, ...pad.edge)) pad.edge = null;
    pad.from = pad.held = null;
    pad.paint();
    tellSoon();
  };
  pad.change = (drawing, words, kind = "") => {
    if (isSame(drawing, pad.history.present)) return;
    if (drawing.nodes.length > pad.maxNodes) {
      pad.say(`A drawing has at most ${pad.maxNodes} nodes`);
      return;
    }
    const isRenumbered = drawing.nodes.length < pad.drawing.nodes.length;
    if (isRenumbered) pad.edge = null;
    pad.history.add(drawing, kind);
    show();
    pad.say(`${words}. ${described(pad)}`);
  };
  pad.undo = () => {
    pad.history.undo();
    show();
    pad.say(`Undone. ${described(pad)}`);
  };
  pad.redo = () => {
    pad.history.redo();
    show();
    pad.say(`Redone. ${described(pad)}`);
  };
  pad.addNode = (place, from = null) => {
    const node = pad.drawing.nodes.length;
    const drawing = withNode(pad.drawing, place);
    if (from === null) pad.change(drawing, `Node ${node} added`);
    else pad.change(withEdge(drawing, from, node), `Node ${node} added, joined to ${from}`);
  };
  pad.join = (i, j) => {
    const known = edgeBetween(pad.drawing, i, j);
    pad.edge = [Math.min(i, j), Math.max(i, j)];
    if (known) pad.choose(pad.edge);
    else pad.change(withEdge(pad.drawing, i, j), `Edge ${pad.edge.join("–")} added`);
  };
  pad.choose = (edge) => {
    pad.edge = edge;
    pad.say(`Edge ${edge.join("–")}, weight ${pad.weight()}`);
    pad.paint();
  };
  pad.weight = () => (pad.edge ? edgeBetween(pad.drawing, ...pad.edge)[2] : 1);
  pad.weigh = (weight) => {
    if (!pad.edge || !(weight > 0)) return;
    const name = `Edge ${pad.edge.join("–")}`;
    pad.change(withWeight(pad.drawing, pad.edge, weight), name, `weight of ${name}`);
    pad.say(`${name}, weight ${pad.weight()}`);
  };
  pad.stampAt = (place) => {
    const { title } = STAMPS[pad.stamp.kind];
    pad.change(withStamp(pad.drawing, pad.stampNow(), place, pad.frame), `${title} added`);
  };
  pad.setStamp = (kind, size) => {
    const sizes = Object.keys(STAMPS[kind].sizes).map(Number);
    const fitting = Math.min(Math.max(Math.round(size), Math.min(...sizes)), Math.max(...sizes));
    pad.stamp = { kind, size: fitting };
    pad.paint();
  };
  pad.colourWith = (number) => {
    pad.number = number;
    pad.say(pad.className());
    pad.paint();
  };
  pad.use = (tool) => {
    pad.tool = tool;
    pad.from = pad.held = pad.edge = pad.ghost = null;
    pad.say(`${TOOLS[tool][1]}. ${TOOLS[tool][2]}`);
    pad.paint();
  };
  /** Takes what the server shows: an answer to what was drawn here, or another drawing. */
  pad.take = (news) => {
    pad.isLocked = news.isLocked;
    const isLate = news.revision < revision;
    if (!isLate && !isSame(news.drawing, pad.history.present)) {
      if (isSame(pad.history.present, EMPTY) && !pad.history.canUndo) {
        pad.history = makeHistory(news.drawing);
      } else pad.history.add(news.drawing);
      pad.drawing = pad.history.present;
      pad.edge = pad.from = pad.held = null;
      clearTimeout(resting);
    }
    revision = Math.max(revision, news.revision);
    pad.paint();
  };

  const toolbar = makeToolbar(pad);
  root.replaceChildren(toolbar.bar, toolbar.needs, pad.stage, said);
  followPointers(pad);
  followKeys(pad);
  const observer = new ResizeObserver(pad.paint);
  observer.observe(pad.stage);
  pad.end = () => {
    observer.disconnect();
    clearTimeout(resting);
  };
  return pad;
}
