// The board around the layer, in a notebook: the layer is made before it is put there.

import { addListeners } from "../shared/dom.js";

/** Begin each of some things with the board's own element (or another one that holds the layer), as
 *  soon as the layer is on the page; each returns what ends it, and so does this. */
export function onMount(el, things, holder = ".polygames-board") {
  let ends = null;
  const arrive = () => {
    const root = el.closest(holder);
    if (root && !ends) ends = things.map((begin) => begin(root));
  };
  const arrival = new ResizeObserver(arrive);
  arrival.observe(el);
  arrive();
  return () => {
    arrival.disconnect();
    for (const end of ends ?? []) end();
  };
}

// --- Keys that belong to a board must not reach the notebook: there `d` `d` deletes the cell

/** Whether a key pressed at a board is the page's own: to leave the board, to save the notebook.
 *  Enter never is: with Ctrl or Shift it would run the cell again, and put a new game on the board. */
export function isPageKey({ key, ctrlKey, metaKey, altKey }) {
  if (key === "Enter") return false;
  return (
    Boolean(ctrlKey || metaKey || altKey) || key === "Tab" || key === "Escape" || /^F\d/.test(key)
  );
}

const NO_SHORTCUTS_ATTRIBUTE = "data-lm-suppress-shortcuts"; // Lumino, which handles the keys of Jupyter, ignores such elements

/** Keep the keys that are pressed anywhere in an element from the notebook; returns what ends it.
 *
 *  Notebook 7 handles keys in the capture phase, so stopping an event on its way up comes too late. Its
 *  shortcuts match the focused element itself, and Ctrl+S must still save: so each key first sets or removes
 *  the attribute on the element that has the focus. Other front ends handle keys on the way up.
 *  The element takes the focus when its text is clicked, else the next keys would be the notebook's. */
export function isolateKeys(root, page = window) {
  const guard = (event) => {
    if (root.contains(event.target))
      event.target.toggleAttribute(NO_SHORTCUTS_ATTRIBUTE, !isPageKey(event));
  };
  const stop = (event) => {
    if (!isPageKey(event)) event.stopPropagation();
  };
  root.tabIndex = -1;
  const ends = [
    addListeners(page, { keydown: guard }, { capture: true }),
    addListeners(root, { keydown: stop }),
  ];
  return () => ends.forEach((end) => end());
}

const REFRESHED_PARTS = ".polygames-choices, .polygames-tools, .polygames-extras, .polygames-side";

/** Give the focus to the picture when the button that has it goes, or can be pressed no more: the
 *  browser would give it to the page, and the next keys to the notebook. Returns what ends it. */
export function restoreFocus(root) {
  let last = null;
  const focus = ({ target }) => {
    last = target;
  };
  const blur = ({ relatedTarget }) => {
    if (relatedTarget) last = null;
  };
  const press = ({ target }) => {
    if (!root.contains(target)) last = null;
  }; // looks elsewhere
  const look = () => {
    if (!last || (last.isConnected && !last.disabled)) return;
    const { activeElement } = document;
    last = null;
    if (!activeElement || activeElement === document.body || activeElement.disabled)
      root.querySelector(".polygames-pointer svg")?.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(look);
  for (const part of root.querySelectorAll(REFRESHED_PARTS))
    watch.observe(part, { subtree: true, childList: true, attributeFilter: ["disabled"] });
  const ends = [
    addListeners(root, { focusin: focus, focusout: blur }),
    addListeners(document, { pointerdown: press }, true),
    () => watch.disconnect(),
  ];
  return () => ends.forEach((end) => end());
}

const LAYOUT_MS = 700; // milliseconds after which a board has its size and the way back has the focus

/** Bring a board into sight that came in the place of something less high; returns what ends it. */
export function scrollBoardIntoView(root) {
  const timer = setTimeout(
    () => root.closest(".polygames-lent")?.scrollIntoView({ block: "nearest" }),
    LAYOUT_MS,
  );
  return () => clearTimeout(timer);
}

/** Take the tab stop from the canvas, on which ipycanvas swallows every key; each new view of it
 *  is another canvas. Returns what ends it. */
export function removeCanvasTabStop(root) {
  const stack = root.querySelector(".polygames-stack");
  const skip = () => {
    for (const canvas of stack.querySelectorAll("canvas")) {
      canvas.tabIndex = -1;
      canvas.setAttribute("aria-hidden", "true");
      canvas.style.pointerEvents = "none";
    }
  };
  const watch = new MutationObserver(skip);
  watch.observe(stack, { childList: true }); // a view is put here with its canvas in it
  skip();
  return () => watch.disconnect();
}
