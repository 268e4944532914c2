// Mouse, pen and touch: presses, drags, releases and zoom. The listeners for the keyboard are here,
// too.

import { createEventBatch } from "../shared/per_frame.js";
import { distance, interpolate } from "../shared/geometry.js";
import { endMotion } from "../renderer/animation.js";
import { beginLine, cancelMove, chooseItem, drawLine, dropHandle, holdLine } from "./actions.js";
import { beginDraft, cancelDraft, endDraft, moveDraft, currentTool } from "./annotations.js";
import { onKey } from "./keyboard.js";
import {
  aimLine,
  findLineStarts,
  findBorders,
  isInsideRegion,
  REACH_PX,
  reachPx,
} from "./border.js";
import { dropHalfMove } from "./state.js";
import { findHandle, isClickable, findItemUnder, completedMove } from "./targets.js";
import { createTipTimer, cursorText, showRefusal } from "./tooltip.js";

/** @import { BoardState, Frame, Item, Press, Release } from "../types.js" */

const CLICK_TOLERANCE_PX = 5; // a press that moves less is a click
const OFF_BOARD_PX = 60; // a line that is released further off the board is cancelled
const LONG_PRESS_MS = 500; // a finger that rests so long starts a mark, as the right button does
const LONG_PRESS_TOLERANCE_PX = 12; // and that moves less meanwhile

/** Update the position of the pointer, which takes over from the keyboard cursor.
 *
 *  @param {BoardState} ui */
function movePointer(ui, event) {
  Object.assign(ui, { mouse: event, pointer: ui.camera.toScene(event), cursor: null });
}

/** Return whether the right button was pressed while another one is down; it is reported as a
 *  move. */
const isRightPressed = ({ button, buttons }) => button === 2 && Boolean(buttons & 2);

/** Handle a pointer that moved: pinch, draw a mark, drag the picture, or aim a line.
 *
 *  @param {BoardState} ui */
export function onMove(ui, event) {
  const isDrawing = Boolean(ui.draft?.at);
  if ((ui.press || isDrawing) && isRightPressed(event)) return cancelPress(ui);
  if (ui.fingers.has(event.pointerId)) pinchPicture(ui, event);
  if (ui.fingers.size > 1) return;
  movePointer(ui, event);
  if (isDrawing) moveDraft(ui, event);
  else if (!ui.press || !dragPicture(ui, ui.press, event)) aimAtPointer(ui, event);
}

/** Aim a line at the pointer, unless a typed number turns it.
 *
 *  @param {BoardState} ui */
function aimAtPointer(ui, event) {
  if (ui.anchors.length && !ui.typed) ui.line = aimLine(ui, ui.pointer, reachPx(event));
}

/** Update a press whose pointer moved. Return whether it drags the picture.
 *
 *  @param {BoardState} ui
 *  @param {Press} press */
function dragPicture(ui, press, { clientX, clientY }) {
  press.to = ui.pointer;
  press.moved ||= distance([clientX, clientY], press.at) > CLICK_TOLERANCE_PX;
  if (!press.panFrom || !press.moved) return false;
  const u = ui.camera.unit();
  const [x, y] = press.panFrom;
  press.panFrom = [clientX, clientY];
  ui.camera.pan((x - clientX) * u, (y - clientY) * u);
  return true;
}

const HANDLED_BUTTONS = [0, 1, 2]; // of a mouse: left, middle, right

/** Handle a button or a finger that was pressed. Return whether its next events are needed.
 *
 *  @param {BoardState} ui */
export function onDown(ui, event) {
  const { button, clientX, clientY, pointerId, pointerType } = event;
  endMotion(ui); // a press is about the current position, so that is shown
  if (pointerType === "touch") ui.fingers.set(pointerId, [clientX, clientY]);
  const isPinch = ui.fingers.size > 1; // two fingers zoom and play nothing
  if (isPinch) ui.press = null;
  const isCancelled = (isPinch || button === 2) && (cancelDraft(ui) || cancelMove(ui));
  if (isPinch || isCancelled || !HANDLED_BUTTONS.includes(button)) return false;
  movePointer(ui, event);
  if (drawsMarks(ui, button)) beginDraft(ui, event);
  else beginPress(ui, event);
  return true;
}

