// What belongs to the page and not to a game: shortcuts, the saved picture, a kernel that is gone,
// and what is refused.

import assert from "node:assert/strict";
import { test } from "node:test";

import { deactivate, watchKernel } from "../../../polygames/view/js/page/presence.js";
import { isForPage, keepKeys, skipCanvas, whenPlaced } from "../../../polygames/view/js/page/mount.js";
import { keepPicture, keepWidget, putPicture } from "../../../polygames/view/js/page/saved_picture.js";
import { onDown, onMove, onUp } from "../../../polygames/view/js/pointer/input.js";
import { onKey } from "../../../polygames/view/js/pointer/keyboard.js";
import { pointedAt } from "../../../polygames/view/js/pointer/targets.js";
import { isLast, noteCorner, refuse } from "../../../polygames/view/js/pointer/tooltip.js";
import { at, board, frame, PEN, PIECES, SQUARE } from "../helpers.js";
import { Element } from "../fake_page.js";

const DRAWN = { regions: [SQUARE], pen: PEN };

// --- Shortcuts

test("letters, numbers, arrows and Enter are the board's; leaving, saving and F-keys the page's", () => {
  for (const key of ["d", "b", "Enter", " ", "ArrowDown", "0", "Delete", "F"]) assert.ok(!isForPage({ key }), key);
  for (const key of ["Tab", "Escape", "F5", "F11"]) assert.ok(isForPage({ key }), key);
  for (const held of ["ctrlKey", "metaKey", "altKey"]) assert.ok(isForPage({ key: "s", [held]: true }), held);
  for (const held of ["shiftKey", "ctrlKey", "altKey"]) assert.ok(!isForPage({ key: "Enter", [held]: true }), `Enter with ${held} would run the cell`);
});

test("the board's keys stop there, until it is gone", () => {
  const root = new EventTarget(), end = keepKeys(root);
  const passes = (key) => {
    let stopped = false;
    root.dispatchEvent(Object.assign(new Event("keydown"), { key, stopPropagation: () => (stopped = true) }));
    return !stopped;
  };
  assert.deepEqual(["d", "Tab"].map(passes), [false, true]);
  end();
  assert.equal(passes("d"), true);
});

test("every canvas, now or later, is passed over by Tab", () => {
  let changed;
  globalThis.MutationObserver = class {
    constructor(act) { changed = act; }
    observe() {}
    disconnect() { changed = null; }
  };
  const root = new Element("div"), stack = new Element("div");
  stack.querySelectorAll = () => stack.children;
  root.querySelector = () => stack;
  const end = skipCanvas(root), late = new Element("canvas");
  stack.append(late);
  changed();
  assert.deepEqual([late.tabIndex, late.style.pointerEvents, late.attributes["aria-hidden"]], [-1, "none", "true"]);
  end();
  assert.equal(changed, null);
});

test("what needs the board begins once the layer is put there, once", () => {
  let sized, root = null, begun = 0, ended = 0;
  const before = globalThis.ResizeObserver;
  globalThis.ResizeObserver = class { constructor(act) { sized = act; } observe() {} disconnect() {} };
  const end = whenPlaced({ closest: () => root }, [() => { begun += 1; return () => { ended += 1; }; }]);
  globalThis.ResizeObserver = before;
  assert.equal(begun, 0);
  root = {};
  sized();
  sized();
  end();
  assert.deepEqual([begun, ended], [1, 1]);
});

// --- The saved picture

const VIEW = "application/vnd.jupyter.widget-view+json";
const output = (view) => ({ data: { [VIEW]: { model_id: view }, "image/png": "old", "text/plain": "A board: at first" } });

test("where the kernel ends with the page the picture is saved in the place of the view", () => {
  const view = "application/vnd.jupyter.widget-view+json";
  const data = { [view]: { model_id: "mine" }, "image/svg+xml": "old", "text/plain": "Split board: old" };
  putPicture({ cells: [{ outputs: [{ data }] }] }, { view: "mine", picture: () => "new", status: "over", isLast: true });
  assert.deepEqual(data, { "image/png": "new", "text/plain": "Split board: over" });
});

