// Words beside the pointer: what it is on, and why something was refused.

import { distance, centerOf, cursorPoint } from "../shared/geometry.js";
import { moveOfLine, rejectionReason, pieceAreas } from "./border.js";
import { nextTargets, findPointed, scaleItem } from "./targets.js";

/** Return the text beside the pointer: about a line, or about what is pointed at. */
export function tipText(ui, { item, move } = {}) {
  if (ui.line) return moveOfLine(ui, ui.line)?.label ?? lineText(ui, ui.line);
  if (ui.typed) return `no line from here cuts off ${ui.typed}`;
  if (ui.anchors.length) return "now choose where the line ends";
  if (isChosen(ui, item)) return "now click one of the places with a green edge";
  return move?.label || itemText(item);
}

const itemText = (item) => item?.label ?? "";

/** Whether an item has been clicked as the beginning of a move. */
const isChosen = (ui, item) => Boolean(item?.target && ui.spelled.includes(item.target));

/** The boxes of the screen that words beside a chosen item keep off: all that can be clicked next. */
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

function lineText(ui, line) {
  const { typed } = ui;
  const [x, y] = pieceSizes(line);
  const notes = [rejectionReason(ui, line, !ui.cursor), ownLineText(ui, line)];
  return [typed ? `cut to ${typed}: ${x} | ${y}` : `${x} | ${y}`, ...notes]
    .filter(Boolean)
    .join("\n");
}

/** What a line cuts, the smaller piece first. */
const pieceSizes = (line) =>
  pieceAreas(line)
    .sort((p, q) => p - q)
    .map((value) => value.toFixed(2));

/** What is said of a line from a side of one's own to another one. */
const ownLineText = ({ frame }, line) =>
  [line.a, line.b].every(({ region, edge }) => region.edges[edge].owner === frame.pen.owner)
    ? frame.pen.own
    : "";

/** The point of the board that the words stand beside, or null. */
export const tipPoint = ({ cursor, line, pointer, typed }) =>
  cursorPoint(cursor) ?? (line && typed ? line.b.point : pointer);

/** Where words of a size go in a box, in pixels: beside the point, on a side where there is room and
 *  where they do not cover the line to it `from` another place, nor one of the boxes `off` which they are
 *  to keep; where all beside the point are covered, beyond these boxes. */
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

/** Return the four corners beside a point for a text of a size; first where there is room. */
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

/** Return whether a text of a size is inside a box, with a margin at the left and the top. */
const fitsBox = ([left, top], { width, height }, box) =>
  left >= 2 && top >= 2 && left + width <= box.width && top + height <= box.height;

/** Beside the point at its height, and above, below, left and right of all that words are to keep off,
 *  the nearest first. */
function cornersBeyond([x, y], { width, height }, box, off) {
  const left = Math.min(...off.map((each) => each.left)) - 4 - width;
  const right = Math.max(...off.map((each) => each.right)) + 4;
  const above = Math.min(...off.map((each) => each.top)) - 4 - height;
  const below = Math.max(...off.map((each) => each.bottom)) + 4;
  const across = Math.max(2, Math.min(x - width / 2, box.width - width));
  const along = Math.max(2, Math.min(y - height / 2, box.height - height));
  const far = ([a, b]) => distance([a + width / 2, b + height / 2], [x, y]);
  const places = [
    [across, above],
    [across, below],
    [left, along],
    [right, along],
  ].sort((p, q) => far(p) - far(q));
  return [[x + 16, along], [x - 16 - width, along], ...places];
}

const overlapsBox = ({ left, top, right, bottom }, [a, b], { width, height }) =>
  a < right && a + width > left && b < bottom && b + height > top;

const LINE_SAMPLES = 40; // places of a line that are looked at

/** Whether a line between two places runs through a box of a size. */
function lineCrossesBox([x, y], [u, v], [left, top], { width, height }) {
  return Array.from({ length: LINE_SAMPLES + 1 }, (_, i) => [
    x + (i / LINE_SAMPLES) * (u - x),
    y + (i / LINE_SAMPLES) * (v - y),
  ]).some(([a, b]) => a > left - 3 && a < left + width + 3 && b > top - 3 && b < top + height + 3);
}

