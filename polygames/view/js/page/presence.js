// Who is there: which page this is (of two people at one kernel, each may play a seat on a page of their
// own), and whether the kernel still answers.

import { dropHalfMove, clearPending } from "../pointer/state.js";
import { addListeners, trackFocus } from "../shared/dom.js";

const STORAGE_KEY = "polygames-page";

/** The name of this page. A reload keeps it; a copy of the page, made while it is open, gets
 *  another one: it is stored only while the page goes. */
export function getPageId(page = globalThis) {
  if (page.polygamesPage) return page.polygamesPage;
  const kept = getSessionStorage(page);
  page.polygamesPage = kept?.getItem(STORAGE_KEY) ?? createId();
  kept?.removeItem(STORAGE_KEY);
  page.addEventListener("pagehide", () => kept?.setItem(STORAGE_KEY, page.polygamesPage));
  page.addEventListener("pageshow", () => kept?.removeItem(STORAGE_KEY));
  return page.polygamesPage;
}

/** What a page can keep until it is loaded again; nothing where it may not. */
function getSessionStorage(page) {
  try {
    return page.sessionStorage;
  } catch {
    return undefined;
  }
}

const createId = () => Math.random().toString(36).slice(2);

/** Tell the kernel that a view of the board is on this page, and when it is not any more; returns
 *  what ends it. */
export function announceView(send) {
  const view = createId();
  const tell = (is_seen) => send({ kind: "page", page: getPageId(), view, is_seen });
  tell(true);
  const end = addListeners(globalThis, {
    pagehide: () => tell(false),
    pageshow: ({ persisted }) => persisted && tell(true),
  });
  return () => {
    end();
    tell(false);
  };
}

/** What the kernel sent, as this page has it: it cannot move for a seat taken on another one. */
export function frameForPage(frame, page = getPageId()) {
  const elsewhere = frame.active && frame.taken && frame.taken.page !== page;
  return elsewhere ? { ...frame, active: false, elsewhere: frame.taken.words } : frame;
}

/** Hear the buttons that take a seat; returns a beginning for a board's own element. */
export const handleSeatButtons = (send) => (root) => {
  const style = document.createElement("style");
  style.textContent = `.polygames-take[data-page="${getPageId()}"] .polygames-theirs,
    .polygames-take:not([data-page="${getPageId()}"]) .polygames-ours { display: none; }`;
  root.append(style);
  const head = root.querySelector(".polygames-head");
  const press = ({ target }) => {
    const button = target.closest(".polygames-take");
    if (button) send({ kind: "take", seat: Number(button.dataset.seat) });
  };
  const inPlace = ({ dataset }) =>
    head.querySelector(`.polygames-take[data-seat="${dataset.seat}"]`);
  const focus = trackFocus(root, head, ".polygames-take", inPlace);
  const news = new MutationObserver(focus.again);
  news.observe(head, { childList: true, subtree: true });
  const ends = [
    addListeners(head, { click: press }),
    focus.end,
    () => news.disconnect(),
    () => style.remove(),
  ];
  return () => ends.forEach((end) => end());
};

// --- Whether anybody answers: a board whose kernel is gone says so, and takes no more moves

const DEAD_STATUSES = new Set(["dead", "terminating"]);

/** Call `lost` when the kernel goes; returns what ends it.
 *
 *  That it was restarted is heard by the model, and then seen on the view's element `el`; that it
 *  was shut down or changed knows the session of the notebook, or in Voila the kernel itself. */
export function watchKernel(model, el, lost) {
  const manager = model.widget_manager;
  const session = manager?.context?.sessionContext;
  const source = session ?? manager?.kernel;
  const kernel = () => (session ? session.session?.kernel : manager?.kernel);
  const own = kernel()?.id;
  const look = () => {
    const now = kernel();
    if (now?.id !== own || DEAD_STATUSES.has(now?.status)) lost();
  };
  const onRestart = () =>
    setTimeout(() => {
      // the views hear it, too
      if (el.closest(".jupyter-widgets-disconnected")) lost();
    });
  model.on("comm_live_update", onRestart);
  session?.kernelChanged?.connect(look);
  source?.statusChanged?.connect(look);
  return () => {
    model.off("comm_live_update", onRestart);
    session?.kernelChanged?.disconnect(look);
    source?.statusChanged?.disconnect(look);
  };
}

/** Leave the position to be looked at, and nothing to be done with it. */
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

/** Show on a board that it is left alone, in these words. */
export function showKernelStopped(root, note, words) {
  root.classList.add("polygames-gone");
  for (const control of root.querySelectorAll("button, input, select, textarea"))
    control.disabled = true;
  note.textContent = words;
}
