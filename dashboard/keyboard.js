// Keeps shortcuts from the keys that the focused control uses itself, and from everything while
// they are switched off. Streamlit's own rule looks at text fields alone.

const TAKES_KEYS = "input, textarea, select, [contenteditable], canvas, [role=radio], [role=tab], " +
  "[role=option], [role=menuitem], [role=combobox], [role=slider], [role=grid], " +
  "[role=application]";
const PRESSED = "button, a, summary, label, [role=button], [role=switch]";
const OPEN = "[role=dialog], [role=listbox], [role=menu], [data-testid=stPopoverBody]";
let wasOpen = false; // when the key went down: what it closes is gone once others hear of it
let inner = null; // Streamlit's rule

export default function ({ data }) {
  document.documentElement.dataset.shortcuts = data.isOn ? "on" : "off";
  if (window.hasShortcutGuard) return;
  window.hasShortcutGuard = true;
  showFocus(data.ring);
  window.addEventListener("keydown", () => {
    wasOpen = Boolean(document.querySelector(OPEN));
    const { hotkeys } = window; // the library of Streamlit's shortcuts
    if (!hotkeys || hotkeys.filter === guard) return;
    inner = hotkeys.filter;
    hotkeys.filter = guard;
  }, true);
}

/** A table draws no sign of the focus before a cell of it is chosen. */
function showFocus(colour) {
  const style = document.createElement("style");
  style.textContent = "[data-testid=stDataFrame]:has(:focus-visible) " +
    `{ outline: 2px solid ${colour}; outline-offset: 2px; }`;
  document.head.append(style);
}

function guard(event) {
  return isFree(event) && inner(event);
}

function isFree(event) {
  if (wasOpen || document.documentElement.dataset.shortcuts === "off") return false;
  const isPress = event.key === " " || event.key === "Enter";
  const taken = isPress ? `${TAKES_KEYS}, ${PRESSED}` : TAKES_KEYS;
  const path = event.composedPath().filter((node) => node instanceof Element);
  return !path.some((node) => node.matches(taken));
}
