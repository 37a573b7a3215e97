// The energy in low and high over time, and below it by frequency, with the present time in both.
// A drag moves the time; a click in the picture picks the strongest frequency of its cell, too.

const STRIPS = { left: 64, right: 20, top: 26, lines: 150, gap: 46, picture: 190, bottom: 30 };

function timeline(root, scene, tell, signal) {
  const slider = sliderOf(scene.key);
  const num = scene.low.length;
  const { left, right, top, lines, gap, picture, bottom } = STRIPS;
  const height = top + lines + gap + picture + bottom;
  const { stage, layers: [canvas], tip } = stageOf(height);
  canvas.setAttribute("aria-label", scene.alt);
  const sentence = element("p", "now", "");
  root.replaceChildren(sentence, stage);
  const cells = cellsOf(scene);
  let size = null;
  let still = null; // all but the present time

  const resize = () => {
    const place = placeOf(stage);
    const room = place.width - left - right;
    let highest = 1e-9;
    for (const curve of [scene.low, scene.high]) {
      for (const value of curve) if (value > highest) highest = value;
    }
    size = {
      ...place, room, highest, foot: top + lines, head: top + lines + gap,
      x: (t) => left + ((t + 0.5) / num) * room,
      y: (value) => top + lines - (value / highest) * lines,
      t: (x) => Math.min(Math.max(Math.floor(((x - left) / room) * num), 0), num - 1),
    };
    sharpen(canvas, size.width, height);
    still = element("canvas", "", "");
    sharpen(still, size.width, height);
    drawStrips(still.getContext("2d"), scene, size, cells);
    paint(slider.position);
  };
  const paint = (position) => {
    if (!size) return;
    const t = Math.min(position, num - 1);
    const pen = canvas.getContext("2d");
    pen.clearRect(0, 0, size.width, size.height);
    pen.drawImage(still, 0, 0, size.width, size.height);
    line(pen, size.x(t), top - 4, size.x(t), size.foot, scene.marked, 2);
    line(pen, size.x(t), size.head, size.x(t), size.head + picture, scene.marked, 2);
    const parts = sentenceAt(scene, t).split("**"); // what is between stars is strong
    sentence.replaceChildren(...parts.map((part, k) => element(k % 2 ? "strong" : "span", "", part)));
    root.drawn = { position: t };
  };
  whenSized([stage], resize, signal);

  const cellAt = (event) => {
    const row = Math.floor((1 - (event.offsetY - size.head) / picture) * scene.rows.length);
    const column = Math.floor(size.t(event.offsetX) / scene.pace);
    return row >= 0 && row < scene.rows.length ? row * scene.numColumns + column : null;
  };
  let start = null;
  stage.addEventListener("pointerdown", (event) => {
    start = { x: event.clientX, isDrag: false };
    if (event.pointerType === "mouse") stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener("pointermove", (event) => {
    tip.hidden = false;
    tip.textContent = saidAt(scene, size.t(event.offsetX), cellAt(event));
    placeTip(tip, event, size.width);
    if (!start || !event.buttons || slider.isLocked) return;
    start.isDrag ||= Math.abs(event.clientX - start.x) > CLICK;
    if (start.isDrag) slider.moveTo(size.t(event.offsetX), tell);
  });
  stage.addEventListener("pointerup", (event) => {
    const cell = cellAt(event);
    const isClick = start && !start.isDrag;
    start = null;
    if (!isClick) return;
    const isPick = cell !== null && scene.levels[cell] >= 0 && !scene.isLocked;
    if (isPick) tell("k", cell); // the server moves the time, too: one event, so one answer
    else slider.moveTo(size.t(event.offsetX), tell);
  });
  stage.addEventListener("pointercancel", () => (start = null));
  stage.addEventListener("pointerleave", () => (tip.hidden = true));
  slider.follow(paint, signal);
  chosen.node = scene.node;
  for (const repaint of chosen.paints) repaint();
  return resize;
}

function sentenceAt(scene, t) {
  const [low, high] = [scene.low[t], scene.high[t]];
  const time = `At **${scene.times[t]}** `;
  if (Number.isNaN(low)) return `${time}a reading is missing, so low and high are not known.`;
  if (low + high === 0) return `${time}the signal is 0.`;
  const share = Math.round((100 * low) / (low + high));
  return `${time}the low part has **${share}%** of the energy${scene.usual}.`;
}

/** What is at a time: in a cell of the picture, or else the energies. */
function saidAt(scene, t, cell) {
  if (cell !== null) {
    const row = Math.floor(cell / scene.numColumns);
    const last = (scene.rows[row + 1] ?? scene.numFrequencies);
    const from = scene.times[(cell % scene.numColumns) * scene.pace];
    const power = scene.top + (scene.levels[cell] / scene.full - 1) * scene.decades;
    const bound = scene.levels[cell] === 0 ? "at most " : ""; // the end of the colours
    const energy =
      scene.levels[cell] < 0 ? "not known" : `${bound}10^${power.toFixed(1)} on average`;
    return `${from}, frequencies ${scene.rows[row] + 1} to ${last}: ${energy}`;
  }
  const [low, high] = [scene.low[t], scene.high[t]];
  if (Number.isNaN(low)) return `${scene.times[t]}: a reading is missing`;
  const share = Math.round((100 * low) / (low + high || 1));
  return `${scene.times[t]}: low ${low.toPrecision(3)}, high ${high.toPrecision(3)}, ${share}% low`;
}

/** A picture with a pixel for each cell, the lowest frequencies at the bottom. */
function cellsOf(scene) {
  const canvas = element("canvas", "", "");
  [canvas.width, canvas.height] = [scene.numColumns, scene.rows.length];
  const pen = canvas.getContext("2d");
  for (let cell = 0; cell < scene.levels.length; cell++) {
    if (scene.levels[cell] < 0) continue; // a reading is missing
    pen.fillStyle = scene.colours[scene.levels[cell]];
    const row = scene.rows.length - 1 - Math.floor(cell / scene.numColumns);
    pen.fillRect(cell % scene.numColumns, row, 1, 1);
  }
  return canvas;
}

function drawStrips(pen, scene, size, cells) {
  const num = scene.low.length;
  const { left, top, picture } = STRIPS;
  const end = left + size.room;
  pen.font = size.font;
  pen.fillStyle = size.text;
  pen.globalAlpha = 0.8;
  pen.textAlign = "right";
  for (const value of ticks(size.highest)) {
    line(pen, left, size.y(value), end, size.y(value), size.line, 1);
    pen.fillText(value.toLocaleString("en"), left - 8, size.y(value) + 4);
  }
  pen.textAlign = "left";
  pen.fillText("energy", left - 44, 12);
  pen.fillText("frequency k", left - 44, size.head - 8);
  drawTimes(pen, scene, size, size.foot);
  drawTimes(pen, scene, size, size.head + picture);
  pen.globalAlpha = 1;
  pen.textAlign = "right";
  scene.bands.forEach(({ name, colour, curve }, band) => {
    pen.strokeStyle = pen.fillStyle = colour;
    pen.fillText(name, end - 40 * (scene.bands.length - 1 - band), 12);
    pen.lineWidth = 1.8;
    pen.setLineDash(band ? [5, 3] : []);
    pen.beginPath();
    let isDown = false;
    for (let t = 0; t < num; t++) {
      const value = scene[curve][t];
      if (Number.isNaN(value)) isDown = false;
      else if (isDown) pen.lineTo(size.x(t), size.y(value));
      else pen.moveTo(size.x(t), size.y(value));
      isDown = !Number.isNaN(value);
    }
    pen.stroke();
  });
  pen.setLineDash([]);
  pen.imageSmoothingEnabled = false;
  const width = (size.room * scene.numColumns * scene.pace) / num; // the last column may be short
  pen.save();
  pen.beginPath();
  pen.rect(left, size.head, size.room, picture);
  pen.clip();
  pen.drawImage(cells, left, size.head, width, picture);
  pen.restore();
  pen.fillStyle = size.text;
  pen.globalAlpha = 0.8;
  const every = Math.max(Math.ceil(scene.rows.length / 6), 1);
  for (let row = 0; row < scene.rows.length; row += every) {
    const y = size.head + picture * (1 - (row + 0.5) / scene.rows.length);
    pen.fillText(String(scene.rows[row] + 1), left - 8, y + 4);
  }
  pen.globalAlpha = 1;
}

/** As many labels of times as there is room for, below a strip. */
function drawTimes(pen, scene, size, y) {
  const num = scene.low.length;
  pen.textAlign = "center";
  const room = pen.measureText(scene.times[num - 1]).width + 30;
  const every = Math.max(Math.ceil((num * room) / size.room), 1);
  for (let t = Math.floor(every / 2); t < num; t += every) {
    line(pen, size.x(t), y, size.x(t), y + 5, scene.neutral, 1);
    pen.fillText(scene.times[t], size.x(t), y + 18);
  }
  line(pen, STRIPS.left, y, STRIPS.left + size.room, y, scene.neutral, 1);
}
