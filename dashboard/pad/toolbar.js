// The buttons above the drawing: which tool a click uses, what it needs, and the way back.

const TOOLS = {
  draw: ["polyline", "Nodes and edges", "Click for a node. Drag from a node to another for an " +
    "edge, or click one and then the other. Click an edge, or turn the wheel on it, to weigh it."],
  move: ["open_with", "Move", "Drag a node to its new place."],
  delete: ["backspace", "Delete", "Click a node or an edge to delete it."],
  classes: ["palette", "Classes", "Click a node to give it the class chosen here."],
  stamp: ["approval", "Stamp", "Click where its middle goes."],
};

function makeToolbar(pad) {
  const tools = Object.entries(TOOLS).map(([tool, [icon, title]]) => {
    const { button } = iconButton(icon, title, () => pad.use(tool));
    return [tool, button];
  });
  const undo = iconButton("undo", "Undo", pad.undo).button;
  const redo = iconButton("redo", "Redo", pad.redo).button;
  const clear = iconButton("delete_sweep", "Clear", () => pad.change(EMPTY, "Cleared")).button;
  const weight = numberField("Weight", { min: LIGHTEST, max: HEAVIEST, step: "any" }, pad.weigh);
  const size = numberField("Size", {}, (value) => pad.setStamp(pad.stamp.kind, value));
  const kind = element("select", "choice", "");
  kind.setAttribute("aria-label", "Stamp");
  for (const [name, { title }] of Object.entries(STAMPS)) kind.append(new Option(title, name));
  kind.addEventListener("change", () => pad.setStamp(kind.value, STAMPS[kind.value].size));
  const swatches = [...pad.classes.map((_, number) => number), -1].map((number) => {
    const swatch = element("button", "swatch", number < 0 ? "–" : pad.classes[number].name);
    const { colour = "", ink = "" } = pad.classes[number] ?? {};
    Object.assign(swatch.style, { background: colour, color: ink });
    swatch.type = "button";
    swatch.setAttribute("aria-label", number < 0 ? "No class" : `Class ${swatch.textContent}`);
    swatch.addEventListener("click", () => pad.colourWith(number));
    return [number, swatch];
  });
  const palette = element("div", "group", "");
  palette.append(...swatches.map(([, swatch]) => swatch));
  const stamping = element("div", "group", "");
  stamping.append(kind, size.label);
  const hint = element("span", "hint", "");
  const [buttons, back, needs] = [0, 1, 2].map(() => element("div", "group", ""));
  buttons.setAttribute("role", "group");
  buttons.setAttribute("aria-label", "Tool");
  buttons.append(...tools.map(([, button]) => button));
  back.append(undo, redo, clear);
  needs.className = "needs";
  needs.append(palette, stamping, weight.label, hint);
  const bar = element("div", "bar", "");
  bar.append(buttons, back);

  const show = () => {
    for (const [tool, button] of tools) {
      button.setAttribute("aria-pressed", String(tool === pad.tool));
      button.disabled = pad.isLocked;
    }
    undo.disabled = pad.isLocked || !pad.history.canUndo;
    redo.disabled = pad.isLocked || !pad.history.canRedo;
    clear.disabled = pad.isLocked || !pad.drawing.nodes.length;
    palette.hidden = pad.tool !== "classes";
    stamping.hidden = pad.tool !== "stamp";
    weight.label.hidden = pad.tool !== "draw" || !pad.edge;
    for (const [number, swatch] of swatches) {
      swatch.setAttribute("aria-pressed", String(number === pad.number));
    }
    kind.value = pad.stamp.kind;
    const sizes = Object.keys(STAMPS[pad.stamp.kind].sizes).map(Number);
    Object.assign(size.input, { min: Math.min(...sizes), max: Math.max(...sizes) });
    size.show(pad.stamp.size);
    weight.show(pad.weight());
    weight.text.textContent = pad.edge ? `Weight of ${pad.edge.join(" – ")}` : "Weight";
    hint.textContent = pad.isLocked ? "This drawing is locked." : TOOLS[pad.tool][2];
    hint.hidden = pad.tool === "draw" && Boolean(pad.edge);
  };
  return { bar, needs, show };
}

/** A field for a number, which calls `take` with what is typed or stepped to. It shows another
 * number where there is one, and leaves what is being typed alone. */
function numberField(title, range, take) {
  const label = element("label", "inline", "");
  const text = element("span", "", title);
  const input = element("input", "", "");
  let shown = null;
  Object.assign(input, { type: "number", ...range });
  input.addEventListener("change", () => {
    shown = null; // what is taken may be another number than what was typed
    if (input.value !== "") take(Number(input.value));
  });
  label.append(text, input);
  const show = (value) => {
    if (value !== shown) input.value = shown = value;
  };
  return { label, input, text, show };
}
