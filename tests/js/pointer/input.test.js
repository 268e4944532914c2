import assert from "node:assert/strict";
import { test } from "node:test";

import {
  isTouchToPlay,
  onCancel,
  onDown,
  onMove,
  onUp,
  onWheel,
} from "../../../polygames/view/js/pointer/input.js";
import { pieceAreas, rejectionReason } from "../../../polygames/view/js/pointer/border.js";
import { showsNextTargets } from "../../../polygames/view/js/renderer/renderer.js";
import { onKey, cursorStops } from "../../../polygames/view/js/pointer/keyboard.js";
import { requestPreview, storePreview } from "../../../polygames/view/js/pointer/preview.js";
import { updateFrame } from "../../../polygames/view/js/pointer/state.js";
import {
  canDropHandles,
  handlePoints,
  findPointed,
} from "../../../polygames/view/js/pointer/targets.js";
import { tipText } from "../../../polygames/view/js/pointer/tooltip.js";
import {
  at,
  board,
  click,
  close,
  drag,
  frame,
  PEN,
  PIECES,
  region,
  SQUARE,
  STRIPS,
} from "../helpers.js";

const DRAWING = { regions: [SQUARE], pen: PEN };

test("a piece is moved by two clicks, or dragged, also after a click on it", () => {
  for (const play of [
    (ui) => [click(ui, [2, 5]), click(ui, [5, 5])],
    (ui) => drag(ui, [2, 5], [5, 5]),
    (ui) => [click(ui, [2, 5]), drag(ui, [2, 5], [5, 5])],
  ]) {
    const { ui, sent } = board(PIECES);
    play(ui);
    assert.deepEqual(sent, [{ kind: "move", version: 1, spelling: ["a", "b"] }]);
  }
});

test("a piece is put back by a click on it, by a drag to nowhere, and by the right button", () => {
  const { ui, sent } = board(PIECES);
  const ways = [
    () => click(ui, [2, 5]),
    () => drag(ui, [2, 5], [2, 9]),
    () => onDown(ui, at([2, 5], { button: 2 })),
  ];
  for (const putBack of ways) {
    ui.spelled = ["a"];
    putBack();
    assert.deepEqual(ui.spelled, []);
  }
  assert.deepEqual(sent, []);
});

test("the right button, pressed during a drag, cancels the drag", () => {
  const cases = [
    [PIECES, [2, 5], [5, 5]],
    [DRAWING, [0, 4], [9.8, 4]],
    [{ ...PIECES, drawing_tool: { kind: "arrow", color: "green", on: true } }, [2, 5], [5, 5]],
  ];
  for (const [parts, from, to] of cases) {
    const { ui, sent } = board(parts);
    onDown(ui, at(from));
    onMove(ui, at(to, { button: -1, buttons: 1 }));
    onMove(ui, at(to, { button: 2, buttons: 3 })); // a further button sends no pointerdown
    onMove(ui, at(to, { button: 2, buttons: 1 }));
    onUp(ui, at(to));
    assert.deepEqual([sent, ui.spelled, ui.anchors, ui.draft ?? null], [[], [], [], null]);
  }
});

test("a line is dragged from border to border, or drawn by two clicks", () => {
  for (const play of [
    (ui) => drag(ui, [0, 4], [9.8, 4]),
    (ui) => [click(ui, [0, 4]), onMove(ui, at([9.8, 4])), click(ui, [9.8, 4])],
  ]) {
    const { ui, sent } = board(DRAWING);
    play(ui);
    assert.deepEqual(sent, [{ kind: "line", version: 1, start: [0, 4], end: [10, 4] }]);
  }
});

test("a line that is let go far off the board is taken back, and one that overshoots is drawn", () => {
  const { ui, sent, said } = board(DRAWING);
  drag(ui, [0, 3], [16, 3.5]); // 120 pixels beyond the edge
  assert.deepEqual(sent, []);
  assert.deepEqual(ui.anchors, []);
  assert.equal(said.at(-1), "cancelled");
  drag(ui, [0, 3], [12, 3.5]); // 40 pixels
  assert.equal(sent.length, 1);
});

test("an end within reach of the border snaps to it; else the line runs on to the other side", () => {
  const { ui } = board(DRAWING);
  click(ui, [0, 5]);
  onMove(ui, at([4, 0.5]));
  assert.deepEqual(ui.line.b.point, [4, 0]);
  onMove(ui, at([5, 5]));
  assert.deepEqual(ui.line.b.point, [10, 5]);
});

