// A graph three times: whole, its low and its high part, the edges coloured by their weight.

const WIDE = 3; // times as wide as high
const LATE = 250; // milliseconds after which the other part is drawn where no frame has come

function drawings(root, scene, tell, signal) {
  const slider = sliderOf(scene.key);
  const numEdges = scene.original.length;
  const film = undoSteps(scene.film, numEdges);
  const weights = [scene.original, new Int16Array(numEdges), new Int16Array(numEdges)];
  const panels = weights.map(() => panelOf(scene));
  const row = element("div", isWide(scene) ? "row wide" : "row", "");
  row.append(...panels.map((panel) => panel.frame));
  root.replaceChildren(row);
  root.drawn = null;
  let pointed = null;
  let [turn, late] = [1, 0]; // of many edges a frame draws one part, the low or the high one

  const paint = (position) => {
    if (!panels[0].x) return; // their size is not known yet
    const d = Math.min(position, scene.titles.length - 1);
    if (d === root.drawn?.position && !panels[0].isNew) return;
    const low = film.subarray(d * numEdges, (d + 1) * numEdges);
    for (let e = 0; e < numEdges; e++) {
      weights[1][e] = low[e];
      weights[2][e] = scene.original[e] - low[e];
    }
    [scene.title, ...scene.titles[d]].forEach((title, k) => panels[k].name(title));
    const draw = (k) => drawEdges(panels[k], scene, weights[k]);
    clearTimeout(late);
    if (panels[0].isNew || !scene.hasMany) {
      if (panels[0].isNew) draw(0);
      draw(1);
      draw(2);
      panels[0].isNew = false;
    } else {
      draw(turn);
      turn = 3 - turn;
      late = setTimeout(() => draw(turn), LATE);
    }
    light();
    root.drawn = { position: d, low: weights[1], high: weights[2], unit: scene.unit };
  };
  const light = () => panels.forEach((panel, k) => {
    if (panel.isBare || panel.pointed || pointed) drawOver(panel, scene, weights[k], pointed);
    [panel.isBare, panel.pointed] = [false, pointed];
  });
  const resize = () => {
    panels.forEach((panel) => fit(panel, scene));
    paint(slider.position);
  };
  whenSized(panels.map((panel) => panel.stage), resize, signal);
  panels.forEach((panel, k) => {
    panel.stage.addEventListener("pointermove", (event) => point(event));
    panel.stage.addEventListener("pointerdown", (event) => point(event));
    panel.stage.addEventListener("pointerleave", () => {
      pointed = null;
      panel.tip.hidden = true;
      light();
    });
    const point = (event) => {
      pointed = find(panel, scene, event.offsetX, event.offsetY);
      panel.tip.hidden = !pointed;
      panel.tip.textContent = pointed ? described(scene, weights[k], pointed) : "";
      placeTip(panel.tip, event, panel.width);
      light();
    };
    panel.save.append(
      saveButton("PNG", () => savePng(panel, scene, weights[k])),
      saveButton("SVG", () => saveSvg(panel, scene, weights[k])),
    );
  });
  signal.addEventListener("abort", () => clearTimeout(late));
  slider.follow(paint, signal);
  return resize;
}

/** Weights at every d, from the steps between neighbouring d. */
function undoSteps(steps, numEdges) {
  for (let k = numEdges; k < steps.length; k++) steps[k] += steps[k - numEdges];
  return steps;
}

/** Whether a graph is so wide that its drawings are larger one below the other. */
function isWide({ positions }) {
  const span = (axis) => {
    const places = positions.filter((_, k) => k % 2 === axis);
    return places.reduce((a, b) => Math.max(a, b)) - places.reduce((a, b) => Math.min(a, b));
  };
  return span(0) > WIDE * span(1);
}

function panelOf(scene) {
  const frame = element("div", "panel", "");
  const heading = element("div", "heading", "");
  const title = element("strong", "", "");
  const save = element("span", "save", "");
  const { stage, layers: [edges, over], tip } = stageOf(scene.height, 2);
  const height = isWide(scene) ? "--wide-stage-height" : "--stage-height";
  stage.style.height = `var(${height}, ${scene.height}px)`;
  heading.append(title, save);
  frame.append(heading, stage);
  const name = (text) => {
    if (title.textContent === text) return;
    title.textContent = text;
    edges.setAttribute("aria-label", `${text}: ${scene.alt}`);
  };
  return { frame, stage, save, edges, over, tip, name, title, isNew: true };
}
