// Whether anybody answers: a board whose kernel is gone says so, and takes no more moves.

import { stop } from "../pointer/pending_move.js";
import { leave } from "../pointer/state.js";

const GONE = new Set(["dead", "terminating"]);

/** Call `lost` when the kernel goes; returns what ends it.
 *
 *  That it was restarted is heard by the model, and then seen on the view's element `el`; that it
 *  was shut down or changed knows the session of the notebook, or in Voila the kernel itself. */
export function watchKernel(model, el, lost) {
  const manager = model.widget_manager;
  const session = manager?.context?.sessionContext, source = session ?? manager?.kernel;
  const kernel = () => (session ? session.session?.kernel : manager?.kernel), own = kernel()?.id;
  const look = () => {
    const now = kernel();
    if (now?.id !== own || GONE.has(now?.status)) lost();
  };
  const hear = () => setTimeout(() => { // the views hear it, too
    if (el.closest(".jupyter-widgets-disconnected")) lost();
  });
  model.on("comm_live_update", hear);
  session?.kernelChanged?.connect(look);
  source?.statusChanged?.connect(look);
  return () => {
    model.off("comm_live_update", hear);
    session?.kernelChanged?.disconnect(look);
    source?.statusChanged?.disconnect(look);
  };
}

/** Leave the position to be looked at, and nothing to be done with it. */
export function deactivate(ui) {
  leave(ui);
  stop(ui);
  const nothing = { active: false, items: [], moves: [], regions: [], pen: null, handles: [], keys: [] };
  Object.assign(ui, { frame: { ...ui.frame, ...nothing }, press: null, cursor: null, refusal: null });
}

/** Show on a board that it is left alone, in these words. */
export function showGone(root, note, words) {
  root.classList.add("polygames-gone");
  for (const control of root.querySelectorAll("button, input, select, textarea")) control.disabled = true;
  note.textContent = words;
}
