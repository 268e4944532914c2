// The tabs of a board: their roles, and the keys along them.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { labelTabs, tabForKey } from "../../../polygames/view/js/page/tabs.js";
import { openBoard } from "./panels.js";

let board;
beforeEach(() => {
  board = openBoard(labelTabs);
});

const attributes = (name) => board.tabs.map((tab) => tab.getAttribute(name));

test("arrow keys go along the tabs and round, Home and End to the ends, other keys nowhere", () => {
  const found = [
    "ArrowRight",
    "ArrowDown",
    "ArrowLeft",
    "ArrowUp",
    "Home",
    "End",
    "Enter",
    "d",
  ].map((key) => tabForKey(key, 0, 4));
  assert.deepEqual(found, [1, 1, 3, 3, 0, 3, null, null]);
  assert.equal(tabForKey("ArrowRight", 3, 4), 0);
  assert.equal(tabForKey("ArrowRight", -1, 4), null);
});

test("the tabs are one stop of the Tab key, also after another one is open", () => {
  assert.deepEqual(attributes("tabindex"), ["0", "-1", "-1"]);
  board.show("Help");
  assert.deepEqual(attributes("tabindex"), ["-1", "-1", "0"]);
  assert.deepEqual(attributes("aria-selected"), ["false", "false", "true"]);
});

test("the open tab controls its panel, which has the same name and can take the focus", () => {
  board.show("New game");
  const [, panel] = board.panels;
  assert.deepEqual(attributes("aria-controls"), [null, panel.id, null]);
  assert.deepEqual(
    ["role", "aria-label", "tabindex"].map((name) => panel.getAttribute(name)),
    ["tabpanel", "New game", "0"],
  );
  assert.equal(new Set(board.panels.map(({ id }) => id)).size, 3);
});

test("an arrow key moves the focus and opens the next tab; other keys are left alone", () => {
  board.tabs[0].focus();
  board.tabs[0].fire("keydown", { key: "ArrowLeft" });
  assert.equal(document.activeElement, board.tabs[2]);
  assert.deepEqual(attributes("aria-selected"), ["false", "false", "true"]);
  board.tabs[2].fire("keydown", { key: "d" });
  assert.equal(document.activeElement, board.tabs[2]);
});
