// What is told to who cannot see the page: one live region, and a queue of what is to be said in it.
//
// A screen reader reads what is added to the region, as it is added, and of things that come at once it
// may drop all but one. So nothing is overwritten, and there is a pace.

const PACE = 400; // milliseconds from one thing to the next
const KEPT = 8; // so many stay in the region

/** The region: it has to be there before anything is said. */
function liveRegion() {
  const made = Object.assign(document.createElement("div"), { className: "polygames-said" });
  made.setAttribute("aria-live", "polite");
  made.setAttribute("aria-relevant", "additions");
  return made;
}

/** Put a live region into an element; returns what says words in it. Words that are `passing`, of
 *  where a cursor is, are dropped if others come before it is their turn. */
export function speaker(el, { later = setTimeout } = {}) {
  const region = liveRegion();
  let waiting = [], isResting = false;
  el.append(region);

  /** Each stands in an element of its own, so that the same words are heard again. */
  const add = (text) => {
    region.append(Object.assign(document.createElement("p"), { textContent: text, dir: "auto" }));
    while (region.children.length > KEPT) region.children[0].remove();
  };
  const next = () => {
    const first = waiting.shift();
    isResting = Boolean(first);
    if (!first) return;
    add(first.text);
    later(next, PACE);
  };
  return (text, isPassing = false) => {
    if (!text) return;
    waiting = [...waiting.filter((each) => !each.isPassing), { text, isPassing }];
    if (!isResting) next();
  };
}
