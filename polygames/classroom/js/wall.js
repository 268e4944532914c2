// The teacher's dashboard: all tables, small and live. `send` sends the teacher's commands.

import {
  createBars,
  createButton,
  createSeatChip,
  formatClock,
  createElement,
  patchChildren,
  runClocks,
  updateElement,
} from "./dom.js";

/** Create the dashboard in an element. Return functions that update and close it. */
export function createDashboard(container, send) {
  const tables = new Map(); // by number: the last state of a table, when it came, and its card
  const state = {
    big: null,
    hidesNames: false,
    hidesOld: true,
    showsBoards: false,
    news: null,
    chosen: new Set(),
    sure: null,
  };
  const addressArea = createElement("div");
  const formArea = createElement("div");
  const toolbar = createElement("div", { className: "wall-toolbar" });
  const words = createElement("div", { className: "wall-messages" });
  const grid = createElement("div", { className: "wall-tables" });
  const summaryArea = createElement("div", { className: "wall-summary" });
  const root = createElement(
    "div",
    { className: "polygames-board polygames-class wall" },
    toolbar,
    createElement("div", { className: "wall-info" }, addressArea, words),
    formArea,
    grid,
    summaryArea,
  );
  container.replaceChildren(root);
  const stop = runClocks(root);
  /** Send a command that ends unfinished games, after the teacher has confirmed it. */
  const endGames = (content, does, ends = (_table) => true) => {
    const games = [...tables.values()].filter(
      ({ table }) => table.is_unfinished && ends(table),
    ).length;
    const what = [
      content.do !== "create_table" && isRacing(state.news) ? "the puzzle race" : "",
      games ? (games === 1 ? "1 unfinished game" : `${games} unfinished games`) : "",
    ].filter((each) => each);
    if (!what.length) return send(content);
    confirm(
      content,
      `This ends ${what.join(" and ")}.`,
      `End ${what.length > 1 || games > 1 ? "them" : "it"}${does && ` and ${does}`}`,
      "Finished games and solved puzzles count. Unfinished games give no points. All moves are saved.",
    );
  };
  const confirm = (content, question, does, kept) => {
    state.sure = { content, words: question, does, kept };
    render();
  };
  const idleTimer = setInterval(() => {
    for (const { table, card, at } of tables.values())
      card.classList.toggle("wall-idle", isTableIdle(table, at, state.news));
  }, 2000);

  const render = () => {
    const { news } = state;
    if (!news) return;
    root.classList.add(`polygames-of-${news.game}`);
    root.classList.toggle("wall-names-hidden", state.hidesNames);
    if (news.join_info.url) patchChildren(addressArea, createAddress(news));
    patchChildren(toolbar, ...createTools(news, state, { send, confirm, render }));
    patchChildren(words, ...createMessages(news, send));
    patchChildren(
      formArea,
      ...news.waiting.map((each) => createWaiting(each, send)),
      createConfirmation(state, send, render) ?? createForm(news, state, endGames, render),
      createRace(news, state, endGames, render),
      state.asks === "question" || news.question ? createQuestion(news, state, send, render) : null,
    );
    showTables(news);
    patchChildren(
      summaryArea,
      createPeople(news, state, { send, endGames, confirm, render }),
      createExercises(news),
      createResults(news),
      createCrossTable(news),
    );
  };
  const showTables = (news) => {
    const shown = [...tables.values()].filter(({ table }) => isTableShown(table, news, state));
    // On a projector, everybody would see the answers.
    const isHidden = isRacing(news) && !state.showsBoards;
    showSize(shown.length);
    const big = tables.get(state.big)?.table;
    patchChildren(
      grid,
      ...(isHidden
        ? []
        : [
            big?.can_strike ? createStrikeButton(big, send) : null,
            ...shown.map((each) => each.card),
          ]),
      news.omitted_count && !state.hidesOld ? createOlderNote(news) : null,
    );
    for (const { table, card } of shown)
      card.classList.toggle("wall-enlarged", table.number === state.big);
  };
  const showSize = (count) => {
    const isMany = count > MANY_TABLES;
    if (isMany && !grid.classList.contains("wall-medium-cards") && addressArea.firstChild)
      addressArea.firstChild.open = false; // so that all tables are visible
    grid.classList.toggle("wall-medium-cards", isMany);
    grid.classList.toggle("wall-small-cards", count > MAX_MEDIUM_TABLES);
  };
  return {
    update: (news) => {
      state.news = news;
      for (const table of news.tables) {
        const made = createTableCard(table, () => {
          state.big = state.big === table.number ? null : table.number;
          render();
          if (state.big) tables.get(state.big).card.scrollIntoView({ block: "nearest" });
        });
        const known = tables.get(table.number)?.card;
        tables.set(table.number, {
          table,
          at: performance.now(),
          card: known ? updateElement(known, made) : made,
        });
      }
      render();
    },
    showText: (text) => patchChildren(words, text),
    close: () => {
      stop();
      clearInterval(idleTimer);
    },
  };
}

