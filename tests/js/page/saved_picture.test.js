import assert from "node:assert/strict";
import { test } from "node:test";

import {
  SAVED_PICTURE_TEXT,
  savePictures,
  saveWidgetPicture,
  putPictureInOutputs,
} from "../../../polygames/view/js/page/saved_picture.js";
import { frame } from "../helpers.js";
import { Element } from "../fake_page.js";

const VIEW = "application/vnd.jupyter.widget-view+json";
const output = (view) => ({
  data: { [VIEW]: { model_id: view }, "image/png": "old", "text/plain": "A board: at first" },
});

test("where the kernel ends with the page the picture is saved in the place of the view", () => {
  const data = {
    [VIEW]: { model_id: "mine" },
    "image/svg+xml": "old",
    "text/plain": "Split board: old",
  };
  putPictureInOutputs(
    { cells: [{ outputs: [{ data }] }] },
    { view: "mine", title: "Split board", picture: () => "new", status: "over", isLast: true },
  );
  assert.deepEqual(data, { "image/png": "new", "text/plain": "Split board: over" });
});

test("every output of this board gets the picture and the words, no other does", () => {
  const cells = [
    { outputs: [output("mine"), { text: "printed" }] },
    { source: "text" },
    { outputs: [output("other"), output("mine")] },
  ];
  putPictureInOutputs(
    { cells },
    { view: "mine", title: "A board", picture: () => "new", status: "red moves" },
  );
  const found = cells.flatMap((cell) => cell.outputs ?? []).map(({ data }) => data?.["image/png"]);
  assert.deepEqual(found, ["new", undefined, "old", "new"]);
  assert.equal(cells[0].outputs[0].data["text/plain"], "A board: red moves");
  putPictureInOutputs({}, { view: "mine" });
});

test("a picture is kept under the board's own model, and goes with its output", () => {
  const STATE = "application/vnd.jupyter.widget-state+json";
  const kept = { [STATE]: { version_major: 2, version_minor: 0, state: { slider: {} } } };
  const json = { cells: [{ outputs: [output("mine")] }], metadata: { widgets: kept } };
  saveWidgetPicture(json, { view: "mine", status: "Red & <Blue>", picture: () => "PNG" });
  const { state } = json.metadata.widgets[STATE];
  assert.deepEqual(Object.keys(state).sort(), ["mine", "mine-polygames", "slider"]);
  assert.equal(state.mine.model_name, "HTMLModel");
  assert.match(state.mine.state.value, /base64,PNG/);
  assert.ok(!state.mine.state.value.includes("<Blue>"));
  assert.equal(state.mine.state.layout, "IPY_MODEL_mine-polygames");
  json.cells[0].outputs = [output("next")];
  saveWidgetPicture(json, { view: "next", status: "", picture: () => "PNG" });
  assert.deepEqual(Object.keys(state).sort(), ["next", "next-polygames", "slider"]);
});

/** Create a model in a notebook with one output, and a canvas with the given content. */
function inNotebook(canvas) {
  const heard = {};
  const values = { frame: JSON.stringify(frame()), saved: { view: "mine", canvas: "c" } };
  const notebook = { dirty: false, toJSON: () => ({ cells: [{ outputs: [output("mine")] }] }) };
  const manager = {
    context: { model: notebook },
    get_model: async () => {
      if (!canvas) throw Error("none");
      return { canvas };
    },
  };
  const model = {
    widget_manager: manager,
    heard,
    values,
    get: (name) => values[name],
    on: (name, act) => {
      heard[name] = act;
    },
    off: (name) => {
      delete heard[name];
    },
  };
  return { model, notebook, png: () => notebook.toJSON().cells[0].outputs[0].data["image/png"] };
}

test("a save draws the canvas as it is then, and after the end no more", async () => {
  const canvas = { width: 2, height: 2, content: "first" };
  document.createElement = (name) =>
    Object.assign(new Element(name), {
      getContext() {
        return {
          fillRect() {},
          drawImage: (from) => {
            this.copied = from.content;
          },
          getImageData: () => ({ data: [this.copied ? 255 : 0] }),
        };
      },
      toDataURL() {
        return `data:image/png;base64,${this.copied}`;
      },
    });
  const { model, notebook, png } = inNotebook(canvas);
  const end = savePictures(model);
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

test("a saved picture says above the board how to play", async () => {
  const drawn = [];
  document.createElement = (name) =>
    Object.assign(new Element(name), {
      getContext: () => ({
        fillRect() {},
        drawImage: (_, x, y) => drawn.push(["picture", x, y]),
        fillText: (words) => drawn.push([words]),
        getImageData: () => ({ data: [255] }),
      }),
      toDataURL() {
        return `data:image/png;base64,${this.width}x${this.height}`;
      },
    });
  const { model, png } = inNotebook({ width: 200, height: 300 });
  savePictures(model);
  await null;
  await null;
  drawn.length = 0;
  assert.equal(png(), "200x314");
  assert.deepEqual(drawn.slice(0, 3), [
    ["picture", 0, 0], // whether it is blank
    ["picture", 0, 14],
    [SAVED_PICTURE_TEXT],
  ]);
});

test("a notebook is saved whatever becomes of the picture", async (t) => {
  const warned = t.mock.method(console, "warn", () => {});
  const without = inNotebook(null);
  savePictures(without.model);
  await null;
  assert.equal(without.png(), "old", "the canvas is not there");
  const broken = inNotebook({
    content: "lost",
    get width() {
      throw Error("lost");
    },
  });
  savePictures(broken.model);
  await null;
  await null;
  assert.equal(broken.png(), "old");
  assert.equal(warned.mock.callCount(), 1);
  savePictures({ widget_manager: {} })(); // Voila has no notebook
});
