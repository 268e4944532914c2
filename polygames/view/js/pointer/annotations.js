// Arrows, circles and numbers that a person draws on the position: by the right button, by keys, or by
// any pointer while the board's page says so. The kernel keeps them in the record and paints them.

import { element } from "../shared/drawing.js";
import { middle, spot } from "../shared/geometry.js";
import { send } from "./state.js";
import { itemAt } from "./targets.js";

const KINDS = { a: "arrow", l: "line", c: "circle", m: "number" };
const TOOL = { kind: "arrow", color: "green", on: false };

export const tool = ({ frame }) => frame.drawing ?? TOOL;

/** Shift, Alt and both choose another colour than the one that is set. */
const colorOf = (ui, { shiftKey, altKey }) =>
  shiftKey && altKey ? "black" : shiftKey ? "red" : altKey ? "blue" : tool(ui).color;

/** A place as records have it: the name of what is there, or the point itself. */
const named = (item, at) =>
  item?.target && !/[\s;,]/.test(item.target)
    ? { place: item.target, at: middle(item) }
    : { place: at, at };

const placeAt = (ui, at) => named(itemAt(ui, at), at);

/** What the keyboard's cursor is on. */
const placeOf = ({ cursor }) =>
  cursor.region ? { place: spot(cursor), at: spot(cursor) } : named(cursor, spot(cursor));

const same = (one, other) => String(one.place) === String(other.place);

/** Begin to draw where the pointer is. */
export function beginDraft(ui, event) {
  const from = placeAt(ui, ui.camera.toScene(event));
  ui.draft = {
    from,
    to: from,
    at: [event.clientX, event.clientY],
    kind: tool(ui).kind,
    color: colorOf(ui, event),
  };
}

export function moveDraft(ui, event) {
  ui.draft.to = placeAt(ui, ui.camera.toScene(event));
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
  const isPoint = same(from, to);
  ui.draft = null;
  const what = isPoint && kind !== "number" ? "circle" : kind;
  tell(ui, what, isPoint || what === "circle" || what === "number" ? [from] : [from, to], color);
}

function tell(ui, what, places, color) {
  send(ui, "draw", {
    what,
    places: places.map(({ place }) => place),
    color,
    space: ui.frame.space,
  });
}

/** The keys a, l, c and m draw at the cursor; x erases all. An arrow and a line take the key twice. */
export function draftKey(ui, key) {
  if (!ui.cursor || !(KINDS[key] || key === "x")) return false;
  if (key === "x") return tell(ui, "nothing", [], tool(ui).color) ?? true;
  const kind = KINDS[key];
  const here = placeOf(ui);
  const { draft } = ui;
  const color = tool(ui).color;
  if (kind === "circle" || kind === "number") tell(ui, kind, [here], color);
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
export function dropDraft(ui) {
  const something = Boolean(ui.draft);
  ui.draft = null;
  return something;
}

/** Where a mark that is being drawn begins and ends now; null where there is none. */
export function draftMark(ui) {
  if (!ui.draft) return null;
  const { from, to, kind, color, at } = ui.draft;
  const end = at || !ui.cursor ? to : placeOf(ui);
  return {
    start: from.at,
    end: end.at,
    kind: same(from, end) && kind !== "number" ? "circle" : kind,
    color,
  };
}

const COLORS = { green: "#009e73", red: "#cc3311", blue: "#0072b2", black: "#222222" }; // see scene/drawn_marks.py
const WIDTH = 3.6;
const RADIUS = 13; // pixels, as there

/** Draw a mark while it is drawn; the kernel paints it with all others once it is. */
export function paintDraft(ui, layer) {
  const {
    start: [x1, y1],
    end: [x2, y2],
    kind,
    color,
  } = draftMark(ui);
  const pen = { stroke: COLORS[color], "stroke-width": WIDTH };
  if (kind === "circle" || kind === "number")
    return layer.append(
      element("circle", { cx: x1, cy: y1, r: RADIUS * ui.camera.unit(), fill: "none", ...pen }),
    );
  const head = kind === "arrow" ? { "marker-end": "url(#polygames-arrow)" } : {};
  layer.append(element("line", { x1, y1, x2, y2, ...pen, "stroke-linecap": "round", ...head }));
}