/** Return whether a table is shown: a current one, the large one, and old ones unless they are
 *  hidden. */
const isTableShown = ({ number }, { current_tables }, { big, hidesOld }) =>
  current_tables.includes(number) || number === big || !hidesOld;

const createOlderNote = ({ omitted_count }) =>
  createElement("span", {
    className: "wall-omitted",
    textContent: `${omitted_count} older tables are not shown. Their games are saved.`,
  });

/** Return the notes to all: that the class is paused, and the teacher's message. */
const createMessages = ({ paused, announcement }, send) => [
  paused
    ? createElement("b", { className: "wall-paused", textContent: "The class is paused" })
    : null,
  ...(announcement
    ? [
        `Message to all: ${announcement}`,
        createButton("Clear the message", () => send({ do: "announce", text: "" })),
      ]
    : []),
];

/** Return a handler that stores an input, so that a form can be closed and opened again. */
const storeInput = (state, name) => (event) => {
  state[name] = event.target.value;
};

/** Create the current question, or the form for one. */
function createQuestion(news, state, send, render) {
  const { question } = news;
  if (question) {
    return createElement(
      "div",
      { className: "wall-question", key: "question" },
      createElement("b", { textContent: question.text }),
      createElement("span", {
        textContent: `${question.answer_count} of ${news.people.length} have answered`,
      }),
      question.revealed
        ? createBars(question.counts)
        : createButton("Show the results to everyone", () => send({ do: "reveal_answers" }), {
            className: "mod-primary",
          }),
      createButton("Close the question", () => {
        state.asks = "";
        send({ do: "close_question" });
      }),
    );
  }
  const onsubmit = (event) => {
    event.preventDefault();
    const { question: text = "", choices = "" } = state;
    Object.assign(state, { asks: "", question: "", choices: "" });
    send({
      do: "ask_question",
      text,
      choices: choices
        .split(";")
        .map((each) => each.trim())
        .filter((each) => each),
    });
    render();
  };
  const text = createElement("input", {
    placeholder: "a question",
    maxLength: 200,
    ariaLabel: "a question",
    value: state.question ?? "",
    oninput: storeInput(state, "question"),
  });
  const choices = createElement("input", {
    placeholder: "choices, separated by ; (leave empty for a number)",
    maxLength: 400,
    ariaLabel: "choices",
    value: state.choices ?? "",
    oninput: storeInput(state, "choices"),
  });
  return createElement(
    "div",
    { className: "wall-question", key: "form" },
    createElement(
      "form",
      { className: "wall-input-form", onsubmit },
      text,
      choices,
      createButton("Ask", null, { type: "submit", className: "mod-primary" }),
      createButton("Cancel", () => {
        state.asks = "";
        render();
      }),
    ),
  );
}

/** Format a code as it is read aloud. */
const formatCode = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;

