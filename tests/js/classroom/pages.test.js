// The pages of a class: the pupil's, and the wall on a page and in a notebook.

import assert from "node:assert/strict";
import { test } from "node:test";

import { frame } from "../helpers.js";
import { showPanel } from "../panel.js";
import { openPage, table, wallState } from "./server.js";
import wallWidget from "../../../polygames/classroom/js/wall_widget.js";

const SEAT = { "polygames-class": JSON.stringify({ code: "123456", token: "t1", name: "Ana" }) };

const pageState = (parts = {}) => ({
  ...{ kind: "page_state", name: "Ana", table: 1, game: "split", status: "Your turn" },
  ...{ goal: "Cut.", seats: [], choices: [], is_playing: true, has_move_buttons: true },
  ...parts,
});
const TRAITS = [
  { kind: "traits", layer: "sheet", position_hash: "h", values: { picture: "<svg/>" } },
  { kind: "traits", layer: "pointer", position_hash: "h", values: { frame: "{}" } },
];

/** Open the page of a pupil who has a seat at a table. */
async function openSeat(parts = {}) {
  const pupil = await openPage("class.js", { values: SEAT });
  pupil.connect();
  pupil.hear(pageState(parts));
  pupil.sent();
  const press = (words) => document.body.find("button", words).click();
  return { ...pupil, press };
}

test("a pupil joins with code and name, and comes back after a reload", async () => {
  const pupil = await openPage("class.js", { hash: "#123456" });
  pupil.connect();
  const [code, name] = pupil.page.all("input");
  assert.deepEqual([code.value, document.activeElement], ["123456", name]);
  name.typeText("Ana");
  pupil.page.find("button", "Join").click();
  pupil.hear({ kind: "logged_in", token: "t1", name: "Ana" });
  assert.deepEqual(pupil.sent(), [{ do: "join", code: "123456", name: "Ana" }]);
  assert.deepEqual(JSON.parse(localStorage.getItem("polygames-class")).token, "t1");
  const again = await openPage("class.js", { values: localStorage.values });
  again.connect();
  assert.deepEqual(again.sent(), [{ do: "rejoin", token: "t1" }]);
  assert.deepEqual(again.socket().protocols, ["polygames", "t1"]);
});

test("an error is shown, and the form can be sent again with what was typed", async () => {
  const pupil = await openPage("class.js");
  pupil.connect();
  const [code, name] = pupil.page.all("input");
  code.typeText("1");
  name.typeText("Ana");
  const join = pupil.page.find("button", "Join");
  join.click();
  assert.ok(join.disabled);
  pupil.hear({ kind: "error", text: "Wrong <code>" });
  assert.equal(pupil.page.querySelector(".class-notice").textContent, "Wrong <code>");
  assert.deepEqual([join.disabled, code.value, name.value], [false, "1", "Ana"]);
});

test("How to play stays open while news arrive", async () => {
  const { hear, press, sent } = await openSeat();
  press("How to play");
  assert.deepEqual(sent(), [{ do: "show_help" }]);
  hear({ kind: "help", html: "<p>The rules</p>" });
  const dialog = document.querySelector(".class-help");
  hear(pageState({ status: "Ben's turn", announcement: "Five minutes" }));
  hear(pageState({ table: 2 }));
  hear(pageState({ table: null }));
  assert.ok(dialog.open && dialog.isConnected);
  assert.equal(dialog.querySelector(".polygames-help").innerHTML, "<p>The rules</p>");
  press("Close");
  assert.ok(!dialog.isConnected);
});

test("How to play covers the board, so it says whose turn it is", async () => {
  const { hear, press } = await openSeat();
  hear(pageState({ status: "Ben's turn" }));
  press("How to play");
  hear({ kind: "help", html: "<p>The rules</p>" });
  const line = document.querySelector(".class-help-status");
  assert.equal(line.textContent, "Ben's turn");
  hear(pageState({ status: "Your turn" }));
  assert.equal(line.textContent, "Your turn");
  assert.equal(line.role, "status");
  press("Close");
});

