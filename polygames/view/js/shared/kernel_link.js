// The connection from a page to the kernel: all messages of the widgets are sent here.

/** @import { WidgetModel } from "../types.js" */

const DEAD_KERNEL_ERROR = /^(?:Cannot send|Kernel is dead|Could not send message)/;

/** Return a function that sends a widget's messages to the kernel, and returns whether it was
 *  sent.
 *
 *  After a kernel was killed or shut down, sending throws on a page that is still open. The
 *  board shows that by itself (page/presence.js), so such a message is dropped. Any other error
 *  is a fault, and is thrown.
 *
 *  @param {WidgetModel} model */
export const createKernelLink = (model) => (message) => {
  try {
    model.send(message);
    return true;
  } catch (error) {
    if (DEAD_KERNEL_ERROR.test(/** @type {Error} */ (error)?.message)) return false;
    throw error;
  }
};

// --- Heartbeat: the kernel is told while a visible page shows the board

const HEARTBEAT_MS = 4000; // between two messages

/** Send the kernel a heartbeat while the board around an element is visible.
 *
 *  Return a function that stops it and sends `page_hidden`. The options replace the page's clock and
 *  observers in tests. */
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
  let wasVisible = null;
  const sendVisibility = () => {
    const isVisible = inSight && page.visibilityState !== "hidden";
    if (isVisible || wasVisible !== isVisible)
      send({ kind: isVisible ? "page_visible" : "page_hidden", page: id });
    wasVisible = isVisible;
  };
  const watcher =
    Watcher &&
    new Watcher((entries) => {
      inSight = entries.at(-1).isIntersecting;
      sendVisibility();
    });
  const observeTimer = setTimeout(() => watcher?.observe(el.closest(".polygames-board") ?? el));
  const timer = every(sendVisibility, HEARTBEAT_MS);
  page.addEventListener("visibilitychange", sendVisibility);
  sendVisibility();
  return () => {
    clearTimeout(observeTimer);
    stop(timer);
    watcher?.disconnect();
    page.removeEventListener("visibilitychange", sendVisibility);
    send({ kind: "page_hidden", page: id });
  };
}
