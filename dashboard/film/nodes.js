// A signal on the nodes of a graph at every time, the nodes coloured by their value.

const chosen = { node: null, paints: new Set() }; // the ringed node, and who rings it

function nodes(root, scene, tell, signal) {
  const slider = sliderOf(scene.key);
  const num = scene.names.length;
  const panel = panelOf(scene);
  root.replaceChildren(panel.frame);
  let pointed = null;

  const frameAt = (position) => Math.min(Math.floor(position / scene.skip), scene.times.length - 1);
  const valuesAt = (frame) => scene.film.subarray(frame * num, (frame + 1) * num);
  const paint = (position) => {
    if (!panel.x) return; // its size is not known yet
    const frame = frameAt(position);
    panel.name(`${scene.title}, ${scene.times[frame]}`);
    if (panel.isNew) drawLinks(panel, scene);
    panel.isNew = false;
    drawValues(panel, scene, valuesAt(frame), pointed);
    if (pointed !== null) describe(frame);
    root.drawn = { position, unit: scene.unit, values: valuesAt(frame) };
  };
  const describe = (frame) => {
    const value = valuesAt(frame)[pointed];
    const text = value === scene.missing ? "missing" : (value * scene.unit).toPrecision(3);
    panel.tip.textContent = `${scene.names[pointed]}: ${text}`;
  };
  const repaint = () => paint(slider.position);
  const resize = () => {
    fit(panel, scene);
    repaint();
  };
  whenSized([panel.stage], resize, signal);
  const point = (event) => {
    pointed = find(panel, { edges: [] }, event.offsetX, event.offsetY)?.node ?? null;
    panel.tip.hidden = pointed === null;
    panel.stage.style.cursor = pointed === null || scene.isLocked ? "default" : "pointer";
    placeTip(panel.tip, event, panel.width);
    repaint();
  };
  panel.stage.addEventListener("pointermove", point);
  panel.stage.addEventListener("pointerdown", point);
  panel.stage.addEventListener("pointerleave", () => {
    [pointed, panel.tip.hidden] = [null, true];
    repaint();
  });
  panel.stage.addEventListener("click", () => {
    if (pointed !== null && !scene.isLocked) tell("node", pointed);
  });
  panel.save.append(saveButton("PNG", () => saveLayers(panel)));
  chosen.paints.add(repaint);
  signal.addEventListener("abort", () => chosen.paints.delete(repaint));
  slider.follow(paint, signal);
  return resize;
}

function drawLinks(panel, scene) {
  const pen = panel.edges.getContext("2d");
  pen.clearRect(0, 0, panel.width, panel.height);
  pen.strokeStyle = scene.neutral;
  pen.globalAlpha = scene.opacity;
  pen.beginPath();
  for (let e = 0; e < scene.edges.length; e += 2) {
    pen.moveTo(panel.x[scene.edges[e]], panel.y[scene.edges[e]]);
    pen.lineTo(panel.x[scene.edges[e + 1]], panel.y[scene.edges[e + 1]]);
  }
  pen.stroke();
  pen.globalAlpha = 1;
}

/** Draws the nodes; those without a value are dashed rings. */
function drawValues(panel, scene, values, pointed) {
  const pen = panel.over.getContext("2d");
  const [radius, middle] = [scene.dot / 2, (scene.colours.length - 1) / 2];
  const disc = (k, size) => {
    pen.beginPath();
    pen.arc(panel.x[k], panel.y[k], size, 0, 2 * Math.PI);
  };
  const background = getComputedStyle(panel.stage).getPropertyValue("--st-background-color");
  pen.clearRect(0, 0, panel.width, panel.height);
  pen.lineWidth = 1;
  for (let k = 0; k < values.length; k++) {
    const isMissing = values[k] === scene.missing;
    const share = Math.min(Math.max((values[k] * scene.unit) / scene.limit, -1), 1);
    disc(k, radius);
    pen.fillStyle = background; // else the edges would show through a faint colour
    pen.fill();
    if (!isMissing) pen.fillStyle = scene.colours[Math.round(middle * (1 + share))];
    pen.fill();
    pen.strokeStyle = isMissing ? scene.pale : scene.neutral;
    pen.setLineDash(isMissing ? [2, 2] : []);
    pen.stroke();
  }
  pen.setLineDash([]);
  pen.strokeStyle = scene.marked;
  pen.lineWidth = 2.5;
  for (const k of [chosen.node, pointed]) {
    if (k === null || k >= values.length) continue;
    disc(k, radius + 3);
    pen.stroke();
  }
}

function saveLayers(panel) {
  const page = element("canvas", "", "");
  sharpen(page, panel.width, panel.height, 2);
  const pen = page.getContext("2d");
  pen.fillStyle = getComputedStyle(panel.stage).getPropertyValue("--st-background-color");
  pen.fillRect(0, 0, panel.width, panel.height);
  for (const layer of [panel.edges, panel.over]) pen.drawImage(layer, 0, 0, panel.width, panel.height);
  page.toBlob((blob) => save(blob, `${panel.title.textContent}.png`));
}
