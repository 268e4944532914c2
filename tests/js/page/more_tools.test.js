// The button *Explore*, which shows the tools and the panels.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Element } from "../fake_page.js";
import { collapseTools } from "../../../polygames/view/js/page/more_tools.js";

let stored;
let observe; // what the page's observers call
beforeEach(() => {
  stored = {};
  observe = null;
  globalThis.localStorage = {
    getItem: (key) => stored[key] ?? null,
    setItem: (key, value) => (stored[key] = value),
  };
  globalThis.MutationObserver = class {
    constructor(act) {
      observe = act;
    }
    observe() {}
    disconnect() {
      observe = null;
    }
  };
});

/** Return a part of a board with a class and children. */
function part(name, className, ...children) {
  const made = new Element(name);
  made.className = className;
  made.append(...children);
  return made;
}

/** Show a board whose panels *Analysis* and *Moves* are beside it. */
function open(...more) {
  const explore = part("button", "polygames-explore");
  const analyse = part("button", "polygames-toggle");
  const tabs = ["Analysis", "Moves"].map((name) => part("button", "", name));
  const panels = ["Analysis", "Moves"].map((name) =>
    part("div", `polygames-panel polygames-panel-${name}`),
  );
  panels[1].style.display = "none";
  tabs.forEach((tab, index) =>
    tab.addEventListener("click", () =>
      panels.forEach((panel, place) => (panel.style.display = place === index ? "" : "none")),
    ),
  );
  const side = part("div", "polygames-side", part("div", "polygames-tabs", ...tabs), ...panels);
  const root = part("div", "", ...more, part("div", "polygames-tools", explore, analyse), side);
  document.body.replaceChildren(root);
  const end = collapseTools(root);
  const isCollapsed = () => root.classList.contains("polygames-collapsed");
  return { root, explore, analyse, tabs, panels, isCollapsed, end };
}

test("a new board is collapsed until Explore is pressed, and the browser remembers it", () => {
  const board = open();
  assert.ok(board.isCollapsed());
  board.explore.click();
  assert.ok(!board.isCollapsed());
  assert.equal(board.explore.attributes["aria-expanded"], "true");
  assert.ok(!open().isCollapsed(), "of another board");
  board.explore.click();
  assert.ok(board.isCollapsed());
  assert.ok(open().isCollapsed());
});

test("a page without storage works", () => {
  globalThis.localStorage = {
    getItem() {
      throw new Error("denied");
    },
    setItem() {
      throw new Error("denied");
    },
  };
  const board = open();
  board.explore.click();
  assert.ok(!board.isCollapsed());
});

test("an analysis that is started, or a panel that opens, shows the tools until it ends", () => {
  const board = open();
  board.analyse.className += " mod-active";
  observe();
  assert.ok(!board.isCollapsed());
  board.analyse.className = "polygames-toggle";
  observe();
  assert.ok(board.isCollapsed());
  board.tabs[1].fire("click", { isTrusted: false });
  observe();
  assert.ok(!board.isCollapsed());
});

test("a user who has switched panels wants them to stay open", () => {
  const board = open();
  board.tabs[1].fire("click", { isTrusted: true });
  observe();
  board.tabs[0].fire("click", { isTrusted: true });
  observe();
  assert.ok(!board.isCollapsed());
});

test("collapsing returns to the first panel; a running analysis goes on", () => {
  const board = open();
  board.explore.click();
  board.tabs[1].click();
  observe();
  board.analyse.className += " mod-active";
  board.explore.click();
  observe();
  assert.deepEqual([board.isCollapsed(), board.panels[1].style.display], [true, "none"]);
  board.end();
  assert.equal(observe, null);
});

test("a first game begins with few buttons, though the tools of another board were opened", () => {
  stored["polygames.explored"] = "yes";
  assert.ok(!open().isCollapsed());
  assert.ok(open(part("ol", "polygames-guide")).isCollapsed());
});

test("a board without these tools is left alone", () => {
  const root = new Element("div");
  collapseTools(root)();
  assert.equal(root.className, "");
});

test("a review shows its own tools first; More shows all, and closing it ends this", () => {
  const board = open();
  const content = part("div", "polygames-has-review");
  const panel = part("div", "polygames-panel polygames-panel-Review", content);
  panel.style.display = "none";
  board.panels[0].parentNode.append(panel);
  const isBrief = () => board.root.classList.contains("polygames-in-review");
  panel.style.display = "";
  board.panels[0].style.display = "none";
  observe();
  assert.ok(isBrief() && !board.isCollapsed());
  assert.equal(board.explore.attributes["aria-label"], "More");
  board.explore.click();
  assert.ok(!isBrief() && !board.isCollapsed());
  assert.equal(board.explore.attributes["aria-label"], undefined);
  assert.equal(stored["polygames.explored"], undefined, "it is not remembered");
  board.explore.click();
  assert.ok(isBrief() && !board.isCollapsed(), "the same button leads back to the short review");
  board.explore.click();
  assert.ok(!isBrief());
  panel.style.display = "none";
  board.panels[0].style.display = "";
  observe();
  assert.ok(board.isCollapsed() && !isBrief());
  panel.style.display = "";
  board.panels[0].style.display = "none";
  observe();
  assert.ok(isBrief(), "the next review is brief again");
});
