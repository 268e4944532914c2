// The visible part of the board. A zoom or pan transforms the kernel's current picture at once.
// When the gesture ends, the kernel paints the visible part anew.
//
// At rest the camera shows the whole board, or the frame's `rest`: the area of the pieces. When
// that area grows, the camera drifts there slowly, while no pointer is in use.

/** @import { Point, Window } from "../types.js" */

const ANSWER_TIMEOUT_MS = 2000; // after this, a requested picture is no longer expected

/** The pictures that were requested from the kernel and have not arrived. While there is one,
 *  the answer to an earlier request must not move the view back. */
class AwaitedPictures {
  windows = []; // each with the time of its request

  get size() {
    return this.windows.length;
  }

  add(window) {
    this.windows.push({ window, since: Date.now() });
  }

  /** Remove the requests that a frame answers by showing their window, and those that are too
   *  old: they were refused or lost. */
  removeAnswered({ home, rest, window: shown }) {
    this.windows = this.windows.filter(({ since }) => Date.now() - since < ANSWER_TIMEOUT_MS);
    const isShown = ({ window }) => isSameWindow(shown, window ?? rest ?? home);
    this.windows.splice(0, this.windows.findIndex(isShown) + 1);
  }
}

const GESTURE_END_MS = 120; // without a change, a gesture has ended
const EARLY_REQUEST_SCALE = 1e3; // at this scale a picture is requested before the gesture ends
const MAX_SCALE = 2e4; // browsers draw no circle whose radius is less than about 5e-7

const DRIFT_MS = 600; // how long the view drifts to a larger part of the board
const MAX_DRIFT_STEP_MS = 50; // at most per step, so that nothing jumps on a busy page
const DRIFT_RETRY_MS = 120; // until the next check whether the pointer is idle

/** @param {Window} window */
const widthOf = ([l, , r]) => r - l;
const restWindow = ({ rest, home }) => rest ?? home;
const isSameWindow = (one, other) =>
  one.every((x, i) => Math.abs(x - other[i]) < 1e-6 * widthOf(other));
/** @param {Window} window
 *  @param {Point} point */
const contains = ([l, t, r, b], [x, y]) => x > l && x < r && y > t && y < b;
/** @param {Window} window */
const centerOfWindow = ([l, t, r, b]) => [(l + r) / 2, (t + b) / 2];

/** The visible part of a board, and how it moves. */
export class Camera {
  frame = null; // the last frame of the kernel
  view = null; // the visible rectangle, [left, top, right, bottom] in scene units
  timer = null; // runs until the gesture ends
  asked = false; // whether a picture was requested since the last frame
  awaited = new AwaitedPictures();
  drift = null; // a drift under way: {from, share, at, timer}

  /** Create a camera from functions.
   *
   *  `box()` returns the board's rectangle on the screen. `ask(window)` requests a picture.
   *  `shift(x, y, scale)` moves and scales the current picture, in pixels. `isIdle()` returns
   *  whether no pointer is in use. `pace()` returns the milliseconds of a drift (0: none),
   *  undefined for the default. `moved()` is called after each step of a drift. */
  constructor({ box, ask, shift, isIdle = () => true, pace = () => undefined, moved = () => {} }) {
    this.box = box;
    this.send = ask;
    this.shift = shift;
    this.isIdle = isIdle;
    this.pace = pace;
    this.onDrift = moved;
  }

  /** Show a new frame. A gesture under way continues. */
  showFrame(next, held) {
    const { view } = this;
    this.awaited.removeAnswered(next);
    // An answer to an older request moves nothing.
    const going = view && (held || this.timer || this.awaited.size);
    const grown = view && this.isGrown(next);
    this.frame = next;
    this.asked = false;
    if (grown) this.startDrift();
    else if (!going) this.jumpTo(next.window);
    this.fitPicture();
  }

  /** Return whether a frame shows more of the board than the view at rest, so that the view may
   *  drift. */
  isGrown(next) {
    const { frame: before, view } = this;
    const { window } = next;
    if (!before.rest || !isSameWindow(window, restWindow(next))) return false;
    const isAtRest = this.drift || isSameWindow(view, before.rest);
    const isMore =
      widthOf(window) > widthOf(view) * 0.999 && contains(window, centerOfWindow(view));
    return isAtRest && isMore && !isSameWindow(view, window);
  }

  jumpTo(view) {
    this.stopDrift();
    this.view = view;
  }

  /** Start to drift to the window of the frame. */
  startDrift() {
    this.stopDrift();
    this.drift = {
      from: this.view,
      share: 0,
      at: null,
      timer: setTimeout(() => this.advanceDrift(), 0),
    };
  }

