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
  window.addEventListener("keydown", () => {
    wasOpen = Boolean(document.querySelector(OPEN));
    const { hotkeys } = window; // the library of Streamlit's shortcuts
    if (!hotkeys || hotkeys.filter === guard) return;
    inner = hotkeys.filter;
    hotkeys.filter = guard;
  }, true);
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