test("from a border between two areas a line crosses the one that the pointer is in", () => {
  const halves = [
    [0, 5],
    [5, 10],
  ].map(([l, r]) =>
    region(
      [
        [l, 0],
        [r, 0],
        [r, 10],
        [l, 10],
      ],
      50,
    ),
  );
  const { ui } = board({ regions: halves, pen: PEN });
  click(ui, [5, 4]);
  assert.equal(ui.anchors.length, 2);
  for (const [x, end] of [
    [8, 10],
    [2, 0],
  ]) {
    onMove(ui, at([x, 4]));
    assert.deepEqual(ui.line.b.point, [end, 4]);
  }
});

test("a line keeps its gap from corners and from the ends of others", () => {
  const { ui, sent } = board({
    regions: [
      region(
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
        ],
        100,
        { 1: [[10, 6]] },
      ),
    ],
    pen: PEN,
  });
  drag(ui, [0, 2], [10, 5.9999]);
  const { start, end } = sent[0];
  assert.deepEqual([start, end[0]], [[0, 2], 10]);
  close(end[1], 5.999);
});

test("a line between two edges of one's own says what the frame says of it", () => {
  const { ui } = board({
    regions: [
      region(
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
        ],
        100,
        {},
        "red",
      ),
    ],
    pen: PEN,
  });
  click(ui, [0, 4]);
  onMove(ui, at([10, 4]));
  assert.equal(tipText(ui), "40.00 | 60.00\na line of your own");
});

test("inside an area a click fills it, and a drag from its border draws", () => {
  const items = [
    {
      target: "area 0",
      label: "small",
      points: [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ],
    },
  ];
  const { ui, sent } = board({
    ...DRAWING,
    items,
    moves: [{ spelling: ["area 0"], label: "fill", preview: [] }],
  });
  click(ui, [5, 5]);
  drag(ui, [0, 4], [10, 4]);
  assert.equal(sent.length, 1, "the kernel has not answered yet");
  updateFrame(ui, frame({ ...DRAWING, items, version: 2 }));
  drag(ui, [0, 4], [10, 4]);
  assert.deepEqual(
    sent.map(({ kind }) => kind),
    ["move", "line"],
  );
});

const FILL = { kind: "move", version: 1, spelling: ["area 0"] };
const STROKES = [
  [
    [0, 4],
    [3, 5],
  ], // from side to side
  [
    [3, 4],
    [0.2, 5],
  ], // from the side that is shared with the region on the right
  [
    [3, 4],
    [-1, 4],
  ], // it overshoots
  [
    [0, 0],
    [3, 10],
  ], // from corner to corner
  [
    [1.5, 4],
    [1.6, 6],
  ], // inside
  [
    [1.5, 4],
    [4, 5],
  ], // from inside to elsewhere
  [
    [2.7, 4],
    [2.8, 4.3],
  ], // a tap that is not quite still, beside the shared side
  [
    [2.7, 4],
    [0.1, 4.3],
  ],
];

test("a line in a small area fills it, by mouse and by finger, dragged or by two clicks", () => {
  for (const pointerType of ["mouse", "touch"]) {
    for (const [from, to] of STROKES) {
      const { ui, sent } = board(STRIPS);
      drag(ui, from, to, { pointerType });
      assert.deepEqual(sent, [FILL], `${pointerType} from ${from} to ${to}`);
      assert.deepEqual([ui.anchors, ui.line, ui.refusal], [[], null, null]);
    }
    const { ui, sent } = board(STRIPS);
    click(ui, [3.2, 4], { pointerType });
    assert.equal(ui.anchors.length, 2, "both regions at the side");
    onMove(ui, at([1, 5], { pointerType }));
    assert.equal(tipText(ui, findPointed(ui)), "fill it");
    assert.deepEqual(
      [findPointed(ui).item.target, findPointed(ui).can],
      ["area 0", true],
      "it lights up",
    );
    click(ui, [1, 5], { pointerType });
    assert.deepEqual(sent, [FILL]);
  }
});

test("a line from the shared side into the large region cuts that one, also where a number turns it", () => {
  const { ui, sent } = board(STRIPS);
  drag(ui, [3, 4], [10, 5]);
  assert.deepEqual(sent, [{ kind: "line", version: 1, start: [3, 4], end: [10, 5] }]);
  const turned = board(STRIPS);
  click(turned.ui, [3.2, 4]);
  onMove(turned.ui, at([1, 5]));
  onKey(turned.ui, { key: "h" });
  close(pieceAreas(turned.ui.line), [35, 35]);
  onKey(turned.ui, { key: "Enter" });
  assert.deepEqual(
    turned.sent.map(({ kind, start }) => [kind, start]),
    [["line", [3, 4]]],
  );
});

