// The picture of the board in a saved notebook, made at each save from the current position.
// Without a kernel, a trusted notebook shows the view of a widget rather than the picture in the
// same
// output. So the picture is also saved as a widget.

/** @import { WidgetModel } from "../types.js" */

const VIEW_MIME = "application/vnd.jupyter.widget-view+json";
const STATE_MIME = "application/vnd.jupyter.widget-state+json";
const LAYOUT_SUFFIX = "-polygames";

/** The line in a saved picture, and the height of its strip as a share of the picture's width: as in
 *  polygames/widgets/header.py. */
export const SAVED_PICTURE_TEXT = "To play in Jupyter: click here, then press Shift + Enter (or ▶)";
const STRIP_SHARE = 0.07;
const STRIP_FONT_SHARE = 0.028;
const STRIP_COLOR = "#1565c0";
const PAPER = "#ffffff";

/** Save a picture in a notebook's metadata as a widget, under the id of the board's view.
 *
 *  Pictures of boards that are in no output are deleted. The state of other widgets is kept. */
export function saveWidgetPicture(json, { view, status, picture }) {
  const widgets = ((json.metadata ??= {}).widgets ??= {});
  const { state } = (widgets[STATE_MIME] ??= { version_major: 2, version_minor: 0, state: {} });
  const outputs = (json.cells ?? []).flatMap((cell) => cell.outputs ?? []);
  const shown = new Set(outputs.map(({ data }) => data?.[VIEW_MIME]?.model_id));
  for (const layout of Object.keys(state).filter((id) => id.endsWith(LAYOUT_SUFFIX))) {
    const board = layout.slice(0, -LAYOUT_SUFFIX.length);
    if (!shown.has(board)) [board, layout].forEach((id) => delete state[id]);
  }
  const words = status.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const image = `<img alt="${words}" style="max-width: 100%" src="data:image/png;base64,${picture()}">`;
  const value = `<p><b>${SAVED_PICTURE_TEXT}.</b></p>${image}<p>${words}.</p>`;
  state[view] = createModelState("controls", "HTMLModel", {
    value,
    layout: `IPY_MODEL_${view}${LAYOUT_SUFFIX}`,
  });
  state[view + LAYOUT_SUFFIX] = createModelState("base", "LayoutModel", {});
}

const createModelState = (family, name, state) => ({
  model_module: `@jupyter-widgets/${family}`,
  model_module_version: "2.0.0",
  model_name: name,
  state,
});

// --- The picture in the outputs, and as a widget

// Shared by the copies of this module, one per board.
const BOARDS_KEY = Symbol.for("polygames.boards");
// The canvases on which svg_surface.js draws.
const SURFACES_KEY = Symbol.for("polygames.svg_surfaces");

/** Put the board's picture and status into each output that has its view. Return whether there
 *  is one.
 *
 *  The view is deleted if it is the last one before the kernel ends (`isLast`): it would hide
 *  the picture. */
export function putPictureInOutputs(
  { cells = [] },
  { view, title, picture, status, isLast = false },
) {
  const outputs = cells.flatMap((cell) => cell.outputs ?? []);
  const own = outputs.filter((output) => output.data?.[VIEW_MIME]?.model_id === view);
  for (const { data } of own) {
    data["image/png"] = picture();
    delete data["image/svg+xml"]; // drawn by the kernel before there was a page
    if (isLast) delete data[VIEW_MIME];
    data["text/plain"] = `${title}: ${status}`;
  }
  return own.length > 0;
}

const WIDGET_PICTURE_WIDTH_PX = 480; // small, because the picture is in the file twice

/** Encode a canvas on white paper as PNG in base64, at most `maxWidth` pixels wide. With a strip, a
 *  line above the picture says how to play. */
function encodePng(canvas, { maxWidth = Infinity, hasStrip = false } = {}) {
  const scale = Math.min(1, maxWidth / canvas.width);
  const [width, height] = [canvas.width * scale, canvas.height * scale].map(Math.round);
  const strip = hasStrip ? Math.round(STRIP_SHARE * width) : 0;
  const copy = Object.assign(document.createElement("canvas"), { width, height: height + strip });
  const context = copy.getContext("2d");
  context.fillStyle = PAPER;
  context.fillRect(0, 0, width, height + strip);
  context.drawImage(canvas, 0, strip, width, height);
  if (strip) drawStrip(context, width, strip);
  return copy.toDataURL("image/png").split(",")[1];
}