// --- Where the cursor is, in words for who does not see the board

/** Say what the cursor is on, and what Enter does there. */
export function cursorText(ui) {
  const { anchors, cursor, line, typed } = ui;
  if (typed && !line) return `No line from here cuts off ${typed}.`;
  if (line) return lineAnnouncement(ui);
  if (!cursor) return "";
  if (cursor.region)
    return `${borderText(cursor)} ${anchors.length ? "No line ends here." : "Enter begins a line."}`;
  return itemAnnouncement(ui, findPointed(ui));
}

/** Return the text about the item that the cursor is on, and about what Enter does there. */
function itemAnnouncement(ui, { item, can, move }) {
  const [x, y] = centerOf(item);
  const where = ui.frame.pen ? `, around ${x.toFixed(1)}, ${y.toFixed(1)}` : ""; // as ends of lines
  const name = itemText(item) + where;
  if (ui.spelled.includes(item.target)) return chosenText(item);
  if (move)
    return `${name}${name.includes(move.label) ? ". Enter plays it." : `. Enter: ${move.label}.`}`;
  return can ? `${name}. Enter chooses it.` : `${name}.`;
}

export const chosenText = ({ label }) =>
  `${label}: chosen. The keys n and p lead to where it can go.`;
/** Say where a line would end, what it would cut, and why it may not be drawn. */
function lineAnnouncement(ui) {
  const { line } = ui;
  const why = rejectionReason(ui, line);
  const own = ownLineText(ui, line);
  return [
    borderText(line.b),
    `A line to here cuts it into ${pieceSizes(line).join(" and ")}.`,
    own && `${own}.`,
    why ? `It cannot be drawn: ${why}.` : "Enter draws it.",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Say where on a border the cursor is: whose side it is, and how far along. */
function borderText({ region, edge, share, point: [x, y] }) {
  const { owner } = region.edges[edge];
  const side = owner && owner !== "neutral" ? `${owner} side` : "side";
  return `Area of ${Number(region.value.toFixed(2))}: ${side} ${edge + 1} of ${region.edges.length}, ${Math.round(100 * share)}% along it, at ${x.toFixed(1)}, ${y.toFixed(1)}.`;
}

// --- Refusals: said where the person looks, at the place that they are about

/** Say why something is refused, at the cursor or where the pointer was last. */
export function showRefusal(ui, text) {
  const [l, t, r, b] = ui.camera.view;
  const mouse = ui.mouse && ui.camera.toScene(ui.mouse);
  const at = cursorPoint(ui.cursor) ?? mouse ?? [(l + r) / 2, (t + b) / 2];
  ui.refusal = { text, at, mouse: ui.mouse, cursor: ui.cursor };
  ui.say(text);
}

/** Whether nobody has looked elsewhere since: then there are no other words at the place. */
export const isRefusalCurrent = ({ refusal, mouse, cursor }) =>
  hasNotMoved(refusal, { mouse, cursor }, 3);

/** Whether the mouse still is where a move was made: words there would cover what it has done. */
export const isPointerAtMove = ({ movedAt, mouse, cursor }) =>
  !cursor && Boolean(mouse) && hasNotMoved(movedAt, { mouse, cursor }, 8);

/** Whether nobody has looked elsewhere since then, by so many pixels. */
function hasNotMoved(then, { mouse, cursor }, far) {
  if (!then || then.cursor !== cursor) return false;
  const [here, there] = [mouse, then.mouse].map((event) => [
    event?.clientX ?? 0,
    event?.clientY ?? 0,
  ]);
  return distance(here, there) < far;
}

/** Where a note of a size goes in a box, in pixels: above the point or else below it, and all of
 *  it in sight. */
export function noteCorner([x, y], size, box) {
  const above = y - 14 - size.height;
  const within = (place, room) => Math.max(2, Math.min(place, room - 2));
  return [
    within(x - size.width / 2, box.width - size.width),
    within(above < 2 ? y + 14 : above, box.height - size.height),
  ];
}
