// A picture and its two parts, which are sums of waves: products of a cosine down and one across.
// While the slider moves every few pixels are drawn; once it rests, all. And the waves themselves,
// each in the colour of its part.

const [FEW, FEWER] = [224, 112]; // pixels along the longer side in motion, at first and
const SLOW = 40; // where a drawing takes more milliseconds than this
const SETTLED = 120; // milliseconds without motion after which every pixel is drawn
const SLICE = 10; // milliseconds of work between two frames

function picture(root, scene, tell, signal) {
  const slider = sliderOf(scene.key);
  const panels = scene.parts.map((part) => pictureFrame(scene, part));
  const row = element("div", "row pictures", "");
  row.append(...panels.map((panel) => panel.frame));
  root.replaceChildren(row);
  const whole = pixelsOf(scene, 1);
  const some = (side) => {
    const stride = Math.ceil(Math.max(scene.width, scene.height) / side);
    return stride > 1 ? pixelsOf(scene, stride) : whole;
  };
  let [few, isFewer, shown, resting] = [some(FEW), false, -1, 0];

  const draw = (pixels, position, low) => {
    const high = low.map((value, k) => pixels.original[k] - value + 0.5); // around grey
    [pixels.original, low, high].forEach((values, k) => fillPicture(panels[k], pixels, scene, values));
    root.drawn = { position, isWhole: pixels === whole, low };
  };
  const refine = (work, position) => {
    const since = performance.now();
    let step = work.next();
    while (!step.done && performance.now() - since < SLICE) step = work.next();
    if (step.done) draw(whole, position, step.value);
    else resting = setTimeout(refine, 0, work, position);
  };
  const paint = (asked) => {
    const position = Math.min(asked, scene.captions.length - 1);
    if (position === shown) return;
    const [isFirst, since] = [shown < 0, performance.now()];
    shown = position;
    clearTimeout(resting);
    scene.captions[position].forEach((text, k) => (panels[k].caption.textContent = text));
    draw(few, position, finished(few.lowAt(position)));
    if (few === whole) return;
    const isSlow = !isFirst && performance.now() - since > SLOW;
    if (isSlow && !isFewer) [few, isFewer] = [some(FEWER), true];
    resting = setTimeout(refine, SETTLED, whole.lowAt(position), position);
  };
  signal.addEventListener("abort", () => clearTimeout(resting));
  slider.follow(paint, signal);
  return () => {};
}

/** Every so many pixels of a picture, with the sum of the waves that are low at each position.
    Between positions only the waves that change sides are added or taken away. */
function pixelsOf(scene, stride) {
  const { width, height, mean, unit, amplitudes, steps } = scene;
  const [rows, columns] = [height, width].map((num) => Math.floor((num - 1) / stride) + 1);
  const [down, across] = [cosines(height, rows, stride), cosines(width, columns, stride)];
  const [weights, reach] = [new Float32Array(Math.max(width, height)), new Uint16Array(height)];
  // For each wave down, the sum of its waves across, of which the first `reach` are in it.
  const lines = mean.map(() => Array.from({ length: height }, () => new Float32Array(columns)));
  const original = Float32Array.from({ length: mean.length * rows * columns }, (_, k) => {
    const [line, x] = [Math.floor(k / columns), k % columns];
    const [c, y] = [Math.floor(line / rows), line % rows];
    return scene.original[(c * height + y * stride) * width + x * stride] / 255;
  });

  /** Returns a plane of rows and columns for each channel; may be left after each line. */
  function* lowAt(position) {
    let numDown = 0;
    for (let i = 0; i < height; i++) {
      let end = 0;
      while (end < width && steps[i * width + end] <= position) end++;
      if (end) numDown = i + 1;
      if (end === reach[i]) continue;
      const [from, to] = [Math.min(end, reach[i]), Math.max(end, reach[i])];
      const scale = end > reach[i] ? unit : -unit;
      lines.forEach((sums, c) => {
        const first = (c * height + i) * width;
        for (let j = from; j < to; j++) weights[j] = scale * amplitudes[first + j];
        addUp(sums[i], weights, across, from, to);
      });
      reach[i] = end;
      yield;
    }
    const planes = new Float32Array(original.length);
    for (let y = 0; y < rows; y++) {
      for (let i = 0; i < numDown; i++) weights[i] = down[i][y];
      lines.forEach((sums, c) => {
        const line = planes.subarray((c * rows + y) * columns, (c * rows + y + 1) * columns);
        if (numDown) line.fill(mean[c]);
        addUp(line, weights, sums, 0, numDown);
      });
      yield;
    }
    return planes;
  }
  return { rows, columns, original, lowAt };
}

