// Mouse, pen and touch: what is pressed, dragged and let go, and what zooms. The listeners of the
// keyboard are here, too.

import { distance } from "../shared/geometry.js";
import { begin, cancel, choose, draw, drop } from "./actions.js";
import { beginDraft, dropDraft, endDraft, moveDraft, tool } from "./annotations.js";
import { onKey } from "./keyboard.js";
import { aim, beginningsAt, bordersAt, isInside, REACH, reachOf } from "./border.js";
import { leave } from "./state.js";
import { handleAt, isClickable, itemAt, spelledOut } from "./targets.js";
import { placeWords, refuse } from "./tooltip.js";

const STILL = 5; // pixels that a press may move and still be a click
const AWAY = 60; // pixels off the board at which a line is let go without being meant: a hand overshoots by less
const HOLD = 500; // milliseconds that a finger rests before it draws, as the right button does
const SHAKE = 12; // pixels that it may move meanwhile

/** The pointer is somewhere else. */
function point(ui, event) {
  Object.assign(ui, { mouse: event, pointer: ui.camera.toScene(event), cursor: null });
}

/** Whether the right button was pressed while another one is down: that is a move of the pointer. */
const isRightPressed = ({ button, buttons }) => button === 2 && Boolean(buttons & 2);

export function onMove(ui, event) {
  if ((ui.press || ui.draft?.at) && isRightPressed(event)) return cancelPress(ui);
  if (ui.fingers.has(event.pointerId)) pinch(ui, event);
  if (ui.fingers.size > 1) return;
  point(ui, event);
  if (ui.draft?.at) return moveDraft(ui, event);
  if (ui.press && drag(ui, ui.press, event)) return;
  if (ui.anchors.length && !ui.typed) ui.line = aim(ui, ui.pointer, reachOf(event));
}

/** Go on with a press; whether it moves the picture. */
function drag(ui, press, { clientX, clientY }) {
  press.to = ui.pointer;
  press.moved ||= distance([clientX, clientY], press.at) > STILL;
  if (!press.panFrom || !press.moved) return false;
  const u = ui.camera.unit();
  const [x, y] = press.panFrom;
  press.panFrom = [clientX, clientY];
  ui.camera.pan((x - clientX) * u, (y - clientY) * u);
  return true;
}

/** Press a button or a finger; whether the layer wants to hear how it goes on. */
export function onDown(ui, event) {
  const { button, clientX, clientY, pointerId, pointerType } = event;
  if (pointerType === "touch") ui.fingers.set(pointerId, [clientX, clientY]);
  if (ui.fingers.size > 1) ui.press = null; // two fingers zoom, and play nothing
  const isCancelled = (ui.fingers.size > 1 || button === 2) && (dropDraft(ui) || cancel(ui));
  if (ui.fingers.size > 1 || isCancelled || (button !== 0 && button !== 1 && button !== 2))
    return false;
  point(ui, event);
  if (button === 2 || (button === 0 && tool(ui).on)) {
    beginDraft(ui, event);
    return true;
  }
  ui.press = { at: [clientX, clientY], to: ui.pointer, moved: false };
  ui.press.handle = button === 0 ? handleAt(ui, ui.pointer, reachOf(event)) : undefined;
  const item = itemAt(ui, ui.pointer);
  ui.press.again = ui.spelled.length > 0; // a press that takes a half-spelled move back is no mistake
  if (!ui.press.handle && !putBack(ui, item)) takeUp(ui, ui.press, item, event);
  if (pointerType === "touch" && !ui.press.again && !ui.press.handle && ui.anchors.every(isInside))
    hold(ui, ui.press, event);
  if (ui.press.again && ui.press.first && ui.frame.anyOrder)
    refuse(ui, "that does not go with what you chose: you begin anew here");
  return true;
}

/** Leave a half-spelled move for something else; whether the press was meant for just that. */
function putBack(ui, item) {
  if (!ui.spelled.length || isClickable(ui, item)) return false;
  const again = ui.spelled.includes(item?.target);
  cancel(ui);
  return again;
}

function takeUp(ui, press, item, { button, pointerType }) {
  const { camera, frame } = ui;
  if (button === 1 || !frame.active)
    press.panFrom = camera.zoomed() || button === 1 ? press.at : null;
  else if (ui.anchors.length) press.ends = true;
  else if (pointerType === "touch" && !frame.pen && isClickable(ui, item) && isLast(ui, item))
    press.tap = item; // the finger may go away, or rest
  else if (isClickable(ui, item) && !frame.pen) {
    // so that a piece can also be dragged
    press.first = ui.spelled.length === 0;
    choose(ui, item);
  } else if (begin(ui, beginningsAt(ui, ui.pointer, reachOf({ pointerType })))) return;
  else if (camera.zoomed() && !isClickable(ui, item)) press.panFrom = press.at;
}

/** Whether a click on an item would finish a move. */
const isLast = (ui, item) => Boolean(spelledOut({ ...ui, spelled: [...ui.spelled, item.target] }));

/** Draw a mark from where a finger rests: what it took up when it came is put down. */
function hold(ui, press, event) {
  setTimeout(() => {
    const far = ui.mouse && distance([ui.mouse.clientX, ui.mouse.clientY], press.at);
    if (ui.press !== press || ui.fingers.size !== 1 || far > SHAKE) return;
    leave(ui);
    ui.press = null;
    beginDraft(ui, event);
    ui.say("a mark is begun: move the finger for an arrow, or lift it");
    globalThis.navigator?.vibrate?.(15);
    ui.show();
  }, HOLD);
}

