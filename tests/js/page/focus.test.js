// The keyboard focus goes into a panel that a key or a button opens, and back.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { followPanels } from "../../../polygames/view/js/page/focus.js";
import { openBoard, part } from "./panels.js";

let board;
let said;
beforeEach(() => {
  said = [];
  board = openBoard(followPanels((text) => said.push(text)));
});

const press = (element, key) => element.fire("keydown", { key });

test("? opens the help: it is announced, has the focus, and gives it back to the picture", () => {
  const [, , help] = board.panels;
  for (const key of ["Escape", "?"]) {
    board.svg.focus();
    board.show("Help"); // the kernel does this when ? is pressed
    assert.equal(document.activeElement, help);
    assert.deepEqual(said.splice(0), ["Help is open. Press Escape to close it."]);
    press(help, key);
    assert.equal(help.style.display, "none");
    assert.equal(document.activeElement, board.svg, key);
  }
});

test("a panel opened over another one gives the place to that one again", () => {
  board.svg.focus();
  board.show("New game");
  press(board.panels[1], "Escape");
  board.tabs[1].focus();
  board.tabs[1].click();
  board.svg.focus();
  board.show("Help");
  press(board.panels[2], "Escape");
  assert.equal(board.panels[1].style.display, "");
  assert.equal(document.activeElement, board.svg);
});

test("a button that hides itself gives the focus to its panel; Cancel gives it back", () => {
  board.newGame.focus();
  board.show("New game");
  assert.equal(document.activeElement, board.panels[1]);
  const cancel = part("button", "polygames-cancel", "Cancel");
  board.panels[1].append(cancel);
  cancel.focus();
  cancel.click();
  board.show("Analysis");
  assert.equal(document.activeElement, board.newGame);
});

test("Start, and any other button that closes its panel, gives the focus to the picture", () => {
  board.newGame.focus();
  board.show("New game");
  const [start] = board.panels[1].children;
  start.focus();
  start.click();
  board.show("Analysis");
  assert.equal(document.activeElement, board.svg);
});

test("a tab keeps the focus, and Escape in its panel is left to the page", () => {
  const [, tab] = board.tabs;
  tab.focus();
  tab.click();
  assert.equal(document.activeElement, tab);
  assert.deepEqual(said, []);
  const [start] = board.panels[1].children;
  start.focus();
  press(start, "Escape");
  assert.equal(board.panels[1].style.display, "");
});

test("a question mark in a field is a text", () => {
  board.svg.focus();
  board.show("New game");
  const field = part("input", "");
  board.panels[1].append(field);
  field.focus();
  press(field, "?");
  assert.equal(board.panels[1].style.display, "");
});

test("a panel that a cell opens takes no focus from the cell", () => {
  const cell = part("textarea", "");
  document.body.append(cell);
  cell.focus();
  board.show("Help");
  assert.equal(document.activeElement, cell);
  assert.deepEqual(said, []);
});
