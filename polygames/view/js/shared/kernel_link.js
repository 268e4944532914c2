// The way from a page to the kernel: all that a widget sends goes through here.

const DEAD_KERNEL_ERROR = /^(?:Cannot send|Kernel is dead|Could not send message)/;

/** What sends the kernel a widget's messages, and returns whether a message was sent.
 *
 *  After a kernel was killed or shut down, nobody is at the other end of a widget on a page that is
 *  still open; sending throws then. The board says that by itself (page/presence.js), so such a
 *  message is dropped. Any other error is a fault, and is thrown. */
export const createKernelLink = (model) => (message) => {
  try {
    model.send(message);
    return true;
  } catch (error) {
    if (DEAD_KERNEL_ERROR.test(error?.message)) return false;
    throw error;
  }
};

// --- Whether somebody looks: the kernel is told while a board is on a page that is seen

const HEARTBEAT_MS = 4000; // ms between two words to the kernel

/** Tell the kernel now and then that the board around an element is looked at; what is returned
 *  ends it, and says so. `watch` says what happens to the page. */
export function startHeartbeat(
  el,
  send,
  {
    page = document,
    every = setInterval,
    stop = clearInterval,
    Watcher = globalThis.IntersectionObserver,
  } = {},
) {
  const id = Math.random().toString(36).slice(2);
  let inSight = true;
  let wasSeen = null;
  const tell = () => {
    const seen = inSight && page.visibilityState !== "hidden";
    if (seen || wasSeen !== seen) send({ kind: seen ? "seen" : "unseen", page: id });
    wasSeen = seen;
  };
  const watcher =
    Watcher &&
    new Watcher((entries) => {
      inSight = entries.at(-1).isIntersecting;
      tell();
    });
  const begin = setTimeout(() => watcher?.observe(el.closest(".polygames-board") ?? el));
  const timer = every(tell, HEARTBEAT_MS);
  page.addEventListener("visibilitychange", tell);
  tell();
  return () => {
    clearTimeout(begin);
    stop(timer);
    watcher?.disconnect();
    page.removeEventListener("visibilitychange", tell);
    send({ kind: "unseen", page: id });
  };
}
