// Previews of moves. Where the frame has only a quick preview, the full one is requested from the
// kernel. Rows of a panel, and places where a line may begin, have previews, too.

import { onMount } from "../page/mount.js";
import { addListeners } from "../shared/dom.js";
import { drawPrimitive } from "../shared/drawing.js";
import { findBorders, cutsRegion, REACH_PX } from "./border.js";
import { sendMessage } from "./state.js";
import { movesAfter } from "./targets.js";

/** @import { BoardState, Surface, WidgetModel } from "../types.js" */

/** Request the full preview of the move that a click would complete.
 *
 *  Where the frame asks for it (`continuations`), request those of all moves that continue from the
 *  pointed item.
 *
 *  @param {BoardState} ui */
export function requestPreview(ui, { item, can, move }) {
  const {
    frame: { preview_requests: kind, space },
    spelled,
  } = ui;
  if (!kind || !can || !(move || kind === "continuations")) return;
  const spelling = [...spelled, item.target];
  const continuations = movesAfter(ui, item.target);
  const newMoves = (move ? [move] : continuations).filter((each) => !each.asked);
  if (!newMoves.length) return;
  for (const each of newMoves) each.asked = true;
  sendMessage(ui, "request_previews", { spelling, space });
}

/** Store previews that were requested, or that the kernel computed in its spare time.
 *
 *  @param {BoardState} state */
export function storePreviews({ frame }, { moves, version, space }) {
  if (version !== frame.version || space !== frame.space) return;
  const known = new Map(frame.moves.map((move) => [move.spelling.join(), move]));
  for (const { spelling, label, preview } of moves)
    Object.assign(known.get(spelling.join()) ?? {}, { label, preview, asked: true });
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