/** Return whether a button draws marks: the right one always, the left one while the tool is on.
 *
 *  @param {BoardState} ui */
const drawsMarks = (ui, button) => button === 2 || (button === 0 && currentTool(ui).on);

/** Start a press: on a handle, on a half-done move, or on what is under the pointer.
 *
 *  @param {BoardState} ui */
function beginPress(ui, event) {
  const { button, clientX, clientY, pointerType } = event;
  /** @type {Press} */
  const press = { at: [clientX, clientY], to: ui.pointer, moved: false, waits: !ui.frame.active };
  ui.press = press;
  press.handle = button === 0 ? findHandle(ui, ui.pointer, reachPx(event)) : undefined;
  const item = findItemUnder(ui, ui.pointer);
  press.again = ui.spelled.length > 0; // a press that cancels a half-done move is no mistake
  press.holds = holdsChosen(ui, item);
  if (!press.handle && !press.holds) startPressAction(ui, press, item, event);
  if (pointerType === "touch" && canHold(ui, press)) scheduleLongPress(ui, press, event);
  const why = restartReason(ui.frame);
  if (press.again && press.first && why) showRefusal(ui, `${why}: your move starts again here`);
}

/** Return why a second place that starts a move anew does not fit the first one; "" if a person may
 *  just have changed the choice.
 *
 *  @param {Frame} frame */
const restartReason = ({ any_order, look }) =>
  any_order ? "this does not fit the place that you chose" : (look?.line?.restart ?? "");

/** Return whether a finger may rest to draw a mark: it holds no handle and began no line.
 *
 *  @param {BoardState} state
 *  @param {Press} press */
const canHold = ({ anchors }, { again, handle }) =>
  !again && !handle && anchors.every(isInsideRegion);

/** Return whether a press is on a target that was chosen before. Elsewhere, a press that does not
 *  continue the half-done move cancels it.
 *
 *  @param {BoardState} ui
 *  @param {Item | null} item */
function holdsChosen(ui, item) {
  if (!ui.spelled.length || isClickable(ui, item)) return false;
  const holds = ui.spelled.includes(item?.target);
  if (!holds) cancelMove(ui);
  return holds;
}

/** Start what a press means: pan, end a line, choose an item, or begin a line.
 *
 *  @param {BoardState} ui
 *  @param {Press} press
 *  @param {Item | null} item */
function startPressAction(ui, press, item, { button, pointerType }) {
  const { camera, frame } = ui;
  const canClick = isClickable(ui, item);
  if (button === 1) press.panFrom = press.at;
  else if (!frame.active) press.panFrom = camera.isZoomed() ? press.at : null;
  else if (endsLine(ui, pointerType)) press.ends = true;
  else if (canClick && !frame.pen) pressItem(ui, press, item, pointerType);
  else if (!beginLineAtPointer(ui, pointerType) && camera.isZoomed() && !canClick)
    press.panFrom = press.at;
}

/** Return whether a press ends a line, or aims a line anew that waits for confirmation.
 *
 *  On another border, away from the end of a line that waits, that line is dropped, and a new one
 *  can begin.
 *
 *  @param {BoardState} ui */
function endsLine(ui, pointerType) {
  if (ui.held) {
    const reach = reachPx({ pointerType });
    const far = ui.line ? distance(ui.line.b.point, ui.pointer) / ui.camera.unit() : Infinity;
    if (far > 2 * reach && findBorders(ui, ui.pointer, reach).length) return !dropHalfMove(ui);
    ui.typed = "";
  }
  return ui.anchors.length > 0;
}

/** Begin a line at the pointer. Return whether one can begin there.
 *
 *  @param {BoardState} ui */
const beginLineAtPointer = (ui, pointerType) =>
  beginLine(ui, findLineStarts(ui, ui.pointer, reachPx({ pointerType })));

