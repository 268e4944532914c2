// What is read from the page, and which events are handled, once for each picture of the page.

/** @import { BoxReader } from "../types.js" */

/** Call a function before the next picture of the page is drawn. */
export const onNextFrame = (act) => globalThis.requestAnimationFrame(act);

/** Return a function that returns the rectangle of an element on the screen, read once a frame.
 *
 *  Reading it after a change of the page forces the browser to compute the layout at once. `forget`
 *  makes it read again, after a change of size.
 *
 *  @param {Element} element
 *  @returns {BoxReader} */
export function createBoxReader(element) {
  /** @type {DOMRect | null} */
  let box = null;
  const forget = () => {
    box = null;
  };
  const read = () => {
    if (box) return box;
    const found = element.getBoundingClientRect();
    box = found;
    onNextFrame(forget);
    return found;
  };
  return Object.assign(read, { forget });
}

/** Return a function that handles at most one event of each pointer in a frame: the newest.
 *
 *  Call `flush` before an event of another kind is handled, to keep their order.
 *
 *  @param {(event: PointerEvent) => void} act */
export function createEventBatch(act) {
  /** @type {Map<number, PointerEvent>} */
  const waiting = new Map();
  const flush = () => {
    const events = [...waiting.values()];
    waiting.clear();
    events.forEach(act);
  };
  const add = (event) => {
    waiting.set(event.pointerId, event);
    if (waiting.size === 1) onNextFrame(flush);
  };
  return { add, flush };
}
