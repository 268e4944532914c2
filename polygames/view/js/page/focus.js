// The keyboard focus at a board in a notebook, whose kernel removes, disables and hides parts. The
// focus follows the panels, and it is never lost: the notebook would handle the next keys.

import { addListeners } from "../shared/dom.js";
import { findOpenPanel, findTab, panelName } from "./tabs.js";

const findPicture = (root) => root.querySelector(".polygames-pointer svg");

/** Return whether an element is on the page and not hidden. */
const isShown = (element) => Boolean(element?.isConnected) && element.checkVisibility?.() !== false;

/** Remember the focused element of a board, also when it was removed, disabled or hidden.
 *
 *  It is forgotten when the user goes elsewhere. Return it as `current`, and `forget` and `end`. */
function rememberFocus(root) {
  const memory = { current: null, forget: () => (memory.current = null), end: () => {} };
  const ends = [
    addListeners(root, {
      focusin: ({ target }) => (memory.current = target),
      focusout: ({ relatedTarget }) => relatedTarget && memory.forget(),
    }),
    addListeners(
      document,
      { pointerdown: ({ target }) => root.contains(target) || memory.forget() },
      true,
    ),
  ];
  memory.end = () => ends.forEach((end) => end());
  return memory;
}

const REFRESHED_PARTS = ".polygames-choices, .polygames-tools, .polygames-extras, .polygames-side";

/** Focus the picture when the focused button is removed or disabled.
 *
 *  Return a function that ends this. */
export function restoreFocus(root) {
  const memory = rememberFocus(root);
  const checkFocus = () => {
    const element = memory.current;
    if (!element || (element.isConnected && !element.disabled)) return;
    const focused = /** @type {HTMLButtonElement | null} */ (document.activeElement);
    memory.forget();
    if (!focused || focused === document.body || focused.disabled)
      findPicture(root)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(checkFocus); // ipywidgets builds these parts
  for (const part of root.querySelectorAll(REFRESHED_PARTS))
    observer.observe(part, { subtree: true, childList: true, attributeFilter: ["disabled"] });
  return () => {
    observer.disconnect();
    memory.end();
  };
}

const FIRST_PANEL = "Analysis";
const TEXT_FIELDS = "input, textarea, select";

/** Let the focus follow the panels, and announce a panel with `say`.
 *
 *  A panel that a key or a button opens gets the focus. Escape, `?` and *Cancel* close it, and the
 *  focus goes back to where it was. If another button of the panel closes it, such as *Start*, the
 *  focus goes to the picture. A panel that was opened by its tab leaves the focus there.
 *
 *  Return a function that starts this on a board's root element. */
export const followPanels = (say) => (root) => {
  const side = root.querySelector(".polygames-side");
  if (!side) return () => {};
  const memory = rememberFocus(root);
  let open = findOpenPanel(root);
  let back = null; // while a panel was opened by a key or a button: {element, name}
  let isCancelled = false;
  const enter = (panel, element, name) => {
    back = { element, name };
    panel.focus();
    say(`${panelName(panel)} is open. Press Escape to close it.`);
  };
  const leave = () => {
    const element = isCancelled && isShown(back?.element) ? back.element : findPicture(root);
    back = null;
    element?.focus({ preventScroll: true });
  };
  const update = () => {
    const now = findOpenPanel(root); // none while ipywidgets creates one
    if (!now || now === open) return;
    const before = open;
    open = now;
    const focused = memory.current;
    if (!focused) return;
    if (focused.closest(".polygames-tabs")) back = null;
    else if (before?.contains(focused)) leave();
    else if (
      panelName(open) !== FIRST_PANEL &&
      (focused === findPicture(root) || !isShown(focused))
    )
      enter(open, focused, panelName(before));
    isCancelled = false;
  };
  const isCloseKey = ({ key, target }) =>
    key === "Escape" || (key === "?" && !target.matches(TEXT_FIELDS));
  const handleKey = (event) => {
    if (!back || !open?.contains(event.target) || !isCloseKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    isCancelled = true;
    (findTab(root, back.name) ?? findTab(root, FIRST_PANEL))?.click();
  };
  const handleClick = ({ target }) => {
    isCancelled = target.closest(".polygames-cancel") !== null;
  };
  const observer = new MutationObserver(update); // the kernel shows and hides the panels
  observer.observe(side, { subtree: true, childList: true, attributeFilter: ["style"] });
  const ends = [
    addListeners(root, { keydown: handleKey }),
    addListeners(side, { click: handleClick }, true),
    memory.end,
    () => observer.disconnect(),
  ];
  return () => ends.forEach((end) => end());
};
