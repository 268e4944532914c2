// A move that was made here and that the kernel has not answered yet: the page shows it already.
//
// It ends in one of three ways: the kernel has painted it (`answered`, and a newer frame), has
// refused it, or says nothing; then it is asked for once more, and after that taken back.

import { endMotion } from "../renderer/animation.js";
import { refuse } from "./tooltip.js";

const SILENCE = "the kernel does not answer: if it is only busy, it still plays this move";

let last = Math.floor(Math.random() * 2 ** 30); // pages number their moves, each from elsewhere on

/** Send a finished move; until it is answered, or taken back, nothing else can be played. */
export function play(ui, kind, content) {
  endMotion(ui);
  stop(ui);
  const { frame } = ui;
  ui.sent = frame.version;
  ui.pending = { id: ++last, kind, content, frame, version: frame.version, isAgain: false, isShown: false, timer: null };
  ui.frame = inactive(frame);
  ask(ui);
}

const inactive = (frame) => ({ ...frame, active: false });

function ask(ui) {
  const { id, kind, content, version, isAgain } = ui.pending;
  ui.pending.timer = setTimeout(() => onSilence(ui), ui.patience());
  ui.post({ kind, version, ...content, id, ...(isAgain ? { again: 1 } : {}) });
}

/** Nothing was heard for a while. */
function onSilence(ui) {
  const { pending } = ui;
  if (!pending.isAgain) {
    pending.isAgain = true;
    return ask(ui);
  }
  end(ui);
  refuse(ui, SILENCE);
  ui.show();
}

/** The kernel has taken a move, and sent its picture; the frame may be on its way. */
export function answered(ui, { id, version }) {
  const { pending } = ui;
  if (pending?.id !== id) return;
  pending.isShown = true;
  if (pending.frame.version >= version) end(ui);
}

/** The kernel has refused a move, or a key; what another place on the page has sent is not ours. */
export function refused(ui, { id = null, text }) {
  if (id !== null && ui.pending?.id !== id) return;
  if (id !== null) end(ui);
  refuse(ui, text);
}

/** Take a frame: the newest counts, and while a move is pending only for what it shows. */
export function reconcile(ui, frame) {
  const { pending } = ui;
  if (pending && frame.version > pending.version) stop(ui);
  else if (pending) pending.frame = frame;
  ui.frame = ui.pending ? inactive(frame) : frame;
}

/** What is on the board counts again. */
function end(ui) {
  ui.frame = ui.pending.frame;
  stop(ui);
}

/** Wait no longer. */
export function stop(ui) {
  clearTimeout(ui.pending?.timer);
  ui.pending = null;
}
