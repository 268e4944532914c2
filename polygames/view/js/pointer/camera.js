// What part of the board is seen. A zoom or pan acts at once on the kernel's picture as it is;
// when the gesture rests, the kernel draws anew what is seen. A board without a deepest zoom
// (its frames name their `space`) is then given in new coordinates, of ordinary size again.
//
// At rest all of the board is seen, or what its frames name as `rest`: where the pieces are. When that
// grows the view drifts there, slowly and evenly, while nobody points at anything.

const ANSWER_TIMEOUT_MS = 2000; // milliseconds after which an answer is no longer waited for

/** The pictures that the kernel was asked for and has not sent yet. As long as there is one, an answer
 *  to an earlier question must not take the view back to where it was then. */
class AwaitedPictures {
  windows = []; // each with the time

  get size() {
    return this.windows.length;
  }

  ask(window) {
    this.windows.push({ window, since: Date.now() });
  }

  /** Strike out what a frame answers; what is old was refused, or lost. Each answer of a board
   *  without a deepest zoom has a new space; the others show the window that was asked for. */
  answer(before, { home, rest, space, window: shown }) {
    this.windows = this.windows.filter(({ since }) => Date.now() - since < ANSWER_TIMEOUT_MS);
    const near = 1e-6 * (home[2] - home[0]);
    const isShown = ({ window }) =>
      (window ?? rest ?? home).every((x, i) => Math.abs(x - shown[i]) < near);
    const count =
      space === undefined ? this.windows.findIndex(isShown) + 1 : space - (before?.space ?? space);
    this.windows.splice(0, Math.max(0, count));
  }
}

const GESTURE_END_MS = 120; // milliseconds without a change that end a gesture
const EARLY_REQUEST_SCALE = 1e3; // the enlargement at which the kernel is asked at once
const MAX_SCALE = 1e6; // the largest one, until it answers: SVG counts with 24 binary places

const DRIFT_MS = 600; // milliseconds in which the view comes to more of the board
const MAX_DRIFT_STEP_MS = 50; // of these at most at once: where the page was busy meanwhile, nothing jumps
const DRIFT_RETRY_MS = 120; // milliseconds until it is looked again whether nobody points

const widthOf = ([l, , r]) => r - l;
const restWindow = ({ rest, home }) => rest ?? home;
const isSameWindow = (one, other) =>
  one.every((x, i) => Math.abs(x - other[i]) < 1e-6 * widthOf(other));
const contains = ([l, t, r, b], [x, y]) => x > l && x < r && y > t && y < b;
const centerOfWindow = ([l, t, r, b]) => [(l + r) / 2, (t + b) / 2];

export class Camera {
  frame = null; // what the kernel sent
  view = null; // the rectangle now shown
  timer = null; // runs while a gesture has not come to rest
  asked = false; // whether the kernel owes a picture
  awaited = new AwaitedPictures();
  drift = null; // the way to more of the board: {from, share, timer}

  /** `box()` is where the board is on the screen, `ask(window)` asks the kernel for a picture,
   *  `shift(x, y, scale)` moves the one that is there, in pixels, and enlarges it. `isCalm()` says
   *  that nobody points at anything, `pace()` how long a drift takes if not as usual (0: at once),
   *  `moved()` is called when it has gone on. */
  constructor({ box, ask, shift, isCalm = () => true, pace = () => undefined, moved = () => {} }) {
    Object.assign(this, { box, send: ask, shift, isCalm, pace, tell: moved });
  }

  /** Take a new frame; a gesture that is under way goes on, in the coordinates of the frame. */
  take(next, held) {
    const { view, frame: before } = this;
    this.awaited.answer(before, next);
    const going = view && (held || this.timer || this.awaited.size); // an answer to what is past moves nothing
    const grown = view && this.isGrown(next);
    this.frame = next;
    this.asked = false;
    if (grown) this.begin();
    else if (!going) this.stay(next.window);
    else if (before.space !== next.space)
      this.view = next.moved?.from === before.space ? this.moved() : next.window;
    this.fit();
  }

  /** The rectangle that is shown, from the coordinates of the frame before into those of this one. */
  moved() {
    const { x, y, scale } = this.frame.moved;
    const [l, t, r, b] = this.view;
    return [(l - x) * scale, (t - y) * scale, (r - x) * scale, (b - y) * scale];
  }

  /** Whether a frame shows more of the board around what rests now, or goes on showing that. */
  isGrown(next) {
    const { frame: before, view } = this;
    const { window } = next;
    if (!before.rest || !isSameWindow(window, restWindow(next))) return false;
    const isAtRest = this.drift || isSameWindow(view, before.rest);
    const isMore =
      widthOf(window) > widthOf(view) * 0.999 && contains(window, centerOfWindow(view));
    return isAtRest && isMore && !isSameWindow(view, window);
  }

