// The teacher's wall: all tables, small and live; what one presses there goes to `say`.

import { bars, button, chip, clock, make, patch, tick, update } from "./dom.js";

/** Put up a wall in an element; returns what takes news, and what ends it. */
export function wall(home, say) {
  const tables = new Map(); // by number: what was last heard of it, and its card
  const state = {
    big: null,
    hidesNames: false,
    hidesOld: true,
    showsBoards: false,
    news: null,
    chosen: new Set(),
    sure: null,
  };
  const door = make("div");
  const asked = make("div");
  const top = make("div", { className: "wall-top" });
  const words = make("div", { className: "wall-words" });
  const grid = make("div", { className: "wall-tables" });
  const rest = make("div", { className: "wall-rest" });
  const root = make(
    "div",
    { className: "polygames-board polygames-class wall" },
    top,
    make("div", { className: "wall-line" }, door, words),
    asked,
    grid,
    rest,
  );
  home.replaceChildren(root);
  const stop = tick(root);
  /** Do what ends games that are not over, once the teacher is sure. */
  const end = (content, does, ends = () => true) => {
    const games = [...tables.values()].filter(
      ({ table }) => table.unfinished && ends(table),
    ).length;
    const what = [
      content.do !== "put up" && isRacing(state.news) ? "the puzzle race" : "",
      games ? (games === 1 ? "1 game that is not over" : `${games} games that are not over`) : "",
    ].filter((each) => each);
    if (!what.length) return say(content);
    ask(
      content,
      `This ends ${what.join(" and ")}.`,
      `End ${what.length > 1 || games > 1 ? "them" : "it"}${does && ` and ${does}`}`,
      "All moves are kept, and what is over or solved counts. A game that is not over counts for nobody.",
    );
  };
  const ask = (content, question, does, kept) => {
    state.sure = { content, words: question, does, kept };
    again();
  };
  const patience = setInterval(() => {
    for (const { table, card, at } of tables.values())
      card.classList.toggle("wall-stuck", isStuck(table, at, state.news));
  }, 2000);

  const again = () => {
    const { news } = state;
    if (!news) return;
    root.classList.add(`polygames-of-${news.game}`);
    root.classList.toggle("wall-nameless", state.hidesNames);
    if (news.door.url) patch(door, address(news));
    patch(top, ...tools(news, state, { say, ask, again }));
    patch(words, ...messagesOf(news, say));
    patch(
      asked,
      ...news.waiting.map((each) => waitingOf(each, say)),
      sureOf(state, say, again) ?? formOf(news, state, end, again),
      raceOf(news, state, end, again),
      state.asks === "question" || news.question ? questionOf(news, state, say, again) : null,
    );
    showTables(news);
    patch(
      rest,
      peopleOf(news, state, { say, end, ask, again }),
      exercises(news),
      results(news),
      cross(news),
    );
  };
  const showTables = (news) => {
    const shown = [...tables.values()].filter(({ table }) => isShown(table, news, state));
    const isHidden = isRacing(news) && !state.showsBoards; // a projector would show everybody's answers
    showSize(shown.length);
    const big = tables.get(state.big)?.table;
    patch(
      grid,
      ...(isHidden
        ? []
        : [big?.strikes ? strike(big, say) : null, ...shown.map((each) => each.card)]),
      news.unseen && !state.hidesOld ? olderTables(news) : null,
    );
    for (const { table, card } of shown)
      card.classList.toggle("wall-big", table.number === state.big);
  };
  const showSize = (count) => {
    const isMany = count > MANY;
    if (isMany && !grid.classList.contains("wall-many") && door.firstChild)
      door.firstChild.open = false; // all tables come in sight
    grid.classList.toggle("wall-many", isMany);
    grid.classList.toggle("wall-most", count > MOST);
  };
  return {
    take: (news) => {
      state.news = news;
      for (const table of news.tables) {
        const made = tableCard(table, () => {
          state.big = state.big === table.number ? null : table.number;
          again();
          if (state.big) tables.get(state.big).card.scrollIntoView({ block: "nearest" });
        });
        const known = tables.get(table.number)?.card;
        tables.set(table.number, {
          table,
          at: performance.now(),
          card: known ? update(known, made) : made,
        });
      }
      again();
    },
    tell: (text) => patch(words, text),
    close: () => {
      stop();
      clearInterval(patience);
    },
  };
}

/** Return whether a table is shown: a current one, the large one, and old ones unless they are hidden. */
const isShown = ({ number }, { current }, { big, hidesOld }) =>
  current.includes(number) || number === big || !hidesOld;