test("a question keeps what is being typed, and stays folded", async () => {
  const { page, hear, sent } = await openSeat();
  const question = { text: "How many?", choices: [], revealed: false, own_answer: "" };
  hear(pageState({ question }));
  const [input] = page.all("input");
  const [card] = page.all("details");
  assert.ok(card.open);
  input.focus();
  input.typeText("4");
  card.open = false;
  hear(pageState({ question, status: "Ben's turn" }));
  assert.deepEqual([input.value, document.activeElement, card.open], ["4", input, false]);
  page.find("button", "Answer").click();
  assert.deepEqual(sent(), [{ do: "answer_question", answer: "4" }]);
  hear(pageState({ question: { ...question, own_answer: "4" } }));
  assert.match(page.all("details")[0].textContent, /You can change your answer/);
  hear(pageState({ question: { ...question, revealed: true, counts: [["4", 2]] } }));
  assert.equal(page.all("input").length, 0);
  hear(pageState());
  assert.equal(page.all("details").length, 0);
});

test("what is no number is refused beside its box, and a question without answers says so", async () => {
  const { page, hear, sent } = await openSeat();
  const question = { text: "How many?", choices: [], revealed: false, own_answer: "" };
  hear(pageState({ question }));
  const card = page.querySelector(".class-question-card");
  for (const [text, isNumber] of [
    ["12,5 m", false],
    ["", false],
    ["-12,5", true],
    ["x", false],
  ]) {
    page.all("input")[0].typeText(text);
    page.find("button", "Answer").click();
    assert.equal(/Type a number/.test(card.textContent), !isNumber, text);
    assert.deepEqual(sent(), isNumber ? [{ do: "answer_question", answer: text }] : []);
  }
  hear(pageState({ question: { ...question, revealed: true, counts: [] } }));
  assert.match(page.querySelector(".class-question-card").textContent, /Nobody has answered\.$/);
});

test("a choice is answered by a press that began before the news", async () => {
  const { page, hear, sent } = await openSeat();
  const question = { text: "Who?", choices: ["A", "B"], revealed: false, own_answer: "" };
  hear(pageState({ question }));
  const release = page.find("button", "B").press();
  hear(pageState({ question: { ...question, own_answer: "A" } }));
  release();
  assert.deepEqual(sent(), [{ do: "answer_question", answer: "B" }]);
});

test("the board and its tools are updated in place, and a new table gets a new board", async () => {
  const { page, hear, sent, press } = await openSeat();
  for (const each of TRAITS) hear(each);
  sent();
  const layer = page.querySelector(".polygames-pointer-layer");
  hear(
    pageState({ status: "Ben's turn", can_take_back: true, tables: [{ number: 2, names: ["C"] }] }),
  );
  assert.equal(page.querySelector(".polygames-pointer-layer"), layer);
  assert.equal(page.querySelector(".polygames-status").textContent, "Ben's turn");
  press("Undo");
  const [chooser] = page.all("select");
  chooser.value = "2";
  chooser.fire("change");
  press("Give up");
  hear(pageState({ can_take_back: false }));
  press("Yes, give up");
  assert.deepEqual(sent(), [
    { do: "request_takeback" },
    { do: "watch_table", table: 2 },
    { do: "resign" },
  ]);
  hear(pageState({ table: 2 }));
  for (const each of TRAITS) hear(each);
  assert.ok(!layer.isConnected);
  assert.ok(page.querySelector(".polygames-pointer-layer"));
});

test("another player's wish is answered, a finished game played again, a puzzle skipped", async () => {
  const { page, hear, sent, press } = await openSeat({ takeback_requested_by: "Ben" });
  assert.match(page.textContent, /Ben asks to undo the last move\./);
  press("No");
  hear(pageState({ is_playing: false, is_over: true, rematch_text: "Ben wants to play again." }));
  press("Play again");
  hear(pageState({ can_skip: true, race_seconds_left: 61 }));
  assert.equal(page.all("time")[0].textContent, "1:01");
  press("Skip this puzzle");
  hear(pageState({ is_practising: true, is_puzzle_over: true }));
  press("Next puzzle");
  press("Back");
  assert.deepEqual(
    sent().map((each) => each.do),
    ["answer_takeback", "rematch", "skip_puzzle", "skip_puzzle", "watch_table"],
  );
});

