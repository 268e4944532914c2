// Keys that belong to a board must not reach the notebook: there `d` `d` deletes the cell.

/** Whether a key pressed at a board is the page's own: to leave the board, to save the notebook.
 *  Enter never is: with Ctrl or Shift it would run the cell again, and put a new game on the board. */
export function isForPage({ key, ctrlKey, metaKey, altKey }) {
  if (key === "Enter") return false;
  return Boolean(ctrlKey || metaKey || altKey) || key === "Tab" || key === "Escape" || /^F\d/.test(key);
}

/** Keep what is pressed anywhere on a board from the notebook; returns what ends it. */
export function keepKeys(root) {
  const keep = (event) => {
    if (!isForPage(event)) event.stopPropagation(); // the page listens on the document
  };
  root.addEventListener("keydown", keep);
  return () => root.removeEventListener("keydown", keep);
}

/** Take the tab stop from the canvas, on which ipycanvas swallows every key; each new view of it
 *  is another canvas. Returns what ends it. */
export function skipCanvas(root) {
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