  advanceDrift() {
    const { drift } = this;
    const isIdle = this.isIdle();
    const now = Date.now();
    const pace = this.pace() ?? DRIFT_MS;
    const passed = drift.at === null ? 0 : now - drift.at;
    if (isIdle)
      drift.share = pace
        ? Math.min(1, drift.share + Math.min(passed, MAX_DRIFT_STEP_MS) / pace)
        : 1;
    drift.at = isIdle ? now : null;
    const { from, share } = drift;
    const { window } = this.frame;
    this.view = share < 1 ? from.map((x, i) => x + share * (window[i] - x)) : window;
    if (share < 1)
      drift.timer = setTimeout(() => this.advanceDrift(), isIdle ? 1000 / 60 : DRIFT_RETRY_MS);
    else this.drift = null;
    if (!isIdle) return;
    this.fitPicture();
    this.onDrift();
  }

  stopDrift() {
    clearTimeout(this.drift?.timer);
    this.drift = null;
  }

  /** Return the scene units per screen pixel. */
  unit() {
    const [l, t, r, b] = this.view;
    const box = this.box();
    // A hidden board has no size.
    return Math.max((r - l) / (box.width || 1), (b - t) / (box.height || 1));
  }

  /** Return the factor for sizes that are fixed on the screen, so that zooming does not change
   *  them. */
  growth() {
    return widthOf(this.view) / (this.frame.fixed ?? widthOf(this.frame.home));
  }

  toScene({ clientX, clientY }) {
    const box = this.box();
    const u = this.unit();
    const [x, y] = centerOfWindow(this.view);
    return [
      x + (clientX - box.left - box.width / 2) * u,
      y + (clientY - box.top - box.height / 2) * u,
    ];
  }

  /** Return the screen position of a scene point, in pixels from the upper left corner.
   *
   *  @param {Point} point */
  toScreen([x, y]) {
    const box = this.box();
    const u = this.unit();
    const [cx, cy] = centerOfWindow(this.view);
    return [box.width / 2 + (x - cx) / u, box.height / 2 + (y - cy) / u];
  }

  /** Show another rectangle at once. */
  showWindow(next) {
    this.jumpTo(next);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.requestPicture(this.view);
    }, GESTURE_END_MS);
    if (!this.asked && widthOf(this.frame.window) > EARLY_REQUEST_SCALE * widthOf(next))
      this.requestPicture(next);
    this.fitPicture();
  }

  /** Show the view at rest; if it is shown already, show the whole board. */
  showHome() {
    const { home } = this.frame;
    const rest = restWindow(this.frame);
    const isAll = rest !== home && (this.drift !== null || isSameWindow(this.view, rest));
    this.showWindow(isAll ? home : rest);
    clearTimeout(this.timer);
    this.timer = null;
    this.requestPicture(isAll ? home : null);
  }

  requestPicture(window) {
    this.asked = true;
    this.awaited.add(window);
    this.send(window);
  }

  /** Transform the kernel's picture of `frame.window` so that it fits the visible rectangle. */
  fitPicture() {
    const scale = widthOf(this.frame.window) / widthOf(this.view);
    const px = 1 / this.unit();
    const [x, y] = centerOfWindow(this.frame.window);
    const [cx, cy] = centerOfWindow(this.view);
    this.shift((x - cx) * px, (y - cy) * px, scale);
  }

  /** Zoom in (a factor below 1) or out, around a point.
   *
   *  The view never becomes larger than the whole board, nor smaller than `MAX_SCALE` allows. */
  zoom(factor, at) {
    const { frame, view } = this;
    const [l, t, r, b] = view;
    const [x, y] = at ?? centerOfWindow(view);
    const outermost = widthOf(frame.home) / (r - l);
    const innermost = widthOf(frame.home) / (r - l) / MAX_SCALE;
    const f = Math.max(Math.min(factor, outermost), Math.min(innermost, 1));
    this.showWindow(
      this.clampToHome([x + (l - x) * f, y + (t - y) * f, x + (r - x) * f, y + (b - y) * f]),
    );
  }

  pan(dx, dy) {
    const [l, t, r, b] = this.view;
    this.showWindow(this.clampToHome([l + dx, t + dy, r + dx, b + dy]));
  }

  /** Return a rectangle that is moved into the whole board.
   *
   *  @param {Window} window */
  clampToHome([l, t, r, b]) {
    const [hl, ht, hr, hb] = this.frame.home;
    const dx = Math.max(hl - l, 0) - Math.max(r - hr, 0);
    const dy = Math.max(ht - t, 0) - Math.max(b - hb, 0);
    return [l + dx, t + dy, r + dx, b + dy];
  }

  /** Pan to a point that is not visible.
   *
   *  @param {Point} point */
  reveal([x, y]) {
    if (this.isVisible([x, y])) return;
    const [cx, cy] = centerOfWindow(this.view);
    this.pan(x - cx, y - cy);
  }

  /** @param {Point} point */
  isVisible([x, y]) {
    const [l, t, r, b] = this.view;
    return x >= l && x <= r && y >= t && y <= b;
  }

  isZoomed = () => widthOf(this.view) < widthOf(restWindow(this.frame)) * 0.999;

  stop() {
    this.stopDrift();
    this.timer = clearTimeout(this.timer) ?? null;
  }
}
