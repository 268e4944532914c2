// Elements that several pages of a class have.

import { createButton, createElement, createSign } from "../../view/js/shared/dom.js";

/** Follow the dark mode of the device. The board reads Jupyter's theme attribute. */
export function followTheme(theme = matchMedia("(prefers-color-scheme: dark)")) {
  const show = () => {
    document.body.dataset.jpThemeLight = String(!theme.matches);
  };
  theme.addEventListener("change", show);
  show();
}

/** Create a notice bar and a function that shows a text in it, for some seconds (0: until the
 *  next text). */
export function createNoticeBar() {
  const bar = createElement("div", { className: "class-notice", role: "alert", hidden: true });
  let timer;
  return [
    bar,
    (words, seconds = 5) => {
      clearTimeout(timer);
      // A new element, so that a repeated text is read aloud again.
      bar.replaceChildren(createElement("span", { textContent: words }));
      bar.hidden = !words;
      if (words && seconds)
        timer = setTimeout(() => {
          bar.hidden = true;
        }, 1000 * seconds);
    },
  ];
}

const QUESTION_MS = 4000;
const NO_ANSWER_TEXT = "Nobody has answered.";

/** Return a function that creates a button which asks a question before it acts.
 *
 *  The first press shows the question. *No* takes the place and width of the button, so a second press
 *  there changes nothing, and the question goes away after some seconds. `update` shows the elements
 *  again. */
export function createQuestioner(update) {
  let asked = null;
  let width = 0; // of the button that was pressed, in pixels
  let timer;
  const ask = (label) => {
    asked = label;
    clearTimeout(timer);
    if (label) timer = setTimeout(() => ask(null), QUESTION_MS);
    timer?.unref?.(); // in Node, no test waits for it
    update();
  };
  return (label, words, answer, act, options = {}) => {
    const start = ({ currentTarget }) => {
      width = currentTarget?.offsetWidth ?? 0;
      ask(label);
    };
    if (asked !== label) return [createButton(label, start, options)];
    const actNow = () => {
      ask(null);
      act();
    };
    return [
      createButton("No", () => ask(null), {
        key: `no ${label}`,
        style: { "min-width": `${width}px` },
      }),
      createElement("span", { className: "class-question class-confirm" }, words),
      createButton(answer, actNow, { className: "mod-warning" }),
    ];
  };
}

/** Create the chip of a seat: colour, mark, name, score and time left. */
export function createSeatChip(seat) {
  const { name, label, color, mark, score, seconds_left, is_turn, has_won } = seat;
  // never wrapped away from the name
  const [sign, words] = is_turn ? ["▶\u00a0", "to move"] : has_won ? ["★\u00a0", "winner"] : [""];
  return createElement(
    "div",
    {
      className: `polygames-seat${is_turn || has_won ? " polygames-active" : ""}`,
      style: { "--pg-seat": color },
    },
    createElement("b", {
      className: "polygames-mark",
      textContent: mark,
      ariaHidden: "true",
      style: { color },
    }),
    createElement(
      "span",
      { title: label },
      ...createSign(sign, words, { className: "class-turn-sign" }),
      name,
    ),
    score ? createElement("b", { textContent: score }) : null,
    seconds_left === null || seconds_left === undefined
      ? null
      : createElement("time", {
          textContent: formatClock(seconds_left),
          data: { secondsLeft: seconds_left, running: seat.is_clock_running ? "1" : "" },
        }),
  );
}

/** Format seconds as minutes and seconds. */
export const formatClock = (seconds) => {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

/** Run the clocks in an element, each from the last value of the server. Return functions that
 *  stop them for a while, start them again from the newest values of the server, and end them.
 *
 *  Without a connection only the server knows the time, and after the class no clock runs. */
export function runClocks(root) {
  let since = new WeakMap(); // by running clock: the last value, and when it came
  let isStopped = false;
  const show = () => {
    if (isStopped) return;
    const now = performance.now();
    for (const each of root.querySelectorAll("time")) {
      const { secondsLeft, running } = each.dataset;
      if (running !== "1") {
        since.delete(each); // it may run again from the same value
        const text = formatClock(Number(secondsLeft)); // of the server, not of the last count
        if (each.textContent !== text) each.textContent = text;
        continue;
      }
      if (since.get(each)?.secondsLeft !== secondsLeft) since.set(each, { secondsLeft, at: now });
      each.textContent = formatClock(Number(secondsLeft) - (now - since.get(each).at) / 1000);
    }
  };
  const timer = setInterval(show, 500);
  return {
    stop: () => {
      isStopped = true;
    },
    resume: () => {
      if (!isStopped) return;
      isStopped = false;
      since = new WeakMap(); // a restarted server may send the same value again
      show();
    },
    end: () => clearInterval(timer),
  };
}

/** Create a row of a table.
 *
 *  @param {(Node | string | number)[]} cells */
export const createTableRow = (cells, tag = "td") =>
  createElement("tr", {}, ...cells.map((each) => createElement(tag, {}, each)));

/** Create a bar chart of answers and their counts. */
export function createBars(counts) {
  if (!counts.length)
    return createElement("span", { className: "class-no-answer" }, NO_ANSWER_TEXT);
  const most = Math.max(1, ...counts.map(([, count]) => count));
  const createBar = (count) =>
    createElement("div", { style: { width: `${(100 * count) / most}%` } });
  return createElement(
    "table",
    { className: "class-bar-chart" },
    ...counts.map(([words, count]) => createTableRow([words, createBar(count), count])),
  );
}
