// A picture and its two parts, which are sums of waves: products of a cosine down and one across.
// While the slider moves they are drawn small, of the waves that a small picture can show; once it
// rests, pixel by pixel. And the waves themselves, each in the colour of its part.

const SMALL = 224; // pixels of the longer side of a picture in motion
const SETTLED = 120; // milliseconds without motion after which every pixel is drawn
const SLICE = 10; // milliseconds of work between two frames

function picture(root, scene, tell, signal) {
  const slider = sliderOf(scene.key);
  const panels = scene.parts.map((part) => pictureFrame(scene, part));
  const row = element("div", "row pictures", "");
  row.append(...panels.map((panel) => panel.frame));
  root.replaceChildren(row);
  const whole = sizeOf(scene, 1);
  const small = sizeOf(scene, Math.max(1, Math.max(scene.width, scene.height) / SMALL));
  const last = scene.captions.length - 1;
  whole.original = Float32Array.from(scene.original, (value) => value / 255);
  small.original = whole.rows === small.rows ? whole.original : finished(sumOf(scene, small, last));
  let [shown, resting] = [-1, 0];

  const draw = (size, position, low) => {
    const high = low.map((value, k) => size.original[k] - value + 0.5); // around grey
    [size.original, low, high].forEach((values, k) => fillPicture(panels[k], size, scene, values));
    root.drawn = { position, isWhole: size === whole, low };
  };
  const refine = (work, position) => {
    const since = performance.now();
    let step = work.next();
    while (!step.done && performance.now() - since < SLICE) step = work.next();
    if (step.done) draw(whole, position, step.value);
    else resting = setTimeout(refine, 0, work, position);
  };
  const paint = (asked) => {
    const position = Math.min(asked, last);
    if (position === shown) return;
    shown = position;
    clearTimeout(resting);
    scene.captions[position].forEach((text, k) => (panels[k].caption.textContent = text));
    draw(small, position, finished(sumOf(scene, small, position)));
    if (small.rows === whole.rows) root.drawn.isWhole = true;
    else resting = setTimeout(refine, SETTLED, sumOf(scene, whole, position), position);
  };
  signal.addEventListener("abort", () => clearTimeout(resting));
  slider.follow(paint, signal);
  return () => {};
}

/** A picture's rows and columns, and the waves of each that it can show. */
function sizeOf(scene, shrink) {
  const [rows, columns] = [scene.height, scene.width].map((num) => Math.ceil(num / shrink));
  return { rows, columns, down: cosines(scene.height, rows), across: cosines(scene.width, columns) };
}

/** The waves of a line of `num` pixels, orthonormal there, at the middles of as many places. */
function cosines(num, places) {
  return Array.from({ length: places }, (_, wave) => {
    const scale = Math.sqrt((wave ? 2 : 1) / num);
    return Float32Array.from({ length: places }, (__, x) =>
      scale * Math.cos((Math.PI * wave * (x + 0.5)) / places));
  });
}

/** The waves that are low where the slider stands, added up; may be left after each line.
    Returns a plane of rows and columns for each channel. */
function* sumOf(scene, { rows, columns, down, across }, position) {
  const { width, height, mean, unit, amplitudes, steps } = scene;
  const weights = new Float32Array(Math.max(rows, columns));
  const lines = mean.map(() => []); // for each wave down, the sum of its waves across
  let numDown = 0;
  for (; numDown < rows && steps[numDown * width] <= position; numDown++) {
    let numAcross = 0;
    while (numAcross < columns && steps[numDown * width + numAcross] <= position) numAcross++;
    lines.forEach((sums, c) => {
      const first = (c * height + numDown) * width;
      for (let j = 0; j < numAcross; j++) weights[j] = amplitudes[first + j] * unit;
      sums.push(addUp(new Float32Array(columns), weights, across, numAcross));
    });
    yield;
  }
  const planes = new Float32Array(mean.length * rows * columns);
  for (let y = 0; y < rows; y++) {
    for (let i = 0; i < numDown; i++) weights[i] = down[i][y];
    lines.forEach((sums, c) => {
      const line = planes.subarray((c * rows + y) * columns, (c * rows + y + 1) * columns);
      if (numDown) line.fill(mean[c]);
      addUp(line, weights, sums, numDown);
    });
    yield;
  }
  return planes;
}

/** Adds lines times their weights to a sum, four at once: half the time of one by one. */
function addUp(sum, weights, lines, num) {
  let k = 0;
  for (; k + 4 <= num; k += 4) {
    const [v, w, y, z] = weights.subarray(k, k + 4);
    const [a, b, c, d] = lines.slice(k, k + 4);
    for (let x = 0; x < sum.length; x++) sum[x] += v * a[x] + w * b[x] + y * c[x] + z * d[x];
  }
  for (; k < num; k++) {
    const [weight, line] = [weights[k], lines[k]];
    for (let x = 0; x < sum.length; x++) sum[x] += weight * line[x];
  }
  return sum;
}

function finished(work) {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

function pictureFrame(scene, part) {
  const frame = element("div", "panel", "");
  const heading = element("div", "heading", "");
  const canvas = element("canvas", scene.width < SMALL ? "picture sharp" : "picture", "");
  const caption = element("p", "note", part.caption ?? "");
  const saving = element("span", "save", "");
  saving.append(saveButton("PNG", () => savePicture(canvas, part.title)));
  heading.append(element("strong", "", part.title), saving);
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", part.alt);
  canvas.style.aspectRatio = `${scene.width} / ${scene.height}`;
  frame.append(heading, canvas, caption);
  return { frame, canvas, caption };
}

function fillPicture({ canvas }, { rows, columns }, { mean }, values) {
  const image = new ImageData(columns, rows);
  const [num, channels] = [rows * columns, mean.length];
  for (let p = 0; p < num; p++) {
    for (let c = 0; c < 3; c++) image.data[4 * p + c] = 255 * values[(c % channels) * num + p];
    image.data[4 * p + 3] = 255;
  }
  [canvas.width, canvas.height] = [columns, rows];
  canvas.getContext("2d").putImageData(image, 0, 0);
}

/** Saves a picture as it is, a tiny one in larger squares. */
function savePicture(canvas, title) {
  const factor = Math.max(Math.floor(320 / Math.max(canvas.width, canvas.height)), 1);
  const page = element("canvas", "", "");
  [page.width, page.height] = [canvas.width * factor, canvas.height * factor];
  const pen = page.getContext("2d");
  pen.imageSmoothingEnabled = false;
  pen.drawImage(canvas, 0, 0, page.width, page.height);
  page.toBlob((blob) => save(blob, `${title}.png`));
}

function waves(root, scene, tell, signal) {
  const panel = pictureFrame(scene, scene);
  const num = scene.steps.length;
  const image = new ImageData(scene.width, scene.height);
  root.replaceChildren(panel.frame);
  [panel.canvas.width, panel.canvas.height] = [scene.width, scene.height];
  let shown = -1;
  const paint = (position) => {
    if (position === shown) return;
    shown = position;
    for (let p = 0; p < num; p++) {
      const colour = scene.steps[p] <= position ? scene.low : scene.high;
      for (let c = 0; c < 3; c++) image.data[4 * p + c] = (scene.brightness[p] * colour[c]) / 255;
      image.data[4 * p + 3] = 255;
    }
    panel.canvas.getContext("2d").putImageData(image, 0, 0);
  };
  sliderOf(scene.key).follow(paint, signal);
  return () => {};
}