  stay(view) {
    this.halt();
    this.view = view;
  }

  /** Drift to what the frame shows, from where the view is. */
  begin() {
    this.halt();
    this.drift = { from: this.view, share: 0, at: null, timer: setTimeout(() => this.go(), 0) };
  }

  go() {
    const { drift } = this;
    const isCalm = this.isCalm();
    const now = Date.now();
    const pace = this.pace() ?? DRIFT_MS;
    const passed = drift.at === null ? 0 : now - drift.at;
    if (isCalm)
      drift.share = pace
        ? Math.min(1, drift.share + Math.min(passed, MAX_DRIFT_STEP_MS) / pace)
        : 1;
    drift.at = isCalm ? now : null;
    const { from, share } = drift;
    const { window } = this.frame;
    this.view = share < 1 ? from.map((x, i) => x + share * (window[i] - x)) : window;
    if (share < 1) drift.timer = setTimeout(() => this.go(), isCalm ? 1000 / 60 : DRIFT_RETRY_MS);
    else this.drift = null;
    if (!isCalm) return;
    this.fit();
    this.tell();
  }

  halt() {
    clearTimeout(this.drift?.timer);
    this.drift = null;
  }

  /** Scene units per pixel of the screen. */
  unit() {
    const [l, t, r, b] = this.view;
    const box = this.box();
    return Math.max((r - l) / (box.width || 1), (b - t) / (box.height || 1)); // a hidden board has no size
  }

  /** How many times larger the scene's fixed sizes are drawn, so that zoom leaves them alone. */
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

  /** Where a point is seen, in pixels from the upper left corner. */
  toScreen([x, y]) {
    const box = this.box();
    const u = this.unit();
    const [cx, cy] = centerOfWindow(this.view);
    return [box.width / 2 + (x - cx) / u, box.height / 2 + (y - cy) / u];
  }

  /** Show another rectangle at once. */
  look(next) {
    this.stay(next);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.ask(this.view);
    }, GESTURE_END_MS);
    if (!this.asked && widthOf(this.frame.window) > EARLY_REQUEST_SCALE * widthOf(next))
      this.ask(next);
    this.fit();
  }

  /** Show what is shown at rest; from there, or on the way there, the whole board, if that is more. */
  whole() {
    const { home } = this.frame;
    const rest = restWindow(this.frame);
    const isAll = rest !== home && (this.drift !== null || isSameWindow(this.view, rest));
    this.look(isAll ? home : rest);
    clearTimeout(this.timer);
    this.timer = null;
    this.ask(isAll ? home : null);
  }

  ask(window) {
    this.asked = true;
    this.awaited.ask(window);
    this.send(window);
  }

  /** Move the kernel's picture of `frame.window` so that it fits what is seen. */
  fit() {
    const scale = widthOf(this.frame.window) / widthOf(this.view);
    const px = 1 / this.unit();
    const [x, y] = centerOfWindow(this.frame.window);
    const [cx, cy] = centerOfWindow(this.view);
    this.shift((x - cx) * px, (y - cy) * px, scale);
  }

  /** Zoom in (a factor below 1) or out: not further out than the whole board, and no deeper
   *  than numbers go, until the kernel has sent new ones. */
  zoom(factor, at) {
    const { frame, view } = this;
    const [l, t, r, b] = view;
    const [x, y] = at ?? centerOfWindow(view);
    const outermost = widthOf(frame.home) / (r - l);
    const innermost =
      widthOf(frame.space === undefined ? frame.home : frame.window) / (r - l) / MAX_SCALE;
    const f = Math.max(Math.min(factor, outermost), Math.min(innermost, 1));
    this.look(this.kept([x + (l - x) * f, y + (t - y) * f, x + (r - x) * f, y + (b - y) * f]));
  }

  pan(dx, dy) {
    const [l, t, r, b] = this.view;
    this.look(this.kept([l + dx, t + dy, r + dx, b + dy]));
  }

  /** Keep a rectangle within the whole board. */
  kept([l, t, r, b]) {
    const [hl, ht, hr, hb] = this.frame.home;
    const dx = Math.max(hl - l, 0) - Math.max(r - hr, 0);
    const dy = Math.max(ht - t, 0) - Math.max(b - hb, 0);
    return [l + dx, t + dy, r + dx, b + dy];
  }

  shows([x, y]) {
    const [l, t, r, b] = this.view;
    return x >= l && x <= r && y >= t && y <= b;
  }

  zoomed = () => widthOf(this.view) < widthOf(restWindow(this.frame)) * 0.999;

  stop() {
    this.halt();
    this.timer = clearTimeout(this.timer) ?? null;
  }
}
