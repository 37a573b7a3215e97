// The slider of d is Streamlit's own, an <input type="range">. It is read here, and moved here by
// the event that a visitor's hand would cause. Streamlit tells the server of a thumb that is let
// go; of a d that was moved here the server hears once it has rested.

const REST = 250; // milliseconds
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
const sliders = new Map();

/** The slider of a control's key, shared by everything on the page that follows it. */
function sliderOf(key) {
  if (!sliders.has(key)) sliders.set(key, makeSlider(key));
  return sliders.get(key);
}

function makeSlider(key) {
  let wanted = null; // the position asked for here, until the server has heard of it
  let resting = 0;
  let isHeld = false; // by a pointer
  const slider = {
    get input() {
      return document.querySelector(`.st-key-${key} input[type=range]`);
    },
    get isLocked() {
      return slider.input?.disabled ?? true;
    },
    /** Which of the values, from 0 to `last`, the thumb stands at. */
    get position() {
      const input = slider.input;
      return input ? Math.round((input.value - input.min) / input.step) : 0;
    },
    get last() {
      const input = slider.input;
      return input ? Math.round((input.max - input.min) / input.step) : 0;
    },
    /** Moves the thumb; the server hears of it after a rest, unless more is to come. */
    moveTo(position, tell, isLast = true) {
      const input = slider.input;
      if (!input || input.disabled) return;
      wanted = Math.min(Math.max(position, 0), slider.last);
      put(input, wanted);
      clearTimeout(resting);
      if (isLast) resting = setTimeout(() => rest(tell), REST);
    },
    /** Calls `paint` with the position, at most once a frame, whenever it may have changed. */
    follow(paint, signal) {
      let frame = 0;
      const look = () => {
        const { input } = slider;
        frame = input ? 0 : requestAnimationFrame(look); // it may come after what follows it
        if (!input) return;
        const isOverruled = wanted !== null && !isHeld && slider.position !== wanted;
        if (isOverruled) put(input, wanted); // by an answer come too late
        paint(slider.position);
      };
      const observer = new MutationObserver(() => (frame ||= requestAnimationFrame(look)));
      const attributeFilter = ["aria-valuetext", "value", "disabled"];
      observer.observe(document.body, { subtree: true, attributes: true, attributeFilter });
      signal.addEventListener("abort", () => {
        observer.disconnect();
        cancelAnimationFrame(frame);
      });
      look();
    },
  };
  const rest = (tell) => {
    if (wanted !== null) tell("rest", wanted);
    wanted = null;
  };
  const put = (input, position) => {
    const value = Number(input.min) + position * Number(input.step);
    setValue.call(input, String(Number(value.toFixed(9))));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const isThumb = (event) => event.target.closest?.(`.st-key-${key} [data-testid=stSlider]`);
  document.addEventListener("pointerdown", (event) => {
    if (!isThumb(event)) return;
    isHeld = true;
    wanted = null; // the hand decides, and Streamlit tells the server
    clearTimeout(resting);
    document.dispatchEvent(new CustomEvent("spgat-taken", { detail: key }));
  }, true);
  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, () => (isHeld = false), true);
  }
  return slider;
}
