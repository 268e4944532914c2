// Elements of a page, and who hears them: what every room of the page's code needs.

/** An element with these properties and children. */
export function createElement(name, parts = {}, ...children) {
  const element = Object.assign(document.createElement(name), parts);
  if (children.length) element.append(...children);
  return element;
}

/** A named element without a word in it. */
export const createPart = (name, className = "") => createElement(name, { className });

/** A button with the look of the notebook's own. */
export function createButton(textContent, title, act) {
  const element = createElement("button", {
    textContent,
    title,
    type: "button",
    className: "jupyter-button",
  });
  element.setAttribute("aria-label", title);
  element.addEventListener("click", act);
  return element;
}

/** Whether a key belongs to an input method (IME) that composes a character; Safari only sets the code 229. */
export const isComposing = (event) => event.isComposing || event.keyCode === 229;

/** Hear what happens to an element, by name; returns what ends it. */
export function addListeners(target, acts, options) {
  for (const [name, act] of Object.entries(acts)) target.addEventListener(name, act, options);
  return () => {
    for (const [name, act] of Object.entries(acts)) target.removeEventListener(name, act, options);
  };
}

/** Keep the focus where a part of the board is made anew with every move: it goes from a button that is gone to
 *  the one in its place, else to the picture. Returns what is called when the part is made anew, and what ends it. */
export function trackFocus(root, head, selector, inPlace) {
  let last = null;
  const end = addListeners(head, {
    focusin: ({ target }) => {
      last = target.closest(selector);
    },
    focusout: ({ relatedTarget }) => {
      if (relatedTarget) last = null;
    },
  });
  const again = () => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    (inPlace(last) ?? root.querySelector(".polygames-pointer svg"))?.focus({ preventScroll: true });
  };
  return { again, end };
}