test("a line that begins inside a small area, beside its side, and goes the other way cuts the region there", () => {
  const { ui, sent } = board(STRIPS);
  drag(ui, [2.7, 4], [10, 4]);
  assert.deepEqual(sent, [{ kind: "line", version: 1, start: [3, 4], end: [10, 4] }]);
});

test("a drag along a side of a small area, and one that leaves it at once, mean nothing", () => {
  for (const [from, to] of [
    [
      [3, 2],
      [3, 8],
    ],
    [
      [0, 4],
      [-1, 4],
    ],
  ]) {
    const { ui, sent } = board(STRIPS);
    drag(ui, from, to);
    assert.deepEqual(sent, []);
    assert.match(ui.refusal.text, /from one edge of an area to another/);
  }
});

test("a line begun in a small area is taken back by Escape, the right button and far off the board", () => {
  const { ui, sent } = board(STRIPS);
  for (const takeBack of [
    () => onKey(ui, { key: "Escape" }),
    () => onDown(ui, at([2, 5], { button: 2 })),
  ]) {
    onDown(ui, at([1.5, 4]));
    onMove(ui, at([1.5, 8]));
    takeBack();
    onUp(ui, at([1.5, 8]));
    assert.deepEqual([ui.anchors, ui.line], [[], null]);
  }
  drag(ui, [1.5, 4], [-8, 4]);
  assert.deepEqual(sent, []);
});

test("a hint at the shared side is meant by a line that runs close to it, on either side of it", () => {
  const { ui, sent } = board(STRIPS);
  const hint = [
    [3, 0.3],
    [3.4, 10],
  ];
  ui.hinted = hint;
  drag(ui, [3, 0.5], [2.9, 9.9]);
  assert.deepEqual(
    sent.map(({ kind }) => kind),
    ["line"],
  );
  close([...sent[0].start, ...sent[0].end], hint.flat());
});

test("the cursor reaches a small area once, and Enter fills it", () => {
  const { ui, sent } = board(STRIPS);
  assert.equal(cursorStops(ui).length, 2, "the border on the right, and the area");
  for (const key of ["n", "n", "Enter"]) onKey(ui, { key });
  assert.deepEqual(sent, [FILL]);
});

test("a finger reaches further than a mouse", () => {
  const { ui } = board(DRAWING);
  onDown(ui, at([1.1, 4]));
  assert.equal(ui.anchors.length, 0);
  onUp(ui, at([1.1, 4]));
  onDown(ui, at([1.1, 4], { pointerType: "touch" }));
  assert.equal(ui.anchors.length, 1);
});

test("a touch plays where there is something to play, and else scrolls", () => {
  const { ui } = board({ ...PIECES });
  const touch = (point) => isTouchToPlay(ui, [at(point)]);
  assert.equal(touch([2, 5]), true);
  assert.equal(touch([5, 9]), false);
  assert.equal(isTouchToPlay(ui, [at([5, 9]), at([6, 9])]), true);
  assert.equal(isTouchToPlay(board(DRAWING).ui, [at([0.2, 4])]), true);
});

test("two fingers zoom and play nothing", () => {
  const { ui, sent } = board(PIECES);
  const finger = (pointerId, point) => at(point, { pointerId, pointerType: "touch" });
  onDown(ui, finger(1, [2, 5]));
  onDown(ui, finger(2, [4, 5]));
  onMove(ui, finger(2, [6, 5]));
  assert.equal(ui.camera.view[2] - ui.camera.view[0], 5);
  for (const id of [1, 2]) onUp(ui, finger(id, [2, 5]));
  assert.deepEqual([ui.spelled, ui.fingers.size, sent], [[], 0, []]);
});

test("two fingers that come down on an area do not fill it", () => {
  const items = [
    {
      target: "area 0",
      label: "small",
      points: [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ],
    },
  ];
  const { ui, sent } = board({
    ...DRAWING,
    items,
    moves: [{ spelling: ["area 0"], label: "fill", preview: [] }],
  });
  const finger = (pointerId, point) => at(point, { pointerId, pointerType: "touch" });
  onDown(ui, finger(1, [4, 5]));
  onDown(ui, finger(2, [6, 5]));
  for (const id of [1, 2]) onUp(ui, finger(id, [4, 5]));
  assert.deepEqual(sent, []);
});

