// A page that holds one game, and needs no kernel and no network: see webpage/page.py.

import { curve } from "./replay_curve.js";
import { draw, scenes } from "./replay_board.js";
import { childrenOf, list, tag } from "./replay_list.js";
import { Puzzle } from "./replay_puzzle.js";

const PACE = 1200; // ms between two moves that are played by themselves
const SWIPE = 40; // px

const game = JSON.parse(document.getElementById("game").textContent);
const { nodes } = game, children = childrenOf(nodes), pictures = scenes(nodes);

class Page {
  constructor() {
    this.place = game.at;
    this.timer = null;
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.setAttribute("role", game.choices ? "group" : "img");
    this.seats = tag("div", "seats");
    this.status = tag("p", "status");
    this.status.setAttribute("aria-live", "polite");
    this.said = tag("p", "said");
    this.steps = this.makeSteps();
    const { moves, buttons } = list(nodes, children, (place) => this.go(place));
    Object.assign(this, { moves, buttons });
    this.curve = game.curve ? curve(game, (place) => this.go(place)) : null;
    this.puzzle = game.choices ? new Puzzle(game, children, this) : null;
    this.layOut();
    this.listen();
    this.go(this.linked() ?? this.place);
  }

  makeSteps() {
    const made = tag("div", "steps");
    made.setAttribute("role", "toolbar");
    made.setAttribute("aria-label", "Steps");
    const step = (text, label, key, act) => {
      const button = tag("button", "", text, { type: "button", title: `${label} (${key})`, onclick: act });
      button.setAttribute("aria-label", label);
      made.append(button);
      return button;
    };
    this.first = step("|\u25c0", "First position", "Home", () => this.go(0));
    this.back = step("\u25c0", "Back", "left arrow", () => this.step(-1));
    this.player = step("\u25b6\ufe0e Play", "Play by itself", "space", () => this.toggle());
    this.on = step("\u25b6", "On", "right arrow", () => this.step(1));
    this.last = step("\u25b6|", "Last position", "End", () => this.go(this.end()));
    return made;
  }

  layOut() {
    const left = tag("section", "board"), right = tag("section", "panel"), about = tag("details", "about");
    left.append(...[this.puzzle?.words, this.seats, this.svg, this.status, this.puzzle?.answer, this.puzzle?.tools, this.steps].filter(Boolean));
    about.append(tag("summary", "", "The record as text"), tag("pre", "", game.record), this.download());
    right.append(...[this.said, this.curve?.svg, this.moves, about].filter(Boolean));
    const head = tag("header");
    head.append(tag("h1", "", game.title), tag("p", "result", game.result ?? ""));
    document.getElementById("page").replaceChildren(head, left, right);
    document.body.classList.toggle("asking", Boolean(this.puzzle));
  }

  download() {
    const url = URL.createObjectURL(new Blob([game.record], { type: "text/plain" }));
    return tag("a", "", "Save it as a file", { href: url, download: "game.txt" });
  }

  listen() {
    const keys = {
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.go(0), End: () => this.go(this.end()),
      ArrowUp: () => this.turn(-1), ArrowDown: () => this.turn(1), " ": () => this.toggle(),
    };
    document.addEventListener("keydown", (event) => {
      const isOther = event.altKey || event.ctrlKey || event.metaKey || (event.key === " " && event.target.closest?.("button, summary, a"));
      if (isOther || !keys[event.key]) return;
      keys[event.key]();
      event.preventDefault();
    });
    let from = null;
    this.svg.addEventListener("pointerdown", ({ clientX, pointerType }) => { from = pointerType === "touch" ? clientX : null; });
    this.svg.addEventListener("pointerup", ({ clientX }) => {
      if (from !== null && Math.abs(clientX - from) > SWIPE) this.step(clientX < from ? 1 : -1);
      from = null;
    });
    addEventListener("hashchange", () => this.go(this.linked() ?? this.place));
  }

  /** The place that the address names: `#12` is after the twelfth row of the list. */
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

