// A map of as many points as there are: the graphics card draws them, and they are panned, zoomed
// and selected without the server. Places and colours come as two parts, `points` and `paint`, so
// that another colour or selection sends no places.

const CLOSEST = 300; // times the whole map
const NEAR = 8; // pixels from which the pointer finds a point
const MOVING = 250_000; // points that are drawn in motion at first: every second, fourth, …
const [FAST_FRAME, SLOW_FRAME] = [20, 45]; // milliseconds; then more of them, or fewer
const STILL = 160; // milliseconds without motion after which all points are drawn
const desks = new Map(); // by the map's key: its two parts meet here

function deskOf(key) {
  if (!desks.has(key)) desks.set(key, { map: null, paint: null });
  return desks.get(key);
}

function points(root, scene, tell, signal) {
  const desk = deskOf(scene.key);
  const num = scene.places.length / 2;
  const stage = element("div", "stage points", "");
  const [canvas, over] = [element("canvas", "", ""), element("canvas", "", "")];
  const [tip, bar] = [element("div", "tip", ""), element("div", "tools", "")];
  stage.style.height = `${scene.height}px`;
  stage.tabIndex = 0;
  canvas.setAttribute("role", "img");
  tip.hidden = true;
  stage.append(canvas, over, tip, bar);
  root.replaceChildren(stage);
  const card = cardOf(canvas, scene.places);
  if (!card) {
    stage.textContent = "This map is drawn by WebGL, which is turned off in this browser.";
    return () => {};
  }
  const marks = new Uint8Array(num);
  const view = { x: 0.5, y: 0.5, zoom: 1, width: 1, height: 1 };
  let [frame, resting, before, isMoving] = [0, 0, 0, false];
  let every = 2 ** Math.max(Math.ceil(Math.log2(num / MOVING)), 0);
  let [hasMarks, isLasso, drag, outline] = [false, false, null, []];

  const unit = () =>
    0.94 * view.zoom * Math.min(view.width / scene.extent[0], view.height / scene.extent[1]);
  const toMap = (x, y) =>
    [view.x + (x - view.width / 2) / unit(), view.y - (y - view.height / 2) / unit()];
  const draw = (step) => {
    frame = 0;
    const size = Math.min(Math.max(330 / Math.sqrt(num), 1.6) * Math.sqrt(view.zoom), 14);
    card.draw(view, unit(), size * Math.min(window.devicePixelRatio, 2), step, hasMarks);
    root.drawn = { num, step, zoom: view.zoom, x: view.x, y: view.y, numMarked: card.numMarked,
      frames: (root.drawn?.frames ?? 0) + 1 };
  };
  const rest = () => {
    clearTimeout(resting);
    isMoving = false;
    still();
  };
  const move = () => {
    clearTimeout(resting);
    frame ||= requestAnimationFrame((now) => {
      const late = now - before;
      if (isMoving && late > SLOW_FRAME) every = Math.min(2 * every, 32);
      if (isMoving && late < FAST_FRAME) every = Math.max(every / 2, 1);
      [before, isMoving] = [now, true];
      draw(every);
      if (!drag) resting = setTimeout(rest, Math.min(Math.max(3 * late, STILL), 1000));
    });
  };
  const still = () => (frame ||= requestAnimationFrame(() => draw(1)));
  const zoomAt = (x, y, factor) => {
    const [u, v] = toMap(x, y);
    view.zoom = Math.min(Math.max(view.zoom * factor, 0.5), CLOSEST);
    const [a, b] = toMap(x, y);
    view.x += u - a;
    view.y += v - b;
    move();
  };
  const whole = () => {
    Object.assign(view, { x: scene.extent[0] / 2, y: scene.extent[1] / 2, zoom: 1 });
    still();
  };
  const mark = (bits) => {
    hasMarks = false;
    for (let k = 0; k < num; k++) {
      marks[k] = bits ? (bits[k >> 3] >> (7 - (k & 7))) & 1 : 0;
      if (marks[k]) hasMarks = true;
    }
    card.mark(marks);
    still();
  };
  const select = (found) => {
    mark(found);
    tell("lasso", written(found));
  };
  desk.map = { mark, paint: (part) => { card.paint(part); still(); }, canvas, alt: scene.alt };
  if (desk.paint) desk.paint.apply(desk.map);

  const nearest = (x, y) => {
    const [u, v] = toMap(x, y).map((place) => place * 65535);
    const reach = (NEAR / unit()) * 65535;
    let [best, least] = [-1, reach * reach];
    for (let k = 0; k < num; k++) {
      const dx = scene.places[2 * k] - u;
      const dy = scene.places[2 * k + 1] - v;
      if (dx * dx + dy * dy >= least) continue;
      best = k;
      least = dx * dx + dy * dy;
    }
    return best;
  };
  const trace = () => {
    const pen = over.getContext("2d");
    pen.clearRect(0, 0, view.width, view.height);
    if (outline.length < 2) return;
    pen.strokeStyle = scene.neutral;
    pen.fillStyle = "rgba(127,139,153,0.12)";
    pen.lineWidth = 1.5;
    pen.beginPath();
    outline.forEach(([x, y], k) => (k ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.closePath();
    pen.fill();
    pen.stroke();
  };
  let pointing = 0;
  stage.addEventListener("pointerdown", (event) => {
    if (event.target.closest(".tools") || event.button) return;
    stage.setPointerCapture(event.pointerId);
    drag = { x: event.offsetX, y: event.offsetY, hasMoved: false, adds: event.shiftKey };
    outline = isLasso ? [[event.offsetX, event.offsetY]] : [];
    tip.hidden = true;
  });
  let isLed = false; // whether the pointer came here by itself, and the page did not scroll under it
  stage.addEventListener("pointermove", (event) => {
    isLed = true;
    const { offsetX: x, offsetY: y } = event;
    if (!drag) {
      cancelAnimationFrame(pointing);
      pointing = requestAnimationFrame(() => {
        const found = nearest(x, y);
        tip.hidden = found < 0;
        const words = [scene.names?.[found] ?? found, desk.paint?.kindOf(found)];
        tip.textContent = words.filter((word) => word !== undefined).join(" · ");
        placeTip(tip, { offsetX: x, offsetY: y }, view.width);
      });
      return;
    }
    if (Math.hypot(x - drag.x, y - drag.y) < 3 && !drag.hasMoved) return;
    drag.hasMoved = true;
    if (isLasso) {
      const [lastX, lastY] = outline.at(-1);
      if (Math.hypot(x - lastX, y - lastY) >= 3) outline.push([x, y]);
      trace();
      return;
    }
    view.x -= (x - drag.x) / unit();
    view.y += (y - drag.y) / unit();
    Object.assign(drag, { x, y });
    move();
  });
  stage.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const { hasMoved, adds } = drag;
    const bits = new Uint8Array(Math.ceil(num / 8));
    if (adds) marks.forEach((isMarked, k) => { if (isMarked) bits[k >> 3] |= 128 >> (k & 7); });
    drag = null;
    if (hasMoved && !isLasso) {
      rest();
      return;
    }
    if (hasMoved) {
      inside(scene.places, outline.map(([x, y]) => toMap(x, y).map((place) => place * 65535)), bits);
    } else {
      const found = nearest(event.offsetX, event.offsetY);
      if (found >= 0) bits[found >> 3] |= 128 >> (found & 7);
    }
    outline = [];
    trace();
    select(bits);
  });
  stage.addEventListener("pointerleave", () => ([tip.hidden, isLed] = [true, false]));
  document.addEventListener("scroll", () => (isLed = false), { capture: true, passive: true, signal });
  stage.addEventListener("wheel", (event) => {
    if (!isLed) return;
    event.preventDefault();
    zoomAt(event.offsetX, event.offsetY, Math.exp(-event.deltaY / 400));
  }, { passive: false });
  stage.addEventListener("dblclick", whole);
  stage.addEventListener("keydown", (event) => {
    const [by, middle] = [40 / unit(), [view.width / 2, view.height / 2]];
    const moves = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, by], ArrowDown: [0, -by] };
    if (event.key in moves) {
      view.x += moves[event.key][0];
      view.y += moves[event.key][1];
      move();
    } else if (event.key === "+") zoomAt(...middle, 1.5);
    else if (event.key === "-") zoomAt(...middle, 1 / 1.5);
    else if (event.key === "0") whole();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const lasso = iconButton("lasso_select", "Lasso", () => {
    isLasso = !isLasso;
    lasso.button.setAttribute("aria-pressed", String(isLasso));
    stage.style.cursor = isLasso ? "crosshair" : "grab";
    stage.style.touchAction = isLasso ? "none" : "pan-y";
  });
  const more = iconButton("add", "Closer", () => zoomAt(view.width / 2, view.height / 2, 1.6));
  const less = iconButton("remove", "Further", () => zoomAt(view.width / 2, view.height / 2, 1 / 1.6));
  const fitAll = iconButton("fit_screen", "Whole map", whole);
  const keep = iconButton("download", "PNG", () => {
    draw(1);
    const page = element("canvas", "", "");
    sharpen(page, view.width, view.height, 2);
    const pen = page.getContext("2d");
    pen.fillStyle = getComputedStyle(stage).getPropertyValue("--st-background-color");
    pen.fillRect(0, 0, view.width, view.height);
    pen.drawImage(canvas, 0, 0, view.width, view.height);
    page.toBlob((blob) => save(blob, "map.png"));
  });
  bar.append(...[lasso, more, less, fitAll, keep].map(({ button }) => button));
  stage.style.cursor = "grab";

  const resize = () => {
    [view.width, view.height] = [stage.clientWidth, stage.clientHeight];
    const ratio = Math.min(window.devicePixelRatio, 2);
    [canvas.width, canvas.height] = [Math.round(view.width * ratio), Math.round(view.height * ratio)];
    sharpen(over, view.width, view.height);
    still();
  };
  const observer = new ResizeObserver(resize);
  observer.observe(stage);
  whole();
  signal.addEventListener("abort", () => {
    observer.disconnect();
    clearTimeout(resting);
    cancelAnimationFrame(frame);
    card.end();
    if (desk.map?.canvas === canvas) desk.map = null;
  });
  return still;
}