const olderTables = ({ unseen }) =>
  make("span", {
    className: "wall-unseen",
    textContent: `${unseen} older tables are not shown. Their games are saved.`,
  });

/** Return the notes to all: that the class is paused, and the teacher's message. */
const messagesOf = ({ paused, words }, say) => [
  paused ? make("b", { className: "wall-paused", textContent: "The class is paused" }) : null,
  ...(words
    ? [`To all: ${words}`, button("Take it away", () => say({ do: "say", text: "" }))]
    : []),
];

/** A handler that stores what is typed or chosen: a form can be closed and opened again. */
const keepIn = (state, name) => (event) => {
  state[name] = event.target.value;
};

/** What is asked, or the form to ask it. */
function questionOf(news, state, say, again) {
  const { question } = news;
  if (question) {
    return make(
      "div",
      { className: "wall-question", key: "question" },
      make("b", { textContent: question.text }),
      make("span", { textContent: `${question.answered} of ${news.people.length} have answered` }),
      question.revealed
        ? bars(question.counts)
        : button("Show the answers to all", () => say({ do: "reveal" }), {
            className: "mod-primary",
          }),
      button("Take the question away", () => {
        state.asks = "";
        say({ do: "unask" });
      }),
    );
  }
  const onsubmit = (event) => {
    event.preventDefault();
    const { question: text = "", choices = "" } = state;
    Object.assign(state, { asks: "", question: "", choices: "" });
    say({
      do: "ask",
      text,
      choices: choices
        .split(";")
        .map((each) => each.trim())
        .filter((each) => each),
    });
    again();
  };
  const text = make("input", {
    placeholder: "a question",
    maxLength: 200,
    ariaLabel: "a question",
    value: state.question ?? "",
    oninput: keepIn(state, "question"),
  });
  const choices = make("input", {
    placeholder: "choices, with ; between – or none for a number",
    maxLength: 400,
    ariaLabel: "choices",
    value: state.choices ?? "",
    oninput: keepIn(state, "choices"),
  });
  return make(
    "div",
    { className: "wall-question", key: "form" },
    make(
      "form",
      { className: "wall-say", onsubmit },
      text,
      choices,
      button("Ask", null, { type: "submit", className: "mod-primary" }),
      button("Cancel", () => {
        state.asks = "";
        again();
      }),
    ),
  );
}

/** A code as it is read aloud. */
const spaced = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;

/** How pupils get in, to be shown to the class; where none can, what the teacher can do about it. */
function address({ door: { url, qr, alone }, code, people }) {
  if (alone) {
    return make(
      "details",
      { key: "alone", className: "wall-address", open: !people.length },
      make("summary", { textContent: "Only this computer can come in" }),
      make("p", { textContent: alone.why }),
      make("pre", { textContent: alone.ways.join("\n") }),
      make("p", {
        textContent: `On this computer: open ${url} in another window, and type the code ${spaced(code)}.`,
      }),
    );
  }
  const picture = qr
    ? make("img", {
        src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr)}`,
        alt: "the address as a QR code",
      })
    : null;
  return make(
    "details",
    { className: "wall-address", open: !people.length },
    make("summary", { textContent: "Address for the pupils" }),
    make(
      "div",
      { className: "wall-door" },
      picture,
      make(
        "div",
        {},
        make("span", { textContent: "Open" }),
        make("b", { textContent: new URL(url, location.href).href }),
        make("span", { textContent: "Code" }),
        make("b", { textContent: spaced(code) }),
      ),
    ),
  );
}

const STUCK = 90; // seconds without a move
const MANY = 12;
const MOST = 16; // more tables than this stand in two rows, or as small as thirty in three, all in sight

/** Whether a table has waited long for a move. */
export const isStuck = ({ waits }, at, news, now = performance.now()) =>
  waits !== null && !news?.paused && waits + (now - at) / 1000 > STUCK;

/** A table: its number, who sits there, the board, what goes on. */
function tableCard(table, press) {
  const picture = make("img", {
    src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(table.picture)}`,
    alt: `Table ${table.number}: ${table.status}`,
  });
  return make(
    "button",
    {
      key: table.number,
      data: { table: table.number },
      type: "button",
      className: `wall-card${table.over ? " wall-over" : ""}${table.puzzle ? " wall-puzzle" : ""}`,
      onclick: press,
      title: "press to see it large",
    },
    make("b", {
      textContent: `Table ${table.number}${table.over ? " · over" : table.puzzle ? "" : ` · move ${table.moves}`}`,
    }),
    make("div", { className: "polygames-seats" }, ...table.seats.map(chip)),
    picture,
    make("span", { className: "wall-status", textContent: table.status, title: table.status }),
  );
}

