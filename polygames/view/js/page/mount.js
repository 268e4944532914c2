// Set-up of a board's root element in a notebook. A layer is created before it is on the page.

import { addListeners } from "../shared/dom.js";

/** Call functions with the board's root element as soon as the layer is on the page.
 *
 *  Each of `things` returns a function that ends it. Return a function that ends all of them.
 *  `holder` is the selector of the root element. */
export function onMount(el, starters, holder = ".polygames-board") {
  let ends = null;
  const start = () => {
    const root = el.closest(holder);
    if (root && !ends) ends = starters.map((startOne) => startOne(root));
  };
  const observer = new ResizeObserver(start);
  observer.observe(el);
  start();
  return () => {
    observer.disconnect();
    for (const end of ends ?? []) end();
  };
}

// --- Keys. A key of the board must not reach the notebook, where `d` `d` deletes the cell

/** Return whether a key that is pressed at a board is for the page, for example to save the
 *  notebook.
 *
 *  Enter never is: with Ctrl or Shift it would run the cell again, which creates a new game. */
export function isPageKey({ key, ctrlKey, metaKey, altKey }) {
  if (key === "Enter") return false;
  return (
    Boolean(ctrlKey || metaKey || altKey) || key === "Tab" || key === "Escape" || /^F\d/.test(key)
  );
}

// Lumino, which handles Jupyter's shortcuts, ignores such elements.
const NO_SHORTCUTS_ATTRIBUTE = "data-lm-suppress-shortcuts";

/** Keep keys that are pressed in an element from the notebook. Return a function that ends this.
 *
 *  Notebook 7 handles keys in the capture phase, so stopping the event in the bubbling phase is
 *  too late. Its shortcuts match the focused element itself, and Ctrl+S must still save. So each
 *  key first sets or removes the attribute on the focused element. Other front ends handle keys
 *  in the bubbling phase. The element takes the focus when its text is clicked, so that the next
 *  keys are not the notebook's. */
export function isolateKeys(root, page = globalThis) {
  const markFocused = (event) => {
    if (root.contains(event.target))
      event.target.toggleAttribute(NO_SHORTCUTS_ATTRIBUTE, !isPageKey(event));
  };
  const stopBubbling = (event) => {
    if (!isPageKey(event)) event.stopPropagation();
  };
  root.tabIndex = -1;
  const ends = [
    addListeners(page, { keydown: markFocused }, { capture: true }),
    addListeners(root, { keydown: stopBubbling }),
  ];
  return () => ends.forEach((end) => end());
}

const HOLDER_SELECTORS = [
  ".jp-OutputArea-output",
  ".jp-OutputArea-child",
  ".jp-CodeCell",
  ".jp-WindowedPanel-viewport",
];

/** Mark the parts of the notebook around a board, which have no margins on a phone; and a board from
 *  which this one was opened, which has no button to go back. Return a function that ends this.
 *
 *  The style sheet does not use `:has()` for this, because the browser would match it again whenever
 *  the picture changes. */
export function markHolders(root) {
  for (const selector of HOLDER_SELECTORS)
    root.closest(selector)?.classList.add("polygames-holder");
  const opener = root
    .closest(".polygames-opened-board")
    ?.parentElement.closest(".polygames-opened-board");
  opener?.classList.add("polygames-opens-another");
  return () => opener?.classList.remove("polygames-opens-another");
}

/** Return whether an element is wholly in the window. */
const isInSight = (element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= globalThis.innerHeight;
};

/** Mark a board that has no buttons for moves now: the texts beside it have one more line. New
 *  buttons, such as those at the end of a game, come into sight if the picture is in sight.
 *
 *  Return a function that ends this. */
export function markEmptyChoices(root) {
  const row = root.querySelector(".polygames-choices");
  if (!row) return () => {};
  const mark = () => {
    const isEmpty = !row.childElementCount;
    const isNew = !isEmpty && root.classList.contains("polygames-no-choices");
    root.classList.toggle("polygames-no-choices", isEmpty);
    if (isNew && isInSight(root.querySelector(".polygames-stack")) && !isInSight(row))
      row.scrollIntoView({ block: "nearest" });
  };
  const observer = new MutationObserver(mark);
  observer.observe(row, { childList: true });
  mark();
  return () => observer.disconnect();
}

const LAYOUT_MS = 700; // until a new board has its size

/** Scroll to a board that replaced something smaller. Return a function that cancels this. */
export function scrollBoardIntoView(root) {
  const timer = setTimeout(
    () => root.closest(".polygames-opened-board")?.scrollIntoView({ block: "nearest" }),
    LAYOUT_MS,
  );
  return () => clearTimeout(timer);
}

/** Take the canvas out of the tab order, because ipycanvas swallows every key there.
 *
 *  Each new view has another canvas. Return a function that ends this. */
export function removeCanvasTabStop(root) {
  const stack = root.querySelector(".polygames-stack");
  const removeTabStops = () => {
    for (const canvas of stack.querySelectorAll("canvas")) {
      canvas.tabIndex = -1;
      canvas.setAttribute("aria-hidden", "true");
      canvas.style.pointerEvents = "none";
    }
  };
  const observer = new MutationObserver(removeTabStops);
  observer.observe(stack, { childList: true }); // a new view of ipycanvas adds a canvas
  removeTabStops();
  return () => observer.disconnect();
}
