// A saved page: a game that is walked through, and a puzzle.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";

import { Element } from "../fake_page.js";

const SEATS = [
  ["Red", "-", "#cc3311", "1"],
  ["Blue", "=", "#0077bb", "2"],
];
const node = (parts) => ({ status: "Red's turn", turn: 0, ...parts });
const NODES = [
  node({ number: 0, seats: SEATS }),
  node({ by: SEATS[0], move: "A to C", turn: 1, chapter: "Opening" }),
  node({ by: SEATS[1], move: "B to <D>", glyph: "??", comment: "Why?", winners: [0] }),
  node({ by: SEATS[1], move: "B to E", parent: 1, verdict: "good" }),
];
const PACKED = {
  nodes: NODES,
  size: [1000, 500],
  looks: [{ kind: "disc", fill: "red", target: "A", center: [0, 0], radius: 5 }],
  places: [[0], [10], [20]],
  pieces: [[0, 1]],
  pictures: NODES.map(() => [0]),
};
const CURVE = {
  unit: "points",
  scale: [-9, 9],
  lines: [
    {
      color: "red",
      values: [
        [0, 0],
        [1, 9],
        [2, -9],
      ],
    },
  ],
};

globalThis.location = { hash: "" };
globalThis.document.elementFromPoint = () => null;
URL.createObjectURL = () => "blob:game";
let opened = 0;

/** Open the page of a game. */
async function open({ packed = {}, ...parts } = {}) {
  const page = new Element("main");
  page.id = "page";
  const data = new Element("script");
  data.id = "game";
  document.body.className = "";
  document.body.replaceChildren(page, data);
  document.heard = {};
  const text = deflateSync(JSON.stringify({ ...PACKED, ...packed })).toString("base64");
  data.textContent = JSON.stringify({
    ...{ title: "A game", result: "Red wins", record: "1. A-C", at: 0, players: ["Ana"] },
    ...{ packed: text, ...parts },
  });
  opened += 1;
  await import(`../../../polygames/view/js/webpage/replay.js?${opened}`);
  while (!page.children.length) await new Promise((resolve) => setTimeout(resolve));
  const said = () => page.querySelector(".said").textContent;
  const press = (label) =>
    page
      .all("button")
      .find((each) => each.ariaLabel === label || each.textContent === label)
      .click();
  const key = (name) => page.fire("keydown", { key: name });
  return { page, said, press, key };
}

test("buttons and keys walk through the game and its branches", async () => {
  const { page, said, press, key } = await open();
  assert.equal(said(), "Start");
  press("Next");
  press("Next");
  assert.equal(said(), "2. Blue: B to <D> ??Why?");
  key("ArrowDown");
  assert.equal(said(), "2. Blue: B to Egood");
  key("Home");
  assert.equal(said(), "Start");
  press("Last position");
  key("ArrowLeft");
  assert.equal(said(), "1. Red: A to C");
  key("x");
  page.querySelectorAll(".move")[2].click();
  assert.equal(said(), "2. Blue: B to Egood");
  assert.equal("aria-current" in page.querySelectorAll(".move")[2].attributes, true);
});

test("the list has all moves, their branches, chapters and signs as texts", async () => {
  const { page } = await open();
  const texts = page.querySelectorAll(".move").map((each) => each.textContent);
  assert.deepEqual(texts, ["1.-A to C", "2.=B to <D> ??Why?", "2.=B to E"]);
  assert.equal(page.querySelector(".branch").all("button").length, 1);
  assert.equal(page.querySelector(".chapter").textContent, "Opening");
  assert.equal(page.querySelector(".signs").textContent, "?? a blunder");
});

test("scores that a move changes are read aloud with the status", async () => {
  const scored = (count) => [
    ["Red", "-", "red", count],
    ["Blue", "=", "blue", "0"],
  ];
  const nodes = NODES.map((each, at) => ({ ...each, seats: at === 1 ? scored("12") : undefined }));
  nodes[0].seats = scored("0");
  const { page, press } = await open({ packed: { nodes } });
  const read = () => page.querySelector(".status").querySelector(".polygames-for-ears").textContent;
  assert.equal(read(), "");
  press("Next");
  assert.equal(read(), ". Red 12, Blue 0");
  press("Last position");
  assert.equal(read(), "");
});

test("the boxes of the seats and the picture are updated in place", async () => {
  const { page, press } = await open();
  const [seat] = page.querySelectorAll(".seat");
  const [circle] = page.all("circle");
  assert.deepEqual([seat.textContent, seat.className], ["-▶\ufe0e to move: Red · Ana1", "seat on"]);
  press("Last position");
  assert.equal(page.querySelectorAll(".seat")[0], seat);
  assert.equal(page.all("circle")[0], circle);
  assert.equal(seat.textContent, "-★ winner: Red · Ana1");
});

