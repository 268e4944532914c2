// The state of a board between two moves, in one object that all modules share.

import { endEarlierMotion, endMotion } from "../renderer/animation.js";
import { showRefusal } from "./tooltip.js";

/** @import { BoardState, Connections, Frame } from "../types.js" */

/** Create the state of a board before its first frame.
 *
 *  Its connections are functions: `camera`, `post` (send a message to the kernel), `say` and
 *  `place` (read an event, or the place of the cursor, aloud), `show` (repaint), `patience`
 *  (milliseconds to wait for an answer) and `isLate` (whether the kernel's picture is still
 *  being drawn; `show` follows). `silence` is the text when no answer comes.
 *
 *  @param {Connections} connections
 *  @returns {BoardState} */
export function createBoardState({
  camera,
  post,
  say,
  place = () => {},
  show = () => {},
  patience = () => 5000,
  silence = NO_ANSWER_TEXT,
  isLate = () => false,
}) {
  return {
    ...{ camera, post, say, place, show, patience, silence, isLate },
    frame: null, // from the kernel: see the trait `frame`
    pending: null, // a move that was sent: see below
    spelled: [], // the chosen targets of a half-done move
    anchors: [], // where a line begins: one place for each region at that point
    line: null, // the line as it would be drawn now: {a, b}
    hinted: null, // the ends of a hint's line: a line near it snaps to it
    held: false, // whether the line waits for confirmation, after a finger drew it
    typed: "", // the area that the line is to cut off: a typed number, or HALF
    mouse: null, // the last pointer event with a position
    pointer: null, // that position in scene units
    press: null, // a button that is down: {at: [clientX, clientY], to, moved, panFrom, handle, ...}
    // The keyboard cursor: a place on a border ({region, edge, share, point}) or an item.
    cursor: null,
    fingers: new Map(), // touches by pointer id, for pinching
    sent: null, // the version of the last position in which this page moved
    sentMove: null, // the move, also after its answer
    sentAt: 0, // when that was, in milliseconds; 0 once the pause before the answer is over
    motion: null, // an animation, perhaps after a pause
    draft: null, // a mark that is being drawn: see annotations.js
    refusal: null, // why the last action was refused, and where: {text, at, mouse, cursor, hasRings}
  };
}

/** Send a message to the kernel. Its version tells to which position it belongs.
 *
 *  @param {BoardState} ui */
export function sendMessage(ui, kind, content = {}) {
  if (kind === "move" || kind === "line") return sendMove(ui, kind, content);
  ui.post({ kind, version: ui.frame.version, ...content });
}

/** Cancel a half-done move without a word. Return whether there was one.
 *
 *  @param {BoardState} ui */
export function dropHalfMove(ui) {
  const something = Boolean(ui.spelled.length || ui.anchors.length || ui.typed);
  Object.assign(ui, { spelled: [], anchors: [], line: null, held: false, typed: "" });
  return something;
}

/** Show a new frame. Return whether its position is another one than before.
 *
 *  @param {BoardState} ui
 *  @param {Frame} frame */
export function updateFrame(ui, frame) {
  const before = ui.frame;
  const fresh = before?.version !== frame.version;
  if (before && frame.version < before.version) return false; // late, or sent twice
  endEarlierMotion(ui, frame);
  reconcileFrame(ui, frame);
  if (fresh) {
    dropHalfMove(ui);
    ui.press = ui.cursor = ui.refusal = ui.draft = ui.hinted = null;
  }
  ui.camera.showFrame(frame, ui.press || ui.fingers.size);
  updatePoints(ui);
  const words = spokenText(frame);
  if (fresh || spokenText(before) !== words) ui.say(words);
  return Boolean(before) && fresh;
}

/** Return what is read aloud of a frame: its status, perhaps with the computer's move.
 *
 *  @param {Frame} frame */
const spokenText = ({ spoken_text, status }) => spoken_text ?? status;

/** Update the pointer and the cursor, which a new frame may have moved or removed.
 *
 *  @param {BoardState} ui */
function updatePoints(ui) {
  if (ui.pointer) ui.pointer = ui.camera.toScene(ui.mouse);
  if (!ui.cursor || ui.cursor.region) return;
  ui.cursor = ui.frame.items.find(({ target }) => target === ui.cursor.target) ?? null;
}

// --- A move that was sent and that the kernel has not answered. The page shows it already. It ends
// in
// one of three ways: the kernel acknowledges it and sends a newer frame; the kernel rejects it; or
// no
// answer comes. Then it is sent once more, and after that it is taken back.

/** The refusal of a move that the kernel has not answered. */
export const NO_ANSWER_TEXT =
  "The kernel is not answering. If it is only busy, it will still play this move.";

let lastMoveId = Math.floor(Math.random() * 2 ** 30); // pages start at different numbers

/** Send a complete move. Until it is answered or taken back, no other move can be made.
 *
 *  @param {BoardState} ui */
function sendMove(ui, kind, content) {
  endMotion(ui);
  clearPending(ui);
  const { frame } = ui;
  ui.sent = frame.version;
  ui.sentAt = Date.now();
  ui.pending = {
    id: ++lastMoveId,
    kind,
    content,
    frame,
    version: frame.version,
    isAgain: false,
    isShown: false,
    timer: null,
  };
  ui.sentMove = ui.pending;
  ui.frame = toInactive(frame);
  postMove(ui);
}

/** @param {Frame} frame */
const toInactive = (frame) => ({ ...frame, active: false });

/** @param {BoardState} ui */
function postMove(ui) {
  const { id, kind, content, version, isAgain } = ui.pending;
  ui.pending.timer = setTimeout(() => onNoAnswer(ui), ui.patience());
  ui.post({ kind, version, ...content, id, ...(isAgain ? { again: 1 } : {}) });
}

/** Handle a move without an answer: send it again, or give up.
 *
 *  @param {BoardState} ui */
function onNoAnswer(ui) {
  const { pending } = ui;
  if (!pending.isAgain) {
    pending.isAgain = true;
    return postMove(ui);
  }
  endPending(ui);
  showRefusal(ui, ui.silence);
  ui.show();
}

/** Handle that the kernel has played and painted a move. Its frame may still be on its way.
 *
 *  @param {BoardState} ui */
export function acknowledgeMove(ui, { id, version }) {
  const { pending } = ui;
  if (pending?.id !== id) return;
  pending.isShown = true;
  if (pending.frame.version >= version) endPending(ui);
}

/** Handle that the kernel refused a move or a key. Moves of other views are ignored.
 *
 *  @param {BoardState} ui */
export function rejectMove(ui, { id = null, text }) {
  if (id !== null && ui.pending?.id !== id) return;
  if (id !== null) endPending(ui);
  showRefusal(ui, text);
}

/** Store a frame. While a move is pending, its position is shown but accepts no moves.
 *
 *  @param {BoardState} ui
 *  @param {Frame} frame */
function reconcileFrame(ui, frame) {
  const { pending } = ui;
  if (pending && frame.version > pending.version) clearPending(ui);
  else if (pending) pending.frame = frame;
  ui.frame = ui.pending ? toInactive(frame) : frame;
}

/** Make the last frame current again, without the pending move.
 *
 *  @param {BoardState} ui */
function endPending(ui) {
  ui.frame = ui.pending.frame;
  clearPending(ui);
}

/** Stop waiting for an answer.
 *
 *  @param {BoardState} ui */
export function clearPending(ui) {
  clearTimeout(ui.pending?.timer);
  ui.pending = null;
}