/** Press an item. It is chosen at once, so that it can be dragged.
 *
 *  A finger that would complete a move chooses when it is lifted: it may still move away, or
 *  rest to draw a mark.
 *
 *  @param {BoardState} ui
 *  @param {Press} press
 *  @param {Item | null} item */
function pressItem(ui, press, item, pointerType) {
  if (pointerType === "touch" && finishesMove(ui, item)) {
    press.tap = item;
    return;
  }
  press.first = ui.spelled.length === 0;
  chooseItem(ui, item);
}

/** Return whether a click on an item completes a move.
 *
 *  @param {BoardState} ui
 *  @param {Item | null} item */
const finishesMove = (ui, item) =>
  Boolean(completedMove({ ...ui, spelled: [...ui.spelled, item.target] }));

/** Start a mark if a finger rests. What the finger started before is cancelled.
 *
 *  @param {BoardState} ui
 *  @param {Press} press */
function scheduleLongPress(ui, press, event) {
  setTimeout(() => {
    const far = ui.mouse && distance([ui.mouse.clientX, ui.mouse.clientY], press.at);
    if (ui.press !== press || ui.fingers.size !== 1 || far > LONG_PRESS_TOLERANCE_PX) return;
    dropHalfMove(ui);
    ui.press = null;
    beginDraft(ui, event);
    ui.say("you are drawing: move your finger for an arrow, or lift it for a circle");
    globalThis.navigator?.vibrate?.(15);
    ui.show();
  }, LONG_PRESS_MS);
}

/** Handle a button or a finger that was released.
 *
 *  @param {BoardState} ui */
export function onUp(ui, event) {
  const { press } = ui;
  ui.fingers.delete(event.pointerId);
  if (ui.draft?.at) return endDraft(ui, event);
  if (!press || event.button === 2) return;
  ui.press = null;
  if (!press.handle) {
    if (!press.panFrom || !press.moved) endPress(ui, press, event);
  } else if (press.moved) dropHandle(ui, press.handle, ui.camera.toScene(event));
}

/** The possible meanings of a release, in the order in which they are tried. Each returns
 *  whether it applies. */
const RELEASE_HANDLERS = [
  releaseTap,
  releaseChosen,
  chooseUnderPen,
  cancelFarLine,
  releaseLine,
  explainNoLine,
  explainNoChoice,
  explainWaiting,
];

/** End a press that has dragged neither the picture nor a handle.
 *
 *  @param {BoardState} ui
 *  @param {Press} press
 *  @param {PointerEvent} event */
function endPress(ui, press, event) {
  const point = ui.camera.toScene(event);
  /** @type {Release} */
  const details = { ...press, event, point, item: findItemUnder(ui, point) };
  RELEASE_HANDLERS.some((act) => act(ui, details));
}

/** Choose the item that a finger pressed, if the finger is lifted there.
 *
 *  @param {BoardState} ui
 *  @param {Release} release */
function releaseTap(ui, { tap, item }) {
  if (!tap) return false;
  if (item?.target === tap.target) chooseItem(ui, tap);
  return true;
}

/** Drop a dragged piece on its next target. Anywhere else, the move is cancelled. A piece that was
 *  chosen before can be dragged, too; a click on it cancels.
 *
 *  @param {BoardState} ui
 *  @param {Release} release */
function releaseChosen(ui, { first, holds, moved, item }) {
  if (!ui.spelled.length) return false;
  if (holds && !(moved && chooseItem(ui, item))) cancelMove(ui);
  if (first && moved && !ui.spelled.includes(item?.target) && !chooseItem(ui, item)) cancelMove(ui);
  return true;
}

/** Choose an item on a board where lines are drawn: a click chooses, a drag draws.
 *
 *  @param {BoardState} ui
 *  @param {Release} release */
function chooseUnderPen(ui, { moved, ends, item }) {
  if (moved || ends || !ui.frame.pen || !isClickable(ui, item)) return false;
  ui.anchors = [];
  chooseItem(ui, item);
  return true;
}

/** Cancel a line that is released far off the board.
 *
 *  @param {BoardState} ui
 *  @param {Release} release */
