// The list of moves as data: how it changes, and where the keys lead in it.

/** The rows of the list, in order. A game can have 5,000, so each is found without a search. */
export class Rows {
  #places = new Map(); // the index of each row, by its id
  #after = new Map(); // the rows that follow each row, by its id

  constructor(all = []) {
    this.all = all;
    all.forEach((row, index) => {
      this.#places.set(row.id, index);
      if (!this.#after.has(row.parent)) this.#after.set(row.parent, []);
      this.#after.get(row.parent).push(row);
    });
  }

  /** Return the rows after a change: `drop` rows from `start` on are replaced with others. */
  patched({ start, drop, rows }) {
    return drop || rows.length ? new Rows(this.all.toSpliced(start, drop, ...rows)) : this;
  }

  /** Return the index of the row with an id; undefined if there is none. */
  index(id) {
    return this.#places.get(id);
  }

  /** Return the row with an id; undefined if there is none. */
  row(id) {
    return this.all[this.#places.get(id)];
  }

  /** Return the rows that may follow a row, the main line first. */
  after(id) {
    return this.#after.get(id) ?? [];
  }
}

/** Whether a row stands in a branch: it, or one that leads to it, is not the first of those that
 *  were played there. */
export function isInBranch(rows, id) {
  for (let row = rows.row(id); row && row.parent !== null; row = rows.row(row.parent)) {
    if (rows.after(row.parent)[0] !== row) return true;
  }
  return false;
}

/** Return the first and the last index (exclusive) of the rows that come after a row, in its line and its branches. */
export function rangeAfter(rows, id) {
  const from = rows.index(id) + 1;
  const { depth } = rows.row(id);
  let to = from;
  while (to < rows.all.length && rows.all[to].depth >= depth) to += 1;
  return [from, to];
}

/** The id that a key leads to, or null. `last` knows by which move each place was left backwards:
 *  the way back forward is the same. */
export function keyTarget(rows, at, key, last = new Map()) {
  const index = rows.index(at);
  if (index === undefined || !Object.hasOwn(KEY_TARGETS, key)) return null;
  return KEY_TARGETS[key]({ rows, at, index, last });
}

/** The row that each key leads to. */
const KEY_TARGETS = {
  ArrowLeft: ({ rows, index }) => rows.all[index].parent,
  ArrowRight: ({ rows, at, last }) => nextId(rows.after(at), last.get(at)),
  ArrowUp: ({ rows, index }) => rows.all[index - 1]?.id ?? null,
  ArrowDown: ({ rows, index }) => rows.all[index + 1]?.id ?? null,
  Home: ({ rows }) => rows.all[0].id,
  End: ({ rows, at, last }) => endOfLine(rows, at, last),
};

/** The id of the row by which a place was left backwards, if it is still there; else of the first one. */
const nextId = (follow, id) => (follow.find((row) => row.id === id) ?? follow[0])?.id ?? null;

/** The end of the line that goes on from a row. */
function endOfLine(rows, at, last) {
  for (let next = at; next !== null; next = nextId(rows.after(at), last.get(at))) at = next;
  return at;
}

// --- The signs beside moves, as a review gives them and a person may, too
const GLYPH_NAMES = {
  "!!": "a very good move",
  "!": "a good move",
  "!?": "an interesting move",
  "?!": "an inaccuracy",
  "?": "a mistake",
  "??": "a blunder",
};
/** Each sign and its words, the best first. */
export const GLYPHS = Object.entries(GLYPH_NAMES);
/** What a sign means, also for ears; nothing where there is none. */
export const glyphName = (sign) => GLYPH_NAMES[sign] ?? "";
/** What the signs mean that stand beside rows: each that is there, once. */
export function glyphLegend(rows) {
  const there = new Set(rows.map(({ glyph }) => glyph));
  return GLYPHS.filter(([sign]) => there.has(sign))
    .map((each) => each.join(" "))
    .join(" · ");
}

// --- Walking faster than the kernel can follow: it is told where to go when it has arrived

/** Sends places one at a time; what is asked for on the way is kept, but only the last of it. */
export class StepQueue {
  #send;
  #under = null; // where the kernel was sent
  #next = null;
  constructor(send) {
    this.#send = send;
  }

  /** Where the walk leads in the end, if it is under way. */
  get aim() {
    return this.#next ?? this.#under;
  }

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
