// Words beside the pointer: what it is on, and why something was refused.

import { distance, spot } from "../shared/geometry.js";
import { objection, values } from "./lines.js";

/** What is said of a line, or of what is pointed at. */
export function tipText(ui, { item, move } = {}) {
  if (ui.line) return lineText(ui, ui.line);
  if (ui.typed) return `no line from here cuts off ${ui.typed}`;
  if (ui.anchors.length) return "now choose where the line ends";
  if (item?.target && ui.spelled.includes(item.target)) return "now click one of the places with a green edge";
  return move?.label || (item?.label ?? "");
}

function lineText(ui, line) {
  const { frame, typed } = ui;
  const [x, y] = values(line).sort((p, q) => p - q).map((value) => value.toFixed(2));
  const isOwn = [line.a, line.b].every(({ region, edge }) => region.edges[edge].owner === frame.pen.owner);
  const notes = [objection(ui, line, !ui.cursor), isOwn ? frame.pen.own : ""];
  return [typed ? `cut to ${typed}: ${x} | ${y}` : `${x} | ${y}`, ...notes].filter(Boolean).join("\n");
}

/** The point of the board that the words stand beside, or null. */
export const tipPlace = ({ cursor, line, pointer, typed }) => spot(cursor) ?? (line && typed ? line.b.point : pointer);

/** Where words of a size go in a box, in pixels: beside the point, on a side where there is room and
 *  where they do not cover the line to it `from` another place. */
export function tipCorner([x, y], size, box, from = null) {
  const right = x + 16, left = x - 16 - size.width, below = y + 18, above = y - 12 - size.height;
  const hasRight = right + size.width <= box.width, hasBelow = below + size.height <= box.height;
  const near = [hasRight ? right : left, hasBelow ? below : above], far = [hasRight ? left : right, hasBelow ? above : below];
  const corners = [near, [near[0], far[1]], [far[0], near[1]], far];
  const isSeen = ([a, b]) => a >= 2 && b >= 2 && a + size.width <= box.width && b + size.height <= box.height;
  const isFree = (corner) => isSeen(corner) && !crosses(from, [x, y], corner, size);
  const [a, b] = (from && corners.find(isFree)) || near;
  return [Math.max(2, a), Math.max(2, b)];
}

const STEPS = 40; // places of a line that are looked at

/** Whether a line between two places runs through a box of a size. */
function crosses([x, y], [u, v], [left, top], { width, height }) {
  return Array.from({ length: STEPS + 1 }, (_, i) => [x + (i / STEPS) * (u - x), y + (i / STEPS) * (v - y)]).some(
    ([a, b]) => a > left - 3 && a < left + width + 3 && b > top - 3 && b < top + height + 3,
  );
}

// --- Refusals: said where the person looks, at the place that they are about

/** Say why something is refused, at the cursor or where the pointer was last. */
export function refuse(ui, text) {
  const [l, t, r, b] = ui.camera.view, mouse = ui.mouse && ui.camera.toScene(ui.mouse);
  const at = spot(ui.cursor) ?? mouse ?? [(l + r) / 2, (t + b) / 2];
  ui.refusal = { text, at, mouse: ui.mouse, cursor: ui.cursor };
  ui.say(text);
}

/** Whether nobody has looked elsewhere since: then there are no other words at the place. */
export const isLast = ({ refusal, mouse, cursor }) => isStill(refusal, { mouse, cursor }, 3);

/** Whether the mouse still is where a move was made: words there would cover what it has done. */
export const isStillAtMove = ({ movedAt, mouse, cursor }) => !cursor && Boolean(mouse) && isStill(movedAt, { mouse, cursor }, 8);

/** Whether nobody has looked elsewhere since then, by so many pixels. */
function isStill(then, { mouse, cursor }, far) {
  if (!then || then.cursor !== cursor) return false;
  const [here, there] = [mouse, then.mouse].map((event) => [event?.clientX ?? 0, event?.clientY ?? 0]);
  return distance(here, there) < far;
}

/** Where a note of a size goes in a box, in pixels: above the point or else below it, and all of
 *  it in sight. */
export function noteCorner([x, y], size, box) {
  const above = y - 14 - size.height, within = (place, room) => Math.max(2, Math.min(place, room - 2));
  return [
    within(x - size.width / 2, box.width - size.width),
    within(above < 2 ? y + 14 : above, box.height - size.height),
  ];
}