/** Create the address for pupils; where none can connect, what the teacher can do about it. */
function createAddress({ join_info: { url, qr, local_only }, code, people }) {
  if (local_only) {
    return createElement(
      "details",
      { key: "local-only", className: "wall-address", open: !people.length },
      createElement("summary", { textContent: "Only this computer can join" }),
      createElement("p", { textContent: local_only.reason }),
      createElement("pre", { textContent: local_only.remedies.join("\n") }),
      createElement("p", {
        textContent: `On this computer, open ${url} in another window and enter the code ${formatCode(code)}.`,
      }),
    );
  }
  const picture = qr
    ? createElement("img", {
        src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr)}`,
        alt: "the address as a QR code",
      })
    : null;
  return createElement(
    "details",
    { className: "wall-address", open: !people.length },
    createElement("summary", { textContent: "Address for the pupils" }),
    createElement(
      "div",
      { className: "wall-join-info" },
      picture,
      createElement(
        "div",
        {},
        createElement("span", { textContent: "Open" }),
        createElement("b", { textContent: new URL(url, location.href).href }),
        createElement("span", { textContent: "Code" }),
        createElement("b", { textContent: formatCode(code) }),
      ),
    ),
  );
}

const IDLE_SECONDS = 90; // without a move
const MANY_TABLES = 12;
// Above MANY_TABLES two rows, above this three rows of small cards: all tables are visible.
const MAX_MEDIUM_TABLES = 16;

/** Return whether a table has waited long for a move. */
export const isTableIdle = ({ idle_seconds }, at, news, now = performance.now()) =>
  idle_seconds !== null && !news?.paused && idle_seconds + (now - at) / 1000 > IDLE_SECONDS;

/** Create the card of a table: number, players, board and status. */
function createTableCard(table, press) {
  const picture = createElement("img", {
    src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(table.picture)}`,
    alt: `Table ${table.number}: ${table.status}`,
  });
  return createElement(
    "button",
    {
      key: table.number,
      data: { table: table.number },
      type: "button",
      className: `wall-card${table.is_over ? " wall-finished" : ""}${table.puzzle ? " wall-puzzle" : ""}`,
      onclick: press,
      title: "press to enlarge",
    },
    createElement("b", {
      textContent: `Table ${table.number}${table.is_over ? " · over" : table.puzzle ? "" : ` · move ${table.move_count}`}`,
    }),
    createElement("div", { className: "polygames-seats" }, ...table.seats.map(createSeatChip)),
    picture,
    createElement("span", {
      className: "wall-status",
      textContent: table.status,
      title: table.status,
    }),
  );
}

/** Create the button that cancels the result of the large table, or counts it again. */
const createStrikeButton = ({ number, struck }, send) =>
  createElement(
    "div",
    { key: "strike", className: "wall-strike" },
    createButton(
      struck ? `Count the result of table ${number} again` : `Cancel the result of table ${number}`,
      () => send({ do: "strike_result", table: number, struck: !struck }),
      { title: "A cancelled result gives no points" },
    ),
  );

/** Return the tools above the tables. */
function createTools(news, state, { send, confirm, render }) {
  const asks = (name) => () => {
    Object.assign(state, { asks: state.asks === name ? "" : name, sure: null });
    render();
  };
  return [
    createElement(
      "span",
      { className: "wall-code" },
      "Code ",
      createElement("b", { textContent: formatCode(news.code) }),
    ),
    ...createDoorTools(news, { send, confirm }),
    ...(news.dice === "wall" ? createDiceTools(news, send) : []),
    createButton("New round …", asks("round")),
    news.puzzle_count ? createButton("Puzzle race …", asks("race")) : null,
    news.question ? null : createButton("Question …", asks("question")),
    createMessageForm(state, send, render),
    ...createViewTools(state, render),
    createButton("Save", () => send({ do: "save_games" })),
    ...news.warnings.map((each) =>
      createElement("span", { className: "wall-warning", textContent: each }),
    ),
  ].filter(Boolean);
}

/** Return the buttons that lock the class, change its code and pause it. */
function createDoorTools({ locked, paused }, { send, confirm }) {
  const lock = () => send({ do: "lock", locked: !locked });
  const changeCode = () =>
    confirm(
      { do: "change_code" },
      "The class gets a new code.",
      "Change the code",
      "Pupils who are in the class stay. They do not need the new code.",
    );
  return [
    createButton(locked ? "Unlock class" : "Lock class", lock, {
      key: "lock",
      className: locked ? "mod-primary" : "",
      title: "New pupils cannot join a locked class. Pupils of the class can always come back.",
    }),
    createButton("New code", changeCode, {}),
    createButton(paused ? "Continue" : "Pause all", () => send({ do: "pause", paused: !paused }), {
      key: "pause",
      className: paused ? "mod-primary" : "",
    }),
  ];
}

/** Return the button that rolls the dice for all, and the last roll. */
const createDiceTools = ({ rolls }, send) => [
  createButton("Roll the dice", () => send({ do: "roll_dice" }), { className: "mod-primary" }),
  rolls.length ? createElement("b", { className: "wall-roll", textContent: rolls.at(-1) }) : null,
];