test("every output of this board gets the picture and the words, no other does", () => {
  const cells = [{ outputs: [output("mine"), { text: "printed" }] }, { source: "text" }, { outputs: [output("other"), output("mine")] }];
  putPicture({ cells }, { view: "mine", picture: () => "new", status: "red moves" });
  const found = cells.flatMap((cell) => cell.outputs ?? []).map(({ data }) => data?.["image/png"]);
  assert.deepEqual(found, ["new", undefined, "old", "new"]);
  assert.equal(cells[0].outputs[0].data["text/plain"], "A board: red moves");
  putPicture({}, { view: "mine" });
});

test("a picture is kept under the board's own model, and goes with its output", () => {
  const STATE = "application/vnd.jupyter.widget-state+json";
  const kept = { [STATE]: { version_major: 2, version_minor: 0, state: { slider: {} } } };
  const json = { cells: [{ outputs: [output("mine")] }], metadata: { widgets: kept } };
  keepWidget(json, { view: "mine", status: "Red & <Blue>", picture: () => "PNG" });
  const { state } = json.metadata.widgets[STATE];
  assert.deepEqual(Object.keys(state).sort(), ["mine", "mine-polygames", "slider"]);
  assert.equal(state.mine.model_name, "HTMLModel");
  assert.match(state.mine.state.value, /base64,PNG/);
  assert.ok(!state.mine.state.value.includes("<Blue>"));
  assert.equal(state.mine.state.layout, "IPY_MODEL_mine-polygames");
  json.cells[0].outputs = [output("next")];
  keepWidget(json, { view: "next", status: "", picture: () => "PNG" });
  assert.deepEqual(Object.keys(state).sort(), ["next", "next-polygames", "slider"]);
});

/** A model in a notebook with one output, and what is on its canvas. */
function inNotebook(canvas) {
  const heard = {}, values = { frame: JSON.stringify(frame()), saved: { view: "mine", canvas: "c" } };
  const notebook = { dirty: false, toJSON: () => ({ cells: [{ outputs: [output("mine")] }] }) };
  const manager = { context: { model: notebook }, get_model: async () => { if (!canvas) throw Error("none"); return { canvas }; } };
  const model = {
    widget_manager: manager, heard, values,
    get: (name) => values[name],
    on: (name, act) => { heard[name] = act; },
    off: (name) => { delete heard[name]; },
  };
  return { model, notebook, png: () => notebook.toJSON().cells[0].outputs[0].data["image/png"] };
}

test("a save draws the canvas as it is then, and after the end no more", async () => {
  const canvas = { width: 2, height: 2, content: "first" };
  document.createElement = (name) => Object.assign(new Element(name), {
    getContext() {
      return {
        fillRect() {},
        drawImage: (from) => { this.copied = from.content; },
        getImageData: () => ({ data: [this.copied ? 255 : 0] }),
      };
    },
    toDataURL() { return `data:image/png;base64,${this.copied}`; },
  });
  const { model, notebook, png } = inNotebook(canvas), end = keepPicture(model);
  await null;
  await null;
  assert.equal(png(), "first");
  canvas.content = "second";
  assert.equal(png(), "second");
  canvas.content = "";
  assert.equal(png(), "old", "nothing is painted on it yet: the page was just loaded");
  canvas.content = "second";
  model.heard["change:frame"]();
  assert.equal(notebook.dirty, false, "the same position");
  model.values.frame = JSON.stringify(frame({ version: 2 }));
  model.heard["change:frame"]();
  assert.equal(notebook.dirty, true);
  end();
  assert.deepEqual([png(), model.heard], ["old", {}]);
});

test("a notebook is saved whatever becomes of the picture", async (t) => {
  const warned = t.mock.method(console, "warn", () => {});
  const without = inNotebook(null);
  keepPicture(without.model);
  await null;
  assert.equal(without.png(), "old", "the canvas is not there");
  const broken = inNotebook({ content: "lost", get width() { throw Error("lost"); } });
  keepPicture(broken.model);
  await null;
  await null;
  assert.equal(broken.png(), "old");
  assert.equal(warned.mock.callCount(), 1);
  keepPicture({ widget_manager: {} })(); // Voila has no notebook
});

// --- A kernel that is gone

/** A page with a kernel: `changed` and `status` tell of it, `restarted` is what the model hears. */
function living() {
  const signal = () => ({ acts: [], connect(act) { this.acts.push(act); }, disconnect() { this.acts = []; }, emit() { this.acts.forEach((act) => act()); } });
  const session = { session: { kernel: { id: "k", status: "idle" } }, kernelChanged: signal(), statusChanged: signal() };
  const model = { widget_manager: { context: { sessionContext: session } }, on(_, act) { this.hear = act; }, off() { this.hear = null; } };
  let lost = 0, cut = false;
  const end = watchKernel(model, { closest: () => cut }, () => { lost += 1; });
  return { session, model, end, lost: () => lost, cut: () => { cut = true; } };
}

