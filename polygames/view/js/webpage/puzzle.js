// A puzzle on a page: what is clicked is a move to try, and the page knows where each one leads.

import { createTag } from "./move_list.js";

const CLICK_TOLERANCE_PX = 5; // pixels that a press may move and still be a click

/** Let a line that is drawn through a part of the picture choose it, as a line does on a board. */
export function addLineListeners(svg, puzzle) {
  let from = null;
  svg.addEventListener("pointerdown", ({ clientX, clientY, target }) => {
    from = { x: clientX, y: clientY, target };
  });
  document.addEventListener("pointerup", ({ clientX, clientY, pointerType }) => {
    const start = from;
    from = null;
    if (!start || Math.hypot(clientX - start.x, clientY - start.y) <= CLICK_TOLERANCE_PX) return;
    const isClick =
      pointerType === "mouse" && document.elementFromPoint(clientX, clientY) === start.target;
    const through = document.elementFromPoint((start.x + clientX) / 2, (start.y + clientY) / 2);
    if (!isClick) puzzle.choose(through?.getAttribute("data-target"));
  });
}

/** The words above the puzzle and the buttons below it; `page` can go to a place and say something. */
export class Puzzle {
  constructor({ task, theme, choices }, children, page) {
    Object.assign(this, { choices, children, page, spelled: [], isSolved: false, from: 0 });
    this.words = createTag("p", "task", `${task} `);
    this.words.append(createTag("span", "theme", theme));
    this.answer = createTag("p", "answer");
    this.answer.setAttribute("role", "status");
    this.again = createTag("button", "", "Try again", {
      type: "button",
      hidden: true,
      onclick: () => this.retry(),
    });
    this.solution = createTag("button", "", "Show the solution", {
      type: "button",
      onclick: () => this.show(),
    });
    this.others = createTag("span", "others"); // moves that have no place on the board
    this.tools = createTag("div", "tools");
    this.tools.append(this.again, this.solution, this.others);
  }

  /** The moves that go on from what was clicked so far. */
  open() {
    const all = this.choices[this.page.place] ?? [];
    return this.isSolved
      ? []
      : all.filter(({ spelling }) => this.spelled.every((target, i) => spelling[i] === target));
  }

  next() {
    return new Set(this.open().map(({ spelling }) => spelling[this.spelled.length]));
  }

  /** Click what stands for a target. */
  choose(target) {
    if (!this.next().has(target)) return;
    this.spelled.push(target);
    const done = this.open().find(({ spelling }) => spelling.length === this.spelled.length);
    if (done) this.tried(done);
    this.page.draw();
  }

  /** Say what became of a move, and play what answers it. */
  tried({ label, to }) {
    const { page, children } = this;
    const [right] = children[page.place];
    this.spelled = [];
    this.from = page.place;
    const [reply] = children[to];
    page.go(reply ?? to);
    if (to !== right) {
      this.say(
        `${label}: not this one.${reply === undefined ? "" : " The answer to it is on the board."}`,
      );
      this.again.hidden = false;
    } else if (this.choices[reply]) this.say(`${label}: right. Go on.`);
    else {
      this.say(`${label}: right. Solved!`);
      this.end();
    }
  }

  retry() {
    this.again.hidden = true;
    this.say("");
    this.page.go(this.from);
  }

  show() {
    this.say("The moves below are the solution; each other move stands beside it with its answer.");
    this.again.hidden = true;
    this.page.go(0);
    this.end();
  }

  end() {
    this.isSolved = true;
    this.solution.hidden = true;
    this.page.reveal();
  }

  say(text) {
    this.answer.replaceChildren(createTag("span", "", text)); // a new one: the same words are heard again
  }

  /** Offer the moves that have no place on the board. */
  offer(shown) {
    const next = [...this.next()].filter((target) => !shown.has(target));
    const all = this.open();
    this.others.replaceChildren(
      ...next.map((target) => {
        const { label } = all.find(({ spelling }) => spelling[this.spelled.length] === target);
        const made = createTag("button", "", label, {
          type: "button",
          onclick: () => this.choose(target),
        });
        made.setAttribute("data-target", target);
        return made;
      }),
    );
  }

  /** What a click on a part of the picture means; `shown` are the targets that are on it. */
  aim(made, { target, label }, shown) {
    shown.add(target);
    made.setAttribute("data-target", target);
    if (this.spelled.includes(target)) made.classList.add("chosen");
    if (!this.next().has(target)) return;
    const act = () => this.choose(target);
    made.classList.add("choice");
    made.setAttribute("tabindex", 0);
    made.setAttribute("role", "button");
    made.setAttribute("aria-label", label || target);
    made.addEventListener("click", act);
    made.addEventListener("keydown", (event) => {
      if (event.key === "Enter") act();
    });
  }
}
