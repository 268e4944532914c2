// How large a board is. How much of the page it may fill, which the page alone knows, is kept in two
// custom properties of its root, --pg-room (the free height) and --pg-aspect (width : height).

import { addListeners } from "../shared/dom.js";

const ROOT_SELECTOR = ".polygames-board";
const SCROLLER_SELECTOR = ".jp-WindowedPanel-outer, .jp-LinkedOutputView, .jp-MirroredOutputArea";
const MARGIN_PX = 8; // css pixels left free below the board
const ASPECT_TOLERANCE = 0.005; // a canvas with other pixels has the same shape, but for what rounding leaves
const PHONE_WIDTH_PX = 600; // css pixels: on a narrower screen one scrolls to the board

/**
 * The height in css pixels that is free for a board: what is visible, less what stands above it.
 * Near the top of a notebook that is all that is above; further down its own cell's code.
 */
export function computeFreeHeight({ visible, above, code }) {
  return Math.round(
    visible - (above <= visible / 3 ? above : Math.min(code, visible / 4)) - MARGIN_PX,
  );
}

/** Keep both properties of the board around an element as they are; returns what ends it. */
export function watchFreeSpace(el) {
  let root = null;
  let scroller = null;
  let room = 0;
  let aspect = 0;
  let canvases = null;
  const measure = () => {
    root ??= el.closest(ROOT_SELECTOR);
    if (!root?.isConnected) return; // a view is made before it is put into the page
    const now = root.closest(SCROLLER_SELECTOR);
    if (now !== scroller) {
      if (scroller) sizes.unobserve(scroller);
      scroller = now;
      if (scroller) sizes.observe(scroller);
    }
    const next = computeFreeHeight(measureHeights(root, scroller));
    if (next > 0 && next !== room) root.style.setProperty("--pg-room", `${(room = next)}px`);
    canvases ??= watchCanvases(root, shape);
    shape();
  };
  const shape = () => {
    const canvas = root.querySelector(".polygames-stack canvas");
    const next = canvas?.height ? canvas.width / canvas.height : aspect;
    if (Math.abs(next - aspect) > ASPECT_TOLERANCE * next)
      root.style.setProperty("--pg-aspect", (aspect = next));
  };
  const sizes = new ResizeObserver(measure);
  sizes.observe(el);
  const end = addListeners(globalThis, { resize: measure });
  return () => {
    end();
    for (const each of [sizes, canvases]) each?.disconnect();
  };
}

/** Hear of a canvas that comes, or is given another size. */
function watchCanvases(root, shape) {
  const changes = new MutationObserver(shape);
  changes.observe(root.querySelector(".polygames-stack"), {
    subtree: true,
    childList: true,
    attributeFilter: ["width", "height"],
  });
  return changes;
}

function measureHeights(root, scroller) {
  const { top } = root.getBoundingClientRect();
  const code = root.closest(".jp-Cell")?.getBoundingClientRect().top;
  return {
    visible: Math.min(scroller?.clientHeight || window.innerHeight, window.innerHeight),
    above:
      window.innerWidth <= PHONE_WIDTH_PX
        ? 0
        : scroller
          ? top - scroller.getBoundingClientRect().top + scroller.scrollTop
          : top + window.scrollY,
    code: top - (code ?? top),
  };
}

// --- The corner of the board that is dragged to size it. The kernel keeps the width, so that every
// view of the board has it, also after a reload; a double click gives the board back to the page.

const MIN_WIDTH_PX = 200; // css pixels

/** The width that a drag makes: the corner follows the pointer along both sides. */
export function computeDraggedWidth({ width, height }, [dx, dy], most) {
  const wanted = width + (dx + (dy * width) / height) / 2;
  return Math.round(Math.max(MIN_WIDTH_PX, Math.min(wanted, most)));
}

/** Let a corner of the layer size the board; what is begun for the board's own element. */
export const addResizeHandle = (model, corner) => (root) => {
  let held = null;
  const show = (width) => {
    root.classList.toggle("polygames-sized", Boolean(width));
    root.style.setProperty("--pg-own", `${width ?? 0}px`);
  };
  const keep = (width) => {
    show(width);
    model.set("width", width);
    model.save_changes();
  };
  const acts = {
    pointerdown: (event) => {
      const { width, height } = corner.parentElement.getBoundingClientRect();
      held = { width, height, x: event.clientX, y: event.clientY, now: null };
      corner.setPointerCapture(event.pointerId);
      event.preventDefault();
    },
    pointermove: ({ clientX, clientY }) => {
      if (!held) return;
      held.now = computeDraggedWidth(
        held,
        [clientX - held.x, clientY - held.y],
        root.getBoundingClientRect().width,
      );
      show(held.now);
    },
    pointerup: () => {
      if (held?.now) keep(held.now);
      held = null;
    },
    pointercancel: () => {
      held = null;
      show(model.get("width"));
    },
    dblclick: () => keep(null),
  };
  const taken = () => show(model.get("width"));
  const end = addListeners(corner, acts);
  model.on("change:width", taken);
  taken();
  return () => {
    end();
    model.off("change:width", taken);
  };
};

// --- How many pixels of the screen the board has: the kernel paints that many, and no more

const SETTLE_MS = 300; // ms without a change of size before the kernel is told

/** `look` when the size of an element may have changed: `tell` is given its width in pixels of
 *  the screen, once it has been still for a moment, and only if that is news. */
export function reportPixels(svg, tell) {
  let timer;
  let sent;
  const measure = () => {
    const pixels = Math.round(
      svg.getBoundingClientRect().width * (globalThis.devicePixelRatio || 1),
    );
    if (pixels > 0 && pixels !== sent) tell((sent = pixels));
  };
  const stop = () => clearTimeout(timer);
  return {
    stop,
    look: () => {
      stop();
      timer = setTimeout(measure, SETTLE_MS);
    },
  };
}
