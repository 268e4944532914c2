// A puzzle on a saved page: clicks choose a move, and the page knows the reply to each one.

import { createElement, createPart, patchChildren } from "../shared/dom.js";

const CLICK_TOLERANCE_PX = 5; // a press that moves less is a click

/** Let a line that is drawn through a part of the picture choose it, as on a board. */
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

/** The task above the puzzle and the buttons below it. `page` shows positions. */
export class Puzzle {
  constructor({ task, theme, choices }, children, page) {
    this.choices = choices;
    this.children = children;
    this.page = page;
    this.spelled = [];
    this.isSolved = false;
    this.from = 0;
    // hidden until the end, since a theme can give the answer away
    this.theme = createElement("span", { className: "theme", hidden: true }, `Theme: ${theme}.`);
    this.words = createElement("p", { className: "task" }, `${task} `, this.theme);
    this.answer = createElement("p", { className: "answer", role: "status" });
    this.again = createTool("Try again", () => this.retry(), { hidden: true });
    this.solution = createTool("Show the solution", () => this.show());
    this.others = createPart("span", "others"); // moves without a place on the board
    this.tools = createElement(
      "div",
      { className: "tools" },
      ...[this.again, this.solution, this.others],
    );
  }

  /** Return the moves that match the chosen targets. */
  open() {
    const all = this.choices[this.page.place] ?? [];
    return this.isSolved
      ? []
      : all.filter(({ spelling }) => this.spelled.every((target, i) => spelling[i] === target));
  }

  next() {
    return new Set(this.open().map(({ spelling }) => spelling[this.spelled.length]));
  }

  /** Choose a target, as a click does. */
  choose(target) {
    if (!this.next().has(target)) return;
    this.spelled.push(target);
    const done = this.open().find(({ spelling }) => spelling.length === this.spelled.length);
    if (done) this.tried(done);
    this.page.draw();
  }

  /** Show the result of a move, and play the reply to it. */
  tried({ label, to }) {
    const { page, children } = this;
    const [right] = children[page.place];
    this.spelled = [];
    this.from = page.place;
    const [reply] = children[to];
    page.go(reply ?? to);
    if (to !== right) {
      this.say(`${label}: wrong move.${reply === undefined ? "" : " The reply is on the board."}`);
      this.again.hidden = false;
    } else if (this.choices[reply]) this.say(`${label}: right. Now find the next move.`);
    else {
      this.say(`${label}: right. You have solved it!`);
      this.end();
    }
  }

  retry() {
    this.again.hidden = true;
    this.say("");
    this.page.go(this.from);
  }

  show() {
    this.say(
      "The moves below are the solution. Next to it are the other moves, each with its reply.",
    );
    this.again.hidden = true;
    this.page.go(0);
    this.end();
  }

  end() {
    this.isSolved = true;
    this.solution.hidden = true;
    this.theme.hidden = false;
    this.page.reveal();
  }

  say(text) {
    // A new element, so that a repeated text is read aloud again.
    this.answer.replaceChildren(createElement("span", {}, text));
  }

  /** Show buttons for the moves that have no place on the board. */
  offer(shown) {
    const next = [...this.next()].filter((target) => !shown.has(target));
    const all = this.open();
    patchChildren(
      this.others,
      ...next.map((target) => {
        const { label } = all.find(({ spelling }) => spelling[this.spelled.length] === target);
        const press = () => this.choose(target);
        return createTool(label, press, { key: target, attributes: { "data-target": target } });
      }),
    );
  }

  /** Return the attributes of a part of the picture that has a target. */
  targetAttributes({ target, label }) {
    const isChosen = this.spelled.includes(target);
    const isChoice = this.next().has(target);
    const className = `${isChosen ? "chosen " : ""}${isChoice ? "choice" : ""}`;
    const button = { tabindex: 0, role: "button", "aria-label": label || target };
    return {
      key: target,
      "data-target": target,
      ...(className ? { class: className } : {}),
      ...(isChoice ? button : {}),
    };
  }
}

/** Create a button in the style of the page. */
const createTool = (textContent, onclick, options = {}) =>
  createElement("button", { type: "button", textContent, onclick, ...options });

/** Let clicks and Enter on a part of the picture choose it. */
export function addTargetListeners(svg, puzzle) {
  const choose = ({ target }) =>
    puzzle.choose(target.closest("[data-target]")?.getAttribute("data-target"));
  svg.addEventListener("click", choose);
  svg.addEventListener("keydown", (event) => {
    if (event.key === "Enter") choose(event);
  });
}
