// The picture in a saved notebook, made when it is saved, of the position that is on the board then.
// In a trusted notebook whose kernel is gone the view of a widget outranks the picture in the same
// output, so the picture becomes a widget, too.

const VIEW_MIME = "application/vnd.jupyter.widget-view+json";
const STATE_MIME = "application/vnd.jupyter.widget-state+json";
const LAYOUT_SUFFIX = "-polygames";

/** Keep a picture under a board's own model in the metadata of a notebook, as JSON. What is kept of
 *  boards that are in no output any more goes; what other widgets keep there stays. */
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
  const value = `${image}<p>${words}. This is a saved picture: run the cell to play.</p>`;
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

// --- The picture in the outputs, and the widget

const BOARDS_KEY = Symbol.for("polygames.boards"); // each board has a copy of this module
const SURFACES_KEY = Symbol.for("polygames.svg_surfaces"); // the canvases on which svg_surface.js draws

/** Show a board's `picture` and `status` in each output of a notebook that has its view. The view goes
 *  if its kernel ends with the page: nothing would ever be seen in the picture's place. Whether it is there. */
export function putPictureInOutputs(
  { cells = [] },
  { view, title, picture, status, isLast = false },
) {
  const outputs = cells.flatMap((cell) => cell.outputs ?? []);
  const own = outputs.filter((output) => output.data?.[VIEW_MIME]?.model_id === view);
  for (const { data } of own) {
    data["image/png"] = picture();
    delete data["image/svg+xml"]; // what the kernel drew before there was a page
    if (isLast) delete data[VIEW_MIME];
    data["text/plain"] = `${title}: ${status}`;
  }
  return own.length > 0;
}

const WIDGET_PICTURE_WIDTH_PX = 480; // pixels: the picture stands in the file twice

/** What is on a canvas, on white paper, as base64; so many pixels wide at most. */
function encodePng(painted, most = Infinity) {
  const share = Math.min(1, most / painted.width);
  const [width, height] = [painted.width * share, painted.height * share].map(Math.round);
  const copy = Object.assign(document.createElement("canvas"), { width, height });
  const brush = copy.getContext("2d");
  brush.fillStyle = "#ffffff";
  brush.fillRect(0, 0, width, height);
  brush.drawImage(painted, 0, 0, width, height);
  return copy.toDataURL("image/png").split(",")[1];
}

/** The board's picture with all that is drawn on it, as base64; undefined before the board is painted. */
export function encodeBoardPicture(svg) {
  const painted = svg.closest(".polygames-stack")?.querySelector("canvas");
  return painted ? encodePng(painted) : undefined;
}

/** Whether nothing is on a canvas: on a page that was just loaded the kernel has yet to paint it. */
function isBlank(painted) {
  const small = Object.assign(document.createElement("canvas"), { width: 4, height: 4 });
  const brush = small.getContext("2d");
  brush.drawImage(painted, 0, 0, 4, 4);
  return brush.getImageData(0, 0, 4, 4).data.every((value) => value === 0);
}

/** Whether a canvas is still to be drawn on; then something is done when it is. ipycanvas paints
 *  when it is told to, an SVG picture takes a while. */
export function isPictureLate(name, act) {
  const canvas = globalThis[SURFACES_KEY]?.get(name);
  if (canvas?.isLate) canvas.addEventListener("drawn", act, { once: true });
  return Boolean(canvas?.isLate);
}

/** The boards that are to be drawn whenever a notebook is saved. */
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
        console.warn("polygames: a board was saved with an older picture", error); // but it is saved
      }
    }
    return json;
  };
  return boards;
}

/** Have each save of the notebook show the board as it is; returns what ends it.
 *
 *  Where the page has no notebook of its own to save (Voila) nothing happens. A live output is not
 *  touched. After a move the notebook counts as changed, or it would not be saved by itself. */
export function savePictures(model) {
  const manager = model.widget_manager;
  const notebook = manager?.context?.model;
  if (!notebook?.toJSON) return () => {};
  const frame = () => JSON.parse(model.get("frame"));
  const boards = getBoardsToSave(notebook);
  let painted = null;
  let { version } = frame();
  const find = async () => {
    const { canvas } = model.get("saved"); // comes after the model, and perhaps before the canvas
    if (!canvas || painted) return;
    let found = null;
    try {
      found = await manager.get_model(canvas);
    } catch {
      /* no such model: the picture is an SVG */
    }
    painted = found?.canvas ?? globalThis[SURFACES_KEY]?.get(canvas);
  };
  const draw = (json) => {
    let once;
    const picture = () => (once ??= encodePng(painted));
    const { view, title, is_last: isLast } = model.get("saved");
    if (!painted || isBlank(painted)) return;
    const { status } = frame();
    const isShown = putPictureInOutputs(json, { view, title, status, picture, isLast });
    if (isShown && !isLast)
      saveWidgetPicture(json, {
        view,
        status,
        picture: () => encodePng(painted, WIDGET_PICTURE_WIDTH_PX),
      });
  };
  const touch = () => {
    find();
    const now = frame().version;
    if (now === version) return;
    version = now;
    notebook.dirty = true;
  };
  find();
  boards.add(draw);
  model.on("change:saved", find);
  model.on("change:frame", touch);
  return () => {
    boards.delete(draw);
    model.off("change:saved", find);
    model.off("change:frame", touch);
  };
}
