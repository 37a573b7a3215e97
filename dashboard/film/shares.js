// What the low part keeps, in numbers and a sentence, both written by the server for every d.

function shares(root, scene, tell, signal) {
  const numbers = element("div", "numbers", "");
  const values = scene.labels.map((label, k) => {
    const box = element("div", "panel", "");
    const name = element("span", "label", label);
    const value = element("b", "", "");
    name.title = scene.helps[k];
    box.append(name, value);
    numbers.append(box);
    return value;
  });
  const sentence = element("p", "", "");
  const note = element("p", "note", scene.note);
  const mayWarn = scene.captions.some((caption) => caption.warnings.length);
  const warnings = element("div", mayWarn ? "warnings" : "", ""); // the page below stays in place
  note.hidden = !scene.note;
  root.replaceChildren(numbers, sentence, note, warnings);
  let shown = -1;
  const paint = (position) => {
    const d = Math.min(position, scene.captions.length - 1);
    if (d === shown) return;
    shown = d;
    const caption = scene.captions[d];
    values.forEach((value, k) => (value.textContent = caption.values[k]));
    // What stands between pairs of stars is strong, as in Markdown.
    sentence.replaceChildren(...caption.sentence.split("**").map((part, k) =>
      k % 2 ? element("strong", "", part) : document.createTextNode(part)));
    warnings.replaceChildren(...caption.warnings.map((text) => element("p", "warning", text)));
  };
  sliderOf(scene.key).follow(paint, signal);
  return () => {};
}
