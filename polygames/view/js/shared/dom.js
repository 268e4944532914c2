// Helpers for DOM elements and their listeners, shared by all modules of a page.

/** Create an element with these properties and children.
 *
 *  @param {string} name
 *  @param {Record<string, unknown>} [parts]
 *  @param {...(Node | string)} children
 *  @returns {any} */
export function createElement(name, parts = {}, ...children) {
  const element = Object.assign(document.createElement(name), parts);
  if (children.length) element.append(...children);
  return element;
}

/** Create an empty element with a class.
 *
 *  @param {string} name
 *  @param {string} [className] */
export const createPart = (name, className = "") => createElement(name, { className });

/** Create a button in the style of Jupyter's own, with a tooltip. */
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

/** Return whether a key event belongs to an input method (IME). Safari only sets the key code
 *  229. */
export const isComposing = (event) => event.isComposing || event.keyCode === 229;

/** Add event listeners, given by event name. Return a function that removes them. */
export function addListeners(target, handlers, options) {
  for (const [name, act] of Object.entries(handlers)) target.addEventListener(name, act, options);
  return () => {
    for (const [name, act] of Object.entries(handlers))
      target.removeEventListener(name, act, options);
  };
}

/** Keep the keyboard focus in a part of the board that is rebuilt after every move.
 *
 *  A removed button passes its focus to the one that replaces it (`inPlace`), or else to the
 *  picture. Return `again`, to be called after each rebuild, and `end`, which removes the
 *  listeners. */
export function trackFocus(root, part, selector, findReplacement) {
  let focusedElement = null;
  const end = addListeners(part, {
    focusin: ({ target }) => {
      focusedElement = target.closest(selector);
    },
    focusout: ({ relatedTarget }) => {
      if (relatedTarget) focusedElement = null;
    },
  });
  const again = () => {
    if (!focusedElement || focusedElement.isConnected || document.activeElement !== document.body)
      return;
    (findReplacement(focusedElement) ?? root.querySelector(".polygames-pointer svg"))?.focus({
      preventScroll: true,
    });
  };
  return { again, end };
}
