// Moves that are spelled by clicking one target after another.

import { hit } from "./geometry.js";

/** The moves that begin with what is spelled. */
export const open = ({ frame, spelled }) =>
  frame.moves.filter(({ spelling }) => spelled.every((target, i) => spelling[i] === target));

/** The targets that can be clicked next. */
export const nextTargets = (ui) => new Set(open(ui).map(({ spelling }) => spelling[ui.spelled.length]));

export const isClickable = (ui, item) => Boolean(item?.target && nextTargets(ui).has(item.target));

/** The move that a target would finish, if it is the last one of a spelling. */
export const finishing = (ui, target) =>
  open(ui).find(({ spelling }) => spelling.length === ui.spelled.length + 1 && spelling.at(-1) === target);

/** The one move that is spelled in full, if no longer one begins as it does. */
export function spelledOut(ui) {
  const moves = open(ui), done = moves.find(({ spelling }) => spelling.length === ui.spelled.length);
  return moves.length === 1 ? done : undefined;
}

/** The choices that have no place on the board: the buttons below it, in their order. */
export const choices = ({ frame }) =>
  frame.moves.filter(({ spelling }) => spelling.length === 1 && !frame.items.some(({ target }) => target === spelling[0]));

/** An item as large as it is drawn now. */
export const sized = (ui, item) => (item.fixed ? { ...item, radius: item.radius * ui.eye.growth() } : item);

export const itemAt = (ui, point) => hit(ui.frame.items.map((item) => sized(ui, item)), point, 8 * ui.eye.unit());

/** What is pointed at, by keys or else by the mouse: the item, whether it can be clicked, and the
 *  move that a click would finish. */
export function pointedAt(ui) {
  const { cursor, pointer, anchors, frame } = ui;
  const item = cursor && !cursor.region ? sized(ui, cursor) : pointer && !anchors.length ? itemAt(ui, pointer) : null;
  const can = frame.active && isClickable(ui, item);
  return { item, can, move: can ? finishing(ui, item.target) : undefined };
}
