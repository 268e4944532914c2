// The saved games: cards with a picture and buttons, a filter by game, and pages.

import assert from "node:assert/strict";
import { test } from "node:test";

import { showPanel } from "../panel.js";
import savedGames from "../../../polygames/view/js/saved_games/saved_games.js";

const card = (file, parts = {}) => ({
  ...{ file, game: "split", kind: "won", headline: "You won against level 2", title: "Split" },
  ...{ about: "today 16:56 · 35 moves", picture: "<svg>é</svg>" },
  actions: [
    ["look", "Look"],
    ["review", "Review"],
  ],
  ...parts,
});
const FILTERS = ["", "polygon", "split"].map((game) => ({ game, title: game || "All" }));
const content = (parts = {}) => ({
  ...{ filters: FILTERS, game: "", page: 0, page_count: 3, note: "30 games" },
  cards: [card("a.txt"), card("b.txt", { kind: "open", actions: [["continue", "Continue"]] })],
  ...parts,
});
const buttons = (el) => el.querySelectorAll("button");
const buttonOf = (el, label) => buttons(el).find(({ textContent }) => textContent === label);

test("each card has its texts, its picture and buttons that name the game", () => {
  const { el } = showPanel(savedGames, content());
  const [first, second] = el.querySelectorAll("li");
  assert.match(first.textContent, /You won against level 2.*Split.*today 16:56 · 35 moves/);
  assert.equal(
    decodeURIComponent(first.querySelector("img").src),
    "data:image/svg+xml;charset=utf-8,<svg>é</svg>",
  );
  assert.deepEqual(
    buttons(first).map(({ textContent }) => textContent),
    ["Look", "Review"],
  );
  assert.equal(
    buttons(first)[0].getAttribute("aria-label"),
    "Look: You won against level 2, Split, today 16:56 · 35 moves",
  );
  assert.deepEqual(
    buttons(second).map(({ textContent }) => textContent),
    ["Continue"],
  );
});

test("a press opens a game, filters the games or turns the page", () => {
  const { el, sent } = showPanel(savedGames, content());
  for (const label of ["Review", "Continue", "polygon", "Older ▶"]) buttonOf(el, label).click();
  assert.deepEqual(sent, [
    { kind: "open", file: "a.txt", action: "review" },
    { kind: "open", file: "b.txt", action: "continue" },
    { kind: "choose_game", game: "polygon" },
    { kind: "turn_page", page: 1 },
  ]);
  assert.equal(buttonOf(el, "◀ Newer").disabled, true);
});

test("the chosen game is marked, and the focus stays while the cards change", () => {
  const { el, put } = showPanel(savedGames, content());
  const chosen = buttonOf(el, "split");
  chosen.focus();
  put(content({ game: "split", cards: [card("c.txt")], page_count: 1 }));
  assert.equal(document.activeElement, chosen);
  assert.equal(chosen.getAttribute("aria-pressed"), "true");
  assert.equal(buttonOf(el, "All").getAttribute("aria-pressed"), "false");
  assert.equal(buttonOf(el, "Older ▶"), undefined, "one page needs no buttons");
});

test("a damaged file has a text and nothing to press; one kind of game needs no filter", () => {
  const damaged = { kind: "damaged", picture: "", actions: [], about: "line 3: expected a move" };
  const cards = [card("a.txt", damaged)];
  const { el } = showPanel(
    savedGames,
    content({ cards, filters: FILTERS.slice(1), page_count: 1 }),
  );
  assert.match(el.textContent, /line 3: expected a move/);
  assert.deepEqual([buttons(el).length, el.querySelectorAll("img").length], [0, 0]);
});
