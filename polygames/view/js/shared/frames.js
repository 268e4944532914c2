// The frames of a board: unpacked from what the kernel sends (polygames/view/known_items.py).

/** @import { Frame, WidgetModel } from "../types.js" */

/** Return a function that returns the frame of a model with all its items.
 *
 *  It returns null if the page has missed the known items to which the frame refers.
 *
 *  @param {WidgetModel} model
 *  @returns {() => Frame | null} */
export function createFrameReader(model) {
  let text = null;
  let known = { number: 0, items: [] };
  return () => {
    const newest = model.get("known_items");
    if (newest !== text) known = JSON.parse((text = newest));
    const { known_items: number, ...frame } = JSON.parse(model.get("frame"));
    if (number === undefined) return frame;
    if (number !== (known.number ?? 0)) return null;
    const unpack = (item) => (Array.isArray(item) ? known.items.slice(...item) : [item]);
    return { ...frame, items: frame.items.flatMap(unpack) };
  };
}
