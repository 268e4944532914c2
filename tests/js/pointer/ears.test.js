// What is said to who plays by ear.

import assert from "node:assert/strict";
import { test } from "node:test";

import { sayPlace } from "../../../polygames/view/js/pointer/ears.js";
import { onKey } from "../../../polygames/view/js/pointer/keyboard.js";
import { refused } from "../../../polygames/view/js/pointer/pending_move.js";
import { take } from "../../../polygames/view/js/pointer/state.js";
import { pointedAt } from "../../../polygames/view/js/pointer/targets.js";
import { board, frame, PEN, PIECES, SQUARE } from "../helpers.js";

/** Press keys as a page does; returns what was said of each. */
function hear({ ui, said }, ...keys) {
  sayPlace(ui, pointedAt(ui));
  return keys.map((key) => {
    said.length = 0;
    onKey(ui, { key });
    sayPlace(ui, pointedAt(ui));
    return [...said];
  });
}

const CHOSEN = "This is chosen. Press n to go on from it, Escape to take it back";

test("each place says what is there and what Enter would do, and a move says that it is made", () => {
  const made = board(PIECES);
  const words = hear(made, "n", "Enter", "n", "Enter");
  assert.deepEqual(words, [["cell a. press Enter to choose it"], [CHOSEN], ["cell b. press Enter: a-b"], ["You: a-b"]]);
});

test("while a move has no answer the old position is not described", () => {
  const made = board(PIECES);
  hear(made, "n", "Enter", "n", "Enter");
  assert.deepEqual(hear(made, "n"), [[]]);
  refused(made.ui, { id: made.ui.pending.id, text: "no" });
  assert.equal(made.said.at(-1), "Not played: no");
});

test("Enter where nothing can be chosen says why, as often as it is pressed", () => {
  assert.deepEqual(hear(board(PIECES), "Enter", "Enter"), Array(2).fill(["press n to go to what can be chosen"]));
  assert.deepEqual(hear(board({ ...PIECES, active: false }), "Enter"), [["your turn"]]);
  const [, , again] = hear(board(PIECES), "n", "Enter", "Enter");
  assert.deepEqual(again, [CHOSEN]);
});

test("a key that leads nowhere else says the place again", () => {
  const [first, second] = hear(board({ ...PIECES, items: PIECES.items.slice(0, 1) }), "n", "ArrowRight");
  assert.deepEqual(second, first);
});

test("a preview that comes late is said", () => {
  const made = board({ ...PIECES, moves: [{ spelling: ["a"], label: "", preview: [] }] });
  hear(made, "n");
  made.ui.frame.moves[0].label = "a, worth 3";
  sayPlace(made.ui, pointedAt(made.ui));
  assert.equal(made.said.at(-1), "cell a. press Enter: a, worth 3");
});

test("a border is named, whose it is and where, and a line by what it cuts", () => {
  const made = board({ regions: [SQUARE], pen: PEN });
  const [at, begun, , half, drawn] = hear(made, "n", "Enter", "ArrowDown", "h", "Enter");
  assert.deepEqual(at, ["area 0, 100.00 points: side 1 of 4, at 50 percent. press Enter to begin a line"]);
  assert.equal(begun[0], "line begun");
  assert.match(half[0], /cuts 50\.00 and 50\.00: press Enter to draw it$/);
  assert.deepEqual(drawn, ["You: cuts 50.00 and 50.00"]);
});

test("the answer and the keys of the choices are said with a frame, and again only if they are news", () => {
  const { ui, said } = board(), shown = { version: 2, spoken: "Red: b. Your turn", ...PIECES };
  for (let i = 0; i < 2; i += 1) {
    take(ui, frame(shown));
    sayPlace(ui, pointedAt(ui));
  }
  assert.deepEqual(said, ["your turn", "Red: b. Your turn", "Press 1: pass"]);
});
