// What is under the pointer, and what a click on it means. A move is chosen by clicks on its
// targets,
// one after another. Handles can be dragged.

import { isConvex, distance, findItemAt, centerOf } from "../shared/geometry.js";
import { moveOfLine } from "./border.js";

/** @import { BoardState, Frame, Item, Point } from "../types.js" */

/** Return the moves that match the chosen targets. In some frames the order of targets is free.
 *
 *  @param {BoardState} state */
const matchingMoves = ({ frame, spelled }) =>
  frame.moves.filter(({ spelling }) =>
    spelled.every((target, i) =>
      frame.any_order ? spelling.includes(target) : spelling[i] === target,
    ),
  );

/** Return the targets of a move that can be clicked next: the next one, or any where the order
 *  is free.
 *
 *  @param {Frame} frame
 *  @param {string[]} spelling
 *  @param {string[]} spelled */
const remainingTargets = ({ any_order }, spelling, spelled) =>
  any_order
    ? spelling.filter((target) => !spelled.includes(target))
    : spelling.slice(spelled.length, spelled.length + 1);

/** Return the targets that can be clicked next, as a set.
 *
 *  @param {BoardState} ui */
export const nextTargets = (ui) =>
  new Set(
    matchingMoves(ui).flatMap(({ spelling }) => remainingTargets(ui.frame, spelling, ui.spelled)),
  );

/** Return the moves that are still possible after a click on a target.
 *
 *  @param {BoardState} ui */
export const movesAfter = (ui, target) =>
  matchingMoves({ ...ui, spelled: [...ui.spelled, target] });

/** Return whether a click on an item would choose it.
 *
 *  @param {BoardState} ui
 *  @param {Item | null} item */
export const isClickable = (ui, item) => Boolean(item?.target && nextTargets(ui).has(item.target));

/** Return the move that a click on a target would complete.
 *
 *  @param {BoardState} ui */
const finishingMove = (ui, target) =>
  movesAfter(ui, target).find(({ spelling }) => spelling.length === ui.spelled.length + 1);

/** Return the move whose targets are all chosen, unless a longer move could follow.
 *
 *  Where the order is free, a longer move can still be chosen by its other targets.
 *
 *  @param {BoardState} ui */
export function completedMove(ui) {
  const moves = matchingMoves(ui);
  const done = moves.find(({ spelling }) => spelling.length === ui.spelled.length);
  return moves.length === 1 || ui.frame.any_order ? done : undefined;
}

/** Return the moves of the buttons below the board, in their order.
 *
 *  @param {BoardState} state */
export const buttonMoves = ({ frame }) =>
  frame.buttons.map((way) => frame.moves.find(({ spelling }) => String(spelling) === String(way)));

/** Return the CSS class of the button of a move, which identifies it better than its text. */
export const moveButtonClass = ({ spelling }) =>
  `polygames-plays-${[...new TextEncoder().encode(spelling.join("/"))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;

/** Return an item with the size at which it is drawn now.
 *
 *  @param {BoardState} ui
 *  @param {Item | null} item */
export const scaleItem = (ui, item) =>
  item.fixed ? { ...item, radius: item.radius * ui.camera.growth() } : item;

const HIT_PX = 8;
const FINGER_HIT_PX = 22; // how near to its centre an item is hit by a mouse, or by a finger
/** Return the item at a point.
 *
 *  A finger that is not at the centre of another item hits the nearest item that can be chosen.
 *
 *  @param {BoardState} ui
 *  @param {Point} point */
export function findItemUnder(ui, point) {
  const u = ui.camera.unit();
  const items = ui.frame.items.map((item) => scaleItem(ui, item));
  const found = findItemAt(items, point, HIT_PX * u);
  const away = (item) => distance(centerOf(item), point) / u;
  if (
    ui.mouse?.pointerType !== "touch" ||
    isClickable(ui, found) ||
    (found && away(found) <= HIT_PX)
  )
    return found;
  const near = items.filter((item) => away(item) <= FINGER_HIT_PX && isClickable(ui, item));
  return (
    near.reduce((best, item) => (best && away(best) <= away(item) ? best : item), null) ?? found
  );
}

/** Return what is pointed at, by keys or else by the mouse: `item`, `can` (whether it can be
 *  chosen) and `move` (the move that a click would complete, or that the current line means).
 *
 *  @param {BoardState} ui */
export function findPointed(ui) {
  const { cursor, pointer, anchors, frame } = ui;
  const meant = moveOfLine(ui, ui.line);
  if (meant)
    return {
      item: frame.items.find(({ target }) => target === meant.spelling.at(-1)),
      can: true,
      move: meant,
    };
  const item =
    cursor && !cursor.region
      ? scaleItem(ui, cursor)
      : pointer && !anchors.length
        ? findItemUnder(ui, pointer)
        : null;
  const can = frame.active && isClickable(ui, item);
  return { item, can, move: can ? finishingMove(ui, item.target) : undefined };
}

// --- Handles: points of the board that can be dragged

/** Return the handle within reach of a point; undefined if there is none.
 *
 *  @param {BoardState} state
 *  @param {Point} point */
export const findHandle = ({ frame, camera }, point, reach) =>
  frame.handles.find(({ at }) => distance(at, point) <= reach * camera.unit());

/** Return the points of all handles; one that is being dragged is at the pointer.
 *
 *  @param {BoardState} state */
export const handlePoints = ({ frame, press }) =>
  frame.handles.map((handle) => (handle.name === press?.handle?.name ? press.to : handle.at));

/** Return whether the handles can be dropped at these points.
 *
 *  @param {BoardState} state */
export const canDropHandles = ({ frame }, at) => !frame.convex || isConvex(at);
