// How a drawing looks, and what of it lies at a place.

const BESIDE = 12; // pixels between an edge and its weight
const EDGE_REACH = 7; // pixels from which the pointer finds an edge

/** Pixels for a unit of the frame, and for the radius of a node. */
function scaleOf(pad) {
  const unit = pad.stage.clientWidth / pad.frame[0];
  return { unit, radius: Math.min(Math.max(4 * unit, 8), 12) };
}

/** Where a place in the frame is on the screen. */
function onScreen(pad, [x, y]) {
  const { unit } = scaleOf(pad);
  return [x * unit, (pad.frame[1] - y) * unit];
}

/** The nearest place in the frame. */
function inFrame(pad, [left, top]) {
  const { unit } = scaleOf(pad);
  const place = [left / unit, pad.frame[1] - top / unit];
  return place.map((value, axis) => Math.round(Math.min(Math.max(value, 0), pad.frame[axis])));
}

/** The node or else the edge at a place on the screen: {node}, {edge: [i, j]}, or {}. */
function at(pad, [left, top], reach) {
  const { nodes, edges } = pad.drawing;
  const places = nodes.map((node) => onScreen(pad, node));
  let [found, distance] = [{}, scaleOf(pad).radius + reach];
  places.forEach(([x, y], node) => {
    const away = Math.hypot(x - left, y - top);
    if (away < distance) [found, distance] = [{ node }, away];
  });
  if (found.node !== undefined) return found;
  distance = EDGE_REACH;
  for (const [i, j] of edges) {
    const [[x, y], [dx, dy]] = [places[i], places[j].map((end, axis) => end - places[i][axis])];
    const along = ((left - x) * dx + (top - y) * dy) / (dx * dx + dy * dy || 1);
    const share = Math.min(Math.max(along, 0), 1);
    const away = Math.hypot(x + share * dx - left, y + share * dy - top);
    if (away < distance) [found, distance] = [{ edge: [i, j] }, away];
  }
  return found;
}

function paint(pad) {
  const { nodes, edges } = pad.drawing;
  const { radius } = scaleOf(pad);
  const places = nodes.map((node) => onScreen(pad, node).map((value) => Number(value.toFixed(1))));
  const isChosen = (i, j) => pad.edge?.[0] === i && pad.edge?.[1] === j;
  const lines = edges.map(([i, j, weight]) => line(places[i], places[j],
    `class="edge${isChosen(i, j) ? " chosen" : ""}" stroke-width="${thickness(weight)}"`));
  const labels = edges.filter(([, , weight]) => weight !== 1)
    .map(([i, j, weight]) => weightLabel(places[i], places[j], weight));
  const dots = nodes.map(([, , number], k) => dot(pad, places[k], number, k, radius));
  const { band, ghost, cursor } = pad;
  const over = [
    ...(band ? [line(places[band.from], band.to, 'class="band" stroke-width="2"')] : []),
    ...(ghost ? ghostOf(pad, ghost, radius) : []),
    ...(cursor ? [crossOf(onScreen(pad, cursor), radius + 6)] : []),
  ];
  pad.stage.innerHTML = [...(band ? [over.shift()] : []), ...lines, ...dots, ...labels, ...over]
    .join("");
  pad.stage.setAttribute("aria-label", described(pad));
}

function line([x1, y1], [x2, y2], rest) {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" ${rest}/>`;
}

/** A weight beside the middle of its edge. */
function weightLabel([x1, y1], [x2, y2], weight) {
  const away = BESIDE / (Math.hypot(x2 - x1, y2 - y1) || 1);
  const x = ((x1 + x2) / 2 + away * (y2 - y1)).toFixed(1);
  const y = ((y1 + y2) / 2 - away * (x2 - x1)).toFixed(1);
  const number = weight.toLocaleString("en", { maximumSignificantDigits: 3 });
  return `<text class="weight" x="${x}" y="${y}">${number}</text>`;
}

/** Pixels for a weight: heavy edges are thicker, but no edge hides the others. */
function thickness(weight) {
  return Math.min(Math.max(2 * Math.sqrt(weight), 0.7), 9).toFixed(1);
}

function dot(pad, [x, y], number, k, radius) {
  const isArmed = k === pad.from || k === pad.held || k === pad.hovered;
  const { colour = "", ink = "" } = pad.classes[number] ?? {};
  const style = colour ? `style="fill:${colour}"` : "";
  const title = colour ? `<title>Node ${k}, class ${pad.classes[number].name}</title>` : "";
  return `<g class="node${isArmed ? " chosen" : ""}"><circle cx="${x}" cy="${y}" r="${radius}" ` +
    `${style}/><text x="${x}" y="${y}" ${ink ? `style="fill:${ink}"` : ""}>${k}</text>${title}</g>`;
}

/** What a click would stamp. */
function ghostOf(pad, place, radius) {
  const { nodes, edges } = withStamp(EMPTY, pad.stampNow(), place, pad.frame);
  const places = nodes.map((node) => onScreen(pad, node));
  return [
    '<g class="ghost">',
    ...edges.map(([i, j]) => line(places[i], places[j], 'class="edge" stroke-width="2"')),
    ...places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${radius}"/>`),
    "</g>",
  ];
}

function crossOf([x, y], size) {
  return `<path class="cursor" d="M${x - size} ${y}h${2 * size}M${x} ${y - size}v${2 * size}"/>`;
}

/** The drawing in words. */
function described(pad) {
  const { nodes, edges } = pad.drawing;
  const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  return `Drawing of ${counted(nodes.length, "node")} and ${counted(edges.length, "edge")}`;
}
