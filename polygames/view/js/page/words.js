// Texts of a board. The text above it has a box of fixed height, so that nothing below it moves.
// Where the text is longer, a button shows all of it over the board.

import { addListeners, trackFocus } from "../shared/dom.js";

/** Return whether a text is higher than its box, in CSS pixels. Part of a line does not count. */
export const overflowsBox = (words, box) => words > box + 4;

/** Return how many whole lines of a message fit into a box below a status, at least one.
 *
 *  @param {number} box
 *  @param {number} status
 *  @param {number} line */
export const countLines = (box, status, line) => Math.max(1, Math.floor((box - status + 2) / line));

/** Add a button that shows a text whole where it is cut off. Return a function that ends this. */
export function addMoreButton(root) {
  const head = root.querySelector(".polygames-head");
  if (!head) return () => {};
  const parts = () =>
    ["texts", "texts-content", "more"].map((name) => head.querySelector(`.polygames-${name}`));
  const updateButton = () => {
    const [box, all, more] = parts();
    if (!more) return;
    const [status, message] = all.children;
    const statusHeight = status.offsetHeight;
    const isOpen = box.classList.contains("polygames-expanded");
    const hasMore = isOpen || overflowsBox(statusHeight + message.scrollHeight, box.clientHeight);
    if (more.hidden === hasMore) more.hidden = !hasMore;
    const line = parseFloat(getComputedStyle(message).lineHeight);
    if (line > 0)
      message.style.setProperty("--pg-clamp", countLines(box.clientHeight, statusHeight, line));
    box.classList.toggle("polygames-truncated", hasMore);
  };
  const toggleText = ({ target }) => {
    if (!target.closest(".polygames-more")) return;
    const [box, , more] = parts();
    const isOpen = box.classList.toggle("polygames-expanded");
    more.textContent = isOpen ? "less" : "more";
    more.setAttribute("aria-expanded", String(isOpen));
  };
  const findReplacement = () =>
    parts().find((each) => each?.matches(".polygames-more:not([hidden])"));
  const focus = trackFocus(root, head, ".polygames-more", findReplacement);
  // ipywidgets replaces the whole header of a board in a notebook.
  const observer = new MutationObserver(() => {
    updateButton();
    focus.again();
  });
  observer.observe(head, { childList: true, subtree: true, characterData: true });
  const resizeObserver = new ResizeObserver(updateButton);
  resizeObserver.observe(head);
  const end = addListeners(head, { click: toggleText });
  updateButton();
  return () => {
    for (const each of [observer, resizeObserver]) each.disconnect();
    end();
    focus.end();
  };
}

// --- The panels beside a board

/** Fade the end of a panel that can be scrolled further, so that no line looks cut off. */
export function fadePanelEnds(root) {
  const side = root.querySelector(".polygames-side");
  if (!side) return () => {};
  const updateFades = () => {
    for (const panel of side.querySelectorAll(":scope > .polygames-panel")) {
      const rest = panel.scrollHeight - panel.clientHeight - panel.scrollTop;
      panel.classList.toggle("polygames-scrollable", panel.clientHeight > 0 && rest > 2);
    }
    side.classList.toggle(
      "polygames-has-more",
      side.querySelector(":scope > .polygames-scrollable") !== null,
    );
  };
  const scheduleUpdate = () => requestAnimationFrame(updateFades);
  const observer = new MutationObserver(scheduleUpdate); // ipywidgets builds the panels
  observer.observe(side, { childList: true, subtree: true, attributeFilter: ["style"] });
  const resizeObserver = new ResizeObserver(scheduleUpdate);
  resizeObserver.observe(side);
  const end = addListeners(side, { scroll: updateFades }, true); // the event does not bubble
  updateFades();
  return () => {
    for (const each of [observer, resizeObserver]) each.disconnect();
    end();
  };
}
