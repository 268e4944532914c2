// The wall: whatever a teacher does survives the news of a class that plays.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { Element } from "../fake_page.js";
import { person, table, wallState } from "./server.js";
import { runClocks } from "../../../polygames/classroom/js/elements.js";
import { createDashboard } from "../../../polygames/classroom/js/wall/wall.js";
import { isTableIdle } from "../../../polygames/classroom/js/wall/tables.js";

/** Show the wall of a class. */
function open(parts = {}) {
  const home = new Element("div");
  document.body.replaceChildren(home);
  document.heard = {};
  const sent = [];
  const wall = createDashboard(home, (content) => sent.push(content));
  after(wall.close);
  const update = (more = {}) => wall.update(wallState({ ...parts, ...more }));
  update();
  const press = (words) => home.find("button", words).click();
  return { ...wall, home, sent, update, press };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
const PEOPLE = ["a", "b", "c"].map((each) => person(each));

/** Run a clock of a page. Return the page's functions for it, and a function that lets time pass. */
function openClock(context) {
  context.mock.timers.enable({ apis: ["setInterval"] });
  let now = 0;
  context.mock.method(performance, "now", () => now);
  const [root, clock] = [new Element("div"), new Element("time")];
  root.append(clock);
  const clocks = runClocks(root);
  const wait = (seconds, running) => {
    Object.assign(clock.dataset, { secondsLeft: "60", running });
    context.mock.timers.tick(500);
    now += 1000 * seconds;
    context.mock.timers.tick(500);
    return clock.textContent;
  };
  return { ...clocks, wait, clock };
}

test("a clock that was stopped shows the server's value, and goes on from it", (context) => {
  const { wait, end } = openClock(context);
  assert.equal(wait(10, "1"), "0:50");
  assert.equal(wait(30, ""), "1:00");
  assert.equal(wait(5, "1"), "0:55");
  end();
});

test("a clock stops without a connection, and starts from what a restarted server says", (context) => {
  const { wait, stop, resume, clock, end } = openClock(context);
  assert.equal(wait(10, "1"), "0:50");
  stop();
  assert.equal(wait(20, "1"), "0:50");
  resume();
  assert.equal(clock.textContent, "1:00");
  assert.equal(wait(5, "1"), "0:55");
  end();
});

test("the wall's clocks stand after the class is over, and run again with a new class", (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  let now = 0;
  context.mock.method(performance, "now", () => now);
  const seat = { name: "Ana", label: "Ana", color: "red", mark: "-", score: "3", occupant: "a" };
  const seats = [{ ...seat, seconds_left: 300, is_clock_running: true }];
  const state = { tables: [table(1, { seats })], current_tables: [1] };
  const { home, update, showEnd, stopClocks } = open(state);
  const wait = (seconds) => {
    context.mock.timers.tick(500);
    now += 1000 * seconds;
    context.mock.timers.tick(500);
    return home.querySelector(".wall-card").all("time")[0].textContent;
  };
  assert.equal(wait(10), "4:50");
  stopClocks();
  assert.equal(wait(10), "4:50");
  update();
  assert.equal(wait(10), "4:50");
  showEnd("The class is over");
  assert.equal(wait(10), "4:50");
  wait(200);
  context.mock.timers.tick(2000);
  assert.equal(home.querySelector(".wall-idle"), null);
});

test("typing in the wall's form survives news", () => {
  const { home, sent, update, press } = open({ people: PEOPLE });
  const [message] = home.all("input");
  message.focus();
  message.typeText("Five min");
  update({ warnings: ["a warning"], paused: true, people: PEOPLE.slice(1), tables: [table(1)] });
  assert.equal(home.all("input")[0], message);
  assert.deepEqual([message.value, document.activeElement], ["Five min", message]);
  message.typeText("Five minutes");
  press("Send");
  assert.deepEqual(sent, [{ do: "announce", text: "Five minutes" }]);
  update({ announcement: "Five minutes" });
  assert.equal(message.value, "");
});

test("a form keeps what was typed and chosen, also while it is closed", () => {
  const { home, sent, update, press } = open();
  press("New round …");
  const find = (name) => home.querySelector(".wall-form").all(name);
  find("select")[1].value = "5";
  find("select")[1].fire("change");
  find("input")[0].typeText("7");
  update({ people: PEOPLE });
  press("Puzzle race …");
  press("New round …");
  assert.equal(find("input")[0].value, "7");
  press("Start the round");
  assert.deepEqual(sent, [{ do: "start_round", method: "random", minutes: 5, puzzle: 7 }]);
  assert.equal(home.querySelector(".wall-form"), null);
});

test("a race is started with the numbers that were chosen", () => {
  const { home, sent, press } = open();
  press("Puzzle race …");
  const [minutes, , stars] = home.querySelector(".wall-form").all("select");
  assert.ok(minutes.find("option", "5 minutes").selected);
  minutes.value = "10";
  minutes.fire("change");
  stars.value = "2";
  stars.fire("change");
  press("Start the race");
  assert.deepEqual(sent, [{ do: "start_race", minutes: 10, count: 20, stars: 2 }]);
});

test("a press between two news items arrives, and nothing moves before it is released", async () => {
  const playing = { tables: [table(1)], current_tables: [1] };
  const { home, update } = open({ people: PEOPLE, paused: true, ...playing });
  const box = home
    .querySelectorAll("input")
    .find(({ ariaLabel }) => ariaLabel === "choose Pupil b");
  let clicks = 0;
  box.addEventListener("click", () => (clicks += 1));
  const release = box.press();
  update({ paused: false, people: [person("new"), ...PEOPLE] });
  update({ paused: false, people: PEOPLE, tables: [table(1, { status: "A longer status" })] });
  update({ paused: false, people: [person("new"), ...PEOPLE], tables: [] });
  assert.ok(home.querySelector(".wall-paused"), "the list has not moved up yet");
  assert.equal(home.querySelector(".wall-status").textContent, "Ana's turn");
  release();
  await settle();
  assert.equal(clicks, 1);
  assert.equal(home.querySelector(".wall-paused"), null);
  assert.ok(box.isConnected);
  assert.match(home.textContent, /A longer status.*4 in the class/);
});

test("checked pupils stay checked, and those who have left are forgotten", () => {
  const { home, sent, update, press } = open({ people: PEOPLE });
  const choose = (name) => {
    const box = home.all("input").find(({ ariaLabel }) => ariaLabel === `choose ${name}`);
    box.checked = true;
    box.fire("change");
  };
  choose("Pupil a");
  choose("Pupil b");
  update({ people: PEOPLE.slice(1) });
  assert.equal(home.find("button", "Start a game for them"), undefined);
  press("Start a game with the computer");
  assert.deepEqual(sent, [{ do: "create_table", seats: ["b", "level 2"] }]);
});

test("a list that the teacher opened stays open", () => {
  const { home, update } = open();
  const [results] = home.all("details").filter((each) => each.textContent.startsWith("Results"));
  assert.ok(!results.open);
  results.open = true;
  const row = { name: "Ana", games: 1, won: 1, tied: 0, lost: 0, points: 3, puzzles: 2 };
  update({
    results: [row],
    cross_table: [
      ["", "Ana"],
      ["Ana", null],
    ],
  });
  assert.ok(results.open && results.isConnected);
  const cells = results.all("tr").map((each) => each.children.map((cell) => cell.textContent));
  assert.deepEqual(cells, [
    ["name", "games", "won", "tied", "lost", "points", "puzzles"],
    ["Ana", "1", "1", "0", "0", "3", "2"],
  ]);
});

test("what ends games asks first, and says how many", () => {
  const { home, sent, update, press } = open({
    tables: [table(1), table(2)],
    current_tables: [1, 2],
  });
  const start = () => {
    press("New round …");
    press("Start the round");
  };
  start();
  assert.match(home.querySelector(".wall-confirmation").textContent, /ends 2 unfinished games\./);
  press("No");
  assert.deepEqual([sent, home.querySelector(".wall-confirmation")], [[], null]);
  update({ race: { is_over: false, seconds_left: 9, rows: [], puzzle_count: 5 } });
  start();
  press("End them and start the round");
  assert.equal(sent[0].do, "start_round");
});

test("a card is enlarged by a press, keeps its element, and shows when it waits", () => {
  const { home, sent, update, press } = open({
    tables: [table(1), table(2)],
    current_tables: [1, 2],
  });
  const [, card] = home.querySelectorAll(".wall-card");
  card.click();
  assert.ok(card.classList.contains("wall-enlarged"));
  update({ tables: [table(2, { is_over: true, can_strike: true, idle_seconds: 500 })] });
  assert.deepEqual(
    ["wall-enlarged", "wall-idle", "wall-finished"].map((each) => card.classList.contains(each)),
    [true, true, true],
  );
  assert.equal(home.querySelectorAll(".wall-card").length, 2);
  press("Cancel the result of table 2");
  assert.deepEqual(sent, [{ do: "strike_result", table: 2, struck: true }]);
});

/** Return the tables of all cards with their number, names and board. */
const fullCards = (home) =>
  home
    .querySelectorAll(".wall-card")
    .filter((card) => card.all("img").length && /^Table \d+.*Ana/.test(card.textContent))
    .map((card) => Number(card.dataset.table));

test("the cards of tables that were added later keep their content", () => {
  const { home, update, press } = open({
    tables: [table(1), table(2)],
    current_tables: [1, 2],
  });
  const round = { current_tables: [3, 4] };
  update({ ...round, tables: [table(3), table(4)] });
  const enlarge = (number) =>
    home
      .querySelectorAll(".wall-card")
      .find(({ dataset }) => Number(dataset.table) === number)
      .click();
  const enlarged = () =>
    home.querySelectorAll(".wall-enlarged").map(({ dataset }) => dataset.table);
  const steps = {
    "a new round": () => {},
    "a move": () => update({ ...round, tables: [table(3, { move_count: 4 })] }),
    "Hide names": () => press("Hide names"),
    "Show names": () => press("Show names"),
    "a large card": () => enlarge(4),
    "another large card": () => enlarge(3),
    "a small card": () => enlarge(3),
  };
  for (const [name, act] of Object.entries(steps)) {
    act();
    assert.deepEqual(fullCards(home), [3, 4], name);
  }
  enlarge(4);
  assert.deepEqual(enlarged(), [4]);
  press("Show old tables");
  assert.deepEqual(fullCards(home), [1, 2, 3, 4]);
  press("Hide old tables");
  update({ current_tables: [5, 4], tables: [table(5)] }); // Play again
  assert.deepEqual(fullCards(home), [4, 5]);
  press("Show old tables");
  assert.deepEqual(fullCards(home), [1, 2, 3, 4, 5]);
});

test("a large table becomes small again by its button and by Escape, also without its result", () => {
  const { home, press } = open({ tables: [table(1)], current_tables: [1] });
  const card = home.querySelector(".wall-card");
  const isLarge = () => card.classList.contains("wall-enlarged");
  card.click();
  press("Close table 1");
  assert.ok(!isLarge());
  assert.equal(home.find("button", "Close table 1"), undefined);
  card.click();
  for (const key of ["a", "Escape"]) {
    assert.ok(isLarge());
    document.heard.keydown({ key });
  }
  assert.ok(!isLarge());
});

test("a pupil who is away is shown at the table, and the computer may play", () => {
  const away = { away_text: "Ben has been away for 2 minutes.", away: [{ id: "b", name: "Ben" }] };
  const { home, sent, press } = open({ tables: [table(1, away)], current_tables: [1] });
  const card = home.querySelector(".wall-card");
  assert.match(card.textContent, /Ben has been away for 2 minutes\./);
  card.click();
  press("Let the computer play for Ben");
  assert.deepEqual(sent, [{ do: "replace_pupil", table: 1, id: "b" }]);
});

test("old tables are hidden until they are asked for, and boards during a race", () => {
  const { home, update, press } = open({ tables: [table(1), table(2)], current_tables: [2] });
  const count = () => home.querySelectorAll(".wall-card").length;
  assert.equal(count(), 1);
  update({ omitted_count: 4, tables: [] });
  press("Show old tables");
  assert.equal(count(), 2);
  assert.match(home.querySelector(".wall-omitted").textContent, /^4 older tables/);
  const rows = [{ name: "Ana", solved_count: 2, wrong_count: 1 }];
  update({ tables: [], race: { is_over: false, seconds_left: 61, rows, puzzle_count: 4 } });
  assert.equal(count(), 0);
  assert.equal(home.all("time").at(-1).textContent, "1:01");
  assert.match(home.querySelector(".wall-race").textContent, /Ana21 wrong/);
  press("Show the boards");
  assert.equal(count(), 2);
});

test("many tables close the address once; the teacher may open it again", () => {
  const tables = Array.from({ length: 13 }, (_, number) => table(number));
  const { home, update } = open({ current_tables: tables.map(({ number }) => number) });
  const address = home.querySelector(".wall-address");
  assert.ok(address.open);
  update({ tables });
  assert.ok(!address.open);
  address.open = true;
  update({ tables });
  assert.ok(address.open);
  assert.ok(home.querySelector(".wall-tables").classList.contains("wall-medium-cards"));
});

test("a question is asked, answered and closed", () => {
  const { home, sent, update, press } = open({ people: PEOPLE });
  press("Question …");
  const [text, choices, right] = home.querySelector(".wall-question").all("input");
  text.typeText("Which?");
  choices.typeText("A; B;;");
  right.typeText(" B ");
  press("Ask");
  const question = { text: "Which?", answer_count: 1, revealed: false, counts: [["A", 1]] };
  update({ question });
  assert.match(home.querySelector(".wall-question").textContent, /1 of 3 have answered/);
  press("Show the results to everyone");
  update({ question: { ...question, revealed: true } });
  assert.equal(home.querySelector(".class-bar-chart").textContent, "A1");
  press("Close the question");
  assert.deepEqual(sent, [
    { do: "ask_question", text: "Which?", choices: ["A", "B"], right: "B" },
    { do: "reveal_answers" },
    { do: "close_question" },
  ]);
});

test("newcomers with a known name wait for a decision", () => {
  const { sent, press } = open({ waiting: [{ number: 4, name: "Ana" }] });
  press("Another pupil");
  assert.deepEqual(sent, [{ do: "decide_admission", number: 4, decision: "another" }]);
});

test("new pupils wait at a locked class until the teacher lets them in", () => {
  const { home, sent, press } = open({ waiting: [{ number: 4, name: "Cem", is_new: true }] });
  assert.match(home.querySelector(".wall-waiting").textContent, /^Cem ?wants to join/);
  assert.equal(home.find("button", "The same pupil"), undefined);
  press("Let in");
  press("Refuse");
  assert.deepEqual(
    sent.map(({ decision }) => decision),
    ["another", "refuse"],
  );
});

test("the dice are not rolled again before all have placed, unless the teacher confirms it", () => {
  const { home, sent, press } = open({ dice: "wall", rolls: ["3 + 4"], unplaced_count: 2 });
  press("Roll the dice");
  press("Roll the dice");
  assert.deepEqual(sent, []);
  assert.match(
    home.querySelector(".wall-confirmation").textContent,
    /2 tables have not placed the last roll/,
  );
  press("Roll again");
  assert.deepEqual(sent, [{ do: "roll_dice", is_forced: true }]);
});

test("with the same dice for all, the boards are hidden until the teacher shows them", () => {
  const state = { tables: [table(1)], current_tables: [1] };
  const { home, update, press } = open({ ...state, dice: "same" });
  const isHidden = () => home.querySelector(".wall-tables").matches(".wall-boards-hidden");
  assert.ok(isHidden());
  press("Show the boards");
  assert.ok(!isHidden());
  press("Hide the boards");
  assert.ok(isHidden());
  update({ dice: "each" });
  assert.ok(!isHidden());
  assert.equal(home.find("button", "Show the boards"), undefined);
});

test("tools of the door, the dice and a pupil", () => {
  const { home, sent, press } = open({ people: PEOPLE, dice: "wall", rolls: ["3 + 4"] });
  for (const words of ["Lock class", "Pause all", "Roll the dice", "new device", "Save"])
    press(words);
  press("remove");
  assert.match(home.querySelector(".wall-confirmation").textContent, /Pupil a will leave/);
  press("Remove Pupil a");
  assert.deepEqual(
    sent.map((each) => each.do),
    ["lock", "pause", "roll_dice", "allow_device_change", "save_games", "remove_pupil"],
  );
  press("New code");
  press("Change the code");
  assert.deepEqual(sent.at(-1), { do: "change_code" });
  press("Hide names");
  assert.ok(home.firstChild.classList.contains("wall-names-hidden"));
  assert.equal(home.querySelector(".wall-roll").textContent, "3 + 4");
});

test("exercises have a sign for each result, and the counts of those that are right", () => {
  const rows = [
    { name: "Ana", results: ["right", "not quite"] },
    { name: "Ben", results: ["", "right"] },
  ];
  const answers = [["exercise 1", [["4", 2]]]];
  const { home } = open({ exercise_results: { exercises: ["1", "2"], rows, answers } });
  const cells = home
    .querySelector(".wall-exercises")
    .all("tr")
    .map((each) => each.textContent);
  assert.deepEqual(cells, ["12", "Ana✓~", "Ben✓", "right11"]);
});

test("names of pupils are texts", () => {
  const name = "<img src=x onerror=alert(1)>";
  const { home } = open({ people: [person("a", { name })], announcement: name });
  assert.equal(home.all("img").length, 1, "the QR code only");
  assert.match(home.querySelector(".wall-messages").textContent, /onerror/);
});

test("a computer that nobody can reach says so, and what helps", () => {
  const local_only = { reason: "No network.", remedies: ["one", "two"] };
  const { home } = open({ join_info: { url: "http://localhost/", local_only } });
  assert.match(home.querySelector(".wall-address").textContent, /Only this computer.*No network/s);
});

test("a table is idle after a while without a move, unless the class is paused", () => {
  const idle = (seconds, news = {}) => isTableIdle({ idle_seconds: seconds }, 0, news, 1000);
  assert.deepEqual(
    [idle(80), idle(90), idle(90, { paused: true }), idle(null)],
    [false, true, false, false],
  );
});

const LESSON = {
  title: "Monday",
  steps: [
    { title: "Who wins?", ends_games: false },
    { title: "A new round", ends_games: true },
    { title: "Pause", ends_games: false },
  ],
};

test("the steps of a lesson follow each other with one press", () => {
  const { home, sent, update, press } = open({ lesson: { ...LESSON, step: 0 } });
  assert.match(home.querySelector(".wall-lesson").textContent, /^Monday: 3 steps/);
  press("Start the lesson");
  update({ lesson: { ...LESSON, step: 1 } });
  assert.match(home.querySelector(".wall-lesson").textContent, /^Step 1 of 3: Who wins\?/);
  press("Next step");
  update({ lesson: { ...LESSON, step: 3 } });
  assert.match(home.querySelector(".wall-lesson").textContent, /last step/);
  assert.equal(home.find("button", "Next step"), undefined);
  const current = home.all("button").filter(({ ariaCurrent }) => ariaCurrent === "step");
  assert.deepEqual(
    current.map(({ textContent }) => textContent),
    ["Pause"],
  );
  press("A new round"); // in the list of all steps
  assert.deepEqual(
    sent,
    [1, 2, 2].map((number) => ({ do: "start_step", number })),
  );
});

test("a step that ends games asks first", () => {
  const playing = { tables: [table(1)], current_tables: [1] };
  const { home, sent, press } = open({ lesson: { ...LESSON, step: 1 }, ...playing });
  press("Next step");
  assert.deepEqual(sent, []);
  assert.match(home.querySelector(".wall-confirmation").textContent, /ends 1 unfinished game/);
  press("End it and start the step");
  assert.deepEqual(sent, [{ do: "start_step", number: 2 }]);
});

test("a position is shown large with its question, and closed", () => {
  const { home, sent, update, press } = open();
  press("Question …");
  press("Discuss a board …");
  const [text, puzzle] = home.querySelector(".wall-form").all("input");
  text.typeText("Which tile?");
  puzzle.typeText("7");
  press("Show the board");
  assert.equal(home.querySelector(".wall-form"), null);
  update({ discussion: { text: "Which tile?", picture: "<svg/>" } });
  assert.match(home.querySelector(".wall-discussion").textContent, /Which tile\?/);
  assert.match(home.querySelector(".wall-discussion").all("img")[0].src, /svg/);
  press("Close the position");
  assert.deepEqual(sent, [
    { do: "discuss", text: "Which tile?", puzzle: 7 },
    { do: "end_discussion" },
  ]);
});
