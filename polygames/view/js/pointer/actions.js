// What a person does, by whatever means: choose, draw, cancel, drag. Finished moves go to the kernel.

import { addListeners } from "../shared/dom.js";
import { isInsideRegion, moveOfLine, nearestFreePlace, rejectionReason } from "./border.js";
import { dropHalfMove, sendMessage } from "./state.js";
import { isClickable, moveButtonClass, completedMove } from "./targets.js";
import { chosenText, showRefusal } from "./tooltip.js";

/** Take back a half-done move; whether there was one. */
export function cancelMove(ui) {
  const something = dropHalfMove(ui);
  if (something) ui.say("cancelled");
  return something;
}

/** Click an item; whether it meant anything. */
export function chooseItem(ui, item) {
  if (!ui.frame.active || !isClickable(ui, item)) return false;
  ui.spelled.push(item.target);
  const move = completedMove(ui);
  if (move) playMove(ui, move);
  else ui.say(chosenText(item));
  return true;
}

export function playMove(ui, move) {
  sendMessage(ui, "move", { spelling: move.spelling });
  ui.spelled = [];
  ui.movedAt = { mouse: ui.mouse, cursor: ui.cursor };
}

/** Play what a button below the board says, as its key does; returns a beginning for a board's own
 *  element. A button of another position, or of another kind, is left to itself. */
export const handleChoiceButtons = (ui) => (root) => {
  const press = (event) => {
    const button = event.target.closest("button");
    const move =
      ui.frame?.active &&
      ui.frame.moves.find((each) => button?.classList.contains(moveButtonClass(each)));
    if (!move) return;
    event.stopPropagation(); // the kernel would hear it twice
    playMove(ui, move);
    ui.show();
  };
  const row = root.querySelector(".polygames-choices");
  return row ? addListeners(row, { click: press }, true) : () => {};
};

/** Begin a line at one of some places; whether there is one. A press inside an area may also be a click. */
export function beginLine(ui, anchors, words = "line begun") {
  ui.anchors = anchors;
  if (!anchors.every(isInsideRegion)) ui.say(words);
  return anchors.length > 0;
}

/** Draw the line as it is shown, or play what it means where it is, or say why it is not allowed; whether it is drawn. */
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

/** Why Enter does nothing where the cursor is. */
function enterRefusalText({ cursor, frame, spelled }) {
  if (!frame.active) return frame.status;
  if (!cursor) return "press n to go to what can be chosen";
  const why = spelled.includes(cursor.target) ? "it is chosen already" : "it cannot be chosen now";
  return `${why}: press n to go to what can be chosen`;
}

/** What Enter means: end a line, begin one, or click what the cursor is on. */
export function pressEnter(ui) {
  const { anchors, cursor, frame } = ui;
  if (frame.elsewhere) showRefusal(ui, frame.elsewhere);
  else if (anchors.length) drawLine(ui);
  else if (cursor?.region)
    beginLine(
      ui,
      [nearestFreePlace(cursor)].filter((at) => at),
      "line begun: choose where it ends",
    );
  else if (!chooseItem(ui, cursor)) showRefusal(ui, enterRefusalText(ui));
}

/** Put a handle down: it has declared what that sends. */
export function dropHandle(ui, { sends: { kind, ...content } }, to) {
  sendMessage(ui, kind, { ...content, to, unit: ui.camera.unit(), space: ui.frame.space });
}
