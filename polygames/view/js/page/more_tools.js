// The door to the rest of a board. A board shows what a first game needs; *Explore* opens the other
// tools and the panels, and they are open from then on for who has used them once.

import { addListeners } from "../shared/dom.js";

const STORAGE_KEY = "polygames.explored";

/** Whether it was opened before; a page that may keep nothing asks each time. */
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
    /* then it is asked again next time */
  }
}

const FIRST_PANEL = "Analysis";
const PANELS_SELECTOR = ".polygames-side > .polygames-panel";
const RUNNING_SELECTOR = ".polygames-tools > .polygames-toggle.mod-active";
const DOUBLE_CLICK_MS = 500; // milliseconds in which a second click belongs to the first one

/** What is open that can be seen only there: a panel, or an analysis that runs; "" for nothing. */
function findOpenTools(root) {
  const open = [...root.querySelectorAll(PANELS_SELECTOR)].find(
    (panel) => panel.style.display !== "none",
  );
  const panel = open?.className.match(/polygames-panel-(\S+)/)?.[1] ?? FIRST_PANEL;
  return `${panel === FIRST_PANEL ? "" : panel} ${root.querySelector(RUNNING_SELECTOR) === null ? "" : FIRST_PANEL}`.trim();
}

/** Keep the rest away until somebody opens it; returns what ends it. */
export function collapseTools(root) {
  const tools = root.querySelector(".polygames-tools");
  const side = root.querySelector(".polygames-side");
  const door = tools?.querySelector(".polygames-explore");
  if (!door || !side) return () => {};
  const show = (open) => {
    if (open && root.classList.contains("polygames-calm")) {
      // what comes under the pointer is not meant
      side.style.pointerEvents = "none";
      setTimeout(() => {
        side.style.pointerEvents = "";
      }, DOUBLE_CLICK_MS);
    }
    root.classList.toggle("polygames-calm", !open);
    door.setAttribute("aria-expanded", String(open));
  };
  let isOpened = wasOpenedBefore(); // by the door; else it closes again behind what was wanted
  let before = "";
  const press = () => {
    isOpened = root.classList.contains("polygames-calm");
    show(isOpened);
    storeOpened(isOpened);
    if (isOpened) return;
    before = root.querySelector(RUNNING_SELECTOR) === null ? "" : FIRST_PANEL; // goes on behind the closed door
    [...side.querySelectorAll(".polygames-tabs button")]
      .find((tab) => tab.textContent.trim() === FIRST_PANEL)
      ?.click();
  };
  const look = () => {
    const now = findOpenTools(root);
    if (now !== before) {
      show(isOpened || now !== "");
      side.querySelector(".polygames-panel-New-game")?.scrollTo(0, 0); // its doors are in sight
    }
    before = now;
  };
  const watch = new MutationObserver(look);
  watch.observe(tools, { subtree: true, attributeFilter: ["class"] });
  watch.observe(side, { subtree: true, attributeFilter: ["class", "style"] });
  // Who goes from panel to panel does not want them closed.
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
