// What pointers and keys do. One rule for each tool, the same for mouse, finger and keyboard.

const STILL = 5; // pixels that a pointer may move in a click
const FINGER = 10; // pixels by which a finger may miss a node, and a mouse less
const MOUSE = 4;
const STEP = 5; // of the frame, for an arrow key
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const NOTCH = 0.1; // of a weight, for a notch of the wheel,
const TURN = 60; // which is so many pixels of scrolling: a touchpad sends many small ones

/** What a click at a place does, or Enter where the keyboard's cursor is. */
function act(pad, place, { node, edge }) {
  const isArmed = pad.from !== null && pad.drawing.nodes[pad.from] !== undefined;
  const { from } = pad;
  pad.from = null;
  if (pad.tool === "draw") {
    if (node === undefined) {
      if (edge) pad.choose(edge);
      else pad.addNode(place);
    } else if (isArmed && from !== node) pad.join(from, node);
    else if (from !== node) pad.from = node;
  } else if (pad.tool === "delete") {
    if (node !== undefined) pad.change(withoutNode(pad.drawing, node), `Node ${node} deleted`);
    else if (edge) pad.change(withoutEdge(pad.drawing, edge), `Edge ${edge.join("–")} deleted`);
  } else if (pad.tool === "classes" && node !== undefined) {
    pad.change(withClass(pad.drawing, node, pad.number), `Node ${node}: ${pad.className()}`);
  } else if (pad.tool === "stamp") pad.stampAt(place);
}

