// A drawing, and what can be done to it. Nothing here changes a drawing: each function returns
// another one, so that undoing is going back.
//
// nodes: [[x, y, class], …], whole numbers in the frame, y upwards, class -1 where there is none.
// edges: [[i, j, weight], …] with i < j, in ascending order.

const EMPTY = { nodes: [], edges: [] };
const [LIGHTEST, HEAVIEST] = [0.001, 999];

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function edgeBetween(drawing, i, j) {
  return drawing.edges.find(([a, b]) => a === Math.min(i, j) && b === Math.max(i, j));
}

function withNode(drawing, [x, y]) {
  return { ...drawing, nodes: [...drawing.nodes, [x, y, -1]] };
}

/** With an edge, which keeps its weight where it is there already. */
function withEdge(drawing, i, j, weight = 1) {
  if (i === j || edgeBetween(drawing, i, j)) return drawing;
  const edges = [...drawing.edges, [Math.min(i, j), Math.max(i, j), weight]];
  return { ...drawing, edges: edges.sort(([a, b], [c, d]) => a - c || b - d) };
}

function withMoved(drawing, node, [x, y]) {
  const nodes = drawing.nodes.map((old, k) => (k === node ? [x, y, old[2]] : old));
  return { ...drawing, nodes };
}

function withClass(drawing, node, number) {
  const nodes = drawing.nodes.map(([x, y, c], k) => [x, y, k === node ? number : c]);
  return { ...drawing, nodes };
}

function withWeight(drawing, [i, j], weight) {
  const kept = Number(Math.min(Math.max(weight, LIGHTEST), HEAVIEST).toPrecision(3));
  const edges = drawing.edges.map((old) => (old[0] === i && old[1] === j ? [i, j, kept] : old));
  return { ...drawing, edges };
}

/** Without a node and its edges; the nodes after it are counted anew. */
function withoutNode(drawing, node) {
  const renumbered = (k) => (k > node ? k - 1 : k);
  const edges = drawing.edges
    .filter(([i, j]) => i !== node && j !== node)
    .map(([i, j, weight]) => [renumbered(i), renumbered(j), weight]);
  return { nodes: drawing.nodes.filter((_, k) => k !== node), edges };
}

function withoutEdge(drawing, [i, j]) {
  return { ...drawing, edges: drawing.edges.filter(([a, b]) => a !== i || b !== j) };
}

/** With the nodes of a stamp around a place, moved into the frame as a whole. */
function withStamp(drawing, stamp, [x, y], frame) {
  const first = drawing.nodes.length;
  const middle = [x, y].map((place, axis) => {
    const across = stamp.nodes.map((node) => node[axis]);
    return Math.min(Math.max(place, -Math.min(...across)), frame[axis] - Math.max(...across));
  });
  const nodes = stamp.nodes.map(([dx, dy]) => [middle[0] + dx, middle[1] + dy, -1]);
  const edges = stamp.edges.map(([i, j]) => [first + i, first + j, 1]);
  return { nodes: [...drawing.nodes, ...nodes], edges: [...drawing.edges, ...edges] };
}

/** The drawings before and after the present one. */
function makeHistory(present) {
  let [past, future] = [[], []];
  let last = ""; // kind of change
  const step = (from, onto) => {
    if (!from.length) return;
    last = "";
    onto.push(history.present);
    history.present = from.pop();
  };
  const history = {
    present,
    get canUndo() {
      return past.length > 0;
    },
    get canRedo() {
      return future.length > 0;
    },
    /** Changes of one kind, where it has a name, are undone together. */
    add(drawing, kind = "") {
      if (!kind || kind !== last) past.push(history.present);
      [last, future] = [kind, []];
      history.present = drawing;
    },
    undo: () => step(past, future),
    redo: () => step(future, past),
  };
  return history;
}
