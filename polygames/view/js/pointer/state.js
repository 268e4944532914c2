// All that changes at the board between two moves, in one object; every module is given it.

import { play, reconcile } from "./pending_move.js";

/** The state of a board that has seen nothing yet. What it can do to the world outside it is
 *  given: `camera`, `post` (a message to the kernel), `say` and `place` (words for a screen
 *  reader: what happens, and where the cursor is),
 *  `show` (paint it), `patience` (milliseconds to wait for an answer), `isLate` (whether the page is
 *  still drawing the kernel's picture, which is followed by `show`). */
export function start({ camera, post, say, place = () => {}, show = () => {}, patience = () => 5000, isLate = () => false }) {
  return {
    ...{ camera, post, say, place, show, patience, isLate },
    frame: null, // what the kernel sent: see the trait `frame`
    pending: null, // a move that was sent: see pending_move.js
    spelled: [], // targets of a half-spelled move
    anchors: [], // where a line begins: the same point seen from each region that it borders
    line: null, // the line as it would be drawn now: {a, b}
    typed: "", // a value being typed, which the line is turned to cut off
    mouse: null, // the last event of the pointer that has a place
    pointer: null, // that place in scene units
    press: null, // a button held down: {at: [clientX, clientY], to, moved, panFrom, handle, ...}
    cursor: null, // the keyboard's place: on a border ({region, edge, share, point}) or an item
    fingers: new Map(), // touches, for pinching
    sent: null, // the version of the last position that a person here answered
    motion: null, // a move that is being shown: {view, ends, timer}
    draft: null, // a mark that is being drawn: see annotations.js
    refusal: null, // why the last action was refused, and where: {text, at}
  };
}

/** Send the kernel a message; it knows by the version what it was an answer to. */
export function send(ui, kind, content = {}) {
  if (kind === "move" || kind === "line") return play(ui, kind, content);
  ui.post({ kind, version: ui.frame.version, ...content });
}

/** Leave a move that is half done; whether there was one. */
export function leave(ui) {
  const something = Boolean(ui.spelled.length || ui.anchors.length || ui.typed);
  Object.assign(ui, { spelled: [], anchors: [], line: null, typed: "" });
  return something;
}

/** Take what the kernel sent; whether it shows another state than the one that was shown. */
export function take(ui, frame) {
  const before = ui.frame, fresh = before?.version !== frame.version;
  if (before && frame.version < before.version) return false; // late, or for the second time
  reconcile(ui, frame);
  if (fresh) {
    leave(ui);
    ui.press = ui.cursor = ui.refusal = ui.draft = null;
  }
  ui.camera.take(frame, ui.press || ui.fingers.size);
  if (ui.pointer) ui.pointer = ui.camera.toScene(ui.mouse);
  if (ui.cursor && !ui.cursor.region) {
    ui.cursor = frame.items.find(({ target }) => target === ui.cursor.target) ?? null;
  }
  const words = frame.spoken ?? frame.status; // what the computer played, too
  if (fresh || (before.spoken ?? before.status) !== words) ui.say(words);
  return Boolean(before) && fresh;
}