function followPointers(pad) {
  const { stage } = pad;
  let start = null;
  const placeOf = (event) => {
    const box = stage.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const found = (event) =>
    at(pad, placeOf(event), event.pointerType === "touch" ? FINGER : MOUSE);

  // A finger on a node draws; a finger beside it scrolls the page.
  stage.addEventListener("touchstart", (event) => {
    const { left, top } = stage.getBoundingClientRect();
    const { clientX, clientY } = event.touches[0];
    const hit = at(pad, [clientX - left, clientY - top], FINGER);
    const drags = pad.tool === "draw" || pad.tool === "move";
    if (drags && hit.node !== undefined && !pad.isLocked && event.cancelable) {
      event.preventDefault();
    }
  }, { passive: false });
  stage.addEventListener("pointerdown", (event) => {
    if (pad.isLocked || event.button !== 0 || start) return;
    stage.focus({ preventScroll: true });
    pad.cursor = null; // it is the keyboard's
    start = { place: placeOf(event), hit: found(event), before: pad.drawing, isDrag: false };
    stage.setPointerCapture(event.pointerId);
    if (pad.tool === "move") pad.held = start.hit.node ?? null;
    pad.paint();
  });
  stage.addEventListener("pointermove", (event) => {
    const place = placeOf(event);
    const hit = found(event);
    pad.hovered = hit.node ?? null;
    pad.ghost = pad.tool === "stamp" && !pad.isLocked ? inFrame(pad, place) : null;
    if (start) {
      start.isDrag ||= Math.hypot(place[0] - start.place[0], place[1] - start.place[1]) > STILL;
      if (start.isDrag && pad.held !== null) {
        pad.drawing = withMoved(pad.drawing, pad.held, inFrame(pad, place));
      } else if (start.isDrag && pad.tool === "draw" && start.hit.node !== undefined) {
        pad.band = { from: start.hit.node, to: place };
      }
    }
    pad.pointed = start ? null : (hit.edge ?? null);
    pad.paint();
  });
  stage.addEventListener("pointerup", (event) => {
    if (!start) return;
    const { hit, isDrag, before } = start;
    const place = placeOf(event);
    start = pad.band = null;
    if (!isDrag) {
      pad.held = null;
      act(pad, inFrame(pad, place), hit);
    } else if (pad.held !== null) {
      const [node, moved] = [pad.held, pad.drawing];
      pad.held = null;
      pad.drawing = before;
      pad.change(moved, `Node ${node} moved`);
    } else if (pad.tool === "draw" && hit.node !== undefined) {
      const { node } = found(event);
      if (node === undefined) pad.addNode(inFrame(pad, place), hit.node);
      else if (node !== hit.node) pad.join(hit.node, node);
    }
    pad.paint();
  });
  const forget = () => {
    if (start) pad.drawing = start.before;
    start = pad.band = pad.held = null;
    pad.paint();
  };
  stage.addEventListener("pointercancel", forget);
  stage.addEventListener("pointerleave", () => {
    pad.hovered = pad.ghost = pad.pointed = null;
    pad.paint();
  });
  // The wheel weighs the edge that the pointer was led to; elsewhere the page scrolls.
  let turned = 0;
  stage.addEventListener("wheel", (event) => {
    if (!pad.pointed || pad.tool !== "draw" || pad.isLocked) return;
    event.preventDefault();
    turned += event.deltaY;
    if (Math.abs(turned) < TURN) return;
    pad.choose(pad.pointed);
    pad.weigh(pad.weight() - Math.sign(turned) * NOTCH);
    turned = 0;
  }, { passive: false });
}

function followKeys(pad) {
  const { stage } = pad;
  const move = (by, isFine) => {
    const step = isFine ? 1 : STEP;
    const from = pad.cursor ?? pad.frame.map((size) => Math.round(size / 2));
    pad.cursor = from.map((value, axis) =>
      Math.min(Math.max(value + by[axis] * step, 0), pad.frame[axis]));
    if (pad.held !== null) pad.drawing = withMoved(pad.drawing, pad.held, pad.cursor);
    pad.ghost = pad.tool === "stamp" ? pad.cursor : null;
    if (pad.held === null) pad.say(pad.named(at(pad, onScreen(pad, pad.cursor), MOUSE)));
  };
  const next = (by) => {
    const { nodes } = pad.drawing;
    if (!nodes.length) return;
    const here = at(pad, onScreen(pad, pad.cursor ?? [0, 0]), 0).node ?? (by > 0 ? -1 : 0);
    const node = (here + by + nodes.length) % nodes.length;
    pad.cursor = nodes[node].slice(0, 2);
    pad.say(`Node ${node}`);
  };
  const press = () => {
    pad.cursor ??= pad.frame.map((size) => Math.round(size / 2));
    const hit = at(pad, onScreen(pad, pad.cursor), MOUSE);
    if (pad.tool !== "move") act(pad, pad.cursor, hit);
    else if (pad.held === null) lift(hit.node);
    else drop();
  };
  let before = null; // the node in hand was moved
  const lift = (node) => {
    if (node === undefined) return;
    before = pad.drawing;
    pad.held = node;
    pad.cursor = pad.drawing.nodes[node].slice(0, 2);
    pad.say(`Node ${node} lifted; the arrow keys move it, Enter drops it`);
  };
  const drop = () => {
    const [node, moved] = [pad.held, pad.drawing];
    pad.held = null;
    pad.drawing = before;
    before = null;
    pad.change(moved, `Node ${node} dropped`);
  };
  const remove = () => {
    const hit = pad.cursor ? at(pad, onScreen(pad, pad.cursor), MOUSE) : {};
    if (hit.node !== undefined) {
      pad.change(withoutNode(pad.drawing, hit.node), `Node ${hit.node} deleted`);
    } else if (hit.edge ?? pad.edge) {
      const edge = hit.edge ?? pad.edge;
      pad.change(withoutEdge(pad.drawing, edge), `Edge ${edge.join("–")} deleted`);
    }
  };
  const escape = () => {
    if (before) pad.drawing = before;
    before = pad.held = pad.from = pad.edge = null;
  };
  const keys = {
    Enter: press, " ": press, n: () => next(1), p: () => next(-1), Escape: escape,
    Delete: remove, Backspace: remove,
    "+": () => pad.weigh(pad.weight() + NOTCH), "-": () => pad.weigh(pad.weight() - NOTCH),
  };
  pad.root.addEventListener("keydown", (event) => {
    if (pad.isLocked || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const isUndo = event.key === "z" && !event.shiftKey;
    if (isUndo) pad.undo();
    else if (event.key === "y" || event.key.toLowerCase() === "z") pad.redo();
    else return;
    event.preventDefault();
  });
  stage.addEventListener("keydown", (event) => {
    if (pad.isLocked || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) move(ARROWS[event.key], event.shiftKey);
    else if (event.key in keys) keys[event.key]();
    else return;
    event.preventDefault();
    event.stopPropagation();
    pad.paint();
  });
  stage.addEventListener("blur", () => {
    if (before) escape();
    pad.cursor = null;
    pad.paint();
  });
}