function cancelFarLine(ui, { moved, ends, event }) {
  if (!ui.anchors.length || !moved || ends || !isOffBoard(ui, event)) return false;
  cancelMove(ui);
  return true;
}

/** Draw the line that ends where the pointer is released.
 *
 *  @param {BoardState} ui
 *  @param {Release} release */
function releaseLine(ui, { moved, ends, event, point }) {
  if (!ui.anchors.length || !(moved || ends)) return false;
  if (!ui.typed) ui.line = aimLine(ui, point, reachPx(event));
  if (!finishLine(ui, event) && !ends) dropHalfMove(ui);
  return true;
}

/** Draw a line, or hold it if a finger drew it. Return whether this is possible.
 *
 *  @param {BoardState} ui */
function finishLine(ui, { pointerType }) {
  if (pointerType !== "touch") return drawLine(ui, { byHand: true });
  const isDone = holdLine(ui) || drawLine(ui, { byHand: true });
  if (isDone) ui.pointer = null; // a lifted finger points at nothing
  return isDone;
}

/** Explain where lines begin, after a press that began none.
 *
 *  @param {BoardState} ui
 *  @param {Release} release */
function explainNoLine(ui, { moved }) {
  if (!ui.frame.pen || !ui.frame.active || ui.anchors.length) return false;
  const text = moved
    ? "press on a line or an edge, then drag across an area"
    : "start your line on a border";
  showRefusal(ui, text);
  return true;
}

/** Explain that an item cannot be chosen, after a click on it, and ring those that can.
 *
 *  @param {BoardState} ui
 *  @param {Release} release */
function explainNoChoice(ui, { moved, first, again, item }) {
  const isClick = !moved && !first && !again;
  if (!isClick || !ui.frame.active || ui.frame.pen || !item?.label) return false;
  showRefusal(ui, noChoiceText(ui, item), { hasRings: true });
  return true;
}

/** Return the text about an item that cannot be chosen: its label, which may have the reason, and
 *  what can be chosen.
 *
 *  @param {BoardState} ui
 *  @param {Item} item */
function noChoiceText(ui, { label }) {
  const hasPlaces = ui.frame.items.some((item) => isClickable(ui, item));
  const advice = hasPlaces ? "a place with a green ring" : "a button below the board";
  return `You cannot choose this now. ${label}. Choose ${advice}.`;
}

/** Say who is to move, or how the game ended, after a click while nobody here can move.
 *
 *  @param {BoardState} ui
 *  @param {Release} release */
function explainWaiting(ui, { moved, waits }) {
  if (moved || !waits || ui.frame.active || ui.pending) return false;
  showRefusal(ui, ui.frame.status);
  return true;
}

/** Return whether the pointer is far off a board that is wholly visible.
 *
 *  @param {BoardState} state */
function isOffBoard({ camera }, { clientX, clientY }) {
  if (camera.isZoomed()) return false;
  const { left, top, width, height } = camera.box();
  const off = (at, start, size) => Math.max(start - at, at - start - size, 0);
  return Math.hypot(off(clientX, left, width), off(clientY, top, height)) > OFF_BOARD_PX;
}

/** Handle a pointer that the browser took away, for example to scroll the page.
 *
 *  @param {BoardState} ui */
export function onCancel(ui, { pointerId }) {
  ui.fingers.delete(pointerId);
  cancelPress(ui);
}

/** @param {BoardState} ui */
function cancelPress(ui) {
  ui.press = null;
  cancelDraft(ui);
  cancelMove(ui);
}

// --- Gestures that pan and zoom, and touches that are no gestures

/** Pan and zoom with two fingers, of which one moved.
 *
 *  @param {BoardState} ui */
function pinchPicture(ui, { pointerId, clientX, clientY }) {
  const { camera, fingers } = ui;
  const before = [...fingers.values()];
  fingers.set(pointerId, [clientX, clientY]);
  if (fingers.size !== 2) return;
  const after = [...fingers.values()];
  const [bx, by] = interpolate(before[0], before[1], 0.5);
  const [ax, ay] = interpolate(after[0], after[1], 0.5);
  const u = camera.unit();
  camera.pan((bx - ax) * u, (by - ay) * u);
  camera.zoom(
    distance(before[0], before[1]) / Math.max(1, distance(after[0], after[1])),
    camera.toScene({ clientX: ax, clientY: ay }),
  );
}

