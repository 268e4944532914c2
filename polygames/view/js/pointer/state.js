// All that changes at the board between two moves, in one object; every module is given it.

import { endMotion } from "../renderer/animation.js";
import { showRefusal } from "./tooltip.js";

/** The state of a board that has seen nothing yet. What it can do to the world outside it is
 *  given: `camera`, `post` (a message to the kernel), `say` and `place` (words for a screen
 *  reader: what happens, and where the cursor is),
 *  `show` (paint it), `patience` (milliseconds to wait for an answer), `silence` (what is said when none comes), `isLate` (whether the page is
 *  still drawing the kernel's picture, which is followed by `show`). */
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
    frame: null, // what the kernel sent: see the trait `frame`
    pending: null, // a move that was sent: see below
    spelled: [], // targets of a half-spelled move
    anchors: [], // where a line begins: the same point seen from each region that it borders
    line: null, // the line as it would be drawn now: {a, b}
    hinted: null, // the two ends of a line that is shown as a hint: one drawn close to it is that line
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
export function sendMessage(ui, kind, content = {}) {
  if (kind === "move" || kind === "line") return sendMove(ui, kind, content);
  ui.post({ kind, version: ui.frame.version, ...content });
}

/** Leave a move that is half done; whether there was one. */
export function dropHalfMove(ui) {
  const something = Boolean(ui.spelled.length || ui.anchors.length || ui.typed);
  Object.assign(ui, { spelled: [], anchors: [], line: null, typed: "" });
  return something;
}

/** Take what the kernel sent; whether it shows another state than the one that was shown. */
export function updateFrame(ui, frame) {
  const before = ui.frame;
  const fresh = before?.version !== frame.version;
  if (before && frame.version < before.version) return false; // late, or for the second time
  reconcileFrame(ui, frame);
  if (fresh) {
    dropHalfMove(ui);
    ui.press = ui.cursor = ui.refusal = ui.draft = ui.hinted = null;
  }
  ui.camera.take(frame, ui.press || ui.fingers.size);
  updatePoints(ui);
  const words = spokenText(frame);
  if (fresh || spokenText(before) !== words) ui.say(words);
  return Boolean(before) && fresh;
}

/** Return what a screen reader reads of a frame: its status, or what the computer played, too. */
const spokenText = ({ spoken, status }) => spoken ?? status;

/** Update the pointer and the cursor, which a new frame may have moved or removed. */
function updatePoints(ui) {
  if (ui.pointer) ui.pointer = ui.camera.toScene(ui.mouse);
  if (!ui.cursor || ui.cursor.region) return;
  ui.cursor = ui.frame.items.find(({ target }) => target === ui.cursor.target) ?? null;
}

// --- A move that was made here and that the kernel has not answered yet: the page shows it already. It
// ends in one of three ways: the kernel has painted it (`answered`, and a newer frame), has refused it, or
// says nothing; then it is asked for once more, and after that taken back.

export const NO_ANSWER_TEXT =
  "the kernel does not answer: if it is only busy, it still plays this move";

let lastMoveId = Math.floor(Math.random() * 2 ** 30); // pages number their moves, each from elsewhere on

/** Send a finished move; until it is answered, or taken back, nothing else can be played. */
function sendMove(ui, kind, content) {
  endMotion(ui);
  clearPending(ui);
  const { frame } = ui;
  ui.sent = frame.version;
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
  ui.frame = toInactive(frame);
  postMove(ui);
}

const toInactive = (frame) => ({ ...frame, active: false });

function postMove(ui) {
  const { id, kind, content, version, isAgain } = ui.pending;
  ui.pending.timer = setTimeout(() => onNoAnswer(ui), ui.patience());
  ui.post({ kind, version, ...content, id, ...(isAgain ? { again: 1 } : {}) });
}

/** Nothing was heard for a while. */
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

/** The kernel has taken a move, and sent its picture; the frame may be on its way. */
export function acknowledgeMove(ui, { id, version }) {
  const { pending } = ui;
  if (pending?.id !== id) return;
  pending.isShown = true;
  if (pending.frame.version >= version) endPending(ui);
}

/** The kernel has refused a move, or a key; what another place on the page has sent is not ours. */
export function rejectMove(ui, { id = null, text }) {
  if (id !== null && ui.pending?.id !== id) return;
  if (id !== null) endPending(ui);
  showRefusal(ui, text);
}

/** Take a frame: the newest counts, and while a move is pending only for what it shows. */
function reconcileFrame(ui, frame) {
  const { pending } = ui;
  if (pending && frame.version > pending.version) clearPending(ui);
  else if (pending) pending.frame = frame;
  ui.frame = ui.pending ? toInactive(frame) : frame;
}

/** What is on the board counts again. */
function endPending(ui) {
  ui.frame = ui.pending.frame;
  clearPending(ui);
}

/** Wait no longer. */
export function clearPending(ui) {
  clearTimeout(ui.pending?.timer);
  ui.pending = null;
}