/** Strikes the result of the table that is seen large, or lets it count again. */
const strike = ({ number, struck }, say) =>
  make(
    "div",
    { key: "strike", className: "wall-strike" },
    button(
      struck
        ? `Let the result of table ${number} count again`
        : `Strike the result of table ${number}`,
      () => say({ do: "strike", table: number, struck: !struck }),
      { title: "A result that is struck gives nobody points" },
    ),
  );

/** Return what the teacher can press above the tables. */
function tools(news, state, { say, ask, again }) {
  const asks = (name) => () => {
    Object.assign(state, { asks: state.asks === name ? "" : name, sure: null });
    again();
  };
  return [
    make(
      "span",
      { className: "wall-code" },
      "Code ",
      make("b", { textContent: spaced(news.code) }),
    ),
    ...doorTools(news, { say, ask }),
    ...(news.dice === "wall" ? diceTools(news, say) : []),
    button("New round …", asks("round")),
    news.puzzles ? button("Puzzle race …", asks("race")) : null,
    news.question ? null : button("Ask …", asks("question")),
    messageForm(state, say, again),
    ...viewTools(state, again),
    button("Save", () => say({ do: "save" })),
    ...news.faults.map((each) => make("span", { className: "wall-fault", textContent: each })),
  ].filter(Boolean);
}

/** Return the buttons that lock, rename and pause the class. */
function doorTools({ locked, paused }, { say, ask }) {
  const lock = () => say({ do: "lock", locked: !locked });
  const changeCode = () =>
    ask(
      { do: "change code" },
      "The class gets another code.",
      "Change the code",
      "Who is in the class stays, and needs no code.",
    );
  return [
    button(locked ? "Unlock the door" : "Lock the door", lock, {
      key: "lock",
      className: locked ? "mod-primary" : "",
      title: "Who is in the class comes back in any case",
    }),
    button("New code", changeCode, {}),
    button(paused ? "Go on" : "Pause all", () => say({ do: "pause", paused: !paused }), {
      key: "pause",
      className: paused ? "mod-primary" : "",
    }),
  ];
}

/** Return the button that throws the dice for all, and the last roll. */
const diceTools = ({ rolls }, say) => [
  button("Throw the dice", () => say({ do: "throw" }), { className: "mod-primary" }),
  rolls.length ? make("b", { className: "wall-roll", textContent: rolls.at(-1) }) : null,
];

/** Return the form for a message to all. */
function messageForm(state, say, again) {
  const onsubmit = (event) => {
    event.preventDefault();
    say({ do: "say", text: state.draft ?? "" });
    state.draft = "";
    again();
  };
  const text = make("input", {
    placeholder: "a message to all",
    maxLength: 200,
    ariaLabel: "a message to all",
    value: state.draft ?? "",
    oninput: keepIn(state, "draft"),
  });
  const send = button("Say", null, { type: "submit" });
  return make("form", { className: "wall-say", onsubmit }, text, send);
}

/** Return the buttons that hide names and old tables. */
function viewTools(state, again) {
  const flip = (name) => () => {
    state[name] = !state[name];
    again();
  };
  return [
    button(state.hidesNames ? "Show names" : "Hide names", flip("hidesNames"), { key: "names" }),
    button(state.hidesOld ? "Old tables" : "No old tables", flip("hidesOld"), { key: "old" }),
  ];
}

/** Who is in the class; those who are chosen are seated together. */
function peopleOf(news, state, { say, end, ask, again }) {
  const { chosen } = state;
  const ids = new Set(news.people.map(({ id }) => id));
  for (const id of chosen) if (!ids.has(id)) chosen.delete(id);
  const rows = news.people.map(({ id, name, here, plays }) => {
    const onchange = ({ target }) => {
      if (target.checked) chosen.add(id);
      else chosen.delete(id);
      again();
    };
    const box = make("input", {
      type: "checkbox",
      checked: chosen.has(id),
      ariaLabel: `choose ${name}`,
      onchange,
    });
    return make(
      "li",
      { key: id, className: here ? "" : "wall-away" },
      make(
        "label",
        {},
        plays ? box : null,
        make("span", { className: "wall-name", textContent: `${here ? "●" : "○"} ${name}` }),
      ),
      plays
        ? button("new device", () => say({ do: "let move", id }), {
            ariaLabel: `let ${name} come in on another device`,
            title: "Who types this name next has the seat",
          })
        : null,
      button(
        "let go",
        () =>
          ask(
            { do: "remove", id },
            `${name} leaves the class.`,
            `Let ${name} go`,
            "The games and their results are kept; the seat is free for somebody else.",
          ),
        { ariaLabel: `let ${name} go` },
      ),
    );
  });
  const seat =
    (...others) =>
    () => {
      const pupils = new Set(chosen);
      const isTheirs = ({ number, seats }) =>
        news.current.includes(number) && seats.some(({ who }) => pupils.has(who));
      chosen.clear();
      end({ do: "put up", seats: [...pupils, ...others] }, "seat them", isTheirs);
      again();
    };
  const one = chosen.size === 1;
  const many = chosen.size === news.seats;
  const acts = make(
    "div",
    { className: "wall-chosen" },
    chosen.size
      ? null
      : make("span", {
          textContent: news.seats > 1 ? `To pair by hand, choose ${news.seats}.` : "",
        }),
    many ? button("Seat them at a table", seat(), { className: "mod-primary" }) : null,
    one && news.levels && news.seats > 1
      ? button("Seat with the computer", seat(...Array(news.seats - 1).fill("level 2")))
      : null,
  );
  return fold(
    "people",
    news.people.length < 8,
    `${news.people.length} in the class`,
    make("ul", {}, ...rows),
    acts,
  );
}

