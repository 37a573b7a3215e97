// How a graph is drawn in a panel, and what of it lies at a place.

const MARGIN = 14; // pixels around a drawing
const REACH = 9; // pixels from which the pointer finds a node, and half of it an edge

/** Sizes the canvases of a panel and places the nodes in it, y upwards. */
function fit(panel, scene) {
  panel.width = panel.stage.clientWidth;
  panel.height = panel.stage.clientHeight;
  for (const canvas of [panel.edges, panel.over]) sharpen(canvas, panel.width, panel.height);
  const num = scene.positions.length / 2;
  const x = scene.positions.filter((_, k) => k % 2 === 0);
  const y = scene.positions.filter((_, k) => k % 2 === 1);
  const [left, right, bottom, top] = [least(x), -least(x.map((v) => -v)), least(y),
    -least(y.map((v) => -v))];
  const room = [panel.width - 2 * MARGIN, panel.height - 2 * MARGIN];
  const scale = Math.max(Math.min(room[0] / (right - left || 1e-9), room[1] / (top - bottom || 1e-9)), 0);
  panel.x = new Float32Array(num);
  panel.y = new Float32Array(num);
  for (let k = 0; k < num; k++) {
    panel.x[k] = panel.width / 2 + scale * (x[k] - (left + right) / 2);
    panel.y[k] = panel.height / 2 - scale * (y[k] - (bottom + top) / 2);
  }
  panel.isNew = true;
  panel.isBare = true; // the layer above the edges has no nodes
}

function least(values) {
  return values.reduce((a, b) => Math.min(a, b), Infinity);
}

/** Which colour an edge has, from the most negative to the most positive. */
function shade(scene, weight) {
  const middle = (scene.colours.length - 1) / 2;
  const place = Math.round(middle * (1 + (weight * scene.unit) / scene.limit));
  return Math.min(Math.max(place, 0), scene.colours.length - 1);
}

/** The edges of each colour, so that a colour is one stroke, weak ones below strong. */
function byShade(scene, weights) {
  const edgesOf = scene.colours.map(() => []);
  for (let e = 0; e < weights.length; e++) edgesOf[shade(scene, weights[e])].push(e);
  return scene.order.map((place) => [place, edgesOf[place]]).filter(([, edges]) => edges.length);
}

function drawEdges(panel, scene, weights, pen = panel.edges.getContext("2d")) {
  const { x, y } = panel;
  pen.clearRect(0, 0, panel.width, panel.height);
  for (const [place, edges] of byShade(scene, weights)) {
    pen.strokeStyle = scene.colours[place];
    pen.lineWidth = scene.widths[place];
    pen.beginPath();
    for (const e of edges) {
      const i = scene.edges[2 * e];
      const j = scene.edges[2 * e + 1];
      pen.moveTo(x[i], y[i]);
      pen.lineTo(x[j], y[j]);
    }
    pen.stroke();
  }
}

/** Draws the nodes, and what the pointer is at: a node with its edges, or an edge. */
function drawOver(panel, scene, weights, pointed, pen = panel.over.getContext("2d")) {
  pen.clearRect(0, 0, panel.width, panel.height);
  const lit = pointed ? edgesAt(scene, pointed) : [];
  for (const e of lit) {
    const place = shade(scene, weights[e]);
    pen.strokeStyle = scene.colours[place];
    pen.lineWidth = scene.widths[place] + 2;
    pen.beginPath();
    pen.moveTo(panel.x[scene.edges[2 * e]], panel.y[scene.edges[2 * e]]);
    pen.lineTo(panel.x[scene.edges[2 * e + 1]], panel.y[scene.edges[2 * e + 1]]);
    pen.stroke();
  }
  pen.fillStyle = scene.neutral;
  pen.beginPath();
  for (let k = 0; k < panel.x.length; k++) {
    pen.moveTo(panel.x[k] + scene.dot / 2, panel.y[k]);
    pen.arc(panel.x[k], panel.y[k], scene.dot / 2, 0, 2 * Math.PI);
  }
  pen.fill();
  if (pointed?.node !== undefined) {
    pen.strokeStyle = scene.marked;
    pen.lineWidth = 2.5;
    pen.beginPath();
    pen.arc(panel.x[pointed.node], panel.y[pointed.node], scene.dot / 2 + 2, 0, 2 * Math.PI);
    pen.stroke();
  }
}

function edgesAt(scene, pointed) {
  if (pointed.edge !== undefined) return [pointed.edge];
  const found = [];
  for (let e = 0; 2 * e < scene.edges.length; e++) {
    if (scene.edges[2 * e] === pointed.node || scene.edges[2 * e + 1] === pointed.node) found.push(e);
  }
  return found;
}

/** The node or else the edge at a place of a panel, null where there is none. */
function find(panel, scene, x, y) {
  let [nearest, distance] = [null, REACH];
  for (let k = 0; k < panel.x.length; k++) {
    const away = Math.hypot(panel.x[k] - x, panel.y[k] - y);
    if (away < distance) [nearest, distance] = [{ node: k }, away];
  }
  if (nearest) return nearest;
  distance = REACH / 2;
  for (let e = 0; 2 * e < scene.edges.length; e++) {
    const [i, j] = [scene.edges[2 * e], scene.edges[2 * e + 1]];
    const [dx, dy] = [panel.x[j] - panel.x[i], panel.y[j] - panel.y[i]];
    const along = ((x - panel.x[i]) * dx + (y - panel.y[i]) * dy) / (dx * dx + dy * dy || 1);
    const at = Math.min(Math.max(along, 0), 1);
    const away = Math.hypot(panel.x[i] + at * dx - x, panel.y[i] + at * dy - y);
    if (away < distance) [nearest, distance] = [{ edge: e }, away];
  }
  return nearest;
}

function described(scene, weights, { node, edge }) {
  if (node !== undefined) return scene.names[node];
  const [i, j] = [scene.edges[2 * edge], scene.edges[2 * edge + 1]];
  const weight = weights[edge] * scene.unit;
  return `${scene.names[i]} – ${scene.names[j]}: ${weight.toFixed(scene.digits)}`;
}
