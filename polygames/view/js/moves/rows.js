// The list of moves as data: changes, and where the keys lead.

/** The rows of the list, in order, with an index: a game can have 5,000 rows. */
export class Rows {
  #places = new Map(); // the index of each row, by id
  #after = new Map(); // the rows that follow each row, by id

  constructor(all = []) {
    this.all = all;
    all.forEach((row, index) => {
      this.#places.set(row.id, index);
      if (!this.#after.has(row.parent)) this.#after.set(row.parent, []);
      this.#after.get(row.parent).push(row);
    });
  }

  /** Return the rows after a change: `removed_count` rows from index `start` are replaced with others. */
  patched({ start, removed_count, rows }) {
    return removed_count || rows.length
      ? new Rows(this.all.toSpliced(start, removed_count, ...rows))
      : this;
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

/** Return whether a row is in a branch: it, or a row before it, is not the main continuation. */
export function isInBranch(rows, id) {
  for (let row = rows.row(id); row && row.parent !== null; row = rows.row(row.parent)) {
    if (rows.after(row.parent)[0] !== row) return true;
  }
  return false;
}

/** Return the indices [first, end) of the rows after a row, in its line and its branches. */
export function rangeAfter(rows, id) {
  const from = rows.index(id) + 1;
  const { depth } = rows.row(id);
  let to = from;
  while (to < rows.all.length && rows.all[to].depth >= depth) to += 1;
  return [from, to];
}

/** Return the id that a key leads to, or null.
 *
 *  `last` has the row from which each row was left backwards, so that the way forward is the
 *  same. */
export function keyTarget(rows, at, key, last = new Map()) {
  const index = rows.index(at);
  if (index === undefined || !Object.hasOwn(KEY_TARGETS, key)) return null;
  return KEY_TARGETS[key]({ rows, at, index, last });
}

/** The id that each key leads to. */
const KEY_TARGETS = {
  ArrowLeft: ({ rows, index }) => rows.all[index].parent,
  ArrowRight: ({ rows, at, last }) => nextId(rows.after(at), last.get(at)),
  ArrowUp: ({ rows, index }) => rows.all[index - 1]?.id ?? null,
  ArrowDown: ({ rows, index }) => rows.all[index + 1]?.id ?? null,
  Home: ({ rows }) => rows.all[0].id,
  End: ({ rows, at, last }) => endOfLine(rows, at, last),
};

/** Return the id of the row that was left backwards, if it still exists, or else of the first
 *  one. */
const nextId = (follow, id) => (follow.find((row) => row.id === id) ?? follow[0])?.id ?? null;

/** Return the id of the last row of the line from a row. */
function endOfLine(rows, at, last) {
  for (let next = at; next !== null; next = nextId(rows.after(at), last.get(at))) at = next;
  return at;
}

// --- Walking faster than the kernel: the next step is sent after it has arrived

/** Sends ids one at a time. Of those that are requested meanwhile, only the last one is sent. */
export class StepQueue {
  #send;
  #under = null; // the id that the kernel is going to
  #next = null;
  constructor(send) {
    this.#send = send;
  }

  /** Return the id where the walk ends; null if none is under way. */
  get aim() {
    return this.#next ?? this.#under;
  }

  go(id) {
    if (this.#under !== null) return void (this.#next = id);
    this.#under = id;
    this.#send(id);
  }

  /** Handle that the kernel has arrived. */
  arrived() {
    const next = this.#next;
    this.#under = this.#next = null;
    if (next !== null) this.go(next);
  }
}