/** What can be folded away, and stays as the teacher left it when news come. */
const fold = (key, open, words, ...parts) =>
  make("details", { key, open }, make("summary", { textContent: words }), ...parts);

/** Somebody at the door with the name of a pupil: the teacher knows who it is. */
const waitingOf = ({ number, name }, say) => {
  const admit = (words, how, className = "") =>
    button(words, () => say({ do: "admit", number, how }), { className });
  return make(
    "div",
    { key: `waiting ${number}`, className: "wall-form wall-waiting", role: "alert" },
    make("b", { className: "wall-name", textContent: name }),
    make("span", { textContent: "is in the class already, and somebody comes with this name." }),
    admit("The same pupil", "same", "mod-primary"),
    admit("Another pupil", "another"),
    admit("Send away", "away"),
  );
};

/** Asks before games end that are not over, a race does, or somebody leaves; says what is kept. */
function sureOf(state, say, again) {
  if (!state.sure) return null;
  const { content, words, does, kept } = state.sure;
  const done = (act) => () => {
    state.sure = null;
    act();
    again();
  };
  return make(
    "div",
    {
      key: "sure",
      className: "wall-form wall-sure",
      role: "alertdialog",
      ariaLabel: "Are you sure?",
    },
    make("b", { textContent: words }),
    make("span", { textContent: kept }),
    button(
      does,
      done(() => say(content)),
      { className: "mod-primary" },
    ),
    button(
      "Play on",
      done(() => {}),
    ),
  );
}

/** The form of a new round, or of a race. */
function formOf(news, state, end, again) {
  const kept = (name, ariaLabel, choices, first) => {
    state[name] ??= first;
    return make(
      "select",
      { ariaLabel, onchange: keepIn(state, name) },
      ...choices.map(([value, words]) =>
        make("option", { value, textContent: words, selected: value === state[name] }),
      ),
    );
  };
  const cancel = button("Cancel", () => {
    state.asks = "";
    again();
  });
  const form = (does, content, ...parts) => {
    const onsubmit = (event) => {
      event.preventDefault();
      Object.assign(state, { asks: "", showsBoards: false });
      end(content(), does);
      again();
    };
    return make("form", { key: does, className: "wall-form", onsubmit }, ...parts, cancel);
  };
  const numberIn = (name) => (state[name] ? Number(state[name]) : null);
  if (state.asks === "round") {
    const how = kept(
      "how",
      "how a new round is paired",
      [
        ["random", "random pairs"],
        ["swiss", "Swiss: equal points"],
        ["ladder", "ladder"],
      ],
      "random",
    );
    const minutes = kept(
      "minutes",
      "minutes on each clock",
      [
        ["", "clock as before"],
        ["0", "no clock"],
        ...[1, 3, 5, 10, 15, 30].map((each) => [`${each}`, `${each} min each`]),
      ],
      "",
    );
    const puzzle = make("input", {
      type: "number",
      min: 1,
      max: news.puzzles,
      placeholder: "puzzle no.",
      ariaLabel: "the number of a puzzle to begin with",
      value: state.puzzle ?? "",
      oninput: keepIn(state, "puzzle"),
    });
    return form(
      "begin the round",
      () => ({
        do: "pair",
        how: state.how,
        minutes: numberIn("minutes"),
        puzzle: numberIn("puzzle"),
      }),
      make("b", { textContent: "A new round for all:" }),
      how,
      news.seats > 1 ? minutes : null,
      news.puzzles ? make("label", {}, "begin at ", puzzle) : null,
      button("Begin the round", null, { type: "submit", className: "mod-primary" }),
    );
  }
  if (state.asks === "race") {
    const minutes = kept(
      "raceMinutes",
      "minutes of the race",
      [2, 3, 5, 10, 15].map((each) => [`${each}`, `${each} minutes`]),
      "5",
    );
    const count = kept(
      "raceCount",
      "puzzles of the race",
      [5, 10, 20, 30].map((each) => [`${each}`, `${each} puzzles`]),
      "20",
    );
    return form(
      "begin the race",
      () => ({ do: "race", minutes: numberIn("raceMinutes"), count: numberIn("raceCount") }),
      make("b", { textContent: "All solve the same puzzles:" }),
      minutes,
      count,
      button("Begin the race", null, { type: "submit", className: "mod-primary" }),
    );
  }
  return null;
}

