// Arrows, circles and numbers that a person draws on the position: by the right button, by keys, or by
// any pointer while the board's page says so. The kernel keeps them in the record and paints them.

import { createSvgElement } from "../shared/drawing.js";
import { centerOf, cursorPoint } from "../shared/geometry.js";
import { sendMessage } from "./state.js";
import { findItemUnder } from "./targets.js";

const KIND_BY_KEY = { a: "arrow", l: "line", c: "circle", m: "number" };
const DEFAULT_TOOL = { kind: "arrow", color: "green", on: false };

export const currentTool = ({ frame }) => frame.drawing ?? DEFAULT_TOOL;

/** Shift, Alt and both choose another colour than the one that is set. */
const draftColor = (ui, { shiftKey, altKey }) =>
  shiftKey && altKey ? "black" : shiftKey ? "red" : altKey ? "blue" : currentTool(ui).color;

/** A place as records have it: the name of what is there, or the point itself. */
const toRecordPlace = (item, at) =>
  item?.target && !/[\s;,]/.test(item.target)
    ? { place: item.target, at: centerOf(item) }
    : { place: at, at };

const recordPlaceAt = (ui, at) => toRecordPlace(findItemUnder(ui, at), at);

/** What the keyboard's cursor is on. */
const cursorPlace = ({ cursor }) =>
  cursor.region
    ? { place: cursorPoint(cursor), at: cursorPoint(cursor) }
    : toRecordPlace(cursor, cursorPoint(cursor));

const isSamePlace = (one, other) => String(one.place) === String(other.place);

/** Begin to draw where the pointer is. */
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

export function moveDraft(ui, event) {
  ui.draft.to = recordPlaceAt(ui, ui.camera.toScene(event));
}

/** Draw what was begun, if it is not let go near its start: that is a circle, or a number. */
export function endDraft(ui, event) {
  const {
    at: [x, y],
  } = ui.draft;
  const isStill = Math.hypot(event.clientX - x, event.clientY - y) < 6;
  if (isStill) ui.draft.to = ui.draft.from;
  else moveDraft(ui, event);
  finishDraft(ui);
}

function finishDraft(ui) {
  const { from, to, kind, color } = ui.draft;
  const isPoint = isSamePlace(from, to);
  ui.draft = null;
  const what = isPoint && kind !== "number" ? "circle" : kind;
  sendMark(
    ui,
    what,
    isPoint || what === "circle" || what === "number" ? [from] : [from, to],
    color,
  );
}

function sendMark(ui, what, places, color) {
  sendMessage(ui, "draw", {
    what,
    places: places.map(({ place }) => place),
    color,
    space: ui.frame.space,
  });
}

/** The keys a, l, c and m draw at the cursor; x erases all. An arrow and a line take the key twice. */
export function handleMarkKey(ui, key) {
  if (!ui.cursor || !(KIND_BY_KEY[key] || key === "x")) return false;
  if (key === "x") return sendMark(ui, "nothing", [], currentTool(ui).color) ?? true;
  const kind = KIND_BY_KEY[key];
  const here = cursorPlace(ui);
  const { draft } = ui;
  const color = currentTool(ui).color;
  if (kind === "circle" || kind === "number") sendMark(ui, kind, [here], color);
  else if (!draft) {
    ui.draft = { from: here, to: here, kind, color };
    ui.say(`${kind} begun: go where it ends and press ${key}`);
  } else {
    draft.to = here;
    finishDraft(ui);
  }
  return true;
}

/** Leave what is half drawn; whether there was something. */
export function cancelDraft(ui) {
  const something = Boolean(ui.draft);
  ui.draft = null;
  return something;
}

/** Where a mark that is being drawn begins and ends now; null where there is none. */
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

const MARK_COLORS = { green: "#009e73", red: "#cc3311", blue: "#0072b2", black: "#222222" }; // see scene/drawn_marks.py
const MARK_WIDTH_PX = 3.6;
const MARK_RADIUS_PX = 13; // pixels, as there

/** Draw a mark while it is drawn; the kernel paints it with all others once it is. */
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
