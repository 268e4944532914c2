import assert from "node:assert/strict";
import { test } from "node:test";

import {
  cancelMove,
  chooseItem,
  handleChoiceButtons,
} from "../../../polygames/view/js/pointer/actions.js";
import { dropHalfMove, updateFrame } from "../../../polygames/view/js/pointer/state.js";
import {
  buttonMoves,
  isClickable,
  findItemUnder,
  nextTargets,
  findPointed,
} from "../../../polygames/view/js/pointer/targets.js";
import { board, frame, PIECES } from "../helpers.js";

test("a half-spelled move lights up what comes next, and sends nothing", () => {
  const { ui, sent, said } = board(PIECES);
  const [a, b] = ui.frame.items;
  assert.deepEqual([...nextTargets(ui)], ["a", "pass"]);
  assert.equal(isClickable(ui, b), false);
  assert.equal(chooseItem(ui, b), false);
  assert.equal(chooseItem(ui, a), true);
  assert.deepEqual([...nextTargets(ui)], ["b", "c"]);
  assert.deepEqual(sent, []);
  assert.deepEqual(
    said.at(-1),
    "cell a: chosen. Press n or p to go to the places where it can go.",
  );
});

/** Create a row of choices whose one button has these classes. Return a function that presses it
 *  and returns whether the kernel gets the event, too. */
function row(...classes) {
  const button = {
    classList: { contains: (name) => classes.includes(name) },
    textContent: "words that say nothing",
  };
  let heard = null;
  const own = {
    addEventListener: (_, hear) => {
      heard = hear;
    },
    removeEventListener: () => {},
  };
  const press = () => {
    let passedOn = true;
    heard({
      target: { closest: () => button },
      stopPropagation: () => {
        passedOn = false;
      },
    });
    return passedOn;
  };
  return { root: { querySelector: () => own }, press };
}

test("a button makes the move that its class spells, whatever its words are", () => {
  const { ui, sent } = board({ ...PIECES, version: 7 });
  const { root, press } = row("polygames-plays-70617373");
  ui.show = () => {};
  handleChoiceButtons(ui)(root);
  assert.equal(press(), false);
  assert.deepEqual(sent, [{ kind: "move", version: 7, spelling: ["pass"] }]);
});

test("a button of another position, or of none, is the kernel's", () => {
  for (const name of ["polygames-plays-726564", "jupyter-button"]) {
    const { ui, sent } = board(PIECES);
    const { root, press } = row(name);
    handleChoiceButtons(ui)(root);
    assert.equal(press(), true);
    assert.deepEqual(sent, []);
  }
});

test("a move that is the beginning of a longer one waits", () => {
  const moves = [["a"], ["a", "b"]].map((spelling) => ({ spelling, label: "", preview: [] }));
  const { ui, sent } = board({ ...PIECES, moves });
  chooseItem(ui, ui.frame.items[0]);
  assert.deepEqual(sent, []);
});

test("cancelling takes a half-spelled move back, once", () => {
  const { ui, said } = board(PIECES);
  chooseItem(ui, ui.frame.items[0]);
  assert.equal(cancelMove(ui), true);
  assert.deepEqual(ui.spelled, []);
  assert.equal(said.at(-1), "cancelled");
  assert.equal(cancelMove(ui), false);
  assert.equal(dropHalfMove(ui), false);
});

test("nothing can be clicked while somebody else is to move", () => {
  const { ui, sent } = board({ ...PIECES, active: false });
  assert.equal(chooseItem(ui, ui.frame.items[0]), false);
  ui.pointer = [2, 5];
  assert.equal(findPointed(ui).can, false);
  assert.deepEqual(sent, []);
});

test("buttons have the order of the frame, also those of places on the board", () => {
  const { ui } = board({ ...PIECES, buttons: [["pass"], ["a", "c"]] });
  assert.deepEqual(
    buttonMoves(ui).map(({ label }) => label),
    ["pass", "a-c"],
  );
});

test("what is pointed at says which move a click would finish", () => {
  const { ui } = board(PIECES);
  ui.pointer = [2, 5];
  assert.equal(findPointed(ui).move, undefined);
  chooseItem(ui, ui.frame.items[0]);
  ui.pointer = [5, 5];
  assert.equal(findPointed(ui).move.label, "a-b");
  ui.pointer = [9.9, 9.9];
  assert.deepEqual(findPointed(ui), { item: null, can: false, move: undefined });
});