/** Zoom with the wheel. An item of fixed size under the pointer stays exactly in place, so that
 *  it can be zoomed at as far as it takes to part it from others.
 *
 *  @param {BoardState} ui */
export function onWheel(ui, event) {
  const at = ui.camera.toScene(event);
  const item = findItemUnder(ui, at);
  ui.camera.zoom(Math.exp(event.deltaY * 0.002), item?.fixed ? item.center : at);
}

/** Return whether a touch plays. Any other touch scrolls the page.
 *
 *  @param {BoardState} ui */
export function isTouchToPlay(ui, touches) {
  const { anchors, camera, spelled } = ui;
  const at = camera.toScene(touches[0]);
  if (
    currentTool(ui).on ||
    touches.length > 1 ||
    camera.isZoomed() ||
    anchors.length ||
    spelled.length
  )
    return true;
  return Boolean(
    findHandle(ui, at, REACH_PX.touch) ||
    isClickable(ui, findItemUnder(ui, at)) ||
    findBorders(ui, at, REACH_PX.touch).length,
  );
}

const IDLE_MS = 600; // a pointer that rests longer is not in use

/** Return whether no pointer is in use and no move is half-done.
 *
 *  @param {BoardState} state */
export function isIdle({ press, fingers, spelled, anchors, draft, pointer, mouse }) {
  if (press || fingers.size || spelled.length || anchors.length || draft) return false;
  return !pointer || performance.now() - (mouse.timeStamp ?? 0) > IDLE_MS;
}

// --- Listeners

/** Add the listeners for mouse, touch and keys. `show` is called after each change.
 *
 *  @param {BoardState} ui */
export function addInputListeners(ui, { svg, voice }, show) {
  const on = (name, act, options) =>
    svg.addEventListener(name, (event) => ui.frame && act(event), options);
  const shown = (act) => (event) => {
    act(ui, event);
    show();
  };
  const restartTipTimer = createTipTimer(() => ui.frame && show());
  const moves = createEventBatch((event) => ui.frame && shown(onMove)(event));
  svg.addEventListener("pointermove", (event) => {
    moves.add(event);
    restartTipTimer();
    if (event.button > 0) moves.flush(); // a second button was pressed: see `isRightPressed`
  });
  for (const name of ["pointerdown", "pointerup", "pointercancel", "pointerleave", "keydown"])
    svg.addEventListener(name, moves.flush);
  on(
    "pointerdown",
    shown((_, event) => {
      svg.focus({ preventScroll: true });
      ui.refusal = null;
      if (onDown(ui, event)) svg.setPointerCapture(event.pointerId);
    }),
  );
  on("pointerup", shown(onUp));
  on("pointercancel", shown(onCancel));
  on(
    "pointerleave",
    shown(() => {
      ui.pointer = null;
    }),
  );
  on("contextmenu", (event) => {
    // the right button draws and cancels, so no menu may open
    event.preventDefault();
    event.stopPropagation();
  });
  on(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return; // the page scrolls as usual
      event.preventDefault();
      shown(onWheel)(event);
    },
    { passive: false },
  );
  on(
    "touchmove",
    (event) => {
      // the page does not scroll while a mark is drawn
      if (ui.draft?.at) event.preventDefault();
    },
    { passive: false },
  );
  on(
    "touchstart",
    (event) => {
      if (isTouchToPlay(ui, event.touches)) event.preventDefault();
    },
    { passive: false },
  );
  on("keydown", (event) => {
    ui.refusal = null;
    const before = voice.said.lastChild;
    if (event.ctrlKey || event.metaKey || event.altKey || !onKey(ui, event)) return;
    event.preventDefault();
    event.stopPropagation();
    show();
    // Unless an event was read aloud.
    if (!ui.pending && voice.said.lastChild === before) ui.place(cursorText(ui));
  });
}
