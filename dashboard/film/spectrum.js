// The eigenvalues as stems. The cut is moved by hand or by the slider; a click picks one of them.

const GRID = { left: 56, right: 16, top: 24, bottom: 48 }; // pixels around the plot
const CLICK = 4; // pixels that a pointer may move in a click
const HEADROOM = 1.2; // times the largest eigenvalue

function spectrum(root, scene, tell, signal) {
  const slider = sliderOf(scene.key);
  const num = scene.eigenvalues.length;
  const { stage, layers: [canvas], tip } = stageOf(scene.height);
  root.replaceChildren(stage);
  let layers = null; // all stems in either colour: a frame shows a part of each
  let size = null;

  const resize = () => {
    const place = placeOf(stage);
    const [top, room] = [Math.max(scene.eigenvalues[num - 1], 1e-9) * HEADROOM,
      place.height - GRID.top - GRID.bottom];
    const y = (value) => place.height - GRID.bottom - (value / top) * room;
    size = { ...place, ...numberAxis(num, place.width), top, y };
    sharpen(canvas, size.width, size.height);
    layers = scene.bands.map((band) => stems(scene, size, band));
    paint(slider.position);
  };
  const paint = (position) => {
    if (!size) return;
    const d = Math.min(position, num);
    canvas.setAttribute("aria-label", `${scene.alt}, the lowest ${d} of them low`);
    drawSpectrum(canvas.getContext("2d"), scene, size, layers, d);
    root.drawn = { position: d };
  };
  whenSized([stage], resize, signal);

  let start = null;
  const numberAt = (event) => {
    const k = Math.round(size.k(event.offsetX));
    return k >= 1 && k <= num ? k : null;
  };
  stage.addEventListener("pointerdown", (event) => {
    start = { x: event.clientX, isDrag: false };
    if (event.pointerType === "mouse") stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener("pointermove", (event) => {
    const k = numberAt(event);
    tip.hidden = !k;
    if (k) {
      tip.textContent = `number ${k}: λ = ${scene.eigenvalues[k - 1].toPrecision(4)}`;
      placeTip(tip, event, size.width);
    }
    if (!start || !event.buttons || slider.isLocked) return;
    start.isDrag ||= Math.abs(event.clientX - start.x) > CLICK;
    if (start.isDrag) slider.moveTo(Math.round(size.k(event.offsetX) - 0.5), tell);
  });
  stage.addEventListener("pointerup", (event) => {
    const k = numberAt(event);
    if (start && !start.isDrag && k && !scene.isLocked) tell("k", k);
    start = null;
  });
  stage.addEventListener("pointercancel", () => (start = null));
  stage.addEventListener("pointerleave", () => (tip.hidden = true));
  slider.follow(paint, signal);
  return resize;
}

/** Where the numbers from 1 lie across a picture: around k, from 0 to one more than there are. */
function numberAxis(num, width) {
  const room = width - GRID.left - GRID.right;
  return {
    x: (k) => GRID.left + (k / (num + 1)) * room,
    k: (x) => ((x - GRID.left) / room) * (num + 1),
  };
}

/** An image of all eigenvalues in the colour and the symbol of one band. */
function stems(scene, size, { colour, symbol }) {
  const canvas = element("canvas", "", "");
  sharpen(canvas, size.width, size.height);
  const pen = canvas.getContext("2d");
  const num = scene.eigenvalues.length;
  const radius = num <= 60 ? 5 : 3;
  pen.fillStyle = colour;
  scene.eigenvalues.forEach((value, index) => {
    const [x, y] = [size.x(index + 1), size.y(value)];
    const width = num <= 200 ? 2 : 1;
    pen.globalAlpha = 0.5;
    pen.fillRect(x - width / 2, y, width, size.height - GRID.bottom - y);
    pen.globalAlpha = 1;
    pen.beginPath();
    if (symbol === "circle") pen.arc(x, y, radius, 0, 2 * Math.PI);
    else for (const [dx, dy] of [[0, -1], [1, 0], [0, 1], [-1, 0]]) pen.lineTo(x + dx * radius * 1.2, y + dy * radius * 1.2);
    pen.fill();
  });
  return canvas;
}

function drawSpectrum(pen, scene, size, layers, d) {
  const num = scene.eigenvalues.length;
  const [bottom, cut] = [size.height - GRID.bottom, size.x(d + 0.5)];
  const ends = [size.x(0), d === 0 ? size.x(0) : d === num ? size.x(num + 1) : cut, size.x(num + 1)];
  pen.clearRect(0, 0, size.width, size.height);
  drawAxes(pen, scene, size);
  scene.bands.forEach(({ name, colour }, band) => {
    const [from, to] = [ends[band], ends[band + 1]];
    if (to - from < 1) return;
    pen.fillStyle = colour;
    pen.globalAlpha = 0.08;
    pen.fillRect(from, GRID.top, to - from, bottom - GRID.top);
    pen.globalAlpha = 1;
    pen.save();
    pen.beginPath();
    pen.rect(band ? from : 0, 0, band ? size.width - from : to, size.height);
    pen.clip();
    pen.drawImage(layers[band], 0, 0, size.width, size.height);
    pen.font = `bold ${size.font}`;
    pen.textAlign = "center";
    pen.fillStyle = size.text;
    if (to - from > pen.measureText(name).width + 6) pen.fillText(name, (from + to) / 2, GRID.top + 16);
    pen.restore();
  });
  if (d > 0 && d < num) line(pen, cut, GRID.top, cut, bottom, scene.neutral, 1.5);
  drawGroups(pen, scene, size);
  pen.strokeStyle = scene.neutral;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.arc(size.x(scene.marked), size.y(scene.eigenvalues[scene.marked - 1]), 10, 0, 2 * Math.PI);
  pen.stroke();
}

/** A line over each run of equal eigenvalues, with its length where there is room. */
function drawGroups(pen, scene, size) {
  pen.font = size.font;
  pen.fillStyle = size.text;
  pen.textAlign = "center";
  for (const [first, last] of scene.groups) {
    const y = size.y(scene.eigenvalues[first]) - 14;
    const [from, to] = [size.x(first + 0.7), size.x(last + 0.3)];
    const text = `${last - first} equal`;
    line(pen, from, y, to, y, scene.neutral, 2);
    if (to - from > pen.measureText(text).width) pen.fillText(text, (from + to) / 2, y - 5);
  }
}

function drawAxes(pen, scene, size) {
  const num = scene.eigenvalues.length;
  const [left, right, bottom] = [size.x(0), size.x(num + 1), size.height - GRID.bottom];
  pen.font = size.font;
  pen.fillStyle = size.text;
  pen.globalAlpha = 0.8;
  pen.textAlign = "right";
  for (const value of ticks(size.top)) {
    line(pen, left, size.y(value), right, size.y(value), size.line, 1);
    pen.fillText(String(Number(value.toPrecision(6))), left - 8, size.y(value) + 4);
  }
  line(pen, left, bottom, right, bottom, scene.neutral, 1);
  drawNumbers(pen, scene, size, bottom);
  pen.textAlign = "left";
  pen.fillText("eigenvalue λₖ", left - 44, 12);
  pen.globalAlpha = 1;
}

/** The numbers of the eigenvalues below an axis at a height. */
function drawNumbers(pen, scene, size, bottom) {
  const numbers = ticks(scene.eigenvalues.length + 1).filter(Number.isInteger);
  drawTicks(pen, scene, size, bottom, numbers, "number k, from the lowest frequency to the highest");
}

function drawTicks(pen, scene, size, bottom, values, title) {
  pen.textAlign = "center";
  for (const value of values) {
    line(pen, size.x(value), bottom, size.x(value), bottom + 5, scene.neutral, 1);
    pen.fillText(String(Number(value.toPrecision(6))), size.x(value), bottom + 18);
  }
  pen.fillText(title, (GRID.left + size.width - GRID.right) / 2, bottom + 38);
}

/** Round numbers from 0 to below an end, at most six of them. */
function ticks(end) {
  const power = 10 ** Math.floor(Math.log10(end / 5));
  const step = [1, 2, 5, 10].map((times) => times * power).find((width) => end / width <= 6);
  return Array.from({ length: Math.ceil(end / step) }, (_, k) => k * step);
}

function line(pen, x1, y1, x2, y2, colour, width) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  pen.moveTo(x1, y1);
  pen.lineTo(x2, y2);
  pen.stroke();
}