const hardestOf = ({ at, puzzle, solved, tried }) =>
  `Solved by fewest: number ${at} of the race (puzzle ${puzzle} of the game), by ${solved} of ${tried}.`;

const isRacing = ({ race }) => Boolean(race && !race.over);

/** A race that is on, or was the last thing to be played: who has solved most. */
function raceOf({ race, paused }, state, end, again) {
  if (!race) return null;
  const flip = () => {
    state.showsBoards = !state.showsBoards;
    again();
  };
  const time = race.over
    ? make("b", { textContent: "The race is over" })
    : make(
        "b",
        {},
        "Puzzle race · ",
        make("time", {
          textContent: clock(race.left),
          data: { left: race.left, runs: paused ? "" : 1 },
        }),
      );
  return make(
    "div",
    { key: "race", className: "wall-race" },
    time,
    race.over
      ? null
      : button(state.showsBoards ? "Hide the boards" : "Show the boards", flip, {
          key: "boards",
          title: "A projector would show everybody's answers",
        }),
    race.over ? null : button("End the race", () => end({ do: "end race" }, "", () => false)),
    race.hardest
      ? make("span", { className: "wall-hardest", textContent: hardestOf(race.hardest) })
      : null,
    make(
      "ol",
      {},
      ...race.rows.map(({ name, solved, wrong }) =>
        make(
          "li",
          { key: name },
          make("span", { className: "wall-name", textContent: name }),
          make(
            "span",
            { className: "wall-bar" },
            make("i", { style: { width: `${(100 * solved) / race.count}%` } }),
          ),
          make("b", { textContent: solved }),
          make("span", { className: "wall-away", textContent: wrong ? `${wrong} wrong` : "" }),
        ),
      ),
    ),
  );
}

const SIGNS = {
  right: ["✓", "right"],
  "not quite": ["~", "not quite"],
  "not yet": ["·", "not yet"],
  "": ["", ""],
};

/** What the checks of the lessons have said in the pupils' notebooks. */
function exercises({ progress }) {
  if (!progress) return null;
  const cells = (said) =>
    said.map((each) =>
      make("td", {
        className: `wall-said wall-${each.replace(" ", "-")}`,
        textContent: SIGNS[each][0],
        title: SIGNS[each][1],
      }),
    );
  const right = progress.exercises.map(
    (_, at) => progress.rows.filter(({ said }) => said[at] === "right").length,
  );
  return fold(
    "exercises",
    true,
    "Exercises: ✓ right, ~ not quite, · not yet",
    make(
      "table",
      { className: "wall-exercises" },
      line(["", ...progress.exercises], "th"),
      ...progress.rows.map(({ name, said }) =>
        make("tr", {}, make("td", { className: "wall-name", textContent: name }), ...cells(said)),
      ),
      line(["right", ...right]),
    ),
    progress.answers.length
      ? fold(
          "answers",
          false,
          "Answers on the board",
          ...progress.answers.flatMap(([name, counts]) => [
            make("b", { textContent: name }),
            bars(counts),
          ]),
        )
      : null,
  );
}

const line = (cells, tag = "td") =>
  make("tr", {}, ...cells.map((each) => make(tag, { textContent: each })));

function results({ results: rows }) {
  const names = [
    "name",
    "games",
    "won",
    "tied",
    "lost",
    "points",
    ...["puzzles", "exercises"].filter((each) => each in (rows[0] ?? {})),
  ];
  return fold(
    "results",
    false,
    "Results",
    make(
      "table",
      { className: "wall-results" },
      line(names, "th"),
      ...rows.map((row) => line(names.map((name) => row[name]))),
    ),
  );
}

function cross({ cross: [head, ...rows] }) {
  return fold(
    "cross",
    false,
    "Cross table",
    make("table", { className: "wall-cross" }, line(head, "th"), ...rows.map((row) => line(row))),
  );
}
