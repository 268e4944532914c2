// Texts at the pointer: what it is on, and why something was refused. And the texts about the
// cursor.

import { distance, centerOf, cursorPoint } from "../shared/geometry.js";
import { HALF, cutsRegion, moveOfLine, rejectionReason, pieceAreas } from "./border.js";
import { nextTargets, findPointed, scaleItem } from "./targets.js";

/** @import { BoardState, Box, Cursor, Edges, Item, Line, Point, Pointed, Size } from "../types.js" */

/** Return the text beside the pointer: about a line, or about what is pointed at.
 *
 *  @param {BoardState} ui
 *  @param {Pointed} [pointed] */
export function tipText(ui, { item, move } = {}) {
  if (ui.line) return moveOfLine(ui, ui.line)?.label ?? lineText(ui, ui.line);
  if (ui.typed) return `no line from here cuts off ${typedAreaText(ui)}`;
  if (ui.anchors.length) return "now choose where the line ends";
  if (isChosen(ui, item)) return "now click a place with a green edge";
  return move?.label || itemText(item);
}

/** @param {Item} item */
const itemText = (item) => item?.label ?? "";

/** Return whether an item was chosen as the beginning of a move.
 *
 *  @param {BoardState} ui
 *  @param {Item} item */
const isChosen = (ui, item) => Boolean(item?.target && ui.spelled.includes(item.target));

/** Return the screen boxes that a tooltip at a chosen item should not cover: all next targets.
 *
 *  @param {BoardState} ui
 *  @param {Item} item */
export function boxesToAvoid(ui, item) {
  if (!isChosen(ui, item)) return [];
  const next = nextTargets(ui);
  return ui.frame.items
    .filter(({ target }) => next.has(target))
    .map((each) => {
      const { points, center: [x, y] = [], radius } = scaleItem(ui, each);
      const corners = (
        points ?? [
          [x - radius, y - radius],
          [x + radius, y + radius],
        ]
      ).map((point) => ui.camera.toScreen(point));
      const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
      return {
        left: Math.min(...xs),
        top: Math.min(...ys),
        right: Math.max(...xs),
        bottom: Math.max(...ys),
      };
    });
}

/** Return the area that a line is to cut off: the typed number, or the words for half.
 *
 *  @param {BoardState} state */
const typedAreaText = ({ typed }) => (typed === HALF ? "half of the area" : typed);

/** @param {BoardState} ui
 *  @param {Line} line */
function lineText(ui, line) {
  const { held, typed } = ui;
  const [x, y] = pieceSizes(ui, line);
  const notes = [rejectionReason(ui, line, !ui.cursor), ownLineText(ui, line)];
  const cut = typed === HALF ? "cut in half: " : typed && `cut to ${typed}: `;
  return [held ? cutText(ui, line) : `${cut}${x} | ${y}`, ...notes].filter(Boolean).join("\n");
}

/** Return the areas that a line makes, such as "cuts 57 into 20 + 37".
 *
 *  @param {BoardState} ui
 *  @param {Line} line */
export function cutText(ui, line) {
  const [x, y] = pieceSizes(ui, line);
  const whole = areaText(ui, line.a.region.value);
  return `cuts ${whole} into ${x} + ${y}`.replaceAll(".00", "");
}

const EQUAL_AREAS = 5e-7; // as the rules compare an area with the threshold

/** Return an area with two decimals. If it is rounded to the threshold, "+" or "−" tells that it is
 *  a little more or less than it.
 *
 *  @param {BoardState} state
 *  @param {number} value */
function areaText({ frame }, value) {
  const { threshold = 0 } = frame.pen;
  const rounded = value.toFixed(2);
  const over = rounded === threshold.toFixed(2) ? value - threshold : 0;
  return `${rounded}${over > EQUAL_AREAS ? "+" : over < -EQUAL_AREAS ? "−" : ""}`;
}

/** Return the areas of the pieces that a line makes, the smaller one first, as texts.
 *
 *  @param {BoardState} ui
 *  @param {Line} line */
const pieceSizes = (ui, line) =>
  pieceAreas(line)
    .sort((p, q) => p - q)
    .map((value) => areaText(ui, value));

/** Return the text about a line between two sides of the player's own; "" for any other line, also
 *  for one in an area that a move has cut meanwhile.
 *
 *  @param {BoardState} state
 *  @param {Line} line */
const ownLineText = ({ frame }, line) =>
  [line.a, line.b].every(({ region, edge }) => region.edges[edge]?.owner === frame.pen.owner)
    ? frame.pen.own
    : "";

/** Return the point beside which the tooltip is shown, or null.
 *
 *  @param {BoardState} state */
export const tipPoint = ({ cursor, held, line, pointer, typed }) =>
  cursorPoint(cursor) ?? (line && (typed || held) ? line.b.point : pointer);

