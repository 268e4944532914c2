// The actions of a player, by any device: choose, draw, cancel, drag. Complete moves are sent.

import { addListeners } from "../shared/dom.js";
import {
  cutsRegion,
  isInsideRegion,
  moveOfLine,
  nearestFreePlace,
  rejectionReason,
} from "./border.js";
import { dropHalfMove, sendMessage } from "./state.js";
import { isClickable, moveButtonClass, completedMove } from "./targets.js";
import { chosenText, cutText, showRefusal } from "./tooltip.js";

/** @import { BoardState, Item, Move } from "../types.js" */

/** Cancel a half-done move. Return whether there was one.
 *
 *  @param {BoardState} ui */
export function cancelMove(ui) {
  const something = dropHalfMove(ui);
  if (something) ui.say("cancelled");
  return something;
}

/** Choose an item, as a click does. Return whether it can be chosen.
 *
 *  @param {BoardState} ui
 *  @param {Item | null} item */
export function chooseItem(ui, item) {
  if (!ui.frame.active || !isClickable(ui, item)) return false;
  ui.spelled.push(item.target);
  const move = completedMove(ui);
  if (move) playMove(ui, move);
  else ui.say(chosenText(item));
  return true;
}

/** Send a complete move, and forget its targets.
 *
 *  @param {BoardState} ui
 *  @param {Move} move */
export function playMove(ui, move) {
  sendMessage(ui, "move", { spelling: move.spelling });
  ui.spelled = [];
  ui.movedAt = { mouse: ui.mouse, cursor: ui.cursor };
}

/** Play the moves of the buttons below the board on the page, as the number keys do.
 *
 *  Return a function that starts this on a board's root element. Other buttons, and those of
 *  another position, are left to the kernel.
 *
 *  @param {BoardState} ui */
export const handleChoiceButtons = (ui) => (root) => {
  const press = (event) => {
    const button = event.target.closest("button");
    const move =
      ui.frame?.active &&
      ui.frame.moves.find((each) => button?.classList.contains(moveButtonClass(each)));
    if (!move) return;
    event.stopPropagation(); // otherwise the kernel would also play the move
    playMove(ui, move);
    ui.show();
  };
  const row = root.querySelector(".polygames-choices");
  return row ? addListeners(row, { click: press }, true) : () => {};
};

/** Begin a line at any of these places. Return whether there is one.
 *
 *  A press inside an area begins a line, but it may also become a click: then nothing is read
 *  aloud.
 *
 *  @param {BoardState} ui */
export function beginLine(ui, anchors, words = "line started") {
  ui.anchors = anchors;
  if (!anchors.every(isInsideRegion)) ui.say(words);
  return anchors.length > 0;
}

/** Draw the current line, play the move that it means, or explain why neither is possible.
 *
 *  Return whether a line or a move was sent. `byHand`: a mouse or a finger drew the line.
 *
 *  @param {BoardState} ui */
export function drawLine(ui, { byHand = false } = {}) {
  const why = rejectionReason(ui, ui.line, byHand);
  if (why) showRefusal(ui, why);
  if (why) return false;
  const move = moveOfLine(ui, ui.line);
  if (move) playMove(ui, move);
  else {
    sendMessage(ui, "line", { start: ui.line.a.point, end: ui.line.b.point });
    ui.movedAt = { mouse: ui.mouse, cursor: ui.cursor };
  }
  return dropHalfMove(ui);
}

/** Hold the current line until it is confirmed, because a finger is not precise. Return whether it
 *  can be held: it cuts an area, and may be drawn.
 *
 *  @param {BoardState} ui */
export function holdLine(ui) {
  const { line } = ui;
  ui.held = Boolean(line) && cutsRegion(line.a) && !rejectionReason(ui, line, true);
  if (ui.held) ui.say(`${cutText(ui, line)}. Press Confirm, or change the line.`);
  return ui.held;
}

/** Return the reason why Enter does nothing at the cursor.
 *
 *  @param {BoardState} state */
function enterRefusalText({ cursor, frame, spelled }) {
  if (!frame.active) return frame.status;
  if (!cursor) return "press n to go to the next place that you can choose";
  const why = spelled.includes(cursor.target) ? "it is already chosen" : "you cannot choose it now";
  return `${why}: press n to go to the next place that you can choose`;
}

/** Do what Enter means: end a line, begin one, or choose what the cursor is on.
 *
 *  @param {BoardState} ui */
export function pressEnter(ui) {
  const { anchors, cursor } = ui;
  if (anchors.length) drawLine(ui);
  else if (cursor?.region)
    beginLine(
      ui,
      [nearestFreePlace(cursor)].filter((at) => at),
      "line started: choose where it ends",
    );
  else if (!chooseItem(ui, cursor)) showRefusal(ui, enterRefusalText(ui));
}

/** Drop a handle at a point: send the message that it declares.
 *
 *  @param {BoardState} ui */
export function dropHandle(ui, { sends: { kind, ...content } }, to) {
  sendMessage(ui, kind, { ...content, point: to, pixel_size: ui.camera.unit() });
}

/** Let the button *Hide this* hide the guide of a first game. Return a function that ends this.
 *
 *  @param {BoardState} ui */
export const handleHideButton = (ui) => (root) =>
  addListeners(root, {
    click: ({ target }) => {
      if (!ui.frame || !target.closest(".polygames-hide-guide")) return;
      sendMessage(ui, "hide_guide");
      // The button goes away, and the notebook must not get the next keys.
      root.querySelector(".polygames-pointer svg")?.focus({ preventScroll: true });
    },
  });
