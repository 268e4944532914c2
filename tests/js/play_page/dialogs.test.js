import assert from "node:assert/strict";
import { test } from "node:test";

import { createLinkDialog } from "../../../polygames/play_page/js/link_dialog.js";
import { createNewGameDialog } from "../../../polygames/play_page/js/new_game.js";
import { createReplay } from "../../../polygames/play_page/js/replay_tools.js";
import "../fake_page.js";

const NEWS = {
  game: "territory",
  levels: ["level 1", "level 2", "level 3"],
  opponent: "level 2",
  seat_names: ["Blue", "Red"],
  difficulties: ["very easy", "easy", "medium", "hard"],
};

/** Open the dialog for a new game. Return it and what it sends. */
function openDialog(news = NEWS) {
  const sent = [];
  const dialog = createNewGameDialog(news, (message) => sent.push(message));
  return { dialog, sent, press: (words) => dialog.find("button", words).onclick({}) };
}

test("a game against the computer has the chosen level and seat", () => {
  const { dialog, sent, press } = openDialog();
  const [level, seat] = dialog.all("select");
  level.value = "level 3";
  seat.value = "1";
  press("Play");
  assert.deepEqual(sent, [{ do: "new_game", game: "territory", opponent: "level 3", seat: 1 }]);
});

test("two people need neither a level nor a seat", () => {
  const { sent, press } = openDialog();
  press("Play together");
  assert.deepEqual(sent, [{ do: "new_game", game: "territory", opponent: "person", seat: 0 }]);
});

test("puzzles begin with the chosen difficulty", () => {
  const { dialog, sent, press } = openDialog();
  dialog.all("select").at(-1).value = "4";
  press("Solve puzzles");
  assert.deepEqual(sent, [{ do: "start_puzzles", game: "territory", stars: 4 }]);
});

test("a game for one player is offered without an opponent", () => {
  const { dialog, sent, press } = openDialog({
    ...NEWS,
    ...{ game: "splitter", levels: [], seat_names: ["Points"], difficulties: [] },
  });
  assert.deepEqual(
    dialog.all("legend").map((each) => each.textContent),
    ["Alone"],
  );
  press("Play");
  assert.deepEqual(sent, [{ do: "new_game", game: "splitter", opponent: "alone", seat: 0 }]);
});

test("cancel changes nothing", () => {
  const { sent, press } = openDialog();
  press("Cancel");
  assert.deepEqual(sent, []);
});

const REPLAY = { number: 3, last: 9, progress: "", mistakes: [], is_faultless: false };

/** Return the buttons of a replay by their labels, and what they send. */
function replayButtons(replay) {
  const sent = [];
  const parts = createReplay(replay, (message) => sent.push(message));
  const buttons = parts.flatMap((each) => each.all("button"));
  return { parts, sent, find: (label) => buttons.find((each) => each.ariaLabel === label) };
}

test("a game that goes on has no replay", () => {
  assert.deepEqual(
    createReplay(null, () => {}),
    [],
  );
});

test("the four buttons go to the first, the previous, the next and the last position", () => {
  const { sent, find } = replayButtons(REPLAY);
  for (const label of ["first position", "one move back", "one move on", "last position"])
    find(label).onclick({});
  assert.deepEqual(
    sent.map((each) => each.move),
    [0, 2, 4, 9],
  );
});

test("the place in the game is named by the move before it", () => {
  const text = (number) => replayButtons({ ...REPLAY, number }).parts[0].textContent;
  assert.match(text(3), /After move 3 of 9/);
  assert.match(text(0), /The start, before 9 moves/);
});

test("at the end no button leads further", () => {
  const { find } = replayButtons({ ...REPLAY, number: 9 });
  assert.deepEqual(
    ["first position", "one move back", "one move on", "last position"].map(
      (label) => find(label).disabled,
    ),
    [false, false, true, true],
  );
});

test("a costly move is shown in the position before it", () => {
  const mistakes = [{ number: 5, text: "Move 5: Blunder." }];
  const { parts, sent, find } = replayButtons({ ...REPLAY, mistakes });
  assert.ok(parts.some((each) => each.textContent.includes("Move 5: Blunder.")));
  find("show move 5").onclick({});
  assert.deepEqual(sent, [{ do: "go_to", move: 4 }]);
});

test("a link has its QR code, or the reason why it has none", () => {
  const address = "https://example.org/play/#split";
  const long = createLinkDialog({ address, code: "", note: "It is too long." });
  assert.ok(long.all("p").some((each) => each.textContent === "It is too long."));
  const short = createLinkDialog({ address, code: "<svg></svg>", note: "" });
  assert.equal(short.querySelector(".play-code").innerHTML, "<svg></svg>");
  assert.equal(short.querySelector("input").value, "https://example.org/play/#split");
});