/** Draw the strip at the top of a saved picture. */
function drawStrip(context, width, height) {
  context.fillStyle = STRIP_COLOR;
  context.fillRect(0, 0, width, height);
  Object.assign(context, { fillStyle: PAPER, textAlign: "center", textBaseline: "middle" });
  context.font = `bold ${STRIP_FONT_SHARE * width}px sans-serif`;
  context.fillText(SAVED_PICTURE_TEXT, width / 2, height / 2);
}

/** Encode the board's picture with all marks as PNG in base64; undefined before it is painted. */
export function encodeBoardPicture(svg) {
  const canvas = svg.closest(".polygames-stack")?.querySelector("canvas");
  return canvas ? encodePng(canvas) : undefined;
}

/** Return whether a canvas is empty: after a page is loaded, the kernel has yet to paint it. */
function isBlank(canvas) {
  const small = Object.assign(document.createElement("canvas"), { width: 4, height: 4 });
  const context = small.getContext("2d");
  context.drawImage(canvas, 0, 0, 4, 4);
  return context.getImageData(0, 0, 4, 4).data.every((value) => value === 0);
}

/** Return whether a canvas is not drawn yet, and call `act` when it is.
 *
 *  ipycanvas paints at once. An SVG picture takes a while. */
export function isPictureLate(name, act) {
  const canvas = globalThis[SURFACES_KEY]?.get(name);
  if (canvas?.isLate) canvas.addEventListener("drawn", act, { once: true });
  return Boolean(canvas?.isLate);
}

/** Return the boards that are drawn when a notebook is saved; install the hook at the first
 *  call. */
function getBoardsToSave(notebook) {
  if (notebook[BOARDS_KEY]) return notebook[BOARDS_KEY];
  const plain = notebook.toJSON;
  const boards = (notebook[BOARDS_KEY] = new Set());
  notebook.toJSON = function (...args) {
    const json = plain.apply(this, args);
    for (const draw of boards) {
      try {
        draw(json);
      } catch (error) {
        // The notebook is saved in any case.
        console.warn("polygames: this board was saved with an older picture", error);
      }
    }
    return json;
  };
  return boards;
}

/** Update the board's picture at each save of the notebook. Return a function that ends this.
 *
 *  Nothing happens on a page without a notebook to save (Voila). A live output is not touched.
 *  After a move the notebook is marked as changed, so that autosave saves it.
 *
 *  @param {WidgetModel} model */
export function savePictures(model) {
  const manager = model.widget_manager;
  const notebook = manager?.context?.model;
  if (!notebook?.toJSON) return () => {};
  const frame = () => JSON.parse(model.get("frame"));
  const boards = getBoardsToSave(notebook);
  let painted = null;
  let { version } = frame();
  const findCanvas = async () => {
    // Set after the model exists, and perhaps before the canvas.
    const { canvas } = model.get("saved");
    if (!canvas || painted) return;
    let found = null;
    try {
      found = await manager.get_model(canvas);
    } catch {
      // no such model: the picture is an SVG
    }
    painted = found?.canvas ?? globalThis[SURFACES_KEY]?.get(canvas);
  };
  const updatePicture = (json) => {
    let once;
    const picture = () => (once ??= encodePng(painted, { hasStrip: true }));
    const { view, title, is_last: isLast } = model.get("saved");
    if (!painted || isBlank(painted)) return;
    const { status } = frame();
    const isShown = putPictureInOutputs(json, { view, title, status, picture, isLast });
    if (isShown && !isLast)
      saveWidgetPicture(json, {
        view,
        status,
        picture: () => encodePng(painted, { maxWidth: WIDGET_PICTURE_WIDTH_PX }),
      });
  };
  const markChanged = () => {
    findCanvas();
    const now = frame().version;
    if (now === version) return;
    version = now;
    notebook.dirty = true;
  };
  findCanvas();
  boards.add(updatePicture);
  model.on("change:saved", findCanvas);
  model.on("change:frame", markChanged);
  return () => {
    boards.delete(updatePicture);
    model.off("change:saved", findCanvas);
    model.off("change:frame", markChanged);
  };
}
