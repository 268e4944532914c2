// How much of the page a board may fill, which the page alone knows: it is kept in two custom
// properties of the board's root, --pg-room (the free height) and --pg-aspect (width : height).

const ROOT = ".polygames-board";
const SCROLLERS = ".jp-WindowedPanel-outer, .jp-LinkedOutputView, .jp-MirroredOutputArea";
const MARGIN = 8; // css pixels left free below the board
const SAME = 0.005; // a canvas with other pixels has the same shape, but for what rounding leaves
const PHONE = 600; // css pixels: on a narrower screen one scrolls to the board

/**
 * The height in css pixels that is free for a board: what is visible, less what stands above it.
 * Near the top of a notebook that is all that is above; further down its own cell's code.
 */
export function roomOf({ visible, above, code }) {
  return Math.round(visible - (above <= visible / 3 ? above : Math.min(code, visible / 4)) - MARGIN);
}

/** Keep both properties of the board around an element as they are; returns what ends it. */
export function watchRoom(el) {
  let root = null, scroller = null, room = 0, aspect = 0, canvases = null;
  const measure = () => {
    root ??= el.closest(ROOT);
    if (!root?.isConnected) return; // a view is made before it is put into the page
    const now = root.closest(SCROLLERS);
    if (now !== scroller) {
      if (scroller) sizes.unobserve(scroller);
      scroller = now;
      if (scroller) sizes.observe(scroller);
    }
    const next = roomOf(heights(root, scroller));
    if (next > 0 && next !== room) root.style.setProperty("--pg-room", `${(room = next)}px`);
    canvases ??= watched(root, shape);
    shape();
  };
  const shape = () => {
    const canvas = root.querySelector(".polygames-stack canvas");
    const next = canvas?.height ? canvas.width / canvas.height : aspect;
    if (Math.abs(next - aspect) > SAME * next) root.style.setProperty("--pg-aspect", (aspect = next));
  };
  const sizes = new ResizeObserver(measure);
  sizes.observe(el);
  addEventListener("resize", measure);
  return () => {
    sizes.disconnect();
    canvases?.disconnect();
    removeEventListener("resize", measure);
  };
}

/** Hear of a canvas that comes, or is given another size. */
function watched(root, shape) {
  const changes = new MutationObserver(shape);
  changes.observe(root.querySelector(".polygames-stack"), { subtree: true, childList: true, attributeFilter: ["width", "height"] });
  return changes;
}

function heights(root, scroller) {
  const { top } = root.getBoundingClientRect(), code = root.closest(".jp-Cell")?.getBoundingClientRect().top;
  return {
    visible: Math.min(scroller?.clientHeight || window.innerHeight, window.innerHeight),
    above: window.innerWidth <= PHONE ? 0 : scroller ? top - scroller.getBoundingClientRect().top + scroller.scrollTop : top + window.scrollY,
    code: top - (code ?? top),
  };
}
