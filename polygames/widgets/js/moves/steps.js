// Walking faster than the kernel can follow: it is told where to go when it has arrived.

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
