// The buttons beside the slider, and the keys and the wheel that move it.

const SWEEP = 9000; // milliseconds for all values at most where the server names no other,
const SLOWEST = 400; // and for one of them
const STILL_FRAMES = 60; // of a sweep for those who asked for little motion
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
const MORE_STEPS = { ...STEPS, ArrowDown: -1, ArrowUp: 1 }; // with the slider in focus
const TYPED_INTO = "input, textarea, select, [contenteditable], [role=radio], [role=tab], " +
  "[role=option], [role=menuitem], [role=combobox], [role=slider], [role=application]";

function controls(root, scene, tell, signal) {
  const slider = sliderOf(scene.key);
  const { fewer = "Less", greater = "More", stride: pace = 1, sweep = SWEEP } = scene;
  const less = iconButton("remove", fewer, () => step(-pace));
  const more = iconButton("add", greater, () => step(pace));
  const play = iconButton("play_arrow", "Play", () => (frame ? pause() : start()));
  const row = element("div", "controls", "");
  const share = shareField(scene.share, (percent) => {
    pause();
    slider.moveTo(Math.round((percent / 100) * slider.last), tell);
  });
  if (scene.share) row.append(share.label);
  row.append(less.button, more.button, play.button);
  root.replaceChildren(row);

  const step = (by) => {
    pause();
    slider.moveTo(slider.position + by, tell);
  };

  let frame = 0;
  const start = () => {
    const { last } = slider;
    const first = slider.position >= last ? 0 : slider.position;
    const every = scene.isStill ? SLOWEST : Math.min(sweep / last, SLOWEST);
    const stride = scene.isStill ? Math.max(Math.floor(last / STILL_FRAMES), 1) : 1;
    const since = performance.now();
    play.show("pause", "Pause");
    const advance = (now) => {
      const position = Math.min(first + stride * Math.floor(Math.max(now - since, 0) / every), last);
      frame = position < last ? requestAnimationFrame(advance) : 0;
      slider.moveTo(position, tell, !frame);
      if (!frame) play.show("play_arrow", "Play");
    };
    frame = requestAnimationFrame(advance);
  };
  const pause = () => {
    if (!frame) return;
    cancelAnimationFrame(frame);
    frame = 0;
    play.show("play_arrow", "Play");
    slider.moveTo(slider.position, tell);
  };
  document.addEventListener("spgat-taken", ({ detail }) => {
    if (detail !== scene.key || !frame) return;
    cancelAnimationFrame(frame);
    frame = 0;
    play.show("play_arrow", "Play");
  }, { signal });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || slider.isLocked) return;
    const target = event.composedPath()[0];
    const isOurs = target === slider.input;
    const isElsewhere = !isOurs && (target.closest?.(TYPED_INTO) || openDialog());
    const isOff = !isOurs && document.documentElement.dataset.shortcuts === "off";
    if (isElsewhere || isOff) return;
    const by = (isOurs ? MORE_STEPS : STEPS)[event.key];
    const page = Math.max(Math.round(slider.last / 10), 1);
    const ends = { Home: 0, End: slider.last, PageDown: slider.position - page,
      PageUp: slider.position + page };
    if (by !== undefined) step(by * pace);
    else if (isOurs && event.key in ends) step(ends[event.key] - slider.position);
    else if (event.key.toLowerCase() === "p") play.button.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true, signal });

  // The wheel moves d where the pointer was led to the slider; a page that scrolls under a
  // pointer at rest scrolls on.
  let isLed = false;
  const overSlider = (event) =>
    event.target.closest?.("[data-testid=stSlider]")?.contains(slider.input);
  document.addEventListener("pointermove", (event) => {
    isLed = Boolean(overSlider(event));
  }, { signal });
  document.addEventListener("wheel", (event) => {
    if (!isLed || !overSlider(event) || slider.isLocked) {
      isLed = false;
      return;
    }
    event.preventDefault();
    step(event.deltaY < 0 ? 1 : -1);
  }, { passive: false, signal });

  slider.follow((position) => {
    for (const field of [less.button, more.button, play.button, share.input]) {
      field.disabled = slider.isLocked;
    }
    share.input.value = ((100 * position) / slider.last).toFixed(1);
  }, signal);
  return () => {};
}

function openDialog() {
  return document.querySelector("[role=dialog], [data-testid=stDialog]");
}

/** A field for the value as a percentage, which calls `take` with what is typed there. */
function shareField(title, take) {
  const label = element("label", "field", title);
  const input = element("input", "", "");
  Object.assign(input, { type: "number", min: 0, max: 100, step: 0.1 });
  input.addEventListener("change", () => input.value !== "" && take(Number(input.value)));
  label.append(input);
  return { label, input };
}
