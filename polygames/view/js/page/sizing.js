// The size of a board. Two custom properties of its root element hold what only the page can
// measure: --pg-room (the free height) and --pg-aspect (width / height).

import { addListeners } from "../shared/dom.js";

/** @import { Point, Size, WidgetModel } from "../types.js" */

const ROOT_SELECTOR = ".polygames-board";
const SCROLLER_SELECTOR = ".jp-WindowedPanel-outer, .jp-LinkedOutputView, .jp-MirroredOutputArea";
const MARGIN_PX = 8; // left free below the board
const ASPECT_TOLERANCE = 0.005; // a repainted canvas keeps its shape, except for rounding
const PHONE_WIDTH_PX = 600; // on a narrower screen the user scrolls to the board

/** Return the height in CSS pixels that is free for a board.
 *
 *  It is the visible height less what is above the board. Near the top of a notebook that is
 *  everything above it, further down only the code of its own cell. */
export function computeFreeHeight({ visible, above, code }) {
  return Math.round(
    visible - (above <= visible / 3 ? above : Math.min(code, visible / 4)) - MARGIN_PX,
  );
}

/** Keep both properties of the board around an element up to date. Return a function that ends
 *  this. */
export function watchFreeSpace(el) {
  let root = null;
  let scroller = null;
  let freeHeight = 0;
  let aspect = 0;
  let canvasObserver = null;
  const updateFreeHeight = () => {
    root ??= el.closest(ROOT_SELECTOR);
    if (!root?.isConnected) return; // a view exists before it is on the page
    const now = root.closest(SCROLLER_SELECTOR);
    if (now !== scroller) {
      if (scroller) resizeObserver.unobserve(scroller);
      scroller = now;
      if (scroller) resizeObserver.observe(scroller);
    }
    const next = computeFreeHeight(measureHeights(root, scroller));
    if (next > 0 && next !== freeHeight)
      root.style.setProperty("--pg-room", `${(freeHeight = next)}px`);
    canvasObserver ??= watchCanvases(root, updateAspect);
    updateAspect();
  };
  const updateAspect = () => {
    const canvas = root.querySelector(".polygames-stack canvas");
    const next = canvas?.height ? canvas.width / canvas.height : aspect;
    if (Math.abs(next - aspect) > ASPECT_TOLERANCE * next)
      root.style.setProperty("--pg-aspect", (aspect = next));
  };
  const resizeObserver = new ResizeObserver(updateFreeHeight);
  resizeObserver.observe(el);
  const end = addListeners(globalThis, { resize: updateFreeHeight });
  return () => {
    end();
    for (const each of [resizeObserver, canvasObserver]) each?.disconnect();
  };
}

/** Call `onChange` when ipycanvas adds or resizes a canvas. */
function watchCanvases(root, onChange) {
  const observer = new MutationObserver(onChange);
  observer.observe(root.querySelector(".polygames-stack"), {
    subtree: true,
    childList: true,
    attributeFilter: ["width", "height"],
  });
  return observer;
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

// --- The corner that resizes the board. The kernel stores the width, so that every view has it,
// also
// after a reload. A double click resets it.

const MIN_WIDTH_PX = 200;

/** Return the width after a drag: the corner follows the pointer along both sides.
 *
 *  @param {Size} size
 *  @param {Point} shift
 *  @param {number} maxWidth */
export function computeDraggedWidth({ width, height }, [dx, dy], maxWidth) {
  const wanted = width + (dx + (dy * width) / height) / 2;
  return Math.round(Math.max(MIN_WIDTH_PX, Math.min(wanted, maxWidth)));
}

/** Let a corner of the layer resize the board.
 *
 *  Return a function that starts this on a board's root element.
 *
 *  @param {WidgetModel} model */
export const addResizeHandle = (model, corner) => (root) => {
  let drag = null;
  const showWidth = (width) => {
    root.classList.toggle("polygames-resized", Boolean(width));
    root.style.setProperty("--pg-own", `${width ?? 0}px`);
  };
  const saveWidth = (width) => {
    showWidth(width);
    model.set("width", width);
    model.save_changes();
  };
  const handlers = {
    pointerdown: (event) => {
      const { width, height } = corner.parentElement.getBoundingClientRect();
      drag = { width, height, x: event.clientX, y: event.clientY, now: null };
      corner.setPointerCapture(event.pointerId);
      event.preventDefault();
    },
    pointermove: ({ clientX, clientY }) => {
      if (!drag) return;
      drag.now = computeDraggedWidth(
        drag,
        [clientX - drag.x, clientY - drag.y],
        root.getBoundingClientRect().width,
      );
      showWidth(drag.now);
    },
    pointerup: () => {
      if (drag?.now) saveWidth(drag.now);
      drag = null;
    },
    pointercancel: () => {
      drag = null;
      showWidth(model.get("width"));
    },
    dblclick: () => saveWidth(null),
  };
  const showSavedWidth = () => showWidth(model.get("width"));
  const end = addListeners(corner, handlers);
  model.on("change:width", showSavedWidth);
  showSavedWidth();
  return () => {
    end();
    model.off("change:width", showSavedWidth);
  };
};

// --- How many screen pixels the board has: the kernel paints that many, and no more

const SETTLE_MS = 300; // without a change of size before the kernel is told

/** Report the width of an element in screen pixels with `tell`.
 *
 *  Call `look` when it may have changed. It is reported once it has been stable for a moment,
 *  and only if it is new. */
export function reportPixels(svg, report) {
  let timer;
  let reported;
  const measure = () => {
    const pixels = Math.round(
      svg.getBoundingClientRect().width * (globalThis.devicePixelRatio || 1),
    );
    if (pixels > 0 && pixels !== reported) report((reported = pixels));
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