/** The waves of a line of pixels, orthonormal, at every so many of them. */
function cosines(num, places, stride) {
  return Array.from({ length: num }, (_, wave) => {
    const scale = Math.sqrt((wave ? 2 : 1) / num);
    return Float32Array.from({ length: places }, (__, k) =>
      scale * Math.cos((Math.PI * wave * (k * stride + 0.5)) / num));
  });
}

/** Adds lines times their weights to a sum, four at once: half the time of one by one. */
function addUp(sum, weights, lines, from, to) {
  let k = from;
  for (; k + 4 <= to; k += 4) {
    const [v, w, y, z] = weights.subarray(k, k + 4);
    const [a, b, c, d] = lines.slice(k, k + 4);
    for (let x = 0; x < sum.length; x++) sum[x] += v * a[x] + w * b[x] + y * c[x] + z * d[x];
  }
  for (; k < to; k++) {
    const [weight, line] = [weights[k], lines[k]];
    for (let x = 0; x < sum.length; x++) sum[x] += weight * line[x];
  }
}

function finished(work) {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

function pictureFrame(scene, part) {
  const frame = element("div", "panel", "");
  const heading = element("div", "heading", "");
  const canvas = element("canvas", scene.width < FEW ? "picture sharp" : "picture", "");
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
  const pixels = new Uint32Array(image.data.buffer);
  const [low, high] = [shadesOf(scene.low), shadesOf(scene.high)];
  root.replaceChildren(panel.frame);
  [panel.canvas.width, panel.canvas.height] = [scene.width, scene.height];
  pointOut(panel, scene);
  let shown = -1;
  const paint = (position) => {
    if (position === shown) return;
    shown = position;
    for (let p = 0; p < num; p++) {
      pixels[p] = (scene.steps[p] <= position ? low : high)[scene.brightness[p]];
    }
    panel.canvas.getContext("2d").putImageData(image, 0, 0);
  };
  sliderOf(scene.key).follow(paint, signal);
  return () => {};
}

/** Shows the wave that the pointer is at in the spectrum. */
function pointOut(panel, scene) {
  const { width, height } = scene;
  const [place, tip] = [element("div", "around", ""), element("div", "tip", "")];
  const [words, wave] = [element("span", "", ""), element("canvas", "wave", "")];
  panel.canvas.replaceWith(place);
  place.append(panel.canvas, tip);
  tip.append(words, wave);
  tip.hidden = true;
  [wave.width, wave.height] = [width, height];
  const image = new ImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const greys = shadesOf([255, 255, 255]);
  const line = (num, wave) =>
    Float32Array.from({ length: num }, (_, k) => Math.cos((Math.PI * wave * (k + 0.5)) / num));
  let shown = -1;
  const draw = (i, j) => {
    const [down, across] = [line(height, i), line(width, j)];
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        pixels[y * width + x] = greys[Math.round(127.5 * (1 + down[y] * across[x]))];
      }
    }
    wave.getContext("2d").putImageData(image, 0, 0);
  };
  const point = (event) => {
    const { clientWidth, clientHeight } = panel.canvas;
    const j = Math.min(Math.floor((event.offsetX / clientWidth) * width), width - 1);
    const i = Math.min(Math.floor((event.offsetY / clientHeight) * height), height - 1);
    if (Math.min(i, j) < 0) return;
    if (shown !== i * width + j) draw(i, j);
    shown = i * width + j;
    words.textContent = `${i} half waves down, ${j} across`;
    tip.hidden = false;
    placeTip(tip, event, clientWidth);
  };
  panel.canvas.addEventListener("pointermove", point);
  panel.canvas.addEventListener("pointerdown", point);
  panel.canvas.addEventListener("pointerleave", () => (tip.hidden = true));
}

/** A colour at every brightness from 0 to 255, each as the four bytes of a pixel. */
function shadesOf(colour) {
  const bytes = new Uint8Array(4 * 256);
  for (let k = 0; k < 256; k++) bytes.set([...colour.map((part) => (k * part) / 255), 255], 4 * k);
  return new Uint32Array(bytes.buffer);
}