  /** The last node of the line from here. */
  end() {
    let place = this.place;
    while (children[place].length) [place] = children[place];
    return place;
  }

  step(by) {
    if (this.isHidden()) return;
    const to = by < 0 ? nodes[this.place].parent : children[this.place][0];
    if (to !== undefined) this.go(to);
  }

  /** Turn to another move that was tried in place of the last one. */
  turn(by) {
    if (this.isHidden()) return;
    const beside = children[nodes[this.place].parent] ?? [this.place];
    this.go(beside[(beside.indexOf(this.place) + by + beside.length) % beside.length]);
  }

  toggle() {
    if (this.isHidden()) return;
    if (!this.timer && !children[this.place].length) this.go(0);
    this.timer = this.timer ? clearInterval(this.timer) : setInterval(() => {
      this.step(1);
      if (!children[this.place].length) this.toggle();
    }, PACE);
    this.player.textContent = this.timer ? "\u275a\u275a Pause" : "\u25b6\ufe0e Play";
  }

  go(place) {
    if (this.puzzle) this.puzzle.spelled = [];
    this.place = place;
    this.draw();
  }

  draw() {
    const node = nodes[this.place], shown = new Set();
    draw(this.svg, game, [...pictures[this.place], ...(node.mark ?? [])], (made, shape) => this.aim(made, shape, shown));
    this.puzzle?.offer(shown);
    const told = node.number ? `${node.number}. ${node.by[0]}: ${node.move} ${node.glyph ?? ""}`.trim() : "Start";
    this.svg.setAttribute("aria-label", `${told}. ${node.status ?? ""}`);
    this.status.textContent = node.status ?? "";
    this.said.replaceChildren(tag("b", "", told), ...[node.verdict, node.comment].filter(Boolean).map((text) => tag("span", "", text)));
    this.showSeats(node);
    this.curve?.show(this.place);
    this.first.disabled = this.back.disabled = !this.place;
    this.on.disabled = this.last.disabled = !children[this.place].length;
    for (const [at, button] of this.buttons) button.toggleAttribute("aria-current", at === this.place);
    this.keepInSight(this.buttons.get(this.place));
  }

  /** Scroll the list alone, never the page. */
  keepInSight(button) {
    const { moves } = this;
    if (!button) moves.scrollTop = 0;
    else if (button.offsetTop < moves.scrollTop || button.offsetTop + button.offsetHeight > moves.scrollTop + moves.clientHeight) {
      moves.scrollTop = button.offsetTop - moves.clientHeight / 2;
    }
  }

  showSeats({ seats, turn, winners = [] }) {
    this.seats.replaceChildren(...seats.map(([name, mark, color, score], seat) => {
      const made = tag("div", "seat"), sign = tag("b", "mark", mark), who = game.players[seat];
      made.classList.toggle("on", winners.length ? winners.includes(seat) : seat === turn);
      made.style.setProperty("--seat", color);
      sign.style.color = color;
      const role = winners.includes(seat) ? "\u2605 " : !winners.length && seat === turn ? "\u25b6\ufe0e " : "";
      made.append(sign, tag("span", "", `${role}${name}${who ? ` \u00b7 ${who}` : ""}`), tag("b", "score", score));
      return made;
    }));
  }

  /** What a click on a part of the picture means in a puzzle. */
  aim(made, { target, label }, shown) {
    shown.add(target);
    made.setAttribute("data-target", target);
    if (!this.puzzle?.next().has(target)) {
      if (this.puzzle?.spelled.includes(target)) made.classList.add("chosen");
      return;
    }
    const act = () => this.puzzle.choose(target);
    made.classList.add("choice");
    made.setAttribute("tabindex", 0);
    made.setAttribute("role", "button");
    made.setAttribute("aria-label", label || target);
    made.addEventListener("click", act);
    made.addEventListener("keydown", (event) => { if (event.key === "Enter") act(); });
  }
}

new Page();