test("an item of fixed size is hit where it is drawn, however deep the zoom", () => {
  const items = [{ target: "a", label: "", center: [5, 5], radius: 1, fixed: true }];
  const { ui } = board({ items });
  assert.equal(findItemUnder(ui, [5.9, 5]).target, "a");
  ui.camera.zoom(1 / 10, [5, 5]);
  ui.camera.stop();
  assert.equal(findItemUnder(ui, [5.9, 5]), null);
  assert.equal(findItemUnder(ui, [5.09, 5]).target, "a");
});

test("a finger beside what can be chosen means it, and on the middle of something else that", () => {
  const { ui } = board({
    items: [
      { target: "a", label: "", center: [5, 5], radius: 0.2 },
      { target: "b", label: "", center: [5.6, 5], radius: 0.2 },
    ],
    moves: [{ spelling: ["a"], label: "", preview: [] }],
  });
  const u = ui.camera.unit();
  const beside = [5 - 20 * u, 5];
  assert.equal(findItemUnder(ui, beside), null);
  ui.mouse = { pointerType: "touch" };
  assert.equal(findItemUnder(ui, beside).target, "a");
  assert.equal(findItemUnder(ui, [5 - 23 * u, 5]), null);
  assert.equal(findItemUnder(ui, [5.6, 5]).target, "b");
});

test("another state ends what was begun; the same one, drawn anew, does not", () => {
  const { ui } = board(PIECES);
  chooseItem(ui, ui.frame.items[0]);
  assert.equal(updateFrame(ui, frame(PIECES)), false);
  assert.deepEqual(ui.spelled, ["a"]);
  assert.equal(updateFrame(ui, frame({ ...PIECES, version: 2 })), true);
  assert.deepEqual(ui.spelled, []);
});

test("the cursor stays on its item when a frame comes, and goes with it", () => {
  const { ui } = board(PIECES);
  ui.cursor = ui.frame.items[1];
  updateFrame(ui, frame(structuredClone(PIECES)));
  assert.equal(ui.cursor, ui.frame.items[1]);
  updateFrame(ui, frame({ moves: [] }));
  assert.equal(ui.cursor, null);
});

/** Two dice and two cells: each number can be written in each cell. */
const DICE = {
  any_order: true,
  items: ["die1", "die4", "r0c0", "r0c7"].map((target, i) => ({
    target,
    label: target,
    center: [1 + 2 * i, 5],
    radius: 0.9,
  })),
  moves: ["die1", "die4"].flatMap((die) =>
    ["r0c0", "r0c7"].map((cell) => ({
      spelling: [die, cell],
      label: `${die} in ${cell}`,
      preview: [],
    })),
  ),
};

test("where the order is free a move is spelled from either end", () => {
  for (const order of [
    [0, 2],
    [2, 0],
  ]) {
    const { ui, sent } = board(DICE);
    const [first, second] = order.map((k) => ui.frame.items[k]);
    assert.equal(nextTargets(ui).size, 4);
    chooseItem(ui, first);
    assert.ok(!nextTargets(ui).has(first.target));
    assert.equal(isClickable(ui, first), false);
    ui.pointer = second.center;
    assert.equal(findPointed(ui).move.label, "die1 in r0c0");
    chooseItem(ui, second);
    assert.deepEqual(sent, [{ kind: "move", version: 1, spelling: ["die1", "r0c0"] }]);
  }
});

test("where the order is free a whole move is made at once, and longer ones by their other targets", () => {
  const confirm = { spelling: ["r0c0"], label: "confirm", preview: [] };
  const { ui, sent } = board({ ...DICE, moves: [...DICE.moves, confirm] });
  const [die, , cell] = ui.frame.items;
  chooseItem(ui, cell);
  assert.deepEqual(sent.at(-1).spelling, ["r0c0"]);
  updateFrame(ui, { ...ui.frame, version: 2, active: true });
  chooseItem(ui, die);
  chooseItem(ui, cell);
  assert.deepEqual(sent.at(-1).spelling, ["die1", "r0c0"]);
});