test("the game plays by itself and stops at its end", async (context) => {
  const { press, said } = await open();
  let next = null;
  context.mock.method(globalThis, "setInterval", (act) => (next = act));
  context.mock.method(globalThis, "clearInterval", () => (next = null));
  press("Play automatically");
  next();
  assert.match(said(), /^1\. /);
  next();
  assert.match(said(), /^2\. /);
  assert.equal(next, null);
});

test("a click on the curve goes to a move, and its line shows the place", async () => {
  const { page, said } = await open({ packed: { curve: CURVE } });
  const chart = page.querySelector(".polygames-curve");
  assert.equal(chart.all("polyline")[0].attributes.points, "30,40.5 161,16 292,65");
  chart.fire("click", { clientX: 199 });
  assert.match(said(), /^2\. /);
  assert.equal(page.querySelector(".polygames-curve"), chart);
  assert.equal(chart.querySelector(".polygames-curve-now").attributes.x1, "292");
});

const CHOICES = {
  0: [
    { spelling: ["A"], label: "A to C", to: 1 },
    { spelling: ["pass"], label: "pass", to: 3 },
  ],
};
const PUZZLE = { task: "Red wins.", theme: "one move", choices: CHOICES };
const PUZZLE_NODES = [
  NODES[0],
  NODES[1],
  node({ by: SEATS[1], move: "reply" }),
  node({ by: SEATS[0], move: "pass", parent: 0 }),
];

test("a puzzle answers a wrong move, and is solved by the right one, by mouse or keys", async () => {
  const { page, press, key } = await open({ packed: { nodes: PUZZLE_NODES }, ...PUZZLE });
  const answer = () => page.querySelector(".answer").textContent;
  assert.ok(document.body.classList.contains("asking"));
  key("ArrowRight");
  press("pass");
  assert.equal(answer(), "pass: wrong move.");
  press("Try again");
  assert.equal(answer(), "");
  const target = page.querySelector("circle[data-target=A]");
  assert.equal(target.attributes.class, "choice");
  target.fire("keydown", { key: "Enter" });
  assert.equal(answer(), "A to C: right. You have solved it!");
  assert.ok(!document.body.classList.contains("asking"));
});

test("the theme of a puzzle is shown only after it, since it can give the answer away", async () => {
  const { page, press } = await open({ packed: { nodes: PUZZLE_NODES }, ...PUZZLE });
  const theme = page.querySelector(".theme");
  assert.ok(theme.hidden);
  press("pass");
  assert.ok(theme.hidden);
  press("Try again");
  page.querySelector("circle[data-target=A]").click();
  assert.ok(!theme.hidden);
  assert.equal(theme.textContent, "Theme: one move.");
});

test("the solution of a puzzle can be shown", async () => {
  const { page, press } = await open({ packed: { nodes: PUZZLE_NODES }, ...PUZZLE });
  press("Show the solution");
  assert.match(page.querySelector(".answer").textContent, /^The moves below are the solution/);
  page.querySelector("circle[data-target=A]").click();
  assert.match(page.querySelector(".said").textContent, /^Start/);
});

test("a line that is drawn through a part of the picture chooses it", async () => {
  const { page } = await open({ packed: { nodes: PUZZLE_NODES }, ...PUZZLE, has_lines: true });
  const circle = page.querySelector("circle[data-target=A]");
  document.elementFromPoint = (x) => (x === 50 ? circle : null);
  page.querySelector(".board").all("svg")[0].fire("pointerdown", { clientX: 0, clientY: 0 });
  circle.fire("pointerup", { clientX: 100, clientY: 0, pointerType: "mouse" });
  assert.match(page.querySelector(".answer").textContent, /^A to C: right/);
});

const PLAY = { address: "https://example.org/play/#polygon/game/", start: "head" };
const whenLinked = async (link, text) => {
  while (link.hidden || link.textContent !== text)
    await new Promise((resolve) => setTimeout(resolve));
};

test("the link to the play page follows the shown position", async () => {
  const nodes = NODES.map((each, at) => ({ ...each, is_over: at === 2 || undefined }));
  const { page, press } = await open({ play: PLAY, packed: { nodes } });
  const link = page.querySelector(".play-on");
  await whenLinked(link, "Play on from here");
  const first = link.href;
  assert.ok(first.startsWith(PLAY.address));
  press("Last position");
  await whenLinked(link, "Open this game");
  assert.ok(link.href.startsWith(PLAY.address));
  assert.notEqual(link.href, first);
  assert.equal(link.rel, "noopener");
});

test("a browser that cannot pack a link shows none", async (context) => {
  context.mock.method(globalThis, "CompressionStream", () => {
    throw new TypeError("deflate-raw is unknown");
  });
  const { page } = await open({ play: PLAY });
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(page.querySelector(".play-on").hidden, true);
});

test("without an address of a play page there is no link", async () => {
  const { page } = await open();
  assert.equal(page.querySelector(".play-on"), null);
});
