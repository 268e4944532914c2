// What a person does, by whatever means: choose, draw, cancel, drag. Finished moves go to the kernel.

import { hear } from "../shared/dom.js";
import { isInside, meaning, nearestFree, objection } from "./border.js";
import { leave, send } from "./state.js";
import { isClickable, plays, spelledOut } from "./targets.js";
import { chosenWords, refuse } from "./tooltip.js";

/** Take back a half-done move; whether there was one. */
export function cancel(ui) {
  const something = leave(ui);
  if (something) ui.say("cancelled");
  return something;
}

/** Click an item; whether it meant anything. */
export function choose(ui, item) {
  if (!ui.frame.active || !isClickable(ui, item)) return false;
  ui.spelled.push(item.target);
  const move = spelledOut(ui);
  if (move) finish(ui, move);
  else ui.say(chosenWords(item));
  return true;
}

export function finish(ui, move) {
  send(ui, "move", { spelling: move.spelling });
  ui.spelled = [];
  ui.movedAt = { mouse: ui.mouse, cursor: ui.cursor };
}

/** Play what a button below the board says, as its key does; returns a beginning for a board's own
 *  element. A button of another position, or of another kind, is left to itself. */
export const pressChoices = (ui) => (root) => {
  const press = (event) => {
    const button = event.target.closest("button");
    const move =
      ui.frame?.active && ui.frame.moves.find((each) => button?.classList.contains(plays(each)));
    if (!move) return;
    event.stopPropagation(); // the kernel would hear it twice
    finish(ui, move);
    ui.show();
  };
  const row = root.querySelector(".polygames-choices");
  return row ? hear(row, { click: press }, true) : () => {};
};

/** Begin a line at one of some places; whether there is one. A press inside an area may also be a click. */
export function begin(ui, anchors, words = "line begun") {
  ui.anchors = anchors;
  if (!anchors.every(isInside)) ui.say(words);
  return anchors.length > 0;
}

/** Draw the line as it is shown, or play what it means where it is, or say why it is not allowed; whether it is drawn. */
export function draw(ui, { byHand = false } = {}) {
  const why = objection(ui, ui.line, byHand);
  if (why) refuse(ui, why);
  if (why) return false;
  const move = meaning(ui, ui.line);
  if (move) finish(ui, move);
  else {
    send(ui, "line", { start: ui.line.a.point, end: ui.line.b.point });
    ui.movedAt = { mouse: ui.mouse, cursor: ui.cursor };
  }
  return leave(ui);
}

/** Why Enter does nothing where the cursor is. */
function notNow({ cursor, frame, spelled }) {
  if (!frame.active) return frame.status;
  if (!cursor) return "press n to go to what can be chosen";
  const why = spelled.includes(cursor.target) ? "it is chosen already" : "it cannot be chosen now";
  return `${why}: press n to go to what can be chosen`;
}

/** What Enter means: end a line, begin one, or click what the cursor is on. */
export function enter(ui) {
  const { anchors, cursor, frame } = ui;
  if (frame.elsewhere) refuse(ui, frame.elsewhere);
  else if (anchors.length) draw(ui);
  else if (cursor?.region)
    begin(
      ui,
      [nearestFree(cursor)].filter((at) => at),
      "line begun: choose where it ends",
    );
  else if (!choose(ui, cursor)) refuse(ui, notNow(ui));
}

/** Put a handle down: it has declared what that sends. */
export function drop(ui, { sends: { kind, ...content } }, to) {
  send(ui, kind, { ...content, to, unit: ui.camera.unit(), space: ui.frame.space });
}
