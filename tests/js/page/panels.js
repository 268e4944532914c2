// A board with the tabs and panels *Analysis*, *New game* and *Help*, for tests.

import { Element } from "../fake_page.js";

const NAMES = ["Analysis", "New game", "Help"];

/** Return a part of a board with a class and children. */
export function part(name, className, ...children) {
  const made = new Element(name);
  made.className = className;
  made.append(...children);
  return made;
}

/** Show a board of which `start` is started. A panel is shown as the kernel does it. */
export function openBoard(...starters) {
  const observers = [];
  globalThis.MutationObserver = class {
    constructor(act) {
      observers.push(act);
    }
    observe() {}
    disconnect() {}
  };
  const svg = part("svg", "");
  const tabs = NAMES.map((name) => part("button", "", name));
  const panels = NAMES.map((name) =>
    part(
      "div",
      `polygames-panel polygames-panel-${name.replace(" ", "-")}`,
      part("button", "", `press ${name}`),
    ),
  );
  const newGame = part("button", "polygames-first", "New game");
  const side = part("div", "polygames-side", part("div", "polygames-tabs", ...tabs), ...panels);
  const root = part(
    "div",
    "polygames-board",
    part("div", "polygames-pointer", svg),
    part("div", "polygames-tools", newGame),
    side,
  );
  const isHidden = (element) =>
    panels.some((panel) => panel.contains(element) && panel.style.display === "none") ||
    (element === newGame && panels[0].style.display === "none");
  for (const each of [svg, newGame, ...panels.flatMap((panel) => [panel, ...panel.children])])
    each.checkVisibility = () => !isHidden(each);
  const show = (name) => {
    NAMES.forEach((each, at) => {
      tabs[at].className = each === name ? "mod-active" : "";
      panels[at].style.display = each === name ? "" : "none";
    });
    for (const act of observers) act();
  };
  NAMES.forEach((name, at) => tabs[at].addEventListener("click", () => show(name)));
  document.body.replaceChildren(root);
  document.activeElement = document.body;
  show("Analysis");
  for (const start of starters) start(root);
  return { root, svg, tabs, panels, newGame, show };
}
