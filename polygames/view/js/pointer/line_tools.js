// The buttons below a board on which lines are drawn. They turn the line that is held, play it or
// cancel it, as the keys do; so a finger can do all that a keyboard can.

import { addListeners, createButton, createElement, createPart } from "../shared/dom.js";
import { cancelMove, drawLine } from "./actions.js";
import { HALF, isInsideRegion, rejectionReason, turnOrigin, updateLine } from "./border.js";
import { cutText, tipText } from "./tooltip.js";

/** @import { BoardState } from "../types.js" */

const OVER_THRESHOLD = 0.01; // a piece that is a little more than the threshold

/** Return the area of a piece that is a little more than the threshold, with two decimals.
 *
 *  @param {BoardState} state */
const overText = ({ frame }) => (frame.pen.threshold + OVER_THRESHOLD).toFixed(2);

/** Return whether a line is held: it was begun, and no first drag is under way, which draws it.
 *
 *  @param {BoardState} ui */
export const isLineHeld = ({ anchors, frame, press }) =>
  Boolean(frame?.active && frame.pen && anchors.length) &&
  !anchors.every(isInsideRegion) &&
  (!press || press.ends === true);

/** Let the line that is held cut off an area: a number, or HALF. "" releases it.
 *
 *  @param {BoardState} ui
 *  @param {string} typed */
export function turnHeldLine(ui, typed) {
  ui.typed = typed;
  updateLine(ui);
  if (typed) ui.say(ui.line ? cutText(ui, ui.line) : tipText(ui));
}

/** Create the row of buttons.
 *
 *  `show` repaints the board. `update` shows the row while a line is held, and `attach` adds it to
 *  the root element of a board, and returns a function that removes it.
 *
 *  @param {BoardState} ui
 *  @param {() => void} show */
export function createLineTools(ui, show) {
  const pressed = (act) => () => {
    act();
    show();
  };
  const finish = (act) =>
    pressed(() => {
      act();
      row.closest(".polygames-board")?.querySelector(".polygames-pointer svg")?.focus({
        preventScroll: true,
      });
    });
  const half = createButton(
    "Cut in half",
    pressed(() => turnHeldLine(ui, HALF)),
  );
  const over = createButton(
    "Cut off",
    pressed(() => turnHeldLine(ui, overText(ui))),
  );
  const number = createElement("input", {
    type: "text",
    inputMode: "decimal",
    placeholder: "area",
    autocomplete: "off",
    onfocus: () => number.select(), // what is typed replaces the area
    attributes: { "aria-label": "the area to cut off" },
    oninput: pressed(() => turnHeldLine(ui, number.value.replace(",", ".").replace(/[^\d.]/g, ""))),
  });
  const confirm = createButton(
    "Confirm",
    finish(() => drawLine(ui, { byHand: true })),
    {
      className: "mod-primary",
    },
  );
  const cancel = createButton(
    "Cancel",
    finish(() => cancelMove(ui)),
  );
  const row = createPart("div", "polygames-line-tools");
  row.append(half, over, number, confirm, cancel);
  row.setAttribute("role", "toolbar");
  row.setAttribute("aria-label", "the line that you are drawing");
  row.hidden = true;
  addListeners(row, {
    keydown: ({ key, target }) => {
      if (key === "Escape") cancel.click();
      else if (key === "Enter" && target === number && !confirm.disabled) confirm.click();
    },
  });
  return {
    row,
    update() {
      const isHeld = isLineHeld(ui);
      if (row.hidden === isHeld) row.hidden = !isHeld;
      if (!isHeld) return;
      const { threshold } = ui.frame.pen;
      over.hidden = !threshold;
      over.textContent = `Cut off ${overText(ui)}`;
      over.title = `a little more than ${threshold}: nobody can fill it at once`;
      const canTurn = Boolean(turnOrigin(ui));
      for (const each of [half, over, number]) each.disabled = !canTurn;
      confirm.disabled = !ui.line || rejectionReason(ui, ui.line, true) !== "";
      if (document.activeElement !== number) number.value = ui.typed === HALF ? "" : ui.typed;
    },
    /** @param {HTMLElement} root */
    attach(root) {
      root.querySelector(".polygames-grid")?.append(row);
      return () => row.remove();
    },
  };
}
