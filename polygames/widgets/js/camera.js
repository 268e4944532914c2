// What part of the board is seen. A zoom or pan acts at once on the kernel's picture as it is;
// when the gesture rests, the kernel draws anew what is seen. A board without a deepest zoom
// (its frames name their `space`) is then given in new coordinates, of ordinary size again.

const REST = 120; // milliseconds without a change that end a gesture
const DEEP = 1e3; // the enlargement at which the kernel is asked at once
const MOST = 1e6; // the largest one, until it answers: SVG counts with 24 binary places

function camera({ svg, el, send, changed }) {
  let frame, view; // what the kernel sent; the rectangle now shown
  let timer = null; // runs while a gesture has not come to rest
  let asked = false; // whether the kernel owes a picture

  const width = ([l, , r]) => r - l;
  const center = ([l, t, r, b]) => [(l + r) / 2, (t + b) / 2];

  /** Take a new frame; a gesture that is under way goes on, in the coordinates of the frame. */
  function take(next, held) {
    const before = frame?.space, going = view && (held || timer);
    frame = next;
    asked = false;
    if (!going) view = frame.window;
    else if (before !== frame.space) view = frame.moved?.from === before ? moved(view) : frame.window;
    shift();
  }

  /** A rectangle in the coordinates of the frame before, in those of this one. */
  function moved([l, t, r, b]) {
    const { x, y, scale } = frame.moved;
    return [(l - x) * scale, (t - y) * scale, (r - x) * scale, (b - y) * scale];
  }

  /** Scene units per pixel of the screen. */
  function unit() {
    const [l, t, r, b] = view, box = svg.getBoundingClientRect();
    return Math.max((r - l) / box.width, (b - t) / box.height);
  }

  /** How many times larger the scene's fixed sizes are drawn, so that zoom leaves them alone. */
  const growth = () => width(view) / (frame.fixed ?? width(frame.home));

  function toScene({ clientX, clientY }) {
    const box = svg.getBoundingClientRect(), u = unit(), [x, y] = center(view);
    return [x + (clientX - box.left - box.width / 2) * u, y + (clientY - box.top - box.height / 2) * u];
  }

  /** Where a point is seen, in pixels from the upper left corner. */
  function toScreen([x, y]) {
    const box = svg.getBoundingClientRect(), u = unit(), [cx, cy] = center(view);
    return [box.width / 2 + (x - cx) / u, box.height / 2 + (y - cy) / u];
  }

  /** Show another rectangle at once. */
  function look(next) {
    view = next;
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      ask(view);
    }, REST);
    if (!asked && width(frame.window) > DEEP * width(view)) ask(view);
    shift();
    changed();
  }

  function whole() {
    look(frame.home);
    clearTimeout(timer);
    timer = null;
    ask(null);
  }

  function ask(window) {
    asked = true;
    send("view", { window, space: frame.space });
  }

  /** Move the kernel's picture of `frame.window` so that it fits what is seen. */
  function shift() {
    const canvas = el.closest(".polygames-stack")?.querySelector("canvas");
    if (!canvas) return;
    const box = svg.getBoundingClientRect(), scale = width(frame.window) / width(view), px = 1 / unit();
    const [x, y] = center(frame.window), [cx, cy] = center(view), dx = (x - cx) * px, dy = (y - cy) * px;
    const still = Math.abs(scale - 1) < 1e-9 && Math.hypot(dx, dy) < 1e-6;
    canvas.style.transformOrigin = `${box.width / 2}px ${box.height / 2}px`;
    canvas.style.transform = still ? "" : `translate(${dx}px, ${dy}px) scale(${scale})`;
  }

  /** Zoom in (a factor below 1) or out: not further out than the whole board, and no deeper
   *  than numbers go, until the kernel has sent new ones. */
  function zoom(factor, at) {
    const [l, t, r, b] = view, [x, y] = at ?? center(view);
    const outermost = width(frame.home) / (r - l);
    const innermost = width(frame.space === undefined ? frame.home : frame.window) / (r - l) / MOST;
    const f = Math.max(Math.min(factor, outermost), Math.min(innermost, 1));
    look(kept([x + (l - x) * f, y + (t - y) * f, x + (r - x) * f, y + (b - y) * f]));
  }

  function pan(dx, dy) {
    look(kept([view[0] + dx, view[1] + dy, view[2] + dx, view[3] + dy]));
  }

  /** Keep a rectangle within the whole board. */
  function kept([l, t, r, b]) {
    const [hl, ht, hr, hb] = frame.home;
    const dx = Math.max(hl - l, 0) - Math.max(r - hr, 0), dy = Math.max(ht - t, 0) - Math.max(b - hb, 0);
    return [l + dx, t + dy, r + dx, b + dy];
  }

  const shows = ([x, y]) => x >= view[0] && x <= view[2] && y >= view[1] && y <= view[3];
  const zoomed = () => width(view) < width(frame.home) * 0.999;
  const stop = () => clearTimeout(timer);
  return { take, unit, growth, toScene, toScreen, whole, shift, zoom, pan, shows, zoomed, stop, get view() { return view; } };
}
