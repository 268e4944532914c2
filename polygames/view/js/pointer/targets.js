// What is under the pointer, and what a click on it means: moves are spelled by one target after
// another, and handles can be dragged.

import { convex, distance, hit, middle } from "../shared/geometry.js";
import { meaning } from "./border.js";

/** The moves that begin with what is spelled; in a frame that says so the targets may come in any order. */
const open = ({ frame, spelled }) =>
  frame.moves.filter(({ spelling }) =>
    spelled.every((target, i) =>
      frame.anyOrder ? spelling.includes(target) : spelling[i] === target,
    ),
  );

/** What is left to click of a move, when these targets are clicked: the first of it, or any. */
const left = ({ anyOrder }, spelling, spelled) =>
  anyOrder
    ? spelling.filter((target) => !spelled.includes(target))
    : spelling.slice(spelled.length, spelled.length + 1);

/** The targets that can be clicked next. */
export const nextTargets = (ui) =>
  new Set(open(ui).flatMap(({ spelling }) => left(ui.frame, spelling, ui.spelled)));

/** The moves that can still be made once a target is clicked. */
export const after = (ui, target) => open({ ...ui, spelled: [...ui.spelled, target] });

export const isClickable = (ui, item) => Boolean(item?.target && nextTargets(ui).has(item.target));

/** The move that a target would finish, if it is the last one of a spelling. */
const finishing = (ui, target) =>
  after(ui, target).find(({ spelling }) => spelling.length === ui.spelled.length + 1);

/** The one move that is spelled in full, if no longer one begins as it does: where the order is
 *  free, longer ones are still to be had by their other targets. */
export function spelledOut(ui) {
  const moves = open(ui);
  const done = moves.find(({ spelling }) => spelling.length === ui.spelled.length);
  return moves.length === 1 || ui.frame.anyOrder ? done : undefined;
}

/** The choices that have no place on the board: the buttons below it, in their order. */
export const choices = ({ frame }) =>
  frame.moves.filter(
    ({ spelling }) =>
      spelling.length === 1 && !frame.items.some(({ target }) => target === spelling[0]),
  );

/** The class of a button that makes a move: it is known by that, not by its words. */
export const plays = ({ spelling }) =>
  `polygames-plays-${[...new TextEncoder().encode(spelling.join("/"))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;

/** An item as large as it is drawn now. */
export const sized = (ui, item) =>
  item.fixed ? { ...item, radius: item.radius * ui.camera.growth() } : item;

const NEAR = 8;
const FINGER = 22; // pixels from the middle of an item at which it is hit: by a mouse, by a finger
/** What is under the pointer; a finger that is not on the middle of something else means the nearest thing to click. */
export function itemAt(ui, point) {
  const u = ui.camera.unit();
  const items = ui.frame.items.map((item) => sized(ui, item));
  const found = hit(items, point, NEAR * u);
  const away = (item) => distance(middle(item), point) / u;
  if (ui.mouse?.pointerType !== "touch" || isClickable(ui, found) || (found && away(found) <= NEAR))
    return found;
  const near = items.filter((item) => away(item) <= FINGER && isClickable(ui, item));
  return (
    near.reduce((best, item) => (best && away(best) <= away(item) ? best : item), null) ?? found
  );
}

/** What is pointed at, by keys or else by the mouse: the item, whether it can be clicked, and the
 *  move that a click would finish; or what a line that is being drawn means. */
export function pointedAt(ui) {
  const { cursor, pointer, anchors, frame } = ui;
  const meant = meaning(ui, ui.line);
  if (meant)
    return {
      item: frame.items.find(({ target }) => target === meant.spelling.at(-1)),
      can: true,
      move: meant,
    };
  const item =
    cursor && !cursor.region
      ? sized(ui, cursor)
      : pointer && !anchors.length
        ? itemAt(ui, pointer)
        : null;
  const can = frame.active && isClickable(ui, item);
  return { item, can, move: can ? finishing(ui, item.target) : undefined };
}

// --- Handles: points of the board that can be dragged, as the frame declares them

export const handleAt = ({ frame, camera }, point, reach) =>
  frame.handles.find(({ at }) => distance(at, point) <= reach * camera.unit());

/** Where the handles are now, the one that is held where it is dragged. */
export const places = ({ frame, press }) =>
  frame.handles.map((handle) => (handle.name === press?.handle?.name ? press.to : handle.at));

/** Whether they could be dropped as they are. */
export const isFine = ({ frame }, at) => !frame.convex || convex(at);
