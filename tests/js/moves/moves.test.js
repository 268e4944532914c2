// The panel with the moves of a game: what a user is doing survives every change of the list.

import assert from "node:assert/strict";
import { test } from "node:test";

import { showPanel } from "../panel.js";
import moves from "../../../polygames/view/js/moves/moves.js";

const row = (id, parts = {}) => ({
  ...{ id, number: id, parent: id ? id - 1 : null, depth: 0, player: "You", mark: "=" },
  ...{ color: "red", text: `move ${id}`, glyph: "", comment: "" },
  ...parts,
});

/** Show a game of some moves. */
function open(count = 3) {
  const panel = showPanel(moves);
  const list = panel.el.querySelector(".polygames-list");
  let version = 1;
  const current_id = count - 1;
  const rows = Array.from({ length: count }, (_, id) => row(id));
  panel.hear({ kind: "all_rows", version, current_id, can_restore: false, rows });
  const change = (start, removed_count, ...news) => {
    version += 1;
    const parts = { start, removed_count, rows: news };
    panel.hear({ kind: "row_changes", version, current_id, can_restore: false, ...parts });
  };
  const items = () => list.querySelectorAll(".polygames-move");
  const find = (id) => items().find(({ dataset }) => dataset.id === id);
  panel.sent.length = 0;
  return { ...panel, list, change, items, find };
}

/** Begin to write a comment to a move, by a double click. */
function write({ find, list }, id, text) {
  find(id).fire("click");
  find(id).fire("dblclick");
  const [area] = list.all("textarea");
  area.value = text;
  return area;
}

test("a comment that is being written survives every change of its row and the list", () => {
  const panel = open();
  const area = write(panel, 2, "too sh");
  panel.change(2, 1, row(2, { glyph: "?", comment: "by someone else" }), row(3));
  panel.change(0, 2, row(0), row(1, { note: "a mistake" }));
  assert.deepEqual(panel.list.all("textarea"), [area]);
  assert.deepEqual([area.value, document.activeElement], ["too sh", area]);
  assert.match(panel.find(2).textContent, /\?by someone else/);
  area.value = "too short";
  area.fire("keydown", { key: "Enter" });
  assert.deepEqual(panel.sent.at(-1), { kind: "set_comment", id: 2, text: "too short" });
  assert.deepEqual([panel.list.all("textarea"), document.activeElement], [[], panel.list]);
});

test("a comment is cancelled by Escape, saved when the user goes elsewhere, and gone with its move", () => {
  const panel = open();
  const comments = () => panel.sent.filter(({ kind }) => kind === "set_comment");
  write(panel, 2, "a").fire("keydown", { key: "Escape" });
  assert.deepEqual(comments(), []);
  write(panel, 2, "b").fire("blur");
  assert.deepEqual(comments(), [{ kind: "set_comment", id: 2, text: "b" }]);
  write(panel, 2, "c");
  panel.change(2, 1);
  assert.deepEqual([comments().length, panel.list.all("textarea")], [1, []]);
});

test("Escape and Enter that an input method uses leave a comment open", () => {
  const panel = open();
  const area = write(panel, 2, "漢字");
  for (const key of ["Escape", "Enter"]) {
    area.fire("keydown", { key, isComposing: true });
    area.fire("keydown", { key, keyCode: 229 });
  }
  assert.deepEqual(panel.list.all("textarea"), [area]);
});

test("a press on a row arrives while rows are added, updated and moved after it", async () => {
  const panel = open();
  const item = panel.find(1);
  const ids = () => panel.items().map(({ dataset }) => dataset.id);
  const before = ids();
  const release = item.press();
  panel.change(1, 2, row(1, { glyph: "!" }), row(3, { parent: 0, depth: 1 }), row(2));
  assert.deepEqual(ids(), before, "nothing moves below a pressed pointer");
  release();
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(ids(), [0, 1, 3, 2]);
  assert.equal(panel.find(1), item);
  assert.deepEqual(panel.sent.at(-1), { kind: "go_to_move", id: 1 });
});

test("a long list has all rows in their order, whatever comes and goes", () => {
  const panel = open(450);
  const ids = () => panel.items().map(({ dataset }) => dataset.id);
  assert.deepEqual(ids(), [...Array(450).keys()]);
  panel.change(100, 3, row(900), row(102), row(901), row(100));
  const wanted = [...Array(450).keys()];
  wanted.splice(100, 3, 900, 102, 901, 100);
  assert.deepEqual(ids(), wanted);
  panel.change(0, 400);
  assert.deepEqual(ids(), wanted.slice(400));
  const chunks = panel.list.children;
  assert.ok(chunks.every((each) => Number(each.style["--pg-rows"]) === each.childElementCount));
  panel.change(0, 51);
  assert.equal(panel.list.childElementCount, 0);
});

test("the current row is marked, with those that follow, and its buttons can be pressed", () => {
  const panel = open();
  assert.equal(panel.find(2).attributes["aria-selected"], "true");
  panel.list.fire("keydown", { key: "ArrowLeft" });
  assert.deepEqual(panel.sent, [{ kind: "go_to_move", id: 1 }]);
  assert.deepEqual(
    panel
      .items()
      .map((each) => [
        each.attributes["aria-selected"],
        each.classList.contains("polygames-following"),
      ]),
    [
      [undefined, false],
      ["true", false],
      [undefined, true],
    ],
  );
  const last = panel.el.find("button", "»");
  assert.equal(last.disabled, false);
  panel.el.find("button", "?!").click();
  assert.deepEqual(panel.sent.at(-1), { kind: "set_glyph", id: 1, glyph: "?!" });
});

test("texts of players are shown as they are, also to screen readers", () => {
  const panel = open(1);
  const text = "<b>move</b>";
  panel.change(0, 1, row(0, { text, number: 4, comment: "why?", glyph: "??" }));
  const [item] = panel.items();
  assert.equal(item.textContent, `4=${text}??why?`);
  assert.equal(item.attributes["aria-label"], `4. You: ${text}. a blunder. why?`);
});

test("a page that has missed a change requests all rows", () => {
  const panel = open();
  panel.hear({ kind: "row_changes", version: 9, start: 0, removed_count: 1, rows: [] });
  assert.deepEqual(panel.sent, [{ kind: "request_rows" }]);
  assert.equal(panel.items().length, 3);
  panel.end();
  assert.deepEqual(panel.model.heard, {});
});
