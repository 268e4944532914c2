// The picture in a saved notebook: made when it is saved, of the position that is on the board then.

import { keepModel } from "./reopened.js";

const VIEW = "application/vnd.jupyter.widget-view+json";
const BOARDS = Symbol.for("polygames.boards"); // each board has a copy of this module
const SHEETS = Symbol.for("polygames.sheets"); // the canvases on which sheet.js draws

/** Show a board's `picture` and `status` in each output of a notebook that has its view. The view goes
 *  if its kernel ends with the page: nothing would ever be seen in the picture's place. Whether it is there. */
export function illustrate({ cells = [] }, { view, picture, status, isLast = false }) {
  const outputs = cells.flatMap((cell) => cell.outputs ?? []);
  const own = outputs.filter((output) => output.data?.[VIEW]?.model_id === view);
  for (const { data } of own) {
    data["image/png"] = picture();
    delete data["image/svg+xml"]; // what the kernel drew before there was a page
    if (isLast) delete data[VIEW];
    const text = [data["text/plain"]].flat().join("");
    data["text/plain"] = `${text.split(":", 1)[0]}: ${status}`;
  }
  return own.length > 0;
}

const SMALL = 480; // pixels: the picture stands in the file twice

/** What is on a canvas, on white paper, as base64; so many pixels wide at most. */
function copied(painted, most = Infinity) {
  const share = Math.min(1, most / painted.width), [width, height] = [painted.width * share, painted.height * share].map(Math.round);
  const copy = Object.assign(document.createElement("canvas"), { width, height });
  const brush = copy.getContext("2d");
  brush.fillStyle = "#ffffff";
  brush.fillRect(0, 0, width, height);
  brush.drawImage(painted, 0, 0, width, height);
  return copy.toDataURL("image/png").split(",")[1];
}

/** Put the board's picture on the clipboard, with all that is drawn on it. */
export async function copyPicture(svg) {
  const painted = svg.closest(".polygames-stack")?.querySelector("canvas");
  if (!painted) return;
  const bytes = Uint8Array.from(atob(copied(painted)), (sign) => sign.charCodeAt(0));
  await navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([bytes], { type: "image/png" }) })]);
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
export function isLate(name, act) {
  const canvas = globalThis[SHEETS]?.get(name);
  if (canvas?.isLate) canvas.addEventListener("drawn", act, { once: true });
  return Boolean(canvas?.isLate);
}

/** The boards that are to be drawn whenever a notebook is saved. */
function boardsOf(notebook) {
  if (notebook[BOARDS]) return notebook[BOARDS];
  const plain = notebook.toJSON, boards = notebook[BOARDS] = new Set();
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
export function keepPicture(model) {
  const manager = model.widget_manager, notebook = manager?.context?.model;
  if (!notebook?.toJSON) return () => {};
  const frame = () => JSON.parse(model.get("frame")), boards = boardsOf(notebook);
  let painted = null, { version } = frame();
  const find = async () => {
    const { canvas } = model.get("saved"); // comes after the model, and perhaps before the canvas
    if (!canvas || painted) return;
    painted = (await manager.get_model(canvas).catch(() => null))?.canvas ?? globalThis[SHEETS]?.get(canvas);
  };
  const draw = (json) => {
    let once;
    const picture = () => (once ??= copied(painted));
    const { view, is_last: isLast } = model.get("saved");
    if (!painted || isBlank(painted)) return;
    const { status } = frame(), isShown = illustrate(json, { view, status, picture, isLast });
    if (isShown && !isLast) keepModel(json, { view, status, picture: () => copied(painted, SMALL) });
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
