// Presence: the identity of this page, and whether the kernel still runs. Two people at one kernel
// can each play a seat, on a page of their own.

import { dropHalfMove, clearPending } from "../pointer/state.js";
import { addListeners, trackFocus } from "../shared/dom.js";

/** @import { BoardState, Frame, WidgetModel } from "../types.js" */

const STORAGE_KEY = "polygames-page";

/** Return the id of this page.
 *
 *  A reload keeps it. A duplicate of an open page gets another one, because the id is in the
 *  storage only while the page is being unloaded. */
export function getPageId(page = globalThis) {
  if (page.polygamesPage) return page.polygamesPage;
  const storage = getSessionStorage(page);
  page.polygamesPage = storage?.getItem(STORAGE_KEY) ?? createId();
  storage?.removeItem(STORAGE_KEY);
  page.addEventListener("pagehide", () => storage?.setItem(STORAGE_KEY, page.polygamesPage));
  page.addEventListener("pageshow", () => storage?.removeItem(STORAGE_KEY));
  return page.polygamesPage;
}

/** Return the storage that survives a reload, or undefined if the page has none. */
function getSessionStorage(page) {
  try {
    return page.sessionStorage;
  } catch {
    return undefined;
  }
}

const createId = () => Math.random().toString(36).slice(2);

/** Tell the kernel that this page shows the board. Return a function that tells it that it no
 *  longer does. */
export function announceView(send) {
  const view = createId();
  const sendPresence = (isVisible) =>
    send({ kind: "report_presence", page: getPageId(), view, is_visible: isVisible });
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

/** Return a frame as this page shows it: it cannot move for a seat that another page has
 *  claimed.
 *
 *  @param {Frame} frame */
export function frameForPage(frame, page = getPageId()) {
  const elsewhere = frame.active && frame.claim && frame.claim.page !== page;
  return elsewhere ? { ...frame, active: false, elsewhere: frame.claim.text } : frame;
}

/** Handle the buttons that claim a seat.
 *
 *  Return a function that starts this on a board's root element. */
export const handleSeatButtons = (send) => (root) => {
  const style = document.createElement("style");
  style.textContent = `.polygames-claim[data-page="${getPageId()}"] .polygames-claimed-elsewhere,
    .polygames-claim:not([data-page="${getPageId()}"]) .polygames-claimed-here { display: none; }`;
  root.append(style);
  const head = root.querySelector(".polygames-head");
  const claimSeat = ({ target }) => {
    const button = target.closest(".polygames-claim");
    if (button) send({ kind: "claim_seat", seat: Number(button.dataset.seat) });
  };
  const findReplacement = ({ dataset }) =>
    head.querySelector(`.polygames-claim[data-seat="${dataset.seat}"]`);
  const focus = trackFocus(root, head, ".polygames-claim", findReplacement);
  const observer = new MutationObserver(focus.again);
  observer.observe(head, { childList: true, subtree: true });
  const ends = [
    addListeners(head, { click: claimSeat }),
    focus.end,
    () => observer.disconnect(),
    () => style.remove(),
  ];
  return () => ends.forEach((end) => end());
};

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