test("a picture that is zoomed is moved by a drag, and the middle button moves any", () => {
  const { ui, sent } = board({ ...PIECES, moves: [] });
  drag(ui, [5, 9], [7, 9]);
  assert.deepEqual(ui.camera.view, [0, 0, 10, 10]);
  onWheel(ui, { ...at([5, 5]), deltaY: -500 * Math.LN2 });
  const [left, , right] = ui.camera.view;
  close(right - left, 5);
  drag(ui, [5, 9], [7, 9], { button: 1 });
  close(ui.camera.view[0], left - 1);
  assert.deepEqual(sent, []);
});

test("an item of fixed size that the wheel is over stays where it is", () => {
  for (const [fixed, place] of [
    [false, 2.4],
    [true, 2],
  ]) {
    const items = PIECES.items.map((item) => ({ ...item, fixed }));
    const { ui } = board({ ...PIECES, items });
    onWheel(ui, { ...at([2.4, 5]), deltaY: -500 * Math.LN2 });
    close(ui.camera.view[0], place / 2);
  }
});

test("a handle that is dropped sends what it declares, and where", () => {
  const handles = ["A", "B", "C"].map((name, i) => ({
    name,
    at: [
      [1, 1],
      [9, 1],
      [5, 9],
    ][i],
    sends: { kind: "drop_handle", handle: name },
  }));
  const { ui, sent } = board({ handles, convex: true, active: false });
  onDown(ui, at([9, 1]));
  onMove(ui, at([8, 2]));
  assert.deepEqual(handlePoints(ui), [
    [1, 1],
    [8, 2],
    [5, 9],
  ]);
  assert.ok(canDropHandles(ui, handlePoints(ui)));
  assert.ok(
    !canDropHandles(ui, [
      [1, 1],
      [2, 2],
      [3, 3],
    ]),
  );
  assert.ok(
    canDropHandles(board({ handles }).ui, [
      [1, 1],
      [2, 2],
      [3, 3],
    ]),
    "where no shape is asked for",
  );
  onUp(ui, at([8, 2]));
  assert.deepEqual(sent, [
    { kind: "drop_handle", version: 1, handle: "B", point: [8, 2], pixel_size: 0.05 },
  ]);
  click(ui, [1, 1]);
  assert.equal(sent.length, 1, "a click moves nothing");
});

test("the preview of a whole move is asked for once, and a late answer is ignored", () => {
  const { ui, sent } = board(PIECES);
  const [move] = ui.frame.moves;
  requestPreview(ui, { item: { target: "a" }, can: true });
  assert.deepEqual(sent, [], "one click makes no move there");
  const pointed = { item: { target: "b" }, can: true, move };
  requestPreview(ui, pointed);
  requestPreview(ui, pointed);
  const request = { version: 1, spelling: ["a", "b"] };
  assert.deepEqual(sent, [{ kind: "request_preview", ...request }]);
  const answer = { ...request, label: "a-b, two replies", preview: [] };
  storePreview(ui, { ...answer, version: 0 });
  assert.deepEqual([move.label, move.preview], ["a-b", undefined]);
  storePreview(ui, answer);
  assert.deepEqual([move.label, move.preview], ["a-b, two replies", []]);
});

test("a move that comes with its preview is not asked for", () => {
  const { ui, sent } = board(STRIPS);
  const [move] = ui.frame.moves;
  requestPreview(ui, { item: { target: "area 0" }, can: true, move: { ...move, preview: [] } });
  assert.deepEqual(sent, []);
});

test("a press that the page takes away leaves nothing behind", () => {
  const { ui } = board(PIECES);
  onDown(ui, at([2, 5], { pointerType: "touch" }));
  onCancel(ui, { pointerId: 1 });
  assert.deepEqual([ui.press, ui.spelled, ui.fingers.size], [null, [], 0]);
});

test("a drag along one side draws no sliver, and one that begins inside says why", () => {
  const { ui, sent } = board(DRAWING);
  drag(ui, [2, 0], [7, 0.05]);
  assert.deepEqual(sent, []);
  assert.match(ui.refusal.text, /from one edge of an area to another/);
  drag(ui, [5, 5], [9, 8]);
  assert.deepEqual(sent, []);
  assert.match(ui.refusal.text, /press on a line/);
  drag(ui, [2, 0], [7, 10]);
  assert.deepEqual(
    sent.map(({ kind }) => kind),
    ["line"],
  );
});

