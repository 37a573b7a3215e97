// What Streamlit calls, at first and whenever the server has an answer.

const shown = new WeakMap(); // by root

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".pad");
  if (!shown.has(root)) shown.set(root, makePad(root, data, setTriggerValue));
  const pad = shown.get(root);
  pad.take(data);
  return pad.end;
}
