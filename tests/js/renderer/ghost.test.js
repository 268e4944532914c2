import assert from "node:assert/strict";
import { test } from "node:test";

import { Element } from "../fake_page.js";
import { chooseItem, handleHideButton } from "../../../polygames/view/js/pointer/actions.js";
import { sendMessage, updateFrame } from "../../../polygames/view/js/pointer/state.js";
import { ghostPath, paintGhost } from "../../../polygames/view/js/renderer/ghost.js";
import { board, frame, PIECES } from "../helpers.js";

const { items, moves } = PIECES;
const CLICKS = { kind: "move", spelling: moves[0].spelling };
const LINE = { kind: "line", start: [0, 3], end: [10, 6] };

/** Paint the ghost of a board, and return the layer. */
function painted(ui, layer = new Element("g")) {
  paintGhost(ui, layer);
  return layer;
}

test("the hand points at the last place of a move, or at the end of a line", () => {
  const [first, last] = ghostPath({ ghost: CLICKS, items });
  assert.deepEqual(first, items.find(({ target }) => target === CLICKS.spelling[0]).center);
  assert.deepEqual(ghostPath({ ghost: LINE, items: [] }), [LINE.start, LINE.end]);
  const { ui } = board({ ...PIECES, ghost: CLICKS });
  const [ghost] = painted(ui).children;
  assert.equal(ghost.attributes["aria-hidden"], "true", "screen readers have the steps");
  const hand = ghost.children.at(-1);
  assert.match(hand.attributes.transform, new RegExp(`^translate\\(${last[0]}, ${last[1]}\\)`));
});

test("a board without a ghost, or with a ghost of a button, draws none", () => {
  assert.equal(painted(board(PIECES).ui).children.length, 0);
  const button = { kind: "move", spelling: ["red"] };
  assert.equal(painted(board({ ...PIECES, ghost: button }).ui).children.length, 0);
});

test("the ghost goes away while a move is made and comes back if it is cancelled", () => {
  const { ui } = board({ ...PIECES, ghost: CLICKS });
  const layer = painted(ui);
  chooseItem(
    ui,
    ui.frame.items.find(({ target }) => target === CLICKS.spelling[0]),
  );
  assert.equal(painted(ui, layer).children.length, 0);
  ui.spelled = [];
  assert.equal(painted(ui, layer).children.length, 1);
  sendMessage(ui, "move", { spelling: CLICKS.spelling });
  assert.equal(painted(ui, layer).children.length, 0, "the move is on its way");
  updateFrame(ui, frame({ ...PIECES, version: 2 }));
  assert.equal(painted(ui, layer).children.length, 0);
});

test("the same ghost is not drawn again, so that its motion goes on", () => {
  const { ui } = board({ ...PIECES, ghost: CLICKS });
  const layer = painted(ui);
  const [ghost] = layer.children;
  ui.pointer = [4, 4];
  assert.equal(painted(ui, layer).children[0], ghost);
});

test("it moves some times and then stands still, and never for who wants no motion", (t) => {
  const started = [];
  Element.prototype.animate = (frames, timing) => started.push([frames, timing]);
  t.after(() => delete Element.prototype.animate);
  painted(board({ ...PIECES, ghost: CLICKS }).ui);
  assert.equal(started.length, 3, "the hand and two rings");
  for (const [frames, { iterations }] of started) {
    assert.ok(Number.isFinite(iterations));
    const offsets = frames.map(({ offset }) => offset);
    assert.deepEqual(
      offsets,
      [...offsets].sort((a, b) => a - b),
    );
    assert.deepEqual([offsets[0], offsets.at(-1)], [0, 1]);
  }
  painted(board({ ghost: LINE }).ui);
  assert.equal(started.length, 5, "the hand and the line");
  globalThis.matchMedia = () => ({ matches: true });
  t.after(() => delete globalThis.matchMedia);
  const still = painted(board({ ghost: LINE }).ui);
  assert.equal(started.length, 5);
  assert.equal(still.children.length, 1, "a still picture");
});

test("Hide this sends its message once and gives the keys to the board", () => {
  const { ui, sent } = board({ ...PIECES, ghost: CLICKS });
  const root = new Element("div");
  const layer = new Element("div");
  layer.className = "polygames-pointer";
  let focused = 0;
  const svg = Object.assign(new Element("svg"), { focus: () => (focused += 1) });
  layer.append(svg);
  const hide = new Element("button");
  hide.className = "polygames-hide-guide";
  const other = new Element("button");
  root.append(layer, hide, other);
  const end = handleHideButton(ui)(root);
  other.dispatchEvent({ type: "click", target: other, bubbles: true });
  assert.deepEqual(sent, []);
  hide.dispatchEvent({ type: "click", target: hide, bubbles: true });
  assert.deepEqual(sent, [{ kind: "hide_guide", version: 1 }]);
  assert.equal(focused, 1);
  end();
});
