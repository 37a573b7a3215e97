// What the parts of a page are made of.

function element(tag, className, text) {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

/** A button like Streamlit's, with an icon of its font. */
function iconButton(icon, title, onClick) {
  const button = element("button", "button", "");
  const sign = element("span", "icon", icon);
  const text = element("span", "", title);
  sign.setAttribute("aria-hidden", "true");
  button.type = "button";
  button.append(sign, text);
  button.addEventListener("click", onClick);
  const show = (newIcon, newTitle) => {
    sign.textContent = newIcon;
    text.textContent = newTitle;
  };
  return { button, show };
}