export function onUp(ui, event) {
  const { press } = ui;
  ui.fingers.delete(event.pointerId);
  if (ui.draft?.at) return endDraft(ui, event);
  if (!press || event.button === 2) return;
  ui.press = null;
  if (press.handle) press.moved && drop(ui, press.handle, ui.camera.toScene(event));
  else if (!press.panFrom || !press.moved) letGo(ui, press, event);
}

function letGo(ui, { moved, ends, first, again, tap }, event) {
  const at = ui.camera.toScene(event);
  const item = itemAt(ui, at);
  if (tap) {
    if (item?.target === tap.target) choose(ui, tap);
  } else if (ui.spelled.length) {
    if (first && moved && !ui.spelled.includes(item?.target) && !choose(ui, item)) cancel(ui);
  } else if (!moved && !ends && isClickable(ui, item) && ui.frame.pen) {
    // a click fills, a drag draws
    ui.anchors = [];
    choose(ui, item);
  } else if (ui.anchors.length && moved && !ends && isAway(ui, event)) {
    cancel(ui);
  } else if (ui.anchors.length && (moved || ends)) {
    if (!ui.typed) ui.line = aim(ui, at, reachOf(event));
    const drawn = draw(ui, { byHand: true });
    if (!drawn && !ends) leave(ui);
    if (drawn && event.pointerType === "touch") ui.pointer = null; // a finger that is lifted points at nothing
  } else if (ui.frame.pen && ui.frame.active && !ui.anchors.length) {
    refuse(
      ui,
      moved
        ? "press on a line or on the edge, and drag across an area"
        : "a line begins on a border",
    );
  } else if (ui.frame.active && !ui.frame.pen && !moved && !first && !again && item?.label) {
    refuse(
      ui,
      `${item.label}: it cannot be chosen now. What can be chosen lights up when you point at it or touch it.`,
    );
  }
}

/** Whether the pointer is far off the board, all of which is in sight. */
function isAway({ camera }, { clientX, clientY }) {
  if (camera.zoomed()) return false;
  const { left, top, width, height } = camera.box();
  const off = (at, start, size) => Math.max(start - at, at - start - size, 0);
  return Math.hypot(off(clientX, left, width), off(clientY, top, height)) > AWAY;
}

/** The press is taken away: the page scrolls, or the window has gone. */
export function onCancel(ui, { pointerId }) {
  ui.fingers.delete(pointerId);
  cancelPress(ui);
}

function cancelPress(ui) {
  ui.press = null;
  dropDraft(ui);
  cancel(ui);
}

// --- Gestures: what moves and enlarges the picture, and which touches are not for that

/** Two fingers, of which one moves. */
function pinch(ui, { pointerId, clientX, clientY }) {
  const { camera, fingers } = ui;
  const before = [...fingers.values()];
  fingers.set(pointerId, [clientX, clientY]);
  if (fingers.size !== 2) return;
  const after = [...fingers.values()];
  const center = ([a, b]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const [bx, by] = center(before);
  const [ax, ay] = center(after);
  const u = camera.unit();
  camera.pan((bx - ax) * u, (by - ay) * u);
  camera.zoom(
    distance(...before) / Math.max(1, distance(...after)),
    camera.toScene({ clientX: ax, clientY: ay }),
  );
}

/** Zoom by the wheel. On a board of any depth a point that the wheel is over stays where it is. */
export function onWheel(ui, event) {
  const at = ui.camera.toScene(event);
  const item = ui.frame.space === undefined ? null : itemAt(ui, at);
  ui.camera.zoom(Math.exp(event.deltaY * 0.002), item?.center ?? at);
}

/** Whether a touch plays; any other scrolls the page. */
export function isTouchToPlay(ui, touches) {
  const { anchors, camera, spelled } = ui;
  const at = camera.toScene(touches[0]);
  if (tool(ui).on || touches.length > 1 || camera.zoomed() || anchors.length || spelled.length)
    return true;
  return Boolean(
    handleAt(ui, at, REACH.touch) ||
    isClickable(ui, itemAt(ui, at)) ||
    bordersAt(ui, at, REACH.touch).length,
  );
}

const REST = 600; // milliseconds without a movement after which the pointer only lies there

/** Whether nobody points at anything, nor is in the middle of a move. */
export function isCalm({ press, fingers, spelled, anchors, draft, pointer, mouse }) {
  if (press || fingers.size || spelled.length || anchors.length || draft) return false;
  return !pointer || performance.now() - (mouse.timeStamp ?? 0) > REST;
}

// --- Listeners

/** Hear the mouse, touches and keys. */
export function listen(ui, { svg, voice }, show) {
  const on = (name, act, options) =>
    svg.addEventListener(name, (event) => ui.frame && act(event), options);
  const shown = (act) => (event) => {
    act(ui, event);
    show();
  };
  on("pointermove", shown(onMove));
  on(
    "pointerdown",
    shown((_, event) => {
      svg.focus({ preventScroll: true });
      ui.refusal = null;
      if (onDown(ui, event)) svg.setPointerCapture(event.pointerId);
      if (ui.frame.elsewhere) refuse(ui, ui.frame.elsewhere);
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
    // the right button cancels; Lab has a menu, too
    event.preventDefault();
    event.stopPropagation();
  });
  on(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return; // the page scrolls as it does everywhere
      event.preventDefault();
      shown(onWheel)(event);
    },
    { passive: false },
  );
  on(
    "touchmove",
    (event) => {
      // a mark is drawn: the page does not scroll
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
    if (!ui.pending && voice.said.lastChild === before) ui.place(placeWords(ui)); // else something has happened
  });
}