/** Create the form for a message to all. */
function createMessageForm(state, send, render) {
  const onsubmit = (event) => {
    event.preventDefault();
    send({ do: "announce", text: state.draft ?? "" });
    state.draft = "";
    render();
  };
  const text = createElement("input", {
    placeholder: "a message to all",
    maxLength: 200,
    ariaLabel: "a message to all",
    value: state.draft ?? "",
    oninput: storeInput(state, "draft"),
  });
  const submitButton = createButton("Send", null, { type: "submit" });
  return createElement("form", { className: "wall-input-form", onsubmit }, text, submitButton);
}

/** Return the buttons that hide names and old tables. */
function createViewTools(state, render) {
  const flip = (name) => () => {
    state[name] = !state[name];
    render();
  };
  return [
    createButton(state.hidesNames ? "Show names" : "Hide names", flip("hidesNames"), {
      key: "names",
    }),
    createButton(state.hidesOld ? "Show old tables" : "Hide old tables", flip("hidesOld"), {
      key: "old",
    }),
  ];
}

/** Create the list of pupils. Those who are checked can be seated together. */
function createPeople(news, state, { send, endGames, confirm, render }) {
  const { chosen } = state;
  const ids = new Set(news.people.map(({ id }) => id));
  for (const id of chosen) if (!ids.has(id)) chosen.delete(id);
  const rows = news.people.map(({ id, name, is_connected, is_player }) => {
    const onchange = ({ target }) => {
      if (target.checked) chosen.add(id);
      else chosen.delete(id);
      render();
    };
    const box = createElement("input", {
      type: "checkbox",
      checked: chosen.has(id),
      ariaLabel: `choose ${name}`,
      onchange,
    });
    return createElement(
      "li",
      { key: id, className: is_connected ? "" : "wall-muted" },
      createElement(
        "label",
        {},
        is_player ? box : null,
        createElement("span", {
          className: "wall-name",
          textContent: `${is_connected ? "●" : "○"} ${name}`,
        }),
      ),
      is_player
        ? createButton("new device", () => send({ do: "allow_device_change", id }), {
            ariaLabel: `let ${name} continue on another device`,
            title: "The next person who enters this name gets this seat",
          })
        : null,
      createButton(
        "remove",
        () =>
          confirm(
            { do: "remove_pupil", id },
            `${name} will leave the class.`,
            `Remove ${name}`,
            "The games and their results are saved. Another pupil can use the name.",
          ),
        { ariaLabel: `remove ${name}` },
      ),
    );
  });
  const seatChosen =
    (...others) =>
    () => {
      const pupils = new Set(chosen);
      const isTheirs = ({ number, seats }) =>
        news.current_tables.includes(number) && seats.some(({ occupant }) => pupils.has(occupant));
      chosen.clear();
      endGames({ do: "create_table", seats: [...pupils, ...others] }, "start their game", isTheirs);
      render();
    };
  const isOne = chosen.size === 1;
  const isTable = chosen.size === news.seat_count;
  const chosenTools = createElement(
    "div",
    { className: "wall-selection" },
    chosen.size
      ? null
      : createElement("span", {
          textContent:
            news.seat_count > 1
              ? `To choose a pair yourself, select ${news.seat_count} pupils.`
              : "",
        }),
    isTable
      ? createButton("Start a game for them", seatChosen(), { className: "mod-primary" })
      : null,
    isOne && news.level_count && news.seat_count > 1
      ? createButton(
          "Start a game with the computer",
          seatChosen(...Array(news.seat_count - 1).fill("level 2")),
        )
      : null,
  );
  return createFold(
    "people",
    news.people.length < 8,
    `${news.people.length} in the class`,
    createElement("ul", {}, ...rows),
    chosenTools,
  );
}

/** Create a part that can be folded. Updates do not change whether it is open. */
const createFold = (key, open, words, ...parts) =>
  createElement(
    "details",
    { key, open },
    createElement("summary", { textContent: words }),
    ...parts,
  );