test("a line that is drawn close to that of a hint is the hint's, from either end", () => {
  const hint = [
    [2.013, 0],
    [7.031, 10],
  ];
  const way = [
    [2.1, 0.1],
    [6.9, 9.9],
  ];
  const ends = (hinted, [from, to]) => {
    const { ui, sent } = board(DRAWING);
    ui.hinted = hinted;
    drag(ui, from, to);
    return sent.flatMap(({ start, end }) => [...start, ...end]);
  };
  const same = (one, other) => other.flat().forEach((x, i) => close(one[i], x));
  same(ends(hint, way), hint);
  same(ends(hint, [...way].reverse()), [...hint].reverse());
  same(ends([hint[0], [9, 10]], way), ends(null, way)); // both ends have to be near
  assert.notEqual(ends(null, way)[0], hint[0][0]);
});

test("two clicks that would cut off a sliver are refused at the pointer, and keys may cut it off", () => {
  const { ui, sent } = board({ ...DRAWING, pen: { ...PEN, minimum: 0.0001 } });
  click(ui, [9.9, 0]);
  click(ui, [10, 0.1]);
  assert.deepEqual(sent, []);
  assert.match(ui.refusal.text, /too thin: end the line further away, on another side/);
  assert.equal(ui.anchors.length > 0, true, "the line waits for another end");
  assert.match(rejectionReason(ui, ui.line, true), /too thin/);
  assert.equal(rejectionReason(ui, ui.line), "");
  click(ui, [10, 7]);
  assert.deepEqual(
    sent.map(({ kind }) => kind),
    ["line"],
  );
});

test("a click on a place says its reason, and names the buttons where only these can be used", () => {
  const items = [{ ...PIECES.items[0], label: "A: a segment ends here already" }];
  const { ui } = board({ ...PIECES, items, moves: [PIECES.moves[2]] });
  click(ui, [2, 5], { pointerType: "touch" });
  assert.equal(
    ui.refusal.text,
    "You cannot choose this now. A: a segment ends here already. Choose a button below the board.",
  );
});

test("a second corner that cannot be joined with the first one says why, and starts the move anew", () => {
  const moves = [
    ["a", "c"],
    ["b", "d"],
  ].map((spelling) => ({ spelling, label: spelling.join("-") }));
  const play = (line) => {
    const { ui } = board({ ...PIECES, moves, look: { line: { strokes: [], ...line } } });
    click(ui, [2, 5]);
    click(ui, [5, 5]);
    return [ui.spelled, ui.refusal?.text];
  };
  const text = "neighbours: your move starts again here";
  assert.deepEqual(play({ restart: "neighbours" }), [["b"], text]);
  assert.deepEqual(play({}), [["b"], undefined]);
});

test("a click that can begin no move says so, and one that takes a choice back does not", () => {
  const { ui, sent } = board(PIECES);
  click(ui, [8, 5]);
  assert.equal(
    ui.refusal.text,
    "You cannot choose this now. cell c. Choose a place with a green ring.",
  );
  assert.equal(showsNextTargets(ui), true, "a touch screen shows the possible places, too");
  ui.refusal = null;
  click(ui, [2, 5]);
  click(ui, [2, 5]);
  assert.deepEqual([ui.refusal, ui.spelled, sent], [null, [], []]);
});

test("where targets come in any order, a click that does not go with the first says that the move starts again", () => {
  const { ui } = board({
    ...PIECES,
    moves: [
      ["a", "b"],
      ["c", "b"],
    ].map((spelling) => ({ spelling, label: "", preview: [] })),
    any_order: true,
  });
  click(ui, [2, 5]);
  assert.equal(tipText(ui, { item: ui.frame.items[0] }), "now click a place with a green edge");
  click(ui, [8, 5]);
  assert.deepEqual(ui.spelled, ["c"]);
  assert.match(ui.refusal.text, /your move starts again here/);
});

test("a click while nobody here can move says who is to move", () => {
  const { ui, sent } = board({ ...PIECES, active: false, status: "Ben moves a piece" });
  click(ui, [2, 5]);
  assert.equal(ui.refusal.text, "Ben moves a piece");
  ui.refusal = null;
  drag(ui, [2, 5], [5, 5]);
  assert.deepEqual([ui.refusal, sent], [null, []]);
  const own = board(PIECES).ui;
  click(own, [2, 5]);
  click(own, [5, 5]); // the move is on its way when the button is released
  assert.deepEqual([own.refusal, own.frame.active], [null, false]);
});
