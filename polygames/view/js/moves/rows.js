// The list of moves as data: how it changes, and where the keys lead in it.

/** The rows after a change: from `start` on, `drop` of them make room for others. */
export const patched = (rows, { start, drop, rows: fresh }) => rows.toSpliced(start, drop, ...fresh);

/** The row with an id. */
export const rowOf = (rows, id) => rows.find((row) => row.id === id);

/** What may follow a row: the main line first. */
const after = (rows, id) => rows.filter((row) => row.parent === id);

/** Whether a row stands in a branch: it, or one that leads to it, is not the first of those that
 *  were played there. */
export function inBranch(rows, id) {
  for (let row = rowOf(rows, id); row && row.parent !== null; row = rowOf(rows, row.parent)) {
    if (after(rows, row.parent)[0] !== row) return true;
  }
  return false;
}

/** The id that a key leads to, or null. `last` knows by which move each place was left backwards:
 *  the way back forward is the same. */
export function keyTarget(rows, at, key, last = new Map()) {
  const index = rows.findIndex((row) => row.id === at), follow = after(rows, at);
  if (index < 0) return null;
  switch (key) {
    case "ArrowLeft":
      return rows[index].parent;
    case "ArrowRight":
      return (follow.find((row) => row.id === last.get(at)) ?? follow[0])?.id ?? null;
    case "ArrowUp":
      return rows[index - 1]?.id ?? null;
    case "ArrowDown":
      return rows[index + 1]?.id ?? null;
    case "Home":
      return rows[0].id;
    case "End":
      return ending(rows, at, last);
    default:
      return null;
  }
}

/** The end of the line that goes on from a row. */
function ending(rows, at, last) {
  const first = new Map();
  for (const row of rows) {
    if (!first.has(row.parent) || last.get(row.parent) === row.id) first.set(row.parent, row.id);
  }
  while (first.has(at)) at = first.get(at);
  return at;
}

// --- The signs beside moves, as a review gives them and a person may, too
const WORDS = { "!!": "a very good move", "!": "a good move", "!?": "an interesting move", "?!": "an inaccuracy", "?": "a mistake", "??": "a blunder" };
/** Each sign and its words, the best first. */
export const SIGNS = Object.entries(WORDS);
/** What a sign means, also for ears; nothing where there is none. */
export const meaning = (sign) => WORDS[sign] ?? "";
/** What the signs mean that stand beside rows: each that is there, once. */
export function legend(rows) {
  const there = new Set(rows.map(({ glyph }) => glyph));
  return SIGNS.filter(([sign]) => there.has(sign)).map((each) => each.join(" ")).join(" · ");
}

// --- Walking faster than the kernel can follow: it is told where to go when it has arrived

/** Sends places one at a time; what is asked for on the way is kept, but only the last of it. */
export class Steps {
  #send;
  #under = null; // where the kernel was sent
  #next = null;
  constructor(send) { this.#send = send; }

  /** Where the walk leads in the end, if it is under way. */
  get aim() { return this.#next ?? this.#under; }

  go(id) {
    if (this.#under !== null) return void (this.#next = id);
    this.#under = id;
    this.#send(id);
  }

  /** The kernel says where it is. */
  arrived() {
    const next = this.#next;
    this.#under = this.#next = null;
    if (next !== null) this.go(next);
  }
}
