// What is under the pointer, and what a click on it means: moves are spelled by one target after
// another, and handles can be dragged.

import { isConvex, distance, findItemAt, centerOf } from "../shared/geometry.js";
import { moveOfLine } from "./border.js";

/** The moves that begin with what is spelled; in a frame that says so the targets may come in any order. */
const matchingMoves = ({ frame, spelled }) =>
  frame.moves.filter(({ spelling }) =>
    spelled.every((target, i) =>
      frame.anyOrder ? spelling.includes(target) : spelling[i] === target,
    ),
  );

/** What is left to click of a move, when these targets are clicked: the first of it, or any. */
const remainingTargets = ({ anyOrder }, spelling, spelled) =>
  anyOrder
    ? spelling.filter((target) => !spelled.includes(target))
    : spelling.slice(spelled.length, spelled.length + 1);

/** The targets that can be clicked next. */
export const nextTargets = (ui) =>
  new Set(
    matchingMoves(ui).flatMap(({ spelling }) => remainingTargets(ui.frame, spelling, ui.spelled)),
  );

/** The moves that can still be made once a target is clicked. */
export const movesAfter = (ui, target) =>
  matchingMoves({ ...ui, spelled: [...ui.spelled, target] });

export const isClickable = (ui, item) => Boolean(item?.target && nextTargets(ui).has(item.target));

/** The move that a target would finish, if it is the last one of a spelling. */
const finishingMove = (ui, target) =>
  movesAfter(ui, target).find(({ spelling }) => spelling.length === ui.spelled.length + 1);

/** The one move that is spelled in full, if no longer one begins as it does: where the order is
 *  free, longer ones are still to be had by their other targets. */
export function completedMove(ui) {
  const moves = matchingMoves(ui);
  const done = moves.find(({ spelling }) => spelling.length === ui.spelled.length);
  return moves.length === 1 || ui.frame.anyOrder ? done : undefined;
}

/** The choices that have no place on the board: the buttons below it, in their order. */
export const movesWithoutPlace = ({ frame }) =>
  frame.moves.filter(
    ({ spelling }) =>
      spelling.length === 1 && !frame.items.some(({ target }) => target === spelling[0]),
  );

/** The class of a button that makes a move: it is known by that, not by its words. */
export const moveButtonClass = ({ spelling }) =>
  `polygames-plays-${[...new TextEncoder().encode(spelling.join("/"))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;

/** An item as large as it is drawn now. */
export const scaleItem = (ui, item) =>
  item.fixed ? { ...item, radius: item.radius * ui.camera.growth() } : item;

const HIT_PX = 8;
const FINGER_HIT_PX = 22; // pixels from the middle of an item at which it is hit: by a mouse, by a finger
/** What is under the pointer; a finger that is not on the middle of something else means the nearest thing to click. */
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

/** What is pointed at, by keys or else by the mouse: the item, whether it can be clicked, and the
 *  move that a click would finish; or what a line that is being drawn means. */
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

// --- Handles: points of the board that can be dragged, as the frame declares them

export const findHandle = ({ frame, camera }, point, reach) =>
  frame.handles.find(({ at }) => distance(at, point) <= reach * camera.unit());

/** Where the handles are now, the one that is held where it is dragged. */
export const handlePoints = ({ frame, press }) =>
  frame.handles.map((handle) => (handle.name === press?.handle?.name ? press.to : handle.at));

/** Whether they could be dropped as they are. */
export const canDropHandles = ({ frame }, at) => !frame.convex || isConvex(at);
