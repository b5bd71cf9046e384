// Elements of the page. Texts are set as texts, never as HTML: names come from documents that may mean harm.

/** An element with properties (`on...` are listeners, `class`, `style` as an object) and what stands in it. */
export function make(tag, properties = {}, ...children) {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) found.addEventListener(name.slice(2), value);
    else if (name === "class") found.className = value;
    else if (name === "style") Object.assign(found.style, value);
    else if (name === "data") Object.assign(found.dataset, value);
    else if (name in found && name !== "list") found[name] = value;
    else found.setAttribute(name, value);
  }
  found.append(...children.filter((each) => each !== null && each !== undefined));
  return found;
}

/** A button with words, and what its use is. */
export const button = (text, title, onclick, more = {}) => make("button", { type: "button", title, onclick, ...more }, text);

/** A number in millimetres, or as the unit asks. */
export const fixed = (value, digits) => (Number.isFinite(value) ? value.toFixed(digits) : "-");