/** The colours of a map, what is selected in it, and the legend. */
function paint(root, scene, tell, signal) {
  const desk = deskOf(scene.key);
  const part = {
    kindOf: (k) => scene.kinds?.[scene.codes[k]],
    apply: (map) => {
      map.paint(scene);
      map.mark(scene.selected);
      map.canvas.setAttribute("aria-label", `${map.alt} ${scene.alt}`);
    },
  };
  desk.paint = part;
  if (desk.map) part.apply(desk.map);
  const legend = element("div", "legend", "");
  if (scene.ramp) {
    const ramp = element("span", "ramp", "");
    ramp.style.background = `linear-gradient(90deg, ${scene.ramp.join()})`;
    const [title, low, high] = [scene.title, scene.low, scene.high].map((text) => element("span", "", text));
    legend.append(title, low, ramp, high);
  }
  scene.legend.forEach(([name, colour]) => {
    const entry = element("span", "kind", name);
    entry.style.setProperty("--kind", colour);
    legend.append(entry);
  });
  root.replaceChildren(legend);
  signal.addEventListener("abort", () => {
    if (desk.paint === part) desk.paint = null;
  });
  return () => {};
}

/** Sets the bit of each point that lies inside an outline. */
function inside(places, outline, bits) {
  const [left, right] = [Math.min, Math.max].map((most) => most(...outline.map(([x]) => x)));
  const [bottom, top] = [Math.min, Math.max].map((most) => most(...outline.map(([, y]) => y)));
  for (let k = 0; 2 * k < places.length; k++) {
    const x = places[2 * k];
    const y = places[2 * k + 1];
    if (x < left || x > right || y < bottom || y > top) continue;
    let isInside = false;
    for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
      const [[a, b], [c, d]] = [outline[i], outline[j]];
      if (b > y !== d > y && x < ((c - a) * (y - b)) / (d - b) + a) isInside = !isInside;
    }
    if (isInside) bits[k >> 3] |= 128 >> (k & 7);
  }
}

/** Bytes as text, in pieces that a call can take. */
function written(bytes) {
  let text = "";
  for (let k = 0; k < bytes.length; k += 8192) text += String.fromCharCode(...bytes.subarray(k, k + 8192));
  return btoa(text);
}
