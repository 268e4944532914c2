// The pictures that the kernel was asked for and has not sent yet. As long as there is one, an answer
// to an earlier question must not take the view back to where it was then.

const LOST = 2000; // milliseconds after which an answer is no longer waited for

export class Owed {
  windows = []; // each with the time

  get size() {
    return this.windows.length;
  }

  ask(window) {
    this.windows.push({ window, since: Date.now() });
  }

  /** Strike out what a frame answers; what is old was refused, or lost. Each answer of a board
   *  without a deepest zoom has a new space; the others show the window that was asked for. */
  answer(before, { home, space, window: shown }) {
    this.windows = this.windows.filter(({ since }) => Date.now() - since < LOST);
    const near = 1e-6 * (home[2] - home[0]);
    const isShown = ({ window }) => (window ?? home).every((x, i) => Math.abs(x - shown[i]) < near);
    const count = space === undefined ? this.windows.findIndex(isShown) + 1 : space - (before?.space ?? space);
    this.windows.splice(0, Math.max(0, count));
  }
}