/** Create the question about a newcomer who has the name of a pupil. The teacher decides. */
const createWaiting = ({ number, name }, send) => {
  const admit = (words, decision, className = "") =>
    createButton(words, () => send({ do: "decide_admission", number, decision }), { className });
  return createElement(
    "div",
    { key: `waiting ${number}`, className: "wall-form wall-waiting", role: "alert" },
    createElement("b", { className: "wall-name", textContent: name }),
    createElement("span", {
      textContent: "is in the class already, and somebody else wants to join with this name.",
    }),
    admit("The same pupil", "same", "mod-primary"),
    admit("Another pupil", "another"),
    admit("Refuse", "refuse"),
  );
};

/** Create the confirmation of a command that ends games or a race, or removes a pupil. */
function createConfirmation(state, send, render) {
  if (!state.sure) return null;
  const { content, words, does, kept } = state.sure;
  const closeAfter = (act) => () => {
    state.sure = null;
    act();
    render();
  };
  return createElement(
    "div",
    {
      key: "sure",
      className: "wall-form wall-confirmation",
      role: "alertdialog",
      ariaLabel: "Are you sure?",
    },
    createElement("b", { textContent: words }),
    createElement("span", { textContent: kept }),
    createButton(
      does,
      closeAfter(() => send(content)),
      { className: "mod-primary" },
    ),
    createButton(
      "Keep playing",
      closeAfter(() => {}),
    ),
  );
}

/** Create the form of a new round, or of a race. */
function createForm(news, state, endGames, render) {
  const createSelect = (name, ariaLabel, choices, first) => {
    state[name] ??= first;
    return createElement(
      "select",
      { ariaLabel, onchange: storeInput(state, name) },
      ...choices.map(([value, words]) =>
        createElement("option", { value, textContent: words, selected: value === state[name] }),
      ),
    );
  };
  const cancel = createButton("Cancel", () => {
    state.asks = "";
    render();
  });
  const form = (does, content, ...parts) => {
    const onsubmit = (event) => {
      event.preventDefault();
      Object.assign(state, { asks: "", showsBoards: false });
      endGames(content(), does);
      render();
    };
    return createElement("form", { key: does, className: "wall-form", onsubmit }, ...parts, cancel);
  };
  const numberIn = (name) => (state[name] ? Number(state[name]) : null);
  if (state.asks === "round") {
    const method = createSelect(
      "method",
      "how a new round is paired",
      [
        ["random", "random pairs"],
        ["swiss", "Swiss: equal points"],
        ["ladder", "ladder"],
      ],
      "random",
    );
    const minutes = createSelect(
      "minutes",
      "minutes on each clock",
      [
        ["", "clock as before"],
        ["0", "no clock"],
        ...[1, 3, 5, 10, 15, 30].map((each) => [`${each}`, `${each} min each`]),
      ],
      "",
    );
    const puzzle = createElement("input", {
      type: "number",
      min: 1,
      max: news.puzzle_count,
      placeholder: "puzzle no.",
      ariaLabel: "the number of a puzzle to begin with",
      value: state.puzzle ?? "",
      oninput: storeInput(state, "puzzle"),
    });
    return form(
      "start the round",
      () => ({
        do: "start_round",
        method: state.method,
        minutes: numberIn("minutes"),
        puzzle: numberIn("puzzle"),
      }),
      createElement("b", { textContent: "A new round for all:" }),
      method,
      news.seat_count > 1 ? minutes : null,
      news.puzzle_count ? createElement("label", {}, "start with puzzle ", puzzle) : null,
      createButton("Start the round", null, { type: "submit", className: "mod-primary" }),
    );
  }
  if (state.asks === "race") {
    const minutes = createSelect(
      "raceMinutes",
      "minutes of the race",
      [2, 3, 5, 10, 15].map((each) => [`${each}`, `${each} minutes`]),
      "5",
    );
    const count = createSelect(
      "raceCount",
      "puzzles of the race",
      [5, 10, 20, 30].map((each) => [`${each}`, `${each} puzzles`]),
      "20",
    );
    return form(
      "start the race",
      () => ({ do: "start_race", minutes: numberIn("raceMinutes"), count: numberIn("raceCount") }),
      createElement("b", { textContent: "Everyone solves the same puzzles:" }),
      minutes,
      count,
      createButton("Start the race", null, { type: "submit", className: "mod-primary" }),
    );
  }
  return null;
}

