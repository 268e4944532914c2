// Presence: whether this page shows the board, and whether the kernel still runs.

import { dropHalfMove, clearPending } from "../pointer/state.js";
import { addListeners } from "../shared/dom.js";

/** @import { BoardState, WidgetModel } from "../types.js" */

const createId = () => Math.random().toString(36).slice(2);

/** Tell the kernel that this page shows the board. Return a function that tells it that it no
 *  longer does. */
export function announceView(send) {
  const view = createId();
  const sendPresence = (isVisible) =>
    send({ kind: "report_presence", view, is_visible: isVisible });
  sendPresence(true);
  const end = addListeners(globalThis, {
    pagehide: () => sendPresence(false),
    pageshow: ({ persisted }) => persisted && sendPresence(true),
  });
  return () => {
    end();
    sendPresence(false);
  };
}

// --- Whether the kernel runs. A board without a kernel shows that, and accepts no more moves

const DEAD_STATUSES = new Set(["dead", "terminating"]);

/** Call `lost` when the kernel is gone. Return a function that stops watching.
 *
 *  After a restart, the model gets an event and the view's element `el` a class. A shutdown or a
 *  change of kernel is reported by the notebook's session, or in Voila by the kernel itself.
 *
 *  @param {WidgetModel} model */
export function watchKernel(model, el, onLost) {
  const manager = model.widget_manager;
  const session = manager?.context?.sessionContext;
  const source = session ?? manager?.kernel;
  const kernel = () => (session ? session.session?.kernel : manager?.kernel);
  const ownId = kernel()?.id;
  const checkKernel = () => {
    const current = kernel();
    if (current?.id !== ownId || DEAD_STATUSES.has(current?.status)) onLost();
  };
  const onRestart = () =>
    setTimeout(() => {
      // the views are updated first
      if (el.closest(".jupyter-widgets-disconnected")) onLost();
    });
  model.on("comm_live_update", onRestart);
  session?.kernelChanged?.connect(checkKernel);
  source?.statusChanged?.connect(checkKernel);
  return () => {
    model.off("comm_live_update", onRestart);
    session?.kernelChanged?.disconnect(checkKernel);
    source?.statusChanged?.disconnect(checkKernel);
  };
}

/** Keep showing the position, but accept no more moves.
 *
 *  @param {BoardState} ui */
export function deactivateBoard(ui) {
  dropHalfMove(ui);
  clearPending(ui);
  const nothing = {
    active: false,
    items: [],
    moves: [],
    regions: [],
    pen: null,
    handles: [],
    keys: [],
  };
  Object.assign(ui, {
    frame: { ...ui.frame, ...nothing },
    press: null,
    cursor: null,
    refusal: null,
  });
}

/** Show that the kernel has stopped, with a text, and disable all controls of the board. */
export function showKernelStopped(root, note, words) {
  root.classList.add("polygames-kernel-stopped");
  for (const control of root.querySelectorAll("button, input, select, textarea"))
    control.disabled = true;
  note.textContent = words;
}