test("a second press at the same place gives nothing up, and the question goes away", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { page, sent, press } = await openSeat({ is_playing: true });
  const buttons = () => page.all("button").map((each) => each.textContent);
  const place = buttons().indexOf("Give up");
  press("Give up");
  assert.equal(buttons()[place], "No");
  press("No");
  assert.equal(buttons()[place], "Give up");
  press("Give up");
  context.mock.timers.tick(4000);
  assert.equal(buttons()[place], "Give up");
  press("I am not Ana");
  assert.match(page.textContent, /Only your teacher can let you in again/);
  press("No");
  assert.deepEqual(sent(), []);
});

const AWAY = {
  ...{ text: "Ben has been away for 2 minutes.", names: "Ben" },
  ...{ can_replace: true, can_change_partner: true },
};

test("a pupil whose partner is away goes on, and reads first what happens to the board", async () => {
  const { page, sent, hear, press } = await openSeat({ away: AWAY, can_practise: true });
  assert.match(page.textContent, /Ben has been away for 2 minutes\./);
  press("Play the computer");
  assert.match(page.textContent, /The computer takes the seat of Ben\. Your board stays\./);
  press("Yes, go on");
  press("Another partner");
  assert.match(page.textContent, /You leave this board\. It is saved, without points\./);
  press("Yes, leave it");
  press("Solve a puzzle");
  hear(pageState({ is_practising: true, away: { text: "Your game goes on. Press Back." } }));
  assert.match(page.textContent, /Your game goes on\. Press Back\./);
  press("Back");
  const names = ["replace_absent", "change_partner", "practise_puzzles", "watch_table"];
  assert.deepEqual(
    sent().map((each) => each.do),
    names,
  );
  hear(pageState({ away: { ...AWAY, can_replace: false, can_change_partner: false } }));
  assert.equal(page.find("button", "Play the computer"), undefined);
  assert.equal(page.find("button", "Another partner"), undefined);
});

test("a new round, and a pause that ends, say what happens to the board", async () => {
  const { page, hear } = await openSeat({ new_board_text: "not now: the page has just opened" });
  const notice = page.querySelector(".class-notice");
  assert.equal(notice.textContent, "");
  hear(pageState({ paused: true }));
  hear(pageState({ paused: false }));
  assert.equal(notice.textContent, "The class goes on. Your board is as it was before the pause.");
  hear(pageState({ table: 9, is_watching: true, new_board_text: "" }));
  hear(pageState({ new_board_text: "not now: this is the own table again" }));
  assert.match(notice.textContent, /The class goes on/);
  hear(pageState({ table: 2, new_board_text: "This is a new board." }));
  assert.equal(notice.textContent, "This is a new board.");
});

test("a pupil who has zoomed in can zoom out by a button", async () => {
  const { page, hear } = await openSeat({ is_playing: true });
  const show = (parts) =>
    hear({
      ...TRAITS[1],
      values: { frame: JSON.stringify(frame({ home: [0, 0, 9, 9], ...parts })) },
    });
  hear(TRAITS[0]);
  const hasButton = () => Boolean(page.all("button").find((b) => b.textContent === "Zoom out"));
  for (const [parts, isShown] of [
    [{ window: [0, 0, 9, 9], rest: null }, false],
    [{ window: [0, 0, 3, 3], rest: null }, true],
    [{ window: [1, 1, 8, 8], rest: [1, 1, 8, 8] }, false],
  ]) {
    show(parts);
    assert.equal(hasButton(), isShown);
  }
});

test("a pupil whose wish to undo was declined is told so", async () => {
  const { page, hear } = await openSeat({ is_playing: true, can_take_back: true });
  hear(pageState({ is_playing: true, can_take_back: true, is_takeback_declined: true }));
  assert.match(page.textContent, /The other player said no: the move stays\./);
});

test("a pupil without a table waits, and may leave the device to another one", async () => {
  const { page, press, sent } = await openSeat({
    table: null,
    status: "please wait",
    can_practise: true,
  });
  assert.match(page.querySelector(".class-waiting").textContent, /^Ana: please wait/);
  press("Solve a puzzle");
  press("I am not Ana");
  assert.deepEqual(sent(), [{ do: "practise_puzzles" }, { do: "leave" }]);
  assert.equal(localStorage.getItem("polygames-class"), null);
  assert.ok(page.find("button", "Join"));
});

test("a pupil who must wait to be admitted may choose another name", async () => {
  const { page, hear, press } = await openSeat();
  hear({ kind: "waiting", text: "Ana is in the class already." });
  assert.match(page.textContent, /Ana is in the class already\./);
  press("Choose another name");
  assert.ok(page.find("button", "Join"));
  hear({ kind: "logged_out", text: "The class is over." });
  assert.match(page.querySelector(".class-notice").textContent, /over/);
});