/** Return the corner of a tooltip of a given size, in pixels.
 *
 *  It is beside the point, where there is room, and where it covers neither the line from `from`
 *  to the point nor one of the boxes `off`. If all places beside the point are covered, it is
 *  beyond these boxes.
 *
 *  @param {Point} point */
export function tipCorner(point, size, box, from = null, off = []) {
  const beside = cornersBeside(point, size, box);
  const [near] = beside;
  const isFree = (corner) =>
    fitsBox(corner, size, box) &&
    !(from && lineCrossesBox(from, point, corner, size)) &&
    !off.some((each) => overlapsBox(each, corner, size));
  const corners = off.length ? [...beside, ...cornersBeyond(point, size, box, off)] : beside;
  const [left, top] = ((from || off.length) && corners.find(isFree)) || near;
  return [Math.max(2, left), Math.max(2, top)];
}

/** Return the four possible corners beside a point; the first one has room.
 *
 *  @param {Point} point
 *  @param {Size} size
 *  @param {Box} box */
function cornersBeside([x, y], { width, height }, box) {
  const right = x + 16;
  const left = x - 16 - width;
  const below = y + 18;
  const above = y - 12 - height;
  const [nearX, farX] = right + width <= box.width ? [right, left] : [left, right];
  const [nearY, farY] = below + height <= box.height ? [below, above] : [above, below];
  return [
    [nearX, nearY],
    [nearX, farY],
    [farX, nearY],
    [farX, farY],
  ];
}

/** Return whether a tooltip is inside the board, with a margin at the left and the top.
 *
 *  @param {Point} point
 *  @param {Size} size
 *  @param {Box} box */
const fitsBox = ([left, top], { width, height }, box) =>
  left >= 2 && top >= 2 && left + width <= box.width && top + height <= box.height;

/** Return the possible corners beyond all boxes to avoid: at the point's height, and then the
 *  nearest of above, below, left and right.
 *
 *  @param {Point} point
 *  @param {Size} size
 *  @param {Box} box
 *  @param {Edges[]} off */
function cornersBeyond([x, y], { width, height }, box, off) {
  const left = Math.min(...off.map((each) => each.left)) - 4 - width;
  const right = Math.max(...off.map((each) => each.right)) + 4;
  const above = Math.min(...off.map((each) => each.top)) - 4 - height;
  const below = Math.max(...off.map((each) => each.bottom)) + 4;
  const across = Math.max(2, Math.min(x - width / 2, box.width - width));
  const along = Math.max(2, Math.min(y - height / 2, box.height - height));
  /** @param {Point} corner */
  const far = ([a, b]) => distance([a + width / 2, b + height / 2], [x, y]);
  const places = [
    [across, above],
    [across, below],
    [left, along],
    [right, along],
  ].sort((p, q) => far(p) - far(q));
  return [[x + 16, along], [x - 16 - width, along], ...places];
}

/** @param {Edges} box
 *  @param {Point} point
 *  @param {Size} size */
const overlapsBox = ({ left, top, right, bottom }, [a, b], { width, height }) =>
  a < right && a + width > left && b < bottom && b + height > top;

const LINE_SAMPLES = 40; // how many points of a line are checked

/** Return whether a line between two points crosses a box.
 *
 *  @param {Point} point
 *  @param {Point} other
 *  @param {Point} third
 *  @param {Size} size */
function lineCrossesBox([x, y], [u, v], [left, top], { width, height }) {
  return Array.from({ length: LINE_SAMPLES + 1 }, (_, i) => [
    x + (i / LINE_SAMPLES) * (u - x),
    y + (i / LINE_SAMPLES) * (v - y),
  ]).some(([a, b]) => a > left - 3 && a < left + width + 3 && b > top - 3 && b < top + height + 3);
}

// --- The place of the cursor as a text for screen readers

/** Return the text about the cursor: what it is on, and what Enter does there.
 *
 *  @param {BoardState} ui */
export function cursorText(ui) {
  const { anchors, cursor, line, typed } = ui;
  if (typed && !line) return `No line from here cuts off ${typedAreaText(ui)}.`;
  if (line && cutsRegion(line.a)) return lineAnnouncement(ui); // a line that fills may end inside
  if (!cursor) return "";
  if (cursor.region)
    return `${borderText(cursor)} ${anchors.length ? "No line ends here." : "Press Enter to start a line."}`;
  return itemAnnouncement(ui, findPointed(ui));
}

const PLAY_TEXT = "Press Enter to play it.";

/** Return what a longer text about the cursor adds to the text that was read aloud; "" if nothing.
 *
 *  @param {string} before
 *  @param {string} after */
export function addedText(before, after) {
  const [known, news] = [before, after].map((text) => text.replace(` ${PLAY_TEXT}`, ""));
  const start = known.replace(/\.$/, "");
  if (!start || !news.startsWith(start)) return after;
  return news.slice(start.length).replace(/^[:,.] ?/, "");
}

