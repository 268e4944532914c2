// Previews of moves. The frame has a label for each move; the picture is requested from the kernel
// when somebody points at the move, and stored in the frame. Rows of a panel, and places where a line
// may begin, have previews, too.

import { onMount } from "../page/mount.js";
import { addListeners } from "../shared/dom.js";
import { drawPrimitive } from "../shared/drawing.js";
import { findBorders, cutsRegion, REACH_PX } from "./border.js";
import { sendMessage } from "./state.js";

/** @import { BoardState, Pointed, Surface, WidgetModel } from "../types.js" */

/** Request the preview of the move that a click would complete, once in each frame.
 *
 *  @param {BoardState} ui
 *  @param {Pointed} pointed */
export function requestPreview(ui, { move }) {
  if (!move || move.preview || move.asked) return;
  move.asked = true;
  sendMessage(ui, "request_preview", { spelling: move.spelling });
}

/** Store a preview that was requested. Its label may say more than that of the frame.
 *
 *  @param {BoardState} state */
export function storePreview({ frame }, { spelling, label, preview, version }) {
  if (version !== frame.version) return;
  const move = frame.moves.find((each) => each.spelling.join() === spelling.join());
  if (move) Object.assign(move, { label, preview });
}

// --- Previews of a panel's rows, and the values of lines from a place

const HOVER_MS = 90; // the pointer rests at a border so long before the kernel is asked
const MOVED_PX = 8; // distance to another place

/** Draw previews: of the row that is pointed at in a panel, and of lines from a place.
 *
 *  A panel sends its row as an event to the board's root, the kernel sends the values of lines.
 *  Return a function that ends this.
 *
 *  @param {BoardState} ui
 *  @param {Surface} surface
 *  @param {WidgetModel} model
 *  @param {HTMLElement} el */
export function watchPreviews(ui, { svg, layers }, model, el) {
  const draw = (scene) =>
    layers.looked.replaceChildren(...scene.map((each) => drawPrimitive(each, ui.camera.growth())));
  const ends = createEndsPreview(ui, draw);
  const updateEnds = () => ends.look();
  const onMessage = (message) => {
    if (message.kind === "line_values") ends.take(message);
  };
  const home = onMount(el, [
    (root) => addListeners(root, { "polygames-look": ({ detail }) => draw(detail ?? []) }),
  ]);
  const pointed = addListeners(svg, {
    pointermove: updateEnds,
    pointerup: updateEnds,
    pointerleave: updateEnds,
  });
  model.on("msg:custom", onMessage);
  return () => {
    for (const end of [home, ends.stop, pointed]) end();
    model.off("msg:custom", onMessage);
  };
}

/** Return where a line begins, or would begin at the pointer; null if nowhere.
 *
 *  @param {BoardState} ui */
export function lineStartPoint(ui) {
  if (!ui.frame?.has_line_values || !ui.frame.active) return null;
  const near = ui.pointer ? findBorders(ui, ui.pointer, REACH_PX.mouse) : [];
  return (ui.anchors.length ? ui.anchors : near).find(cutsRegion)?.point ?? null;
}

/** Create an object that asks the kernel about the place where a line begins, once the pointer
 *  rests.
 *
 *  @param {BoardState} ui */
export function createEndsPreview(ui, draw, { later = setTimeout, never = clearTimeout } = {}) {
  let at = null;
  let timer = null;
  const stop = () => never(timer);
  const look = () => {
    const now = lineStartPoint(ui);
    const same =
      at && now && Math.hypot(at[0] - now[0], at[1] - now[1]) < MOVED_PX * ui.camera.unit();
    if (same || (!at && !now)) return;
    stop();
    if (at) draw([]);
    at = now;
    if (at) timer = later(() => sendMessage(ui, "request_line_values", { start: at }), HOVER_MS);
  };
  const take = ({ start, scene }) => {
    if (at && start[0] === at[0] && start[1] === at[1]) draw(scene);
  };
  return { look, take, stop };
}
