// The button *Explore*. A new board shows only what a first game needs. *Explore* shows the other
// tools and the panels, and the browser remembers that they were opened.

import { addListeners } from "../shared/dom.js";
import { findOpenPanel, findTab, panelName } from "./tabs.js";

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
    // without storage it is not remembered
  }
}

const FIRST_PANEL = "Analysis";
const REVIEW_PANEL = "Review"; // beside a review only its own tools are shown at first
const HAS_REVIEW_SELECTOR = ".polygames-panel-Review .polygames-has-review";
const REVIEW_CLASS = "polygames-in-review";
const RUNNING_SELECTOR = ".polygames-tools > .polygames-toggle.mod-active";
const DOUBLE_CLICK_MS = 500; // in which a second click belongs to the first one

/** Return the names of the open panel and of a running analysis, which only the tools show; ""
 *  for none. */
function findOpenTools(root) {
  const panel = panelName(findOpenPanel(root)) || FIRST_PANEL;
  return `${panel === FIRST_PANEL ? "" : panel} ${root.querySelector(RUNNING_SELECTOR) === null ? "" : FIRST_PANEL}`.trim();
}

/** Collapse the tools and panels until *Explore* is pressed. Return a function that ends this. */
export function collapseTools(root) {
  const tools = root.querySelector(".polygames-tools");
  const side = root.querySelector(".polygames-side");
  const exploreButton = tools?.querySelector(".polygames-explore");
  if (!exploreButton || !side) return () => {};
  const setExpanded = (open) => {
    if (open && root.classList.contains("polygames-collapsed")) {
      // ignore the second click of a double click: panels appear under the pointer
      side.style.pointerEvents = "none";
      setTimeout(() => {
        side.style.pointerEvents = "";
      }, DOUBLE_CLICK_MS);
    }
    root.classList.toggle("polygames-collapsed", !open);
    exploreButton.setAttribute("aria-expanded", String(open));
  };
  const isFirstGame = root.querySelector(".polygames-guide") !== null; // it begins with few buttons
  // By the button. Otherwise the tools collapse again after use.
  let isKeptOpen = wasOpenedBefore() && !isFirstGame;
  let openTools = "";
  let isReviewFull = false; // whether the button has shown everything beside a review
  const updateReview = () => {
    isReviewFull &&= openTools.startsWith(REVIEW_PANEL);
    const hasReview = openTools.startsWith(REVIEW_PANEL) && side.querySelector(HAS_REVIEW_SELECTOR);
    const isBrief = Boolean(hasReview) && !isReviewFull;
    if (root.classList.contains(REVIEW_CLASS) === isBrief) return;
    root.classList.toggle(REVIEW_CLASS, isBrief);
    if (isBrief) exploreButton.setAttribute("aria-label", "More");
    else exploreButton.removeAttribute("aria-label");
    if (isBrief) root.scrollIntoView?.({ block: "nearest" });
  };
  const toggleTools = () => {
    if (root.classList.contains(REVIEW_CLASS)) {
      isReviewFull = true;
      updateReview();
      exploreButton.setAttribute("aria-expanded", "true");
      return;
    }
    if (isReviewFull) {
      isReviewFull = false;
      updateReview();
      exploreButton.setAttribute("aria-expanded", "false");
      return;
    }
    isKeptOpen = root.classList.contains("polygames-collapsed");
    setExpanded(isKeptOpen);
    storeOpened(isKeptOpen);
    if (isKeptOpen) return;
    // An analysis continues while the tools are collapsed.
    openTools = root.querySelector(RUNNING_SELECTOR) === null ? "" : FIRST_PANEL;
    findTab(root, FIRST_PANEL)?.click();
  };
  const updateTools = () => {
    const current = findOpenTools(root);
    if (current !== openTools) {
      setExpanded(isKeptOpen || current !== "");
      // Scroll to its first buttons.
      side.querySelector(".polygames-panel-New-game")?.scrollTo(0, 0);
    }
    openTools = current;
    updateReview();
  };
  const observer = new MutationObserver(updateTools); // ipywidgets shows and hides them
  observer.observe(tools, { subtree: true, attributeFilter: ["class"] });
  observer.observe(side, { subtree: true, attributeFilter: ["class", "style"] });
  // A user who switches between panels wants them to stay open.
  const keepOpen = ({ isTrusted, target }) => {
    isKeptOpen ||= isTrusted && target.closest(".polygames-tabs button") !== null;
  };
  const ends = [
    addListeners(exploreButton, { click: toggleTools }),
    addListeners(side, { click: keepOpen }, true),
  ];
  for (const sign of tools.querySelectorAll(".polygames-narrow"))
    sign.setAttribute("aria-label", sign.title);
  openTools = findOpenTools(root);
  setExpanded(isKeptOpen || openTools !== "");
  updateReview();
  return () => {
    observer.disconnect();
    for (const end of ends) end();
  };
}