/** Return the text about the item at the cursor, and about what Enter does there.
 *
 *  @param {BoardState} ui */
function itemAnnouncement(ui, { item, can, move }) {
  const [x, y] = centerOf(item);
  // As for the ends of lines.
  const where = ui.frame.pen ? `, around ${x.toFixed(1)}, ${y.toFixed(1)}` : "";
  const name = itemText(item) + where;
  if (ui.spelled.includes(item.target)) return chosenText(item);
  if (move) {
    const longer = [name, move.label].find(
      (text) => text.includes(name) && text.includes(move.label),
    );
    return longer ? `${longer}. ${PLAY_TEXT}` : `${name}. Press Enter: ${move.label}.`;
  }
  return can ? `${name}. Press Enter to choose it.` : `${name}.`;
}

/** Return the text about an item that was chosen.
 *
 *  @param {Pick<Item, "label">} item */
export const chosenText = ({ label }) =>
  `${label}: chosen. Press n or p to go to the places where it can go.`;
/** Return the text about a line to the cursor: its end, its pieces, and why it may be rejected.
 *
 *  @param {BoardState} ui */
function lineAnnouncement(ui) {
  const { line } = ui;
  const why = rejectionReason(ui, line);
  const own = ownLineText(ui, line);
  return [
    borderText(line.b),
    `A line to this point cuts the area into ${pieceSizes(ui, line).join(" and ")}.`,
    own && `${own}.`,
    why ? `You cannot draw it: ${why}.` : "Press Enter to draw it.",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Return the text about a place on a border: its side, and how far along it is.
 *
 *  @param {Cursor} place */
function borderText({ region, edge, share, point: [x, y] }) {
  const { owner } = region.edges[edge];
  const side = owner && owner !== "neutral" ? `${owner} side` : "side";
  return `Area of ${Number(region.value.toFixed(2))}: ${side} ${edge + 1} of ${region.edges.length}, ${Math.round(100 * share)}% along it, at ${x.toFixed(1)}, ${y.toFixed(1)}.`;
}

// --- Refusals, shown at the place that they are about

/** Show why something is refused, at the cursor or at the last position of the pointer.
 *
 *  `hasRings`: the places that can be chosen get rings until the next press or key.
 *
 *  @param {BoardState} ui
 *  @param {string} text */
export function showRefusal(ui, text, { hasRings = false } = {}) {
  const [l, t, r, b] = ui.camera.view;
  const mouse = ui.mouse && ui.camera.toScene(ui.mouse);
  const at = cursorPoint(ui.cursor) ?? mouse ?? [(l + r) / 2, (t + b) / 2];
  ui.refusal = { text, at, mouse: ui.mouse, cursor: ui.cursor, hasRings };
  ui.say(text);
}

/** Return whether a refusal is still current: pointer and cursor have not moved, so no tooltip
 *  is shown.
 *
 *  @param {BoardState} state */
export const isRefusalCurrent = ({ refusal, mouse, cursor }) =>
  hasNotMoved(refusal, { mouse, cursor }, 3);

const TIP_MS = 3000; // the time for which the text about a place is shown while the mouse rests

/** Return whether the mouse has rested so long that the text beside it is in the way. The text about
 *  a move that has begun stays.
 *
 *  @param {BoardState} state */
export const isTipOver = ({ anchors, cursor, mouse, spelled }) =>
  !cursor &&
  !anchors.length &&
  !spelled.length &&
  mouse?.timeStamp !== undefined &&
  performance.now() - mouse.timeStamp > TIP_MS;

/** Call `show` when the text beside the pointer is over. Return a function that starts the time
 *  again, after a move of the pointer.
 *
 *  @param {() => void} show */
export function createTipTimer(show) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(show, TIP_MS + 50);
  };
}

/** Return whether the mouse is still where a move was made: a tooltip would cover the result.
 *
 *  @param {BoardState} state */
export const isPointerAtMove = ({ movedAt, mouse, cursor }) =>
  !cursor && Boolean(mouse) && hasNotMoved(movedAt, { mouse, cursor }, 8);

/** Return whether the pointer has moved less than `far` pixels, and the cursor not at all. */
function hasNotMoved(then, { mouse, cursor }, far) {
  if (!then || then.cursor !== cursor) return false;
  const [here, there] = [mouse, then.mouse].map((event) => [
    event?.clientX ?? 0,
    event?.clientY ?? 0,
  ]);
  return distance(here, there) < far;
}

/** Return the corner of a note of a given size, in pixels: above the point or else below it, and
 *  wholly visible.
 *
 *  @param {Point} point
 *  @param {Size} size
 *  @param {Box} box */
export function noteCorner([x, y], size, box) {
  const above = y - 14 - size.height;
  const within = (place, room) => Math.max(2, Math.min(place, room - 2));
  return [
    within(x - size.width / 2, box.width - size.width),
    within(above < 2 ? y + 14 : above, box.height - size.height),
  ];
}