const FAREWELL = {
  kind: "class_over",
  text: "The class is over.",
  name: "Ana",
  html: "<p>1 won</p>",
  file_name: "polygames-split-2026-11-30-0915.html",
};

test("at the end of a class, a phone shows the pupil's games and saves them without a server", async () => {
  const { page, hear, socket, connect, sent } = await openSeat();
  for (const each of TRAITS) hear(each);
  hear(FAREWELL);
  socket().onclose({});
  assert.match(page.textContent, /The class is over/);
  assert.doesNotMatch(page.textContent, /No connection/);
  assert.equal(page.querySelector(".polygames-pointer-layer"), null);
  const link = page.find("a", "Save my games as a page");
  assert.equal(link.download, FAREWELL.file_name);
  assert.match(await (await fetch(link.href)).text(), /Polygames: Ana.*<p>1 won<\/p>/s);
  sent();
  connect(); // the teacher has opened the class again
  assert.deepEqual(sent(), [{ do: "rejoin", token: "t1" }]);
  hear({ kind: "logged_in", name: "Ana" });
  hear(pageState());
  for (const each of TRAITS) hear(each);
  assert.doesNotMatch(page.textContent, /The class is over/);
  assert.ok(page.querySelector(".polygames-pointer-layer"));
});

test("a phone without a name keeps its form at the end of a class", async () => {
  const { page, hear, connect, socket } = await openPage("class.js");
  connect();
  const [, name] = page.all("input");
  name.typeText("Ana");
  hear({ ...FAREWELL, name: "", html: "" });
  socket().onclose({});
  assert.equal(page.all("input")[1].value, "Ana");
  assert.equal(page.querySelector(".class-notice").textContent, "The class is over.");
});

test("the wall says that the class is over, and goes on when it is opened again", async () => {
  const wall = await openPage("wall_page.js", { hash: "#key1" });
  wall.connect();
  wall.hear(wallState());
  wall.hear({ kind: "class_over", text: "The class is over. All games are saved in x." });
  wall.socket().onclose({});
  const notice = wall.page.querySelector(".class-notice");
  assert.match(wall.page.querySelector(".wall-toolbar").textContent, /^The class is over\./);
  assert.doesNotMatch(notice.textContent, /No connection/);
  assert.ok(wall.page.all("details").every((each) => each.open && each.textContent));
  wall.connect();
  wall.hear(wallState());
  wall.socket().onclose({});
  assert.match(notice.textContent, /No connection/);
  assert.doesNotMatch(wall.page.querySelector(".wall-toolbar").textContent, /over/);
});

test("a phone left open shows the door of the next class, without an error", async () => {
  const { page, hear, socket, connect, press } = await openSeat();
  for (const each of TRAITS) hear(each);
  location.hash = "#123456"; // the QR code of the last class
  press("How to play");
  hear({ kind: "help", html: "<p>The rules</p>" });
  hear(FAREWELL);
  socket().onclose({});
  connect();
  hear({ kind: "logged_out", text: "" });
  assert.equal(document.querySelector(".class-help"), null);
  const [code] = page.all("input");
  assert.deepEqual([code.value, document.activeElement], ["", code], "the old code is wrong");
  assert.ok(page.querySelector(".class-notice").hidden);
  assert.ok(page.find("a", "Save my games as a page"));
});

test("a code of the next class in the address is filled in", async () => {
  const { page, hear, connect } = await openPage("class.js", { values: SEAT, hash: "#654321" });
  connect();
  hear({ kind: "logged_out", text: "" });
  assert.equal(page.all("input")[0].value, "654321");
});

test("a pupil who waited at the door of the last class reads no error at the next one", async () => {
  const { page, hear, socket, connect } = await openPage("class.js", { hash: "#123456" });
  connect();
  page.all("input")[1].typeText("Ana");
  page.find("button", "Join").click();
  hear({ kind: "waiting", text: "Ana is in the class already." });
  socket().onclose({});
  connect();
  hear({ kind: "error", text: "Wrong code. Check it and try again." });
  assert.ok(page.querySelector(".class-notice").hidden);
  assert.ok(page.find("button", "Join"));
});

