// Arrows, circles and numbers that a player draws on the position: with the right button, with
// keys,
// or with any pointer while the drawing tool is on. The kernel stores them in the record and paints
// them.

import { createSvgElement } from "../shared/drawing.js";
import { centerOf, cursorPoint } from "../shared/geometry.js";
import { sendMessage } from "./state.js";
import { findItemUnder } from "./targets.js";

/** @import { BoardState, Item } from "../types.js" */

const KIND_BY_KEY = { a: "arrow", l: "line", c: "circle", m: "number" };
const DEFAULT_TOOL = { kind: "arrow", color: "green", on: false };

/** Return the drawing tool: the one of the frame, or the default.
 *
 *  @param {BoardState} state */
export const currentTool = ({ frame }) => frame.drawing_tool ?? DEFAULT_TOOL;

/** Return the colour of a mark. Shift, Alt or both replace the colour of the tool.
 *
 *  @param {BoardState} ui */
const draftColor = (ui, { shiftKey, altKey }) =>
  shiftKey && altKey ? "black" : shiftKey ? "red" : altKey ? "blue" : currentTool(ui).color;

/** Return a place as records store it: the name of the item there, or the point itself.
 *
 *  @param {Item | null} item */
const toRecordPlace = (item, at) =>
  item?.target && !/[\s;,]/.test(item.target)
    ? { place: item.target, at: centerOf(item) }
    : { place: at, at };

/** @param {BoardState} ui */
const recordPlaceAt = (ui, at) => toRecordPlace(findItemUnder(ui, at), at);

/** Return the place that the cursor is on.
 *
 *  @param {BoardState} state */
const cursorPlace = ({ cursor }) =>
  cursor.region
    ? { place: cursorPoint(cursor), at: cursorPoint(cursor) }
    : toRecordPlace(cursor, cursorPoint(cursor));

const isSamePlace = (one, other) => String(one.place) === String(other.place);

/** Start a mark at the pointer.
 *
 *  @param {BoardState} ui */
export function beginDraft(ui, event) {
  const from = recordPlaceAt(ui, ui.camera.toScene(event));
  ui.draft = {
    from,
    to: from,
    at: [event.clientX, event.clientY],
    kind: currentTool(ui).kind,
    color: draftColor(ui, event),
  };
}

/** Move the end of a mark to the pointer.
 *
 *  @param {BoardState} ui */
export function moveDraft(ui, event) {
  ui.draft.to = recordPlaceAt(ui, ui.camera.toScene(event));
}

/** Finish a mark. Where the pointer has hardly moved, it is a circle or a number.
 *
 *  @param {BoardState} ui */
export function endDraft(ui, event) {
  const {
    at: [x, y],
  } = ui.draft;
  const isStill = Math.hypot(event.clientX - x, event.clientY - y) < 6;
  if (isStill) ui.draft.to = ui.draft.from;
  else moveDraft(ui, event);
  finishDraft(ui);
}

/** @param {BoardState} ui */
function finishDraft(ui) {
  const { from, to, kind, color } = ui.draft;
  const isPoint = isSamePlace(from, to);
  ui.draft = null;
  const mark = isPoint && kind !== "number" ? "circle" : kind;
  sendMark(
    ui,
    mark,
    isPoint || mark === "circle" || mark === "number" ? [from] : [from, to],
    color,
  );
}

/** @param {BoardState} ui */
function sendMark(ui, mark, places, color) {
  sendMessage(ui, "draw_mark", { mark, places: places.map(({ place }) => place), color });
}

/** Handle the keys a, l, c and m, which draw at the cursor, and x, which erases all marks.
 *
 *  An arrow and a line need the key twice. Return whether the key was handled.
 *
 *  @param {BoardState} ui */
export function handleMarkKey(ui, key) {
  if (!ui.cursor || !(KIND_BY_KEY[key] || key === "x")) return false;
  if (key === "x") return sendMessage(ui, "erase_marks") ?? true;
  const kind = KIND_BY_KEY[key];
  const here = cursorPlace(ui);
  const { draft } = ui;
  const color = currentTool(ui).color;
  if (kind === "circle" || kind === "number") sendMark(ui, kind, [here], color);
  else if (!draft) {
    ui.draft = { from: here, to: here, kind, color };
    ui.say(`${kind} started: go to its end and press ${key}`);
  } else {
    draft.to = here;
    finishDraft(ui);
  }
  return true;
}

/** Cancel a mark that is being drawn. Return whether there was one.
 *
 *  @param {BoardState} ui */
export function cancelDraft(ui) {
  const something = Boolean(ui.draft);
  ui.draft = null;
  return something;
}

/** Return the mark that is being drawn, with its start and its current end; otherwise null.
 *
 *  @param {BoardState} ui */
export function currentMark(ui) {
  if (!ui.draft) return null;
  const { from, to, kind, color, at } = ui.draft;
  const end = at || !ui.cursor ? to : cursorPlace(ui);
  return {
    start: from.at,
    end: end.at,
    kind: isSamePlace(from, end) && kind !== "number" ? "circle" : kind,
    color,
  };
}

// As in scene/user_marks.py.
const MARK_COLORS = { green: "#009e73", red: "#cc3311", blue: "#0072b2", black: "#222222" };
const MARK_WIDTH_PX = 3.6;
const MARK_RADIUS_PX = 13; // in pixels, as there

/** Paint a mark that is being drawn. Once it is drawn, the kernel paints it with all others.
 *
 *  @param {BoardState} ui */
export function paintDraft(ui, layer) {
  const {
    start: [x1, y1],
    end: [x2, y2],
    kind,
    color,
  } = currentMark(ui);
  const pen = { stroke: MARK_COLORS[color], "stroke-width": MARK_WIDTH_PX };
  if (kind === "circle" || kind === "number")
    return layer.append(
      createSvgElement("circle", {
        cx: x1,
        cy: y1,
        r: MARK_RADIUS_PX * ui.camera.unit(),
        fill: "none",
        ...pen,
      }),
    );
  const head = kind === "arrow" ? { "marker-end": "url(#polygames-arrow)" } : {};
  layer.append(
    createSvgElement("line", { x1, y1, x2, y2, ...pen, "stroke-linecap": "round", ...head }),
  );
}
