// The button *Explore*. A new board shows only what a first game needs. *Explore* shows the other
// tools and the panels, and the browser remembers that they were opened.

import { addListeners } from "../shared/dom.js";

const STORAGE_KEY = "polygames.explored";

/** Return whether the tools were opened before. A page without storage does not remember it. */
function wasOpenedBefore() {
  try {
    return localStorage.getItem(STORAGE_KEY) === "yes";
  } catch {
    return false;
  }
}

function storeOpened(open) {
  try {
    localStorage.setItem(STORAGE_KEY, open ? "yes" : "no");
  } catch {
    /** without storage it is not remembered */
  }
}

const FIRST_PANEL = "Analysis";
const PANELS_SELECTOR = ".polygames-side > .polygames-panel";
const RUNNING_SELECTOR = ".polygames-tools > .polygames-toggle.mod-active";
const DOUBLE_CLICK_MS = 500; // in which a second click belongs to the first one

/** Return the names of the open panel and of a running analysis, which only the tools show; ""
 *  for none. */
function findOpenTools(root) {
  const open = [...root.querySelectorAll(PANELS_SELECTOR)].find(
    (panel) => panel.style.display !== "none",
  );
  const panel = open?.className.match(/polygames-panel-(\S+)/)?.[1] ?? FIRST_PANEL;
  return `${panel === FIRST_PANEL ? "" : panel} ${root.querySelector(RUNNING_SELECTOR) === null ? "" : FIRST_PANEL}`.trim();
}

/** Collapse the tools and panels until *Explore* is pressed. Return a function that ends this. */
export function collapseTools(root) {
  const tools = root.querySelector(".polygames-tools");
  const side = root.querySelector(".polygames-side");
  const door = tools?.querySelector(".polygames-explore");
  if (!door || !side) return () => {};
  const show = (open) => {
    if (open && root.classList.contains("polygames-calm")) {
      // ignore the second click of a double click: panels appear under the pointer
      side.style.pointerEvents = "none";
      setTimeout(() => {
        side.style.pointerEvents = "";
      }, DOUBLE_CLICK_MS);
    }
    root.classList.toggle("polygames-calm", !open);
    door.setAttribute("aria-expanded", String(open));
  };
  let isOpened = wasOpenedBefore(); // by the button; otherwise the tools collapse again after use
  let before = "";
  const press = () => {
    isOpened = root.classList.contains("polygames-calm");
    show(isOpened);
    storeOpened(isOpened);
    if (isOpened) return;
    // An analysis continues while the tools are collapsed.
    before = root.querySelector(RUNNING_SELECTOR) === null ? "" : FIRST_PANEL;
    [...side.querySelectorAll(".polygames-tabs button")]
      .find((tab) => tab.textContent.trim() === FIRST_PANEL)
      ?.click();
  };
  const look = () => {
    const now = findOpenTools(root);
    if (now !== before) {
      show(isOpened || now !== "");
      // Scroll to its first buttons.
      side.querySelector(".polygames-panel-New-game")?.scrollTo(0, 0);
    }
    before = now;
  };
  const watch = new MutationObserver(look);
  watch.observe(tools, { subtree: true, attributeFilter: ["class"] });
  watch.observe(side, { subtree: true, attributeFilter: ["class", "style"] });
  // A user who switches between panels wants them to stay open.
  const stay = ({ isTrusted, target }) => {
    isOpened ||= isTrusted && target.closest(".polygames-tabs button") !== null;
  };
  const ends = [addListeners(door, { click: press }), addListeners(side, { click: stay }, true)];
  for (const sign of tools.querySelectorAll(".polygames-narrow"))
    sign.setAttribute("aria-label", sign.title);
  before = findOpenTools(root);
  show(isOpened || before !== "");
  return () => {
    watch.disconnect();
    for (const end of ends) end();
  };
}