test("a kernel that is busy lives; one that is shut down, dead or another one is gone", () => {
  const { session, lost, end } = living();
  session.session.kernel.status = "busy";
  session.statusChanged.emit();
  session.kernelChanged.emit();
  assert.equal(lost(), 0);
  session.session.kernel.status = "dead";
  session.statusChanged.emit();
  session.session.kernel = { id: "other", status: "idle" };
  session.kernelChanged.emit();
  session.session = null;
  session.kernelChanged.emit();
  assert.equal(lost(), 3);
  end();
  session.kernelChanged.emit();
  assert.equal(lost(), 3);
});

test("a restart is seen on the views, after all have heard of it", async () => {
  const { model, lost, cut } = living();
  model.hear();
  await new Promise((go) => setTimeout(go, 1));
  assert.equal(lost(), 0, "a model that has just come to life hears the same");
  model.hear();
  cut();
  await new Promise((go) => setTimeout(go, 1));
  assert.equal(lost(), 1);
});

test("nothing can be done at a board that is left alone", () => {
  for (const parts of [DRAWN, PIECES]) {
    const { ui, sent } = board(parts);
    onDown(ui, at([0, 5]));
    deactivate(ui);
    assert.deepEqual([ui.anchors, ui.line, ui.press], [[], null, null]);
    for (const place of [[2, 5], [0, 3]]) {
      onMove(ui, at(place));
      onDown(ui, at(place));
      onUp(ui, at(place));
    }
    for (const key of ["n", "Enter", "u", "1"]) onKey(ui, { key });
    assert.deepEqual([sent, ui.anchors, pointedAt(ui).item], [[], [], null]);
  }
});

// --- What is refused

test("a piece that would be too small is refused at the place, by mouse and by keys", () => {
  const { ui, sent, said } = board(DRAWN);
  onDown(ui, at([0, 0.5]));
  onMove(ui, at([0.6, 0]));
  onUp(ui, at([0.6, 0]));
  assert.equal(ui.refusal.text, "a piece must be at least 1");
  assert.deepEqual([ui.refusal.at, ui.anchors], [ui.pointer, []]);
  assert.equal(said.at(-1), ui.refusal.text);
  for (const key of ["n", "ArrowDown", "Enter", "0", ".", "5", "Enter"]) onKey(ui, { key });
  assert.equal(ui.refusal.text, "a piece must be at least 1");
  assert.deepEqual([ui.refusal.at, sent], [ui.cursor.point, []]);
});

test("a drag that leads nowhere and a click beside the border say what a line is", () => {
  const { ui } = board(DRAWN);
  onDown(ui, at([5, 5]));
  onUp(ui, at([5, 5]));
  assert.equal(ui.refusal.text, "a line begins on a border");
  onDown(ui, at([0, 5]));
  onMove(ui, at([-1, 5]));
  onUp(ui, at([-1, 5]));
  assert.equal(ui.refusal.text, "a line goes from one edge of an area to another");
});

test("a refusal is the last word at its place until the pointer or the cursor moves", () => {
  const { ui } = board(PIECES);
  refuse(ui, "too late");
  assert.deepEqual(ui.refusal.at, [5, 5], "nobody has pointed anywhere: in the middle");
  onMove(ui, at([2, 5]));
  refuse(ui, "no");
  assert.ok(isLast(ui));
  onMove(ui, at([2.1, 5]));
  assert.ok(isLast(ui), "a hand is never quite still");
  onMove(ui, at([3, 5]));
  assert.ok(!isLast(ui));
  refuse(ui, "no");
  onKey(ui, { key: "n" });
  assert.ok(!isLast(ui));
});

test("a note stands above its point, and is always in sight", () => {
  const box = { width: 200, height: 200 }, size = { width: 80, height: 20 };
  assert.deepEqual(noteCorner([100, 100], size, box), [60, 66]);
  assert.deepEqual(noteCorner([0, 0], size, box), [2, 14]);
  assert.deepEqual(noteCorner([200, 200], size, box), [118, 166]);
});
