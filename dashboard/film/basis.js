// All eigenvectors as columns of one picture, the nodes as its rows; the cut is a line through it.
// A column lies at its number, or reaches halfway to the eigenvalues beside its own.

const NAMED_ROWS = 12; // pixels that a row needs to have its node's name beside it

function basis(root, scene, tell, signal) {
  const slider = sliderOf(scene.key);
  const num = scene.eigenvalues.length;
  const { stage, layers: [canvas], tip } = stageOf(scene.height);
  root.replaceChildren(stage);
  const picture = pictureOf(scene);
  let size = null;
  let pointed = null;

  const paint = (position) => {
    if (!size) return;
    const d = Math.min(position, num);
    canvas.setAttribute("aria-label", `${scene.alt}, the lowest ${d} of them low`);
    drawBasis(canvas.getContext("2d"), scene, size, picture, d, pointed);
    root.drawn = { position: d };
  };
  const resize = () => {
    const place = placeOf(stage);
    const [left, top, bottom] = [GRID.left, 8, place.height - GRID.bottom];
    const row = (bottom - top) / num;
    const room = place.width - GRID.left - GRID.right;
    const end = scene.isToScale ? scene.edges[num] : num + 1;
    const x = (at) => left + (at / end) * room;
    size = { ...place, x, edges: Array.from(scene.edges, x), end, left, top, bottom, row };
    sharpen(canvas, size.width, size.height);
    paint(slider.position);
  };
  whenSized([stage], resize, signal);

  const cellAt = (event) => {
    const k = size.edges.findLastIndex((x) => x <= event.offsetX) + 1;
    const row = Math.floor((event.offsetY - size.top) / size.row);
    return k >= 1 && k <= num && row >= 0 && row < num ? { k, row } : null;
  };
  const point = (event) => {
    pointed = cellAt(event);
    tip.hidden = !pointed;
    if (pointed) {
      const { k, row } = pointed;
      const value = (scene.shades[row * num + k - 1] / scene.full) * scene.largest[k - 1];
      tip.textContent = `${scene.names[row]}, eigenvector ${k}, λ = ` +
        `${scene.eigenvalues[k - 1].toPrecision(4)}: ${value.toFixed(2)}`;
      placeTip(tip, event, size.width);
    }
    paint(slider.position);
  };
  stage.addEventListener("pointermove", point);
  stage.addEventListener("pointerdown", point);
  stage.addEventListener("pointerleave", () => {
    [pointed, tip.hidden] = [null, true];
    paint(slider.position);
  });
  stage.addEventListener("click", (event) => {
    const cell = cellAt(event);
    if (cell && !scene.isLocked) tell("k", cell.k);
  });
  slider.follow(paint, signal);
  return resize;
}

/** A picture with a pixel for each node and eigenvector. */
function pictureOf(scene) {
  const num = scene.eigenvalues.length;
  const canvas = element("canvas", "", "");
  [canvas.width, canvas.height] = [num, num];
  const pen = canvas.getContext("2d");
  const image = pen.createImageData(num, num);
  const palette = scene.colours.map((colour) => {
    const [r, g, b, a] = colour.match(/[\d.]+/g).map(Number);
    return [r, g, b, 255 * a];
  });
  scene.shades.forEach((shade, at) => image.data.set(palette[shade + scene.full], 4 * at));
  pen.putImageData(image, 0, 0);
  return canvas;
}

function drawBasis(pen, scene, size, picture, d, pointed) {
  const num = scene.eigenvalues.length;
  const { top, bottom, row, edges } = size;
  const [left, right] = [edges[0], edges[num]];
  pen.clearRect(0, 0, size.width, size.height);
  pen.imageSmoothingEnabled = false;
  for (let k = 0; k < num; k++) {
    pen.drawImage(picture, k, 0, 1, num, edges[k], top, edges[k + 1] - edges[k], bottom - top);
  }
  line(pen, edges[d], top - 4, edges[d], bottom + 4, size.text, 2);
  if (pointed) {
    const [x, y] = [edges[pointed.k - 1], top + pointed.row * row];
    pen.strokeStyle = scene.marked;
    pen.lineWidth = 1.5;
    pen.strokeRect(x, top, edges[pointed.k] - x, bottom - top);
    pen.strokeRect(left, y, right - left, row);
  }
  pen.font = size.font;
  pen.fillStyle = size.text;
  pen.globalAlpha = 0.8;
  pen.textAlign = "right";
  if (row >= NAMED_ROWS) {
    scene.names.forEach((name, k) =>
      pen.fillText(name, left - 6, top + (k + 0.5) * row + 4, GRID.left - 4));
  } else {
    pen.fillText("nodes", left - 6, (top + bottom) / 2);
  }
  if (scene.isToScale) drawTicks(pen, scene, size, bottom, ticks(size.end), "eigenvalue λₖ, to scale");
  else drawNumbers(pen, scene, size, bottom);
  pen.globalAlpha = 1;
}