test("the wall's page opens with its key, which the address shows no longer", async () => {
  const wall = await openPage("wall_page.js", { hash: "#key1" });
  wall.connect();
  assert.deepEqual([wall.sent(), location.hash], [[{ do: "open_wall", key: "key1" }], ""]);
  wall.hear(wallState());
  wall.hear({ kind: "notice", text: "Saved <5> games" });
  assert.equal(wall.page.querySelector(".class-notice").textContent, "Saved <5> games");
  wall.page.find("button", "Save").click();
  assert.deepEqual(wall.sent(), [{ do: "save_games" }]);
  wall.socket().onclose();
  assert.match(wall.page.querySelector(".class-notice").textContent, /No connection/);
});

test("the wall's page without a key says what to do", async () => {
  const wall = await openPage("wall_page.js");
  assert.match(wall.page.textContent, /Open the address that the command printed/);
});

test("the wall in a notebook opens, is updated and tells errors", () => {
  const { el, hear, sent, end, model } = showPanel(wallWidget);
  assert.deepEqual(sent, [{ do: "open_wall" }]);
  hear(wallState({ announcement: "Hello" }));
  assert.match(el.querySelector(".wall-messages").textContent, /Message to all: Hello/);
  hear({ kind: "error", text: "No such pupil" });
  assert.equal(el.querySelector(".wall-messages").textContent, "No such pupil");
  hear({ kind: "class_over", text: "The class is over." });
  assert.equal(el.querySelector(".wall-toolbar").textContent, "The class is over.");
  end();
  assert.deepEqual(model.heard, {});
});

test("the focus stays among the tools when news remove or change the focused button", async () => {
  const { page, hear } = await openSeat({ can_take_back: true });
  for (const each of TRAITS) hear(each);
  const focused = () => document.activeElement.textContent;
  const press = (words) => {
    page.find("button", words).focus();
    page.find("button", words).click();
  };
  press("Undo");
  hear(pageState({ can_take_back: true, has_requested_takeback: true }));
  assert.equal(focused(), "You have asked …");
  assert.ok(!document.activeElement.disabled, "a disabled button would lose the focus");
  hear(pageState({ takeback_requested_by: "Ben" }));
  assert.equal(focused(), "Yes");
  hear(pageState());
  assert.equal(focused(), "Give up");
  press("Give up");
  assert.equal(focused(), "No");
  assert.ok(page.querySelector(".polygames-tools").contains(document.activeElement));
});

test("the key ? opens How to play once, and is a character in a field", async () => {
  const { page, hear, sent } = await openSeat();
  page.fire("keydown", { key: "?" });
  assert.deepEqual(sent(), [{ do: "show_help" }]);
  hear({ kind: "help", html: "<p>The rules</p>" });
  document.querySelector(".class-help").fire("keydown", { key: "?" });
  assert.deepEqual(sent(), [], "it is open already");
  hear(pageState({ question: { text: "How many?", choices: [], revealed: false } }));
  page.all("input")[0].fire("keydown", { key: "?" });
  assert.deepEqual(sent(), []);
});

test("the clocks of pupil and wall stop while there is no connection", async (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  let now = 0;
  context.mock.method(performance, "now", () => now);
  const seat = { name: "Ana", label: "Ana", color: "red", mark: "-", score: "3", occupant: "a" };
  const seats = [{ ...seat, seconds_left: 300, is_clock_running: true }];
  const pass = (seconds) => {
    context.mock.timers.tick(500);
    now += 1000 * seconds;
    context.mock.timers.tick(500);
  };
  const wall = wallState({ tables: [table(1, { seats })], current_tables: [1] });
  for (const [script, values, news] of [
    ["class.js", SEAT, pageState({ seats })],
    ["wall_page.js", { "polygames-wall/": "key" }, wall],
  ]) {
    const { page, connect, hear, socket } = await openPage(script, { values });
    connect();
    hear(news);
    if (script === "class.js") for (const each of TRAITS) hear(each);
    const shown = () => page.querySelector(".polygames-seat").all("time")[0].textContent;
    pass(25);
    assert.equal(shown(), "4:35");
    socket().onclose();
    pass(60);
    assert.equal(shown(), "4:35");
    connect();
    hear(news); // the server was restarted
    assert.equal(shown(), "5:00");
    pass(3);
    assert.equal(shown(), "4:57");
  }
});
