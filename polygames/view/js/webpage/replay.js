// A saved page with one game. It needs no kernel and no network: see webpage/page.py.

import { createChart, plyAt } from "../shared/chart.js";
import { createElement, createPart, patchChildren, updateNode } from "../shared/dom.js";
import { createSvgElement } from "../shared/drawing.js";
import { childrenOf, createMoveList, createSeatBoxes, scrollToMove } from "./move_list.js";
import { drawPicture, toChart, unpackGame } from "./picture.js";
import { playAddress } from "./play_link.js";
import { addLineListeners, addTargetListeners, Puzzle } from "./puzzle.js";

const PLAY_INTERVAL_MS = 1200; // between two moves while the game is played back

const game = JSON.parse(document.getElementById("game").textContent);
let nodes;
let children;
let pictures;

/** Load the unpacked game. Fields of a node that are as expected were left out. */
function loadGame(packed) {
  ({ nodes } = pictures = packed);
  nodes.forEach((node, place) => {
    if (!place) return;
    const before = nodes[(node.parent ??= place - 1)];
    node.number = before.number + 1;
    node.seats ??= before.seats;
  });
  children = childrenOf(nodes);
}

/** Return the names and scores of the seats, for screen readers, if they changed; else "". */
function changedScores({ parent, seats }) {
  const isSame = parent === undefined || nodes[parent].seats === seats;
  const scored = seats.filter(([, , , score]) => score);
  return isSame || !scored.length
    ? ""
    : `. ${scored.map(([name, , , score]) => `${name} ${score}`).join(", ")}`;
}

class Page {
  constructor() {
    this.place = game.at;
    this.timer = null;
    this.svg = createSvgElement("svg", { role: game.choices ? "group" : "img" });
    this.seats = createPart("div", "seats");
    this.status = createElement("p", { className: "status", ariaLive: "polite" });
    this.said = createElement("p", { className: "said", ariaLive: "polite" });
    this.steps = createSteps(this);
    this.playLink = game.play ? createPlayLink() : null;
    const list = createMoveList(nodes, children, (place) => this.go(place));
    this.moves = list.moves;
    this.buttons = list.buttons;
    this.signs = list.signs;
    this.line = []; // the nodes of the main line
    for (let next = 0; next !== undefined; [next] = children[next]) this.line.push(next);
    this.chart = pictures.curve ? toChart(pictures, this.line) : null;
    this.curve = this.chart && this.createCurve(0);
    this.puzzle = game.choices ? new Puzzle(game, children, this) : null;
    this.layOut();
    addListeners(this);
    if (this.puzzle) addTargetListeners(this.svg, this.puzzle);
    if (game.has_lines) addLineListeners(this.svg, this.puzzle);
    this.go(this.linked() ?? this.place);
  }

  layOut() {
    const { puzzle, seats, svg, status, steps, playLink, said, curve, moves, signs } = this;
    const about = createElement(
      "details",
      { className: "about" },
      createElement("summary", {}, "The record as text"),
      createElement("pre", {}, game.record),
      this.download(),
    );
    document
      .getElementById("page")
      .replaceChildren(
        createElement(
          "header",
          {},
          createElement("h1", {}, game.title),
          createElement("p", { className: "result" }, game.result),
        ),
        createElement(
          "section",
          { className: "board" },
          ...[puzzle?.words, seats, svg, status, puzzle?.answer, puzzle?.tools, steps.bar],
        ),
        createElement(
          "section",
          { className: "panel" },
          ...[playLink, said, curve, moves, signs, about],
        ),
      );
    document.body.classList.toggle("asking", Boolean(puzzle));
    document.body.classList.toggle("with-lines", Boolean(game.has_lines));
  }

  /** Create the chart of the review, with a line at a node. */
  createCurve(place) {
    const ply = Math.min(this.chart.length, nodes[place].number - nodes[0].number);
    const label = `Values by move: ${this.chart.measure}`;
    return createChart(this.chart, ply, { role: "img", "aria-label": label });
  }

  download() {
    const url = URL.createObjectURL(new Blob([game.record], { type: "text/plain" }));
    return createElement("a", { href: url, download: "game.txt" }, "Save as a file");
  }

  /** Return the node of the page's address: `#12` is the position after row 12 of the list. */
  linked() {
    const place = /^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : NaN;
    return place < nodes.length && !this.puzzle ? place : null;
  }

  isHidden() {
    return document.body.classList.contains("asking");
  }

  reveal() {
    document.body.classList.remove("asking");
  }

  /** Return the last node of the line from here. */
  end() {
    let place = this.place;
    while (children[place].length) [place] = children[place];
    return place;
  }

  step(by) {
    if (this.isHidden()) return;
    const far = by < 0 ? 0 : this.end();
    const next = by < 0 ? nodes[this.place].parent : children[this.place][0];
    const to = Number.isFinite(by) ? next : far;
    if (to !== undefined) this.go(to);
  }

  /** Go to another move that was tried instead of the last one. */
  turn(by) {
    if (this.isHidden()) return;
    const beside = children[nodes[this.place].parent] ?? [this.place];
    this.go(beside[(beside.indexOf(this.place) + by + beside.length) % beside.length]);
  }