const hardestText = ({ place, puzzle, solved_count, attempt_count }) =>
  `Hardest: number ${place} of the race (puzzle ${puzzle} of the game). ${solved_count} of ${attempt_count} solved it.`;

const isRacing = ({ race }) => Boolean(race && !race.is_over);

/** Create the ranking of a race that runs or has just ended. */
function createRace({ race, paused }, state, endGames, render) {
  if (!race) return null;
  const flip = () => {
    state.showsBoards = !state.showsBoards;
    render();
  };
  const time = race.is_over
    ? createElement("b", { textContent: "The race is over" })
    : createElement(
        "b",
        {},
        "Puzzle race · ",
        createElement("time", {
          textContent: formatClock(race.seconds_left),
          data: { secondsLeft: race.seconds_left, running: paused ? "" : 1 },
        }),
      );
  return createElement(
    "div",
    { key: "race", className: "wall-race" },
    time,
    race.is_over
      ? null
      : createButton(state.showsBoards ? "Hide the boards" : "Show the boards", flip, {
          key: "boards",
          title: "On a projector, everybody would see the answers",
        }),
    race.is_over
      ? null
      : createButton("End the race", () => endGames({ do: "end_race" }, "", () => false)),
    race.hardest
      ? createElement("span", { className: "wall-hardest", textContent: hardestText(race.hardest) })
      : null,
    createElement(
      "ol",
      {},
      ...race.rows.map(({ name, solved_count, wrong_count }) =>
        createElement(
          "li",
          { key: name },
          createElement("span", { className: "wall-name", textContent: name }),
          createElement(
            "span",
            { className: "wall-bar" },
            createElement("i", {
              style: { width: `${(100 * solved_count) / race.puzzle_count}%` },
            }),
          ),
          createElement("b", { textContent: solved_count }),
          createElement("span", {
            className: "wall-muted",
            textContent: wrong_count ? `${wrong_count} wrong` : "",
          }),
        ),
      ),
    ),
  );
}

const CHECK_SIGNS = {
  right: ["✓", "right"],
  "not quite": ["~", "not quite"],
  "not yet": ["·", "not yet"],
  "": ["", ""],
};

/** Create the table of the pupils' results in the exercises of the notebooks. */
function createExercises({ exercise_results: progress }) {
  if (!progress) return null;
  const cells = (results) =>
    results.map((each) =>
      createElement("td", {
        className: `wall-check-result wall-${each.replace(" ", "-")}`,
        textContent: CHECK_SIGNS[each][0],
        title: CHECK_SIGNS[each][1],
      }),
    );
  const right = progress.exercises.map(
    (_, at) => progress.rows.filter(({ results }) => results[at] === "right").length,
  );
  return createFold(
    "exercises",
    true,
    "Exercises: ✓ right, ~ not quite, · not yet",
    createElement(
      "table",
      { className: "wall-exercises" },
      createTableRow(["", ...progress.exercises], "th"),
      ...progress.rows.map(({ name, results }) =>
        createElement(
          "tr",
          {},
          createElement("td", { className: "wall-name", textContent: name }),
          ...cells(results),
        ),
      ),
      createTableRow(["right", ...right]),
    ),
    progress.answers.length
      ? createFold(
          "answers",
          false,
          "Answers on the board",
          ...progress.answers.flatMap(([name, counts]) => [
            createElement("b", { textContent: name }),
            createBars(counts),
          ]),
        )
      : null,
  );
}

const createTableRow = (cells, tag = "td") =>
  createElement("tr", {}, ...cells.map((each) => createElement(tag, { textContent: each })));

function createResults({ results: rows }) {
  const names = [
    "name",
    "games",
    "won",
    "tied",
    "lost",
    "points",
    ...["puzzles", "exercises"].filter((each) => each in (rows[0] ?? {})),
  ];
  return createFold(
    "results",
    false,
    "Results",
    createElement(
      "table",
      { className: "wall-results" },
      createTableRow(names, "th"),
      ...rows.map((row) => createTableRow(names.map((name) => row[name]))),
    ),
  );
}

function createCrossTable({ cross_table: [head, ...rows] }) {
  return createFold(
    "cross",
    false,
    "Cross table",
    createElement(
      "table",
      { className: "wall-cross" },
      createTableRow(head, "th"),
      ...rows.map((row) => createTableRow(row)),
    ),
  );
}
