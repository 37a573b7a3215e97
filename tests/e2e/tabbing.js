// What a keyboard finds on a page. `mark` notes the controls there are and how they look at rest;
// after each press of Tab `look` says where the focus is and what is wrong with that.

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex], " +
  "[role=slider], [role=button], [role=switch], [role=tab], [role=radio], [role=application]";
// What shares one stop: its arrow keys or the field itself do what its other parts do.
const WIDGETS = "[role=radiogroup], [data-testid=stSelectbox], [data-testid=stMultiSelect], " +
  "[data-testid=stNumberInput], [data-testid=stFileUploader], [data-testid=stDataFrame]";
const PATIENCE = 1000; // milliseconds for a ring that comes with the next drawing

const tabbing = (window.tabbing = {});

const everything = (root = document) => [...root.querySelectorAll("*")].flatMap((e) =>
  [e, ...(e.shadowRoot ? everything(e.shadowRoot) : [])]);
const isSeen = (e) =>
  e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 0;
const controls = () => everything().filter((e) => e.matches(CONTROLS) && isSeen(e) && !e.disabled &&
  !e.closest("[inert], [aria-hidden=true], [role=alertdialog], canvas *"));
const focused = (e = document.activeElement) =>
  e.shadowRoot?.activeElement ? focused(e.shadowRoot.activeElement) : e;
const parentOf = (e) => e.parentElement ?? e.getRootNode().host ?? null;
const chain = (e) => (e ? [e, ...chain(parentOf(e))] : []);
const widgetOf = (e) => e.closest(WIDGETS);
const isPart = (e) => Boolean(widgetOf(e)) || e.tabIndex < 0; // a cell of a table, say
const named = (e) => [e.tagName, e.getAttribute("role"), e.getAttribute("aria-label") ??
  e.innerText?.slice(0, 40), chain(e).find((a) => /st-key-/.test(a.className))?.className].join(" | ");

/** How a control and what is around it looks; a canvas by its pixels. */
function looks(e) {
  const near = [...chain(e).slice(0, 9), ...(parentOf(e)?.querySelectorAll?.("*") ?? [])].slice(0, 50);
  const canvas = e.closest("canvas");
  return near.flatMap((each) => ["", "::before", "::after"].map((part) => {
    const { outline, boxShadow, borderColor, backgroundColor, color, opacity } = getComputedStyle(each, part || null);
    return [outline, boxShadow, borderColor, backgroundColor, color, opacity].join();
  })).join() + (canvas ? canvas.toDataURL() : "");
}

tabbing.mark = () => {
  tabbing.rest = new Map(controls().map((e) => [e, looks(e)]));
  tabbing.reached = new Set();
  tabbing.first = null;
};

tabbing.look = async () => {
  const e = focused();
  if (e === document.body || e === tabbing.first) return { isEnd: true };
  tabbing.first ??= e;
  tabbing.reached.add(e);
  const isShown = () => e.matches(":focus-visible") && looks(e) !== tabbing.rest.get(e);
  const since = performance.now();
  while (tabbing.rest.has(e) && !isShown() && performance.now() - since < PATIENCE) {
    await new Promise(requestAnimationFrame);
  }
  const { top, bottom } = e.getBoundingClientRect();
  const faults = tabbing.rest.has(e) || isPart(e) ? [] : ["it came late"];
  if (tabbing.rest.has(e) && !isShown()) faults.push("the focus does not show");
  if (bottom < 0 || top > innerHeight) faults.push("the focus is out of sight");
  return { isEnd: false, faults: faults.map((fault) => `${fault}: ${named(e)}`) };
};

/** The controls of now that were not reached, nor the widget they belong to. */
tabbing.missed = () => {
  const widgets = new Set([...tabbing.reached].map(widgetOf));
  return controls().filter((e) => !tabbing.reached.has(e) && !widgets.has(widgetOf(e) ?? e)).map(named);
};
