// What Streamlit calls, for each part of the page that follows d: it unpacks what the server sent
// (dashboard/film/packing.py) and has the part drawn. The same content is unpacked once.

const KINDS = { basis, controls, drawings, nodes, paint, picture, points, shares, spectrum, timeline,
  waves };
const DIGEST_BYTES = 16;
const ALIGNMENT = 8;
const TYPES = { float32: Float32Array, float64: Float64Array, int8: Int8Array, int16: Int16Array,
  uint16: Uint16Array, uint8: Uint8Array };
const shown = new WeakMap(); // by root: what is shown there, and how to end it

export default async function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".film");
  const digest = data.subarray(0, DIGEST_BYTES).join();
  const before = shown.get(root);
  if (before?.digest === digest) {
    before.renew?.(); // the theme or the lock may be another
    return before.end;
  }
  before?.end();
  const ending = new AbortController();
  const now = { digest, end: () => ending.abort() };
  shown.set(root, now);
  const scene = await unpack(data);
  if (ending.signal.aborted) return now.end;
  now.renew = KINDS[scene.kind](root, scene, setTriggerValue, ending.signal);
  now.renew();
  return now.end;
}

async function unpack(data) {
  const packed = new Blob([data.subarray(DIGEST_BYTES)]).stream();
  const stream = packed.pipeThrough(new DecompressionStream("deflate"));
  const buffer = await new Response(stream).arrayBuffer();
  const size = new DataView(buffer).getUint32(0, true);
  const scene = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, size)));
  const body = 8 + Math.ceil(size / ALIGNMENT) * ALIGNMENT;
  for (const [name, [type, start, length]] of Object.entries(scene.arrays)) {
    scene[name] = new TYPES[type](buffer, body + start, length);
  }
  return scene;
}

/** A stage with layers of canvas, of which the lowest is the picture that is read out, and a tip. */
function stageOf(height, numLayers = 1) {
  const stage = element("div", "stage", "");
  const layers = Array.from({ length: numLayers }, () => element("canvas", "", ""));
  const tip = element("div", "tip", "");
  stage.style.height = `${height}px`;
  layers.forEach((layer, k) => layer.setAttribute(...(k ? ["aria-hidden", "true"] : ["role", "img"])));
  tip.hidden = true;
  stage.append(...layers, tip);
  return { stage, layers, tip };
}

/** Calls once the stages have a size, and whenever one has another, until the part ends. */
function whenSized(stages, resize, signal) {
  const observer = new ResizeObserver(resize);
  stages.forEach((stage) => observer.observe(stage));
  signal.addEventListener("abort", () => observer.disconnect());
}

/** The size of a stage, and its colours and letters in the theme of now. */
function placeOf(stage) {
  const style = getComputedStyle(stage);
  return {
    width: stage.clientWidth,
    height: stage.clientHeight,
    text: style.getPropertyValue("--st-text-color"),
    line: style.getPropertyValue("--st-border-color"),
    font: `12px ${style.getPropertyValue("--st-font") || "sans-serif"}`,
  };
}

/** Gives a canvas the size in pixels of the page, and the screen's own number of dots. */
function sharpen(canvas, width, height, ratio = Math.min(window.devicePixelRatio, 2)) {
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.getContext("2d").setTransform(ratio, 0, 0, ratio, 0, 0);
}

/** Puts a tip beside the pointer, on the side where there is room for it. */
function placeTip(tip, event, width) {
  const isRight = event.offsetX > width / 2;
  tip.style.left = isRight ? "auto" : `${event.offsetX + 14}px`;
  tip.style.right = isRight ? `${width - event.offsetX + 14}px` : "auto";
  tip.style.top = `${event.offsetY + 8}px`;
}
