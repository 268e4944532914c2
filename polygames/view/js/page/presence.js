// Which page this is: of two people at one kernel, each may play a seat on a page of their own.

const KEY = "polygames-page";

/** The name of this page. A reload keeps it; a copy of the page, made while it is open, gets
 *  another one: it is stored only while the page goes. */
export function pageName(page = globalThis) {
  if (page.polygamesPage) return page.polygamesPage;
  const kept = storage(page);
  page.polygamesPage = kept?.getItem(KEY) ?? newName();
  kept?.removeItem(KEY);
  page.addEventListener("pagehide", () => kept?.setItem(KEY, page.polygamesPage));
  page.addEventListener("pageshow", () => kept?.removeItem(KEY));
  return page.polygamesPage;
}

/** What a page can keep until it is loaded again; nothing where it may not. */
function storage(page) {
  try { return page.sessionStorage; } catch { return undefined; }
}

const newName = () => Math.random().toString(36).slice(2);

/** Tell the kernel that a view of the board is on this page, and when it is not any more; returns
 *  what ends it. */
export function announceView(send) {
  const view = newName(), tell = (is_seen) => send({ kind: "page", page: pageName(), view, is_seen });
  const hide = () => tell(false), show = ({ persisted }) => persisted && tell(true);
  tell(true);
  addEventListener("pagehide", hide);
  addEventListener("pageshow", show);
  return () => {
    removeEventListener("pagehide", hide);
    removeEventListener("pageshow", show);
    tell(false);
  };
}

/** What the kernel sent, as this page has it: it cannot move for a seat taken on another one. */
export function seen(frame, page = pageName()) {
  const elsewhere = frame.active && frame.taken && frame.taken.page !== page;
  return elsewhere ? { ...frame, active: false, elsewhere: frame.taken.words } : frame;
}

/** Hear the buttons that take a seat; returns a beginning for a board's own element. */
export const takeSeats = (send) => (root) => {
  const style = document.createElement("style");
  style.textContent = `.polygames-take[data-page="${pageName()}"] .polygames-theirs,
    .polygames-take:not([data-page="${pageName()}"]) .polygames-ours { display: none; }`;
  root.append(style);
  const head = root.querySelector(".polygames-head");
  let last = null; // the button in focus: the header is made anew with every move
  const press = ({ target }) => {
    const button = target.closest(".polygames-take");
    if (button) send({ kind: "take", seat: Number(button.dataset.seat) });
  };
  const focus = ({ target }) => { last = target.closest(".polygames-take"); };
  const blur = ({ relatedTarget }) => { if (relatedTarget) last = null; };
  const again = new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const fresh = head.querySelector(`.polygames-take[data-seat="${last.dataset.seat}"]`);
    (fresh ?? root.querySelector(".polygames-pointer svg"))?.focus({ preventScroll: true });
  });
  again.observe(head, { childList: true, subtree: true });
  const heard = { click: press, focusin: focus, focusout: blur };
  for (const [name, act] of Object.entries(heard)) head.addEventListener(name, act);
  return () => {
    again.disconnect();
    style.remove();
    for (const [name, act] of Object.entries(heard)) head.removeEventListener(name, act);
  };
};