  toggle() {
    if (this.isHidden()) return;
    if (!this.timer && !children[this.place].length) this.go(0);
    this.timer = this.timer
      ? clearInterval(this.timer)
      : setInterval(() => {
          this.step(1);
          if (!children[this.place].length) this.toggle();
        }, PLAY_INTERVAL_MS);
    this.steps.player.textContent = this.timer ? "\u275a\u275a Pause" : "\u25b6\ufe0e Play";
  }

  go(place) {
    if (this.puzzle) this.puzzle.spelled = [];
    this.place = place;
    this.draw();
  }

  /** Let the link open the shown position; without an address (an old browser) it is hidden. */
  async updatePlayLink() {
    const { place, playLink } = this;
    const href = await playAddress(game.play, nodes, place).catch(() => "");
    if (place !== this.place) return; // another position is shown by now
    playLink.textContent = nodes[place].is_over ? "Open this game" : "Play on from here";
    playLink.href = href;
    playLink.hidden = !href;
  }

  draw() {
    const node = nodes[this.place];
    const shown = new Set();
    drawPicture(this.svg, pictures, this.place, (shape) => {
      shown.add(shape.target);
      return this.puzzle?.targetAttributes(shape) ?? {};
    });
    this.puzzle?.offer(shown);
    const title = node.number
      ? `${node.number}. ${node.by[0]}: ${node.move} ${node.glyph ?? ""}`.trim()
      : "Start";
    const label = [title, node.status, node.drawn].filter(Boolean).join(". ");
    this.svg.setAttribute("aria-label", label);
    // New elements, so that a repeated text is read aloud again.
    this.status.replaceChildren(
      createElement("span", {}, node.status),
      createElement("span", { className: "polygames-for-ears" }, changedScores(node)),
    );
    this.said.replaceChildren(
      createElement("b", {}, title),
      ...[node.verdict, node.comment]
        .filter(Boolean)
        .map((text) => createElement("span", {}, text)),
    );
    patchChildren(this.seats, ...createSeatBoxes(node, game.players));
    if (this.curve) updateNode(this.curve, this.createCurve(this.place));
    if (this.playLink) this.updatePlayLink();
    const { first, back, on, last } = this.steps;
    first.disabled = back.disabled = !this.place;
    on.disabled = last.disabled = !children[this.place].length;
    for (const [at, button] of this.buttons)
      button.toggleAttribute("aria-current", at === this.place);
    scrollToMove(this.moves, this.buttons.get(this.place));
  }
}

/** Create the link to the play page. It is hidden until it has an address. */
const createPlayLink = () =>
  createElement("a", { className: "play-on", hidden: true, target: "_blank", rel: "noopener" });

// --- Navigation: buttons, keys, swipes, and the address

const SWIPE_PX = 40;

/** Create the navigation buttons, by name, and their toolbar. */
function createSteps(page) {
  const step = (textContent, ariaLabel, key, onclick) =>
    createElement("button", {
      type: "button",
      title: `${ariaLabel} (${key})`,
      ...{ textContent, ariaLabel, onclick },
    });
  const steps = {
    first: step("|\u25c0", "First position", "Home", () => page.go(0)),
    back: step("\u25c0", "Back", "left arrow", () => page.step(-1)),
    player: step("\u25b6\ufe0e Play", "Play automatically", "space", () => page.toggle()),
    on: step("\u25b6", "Next", "right arrow", () => page.step(1)),
    last: step("\u25b6|", "Last position", "End", () => page.go(page.end())),
  };
  const options = { className: "steps", role: "toolbar", ariaLabel: "Steps" };
  return { bar: createElement("div", options, ...Object.values(steps)), ...steps };
}

/** Add the listeners for keys, swipes on the board, and the address. */
function addListeners(page) {
  const keys = {
    ArrowLeft: () => page.step(-1),
    ArrowRight: () => page.step(1),
    Home: () => page.step(-Infinity),
    End: () => page.step(Infinity),
    ArrowUp: () => page.turn(-1),
    ArrowDown: () => page.turn(1),
    " ": () => page.toggle(),
  };
  document.addEventListener("keydown", (event) => {
    const isOther =
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      (event.key === " " && /** @type {Element} */ (event.target).closest?.("button, summary, a"));
    if (isOther || !keys[event.key]) return;
    keys[event.key]();
    event.preventDefault();
  });
  let from = null;
  page.svg.addEventListener("pointerdown", ({ clientX, pointerType }) => {
    from = pointerType === "touch" ? clientX : null;
  });
  page.svg.addEventListener("pointerup", ({ clientX }) => {
    if (from !== null && Math.abs(clientX - from) > SWIPE_PX) page.step(clientX < from ? 1 : -1);
    from = null;
  });
  page.curve?.addEventListener("click", ({ clientX }) => {
    const box = page.curve.getBoundingClientRect();
    page.go(page.line[plyAt(clientX, box, page.chart.length)]);
  });
  addEventListener("hashchange", () => page.go(page.linked() ?? page.place));
}

unpackGame(game.packed).then(
  (packed) => (loadGame(packed), new Page()),
  () =>
    document
      .getElementById("page")
      .append(createElement("p", {}, "This browser is too old to show the moves.")),
);
