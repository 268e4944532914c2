// Elements of the class pages. All texts are text and never HTML, because names come from pupils.
// Only
// the rules are HTML, of the server's own.

/** @import { ElementOptions } from "../../view/js/types.js" */

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

const CREATED_WITH = Symbol("what an element was made with");

/** Create an element with properties and children. A `key` identifies it among its siblings: see
 *  `patchChildren`.
 *
 *  @param {string} tag
 *  @param {ElementOptions} [options]
 *  @param {...(Node | string | null | undefined)} children
 *  @returns {any} */
export function createElement(
  tag,
  { key, data = {}, style = {}, ...properties } = {},
  ...children
) {
  /** @type {any} */
  const made = Object.assign(document.createElement(tag), properties);
  made[CREATED_WITH] = { key, data, style, properties };
  Object.assign(made.dataset, data);
  for (const [name, value] of Object.entries(style)) made.style.setProperty(name, value);
  made.append(...children.filter((each) => each !== null && each !== undefined));
  return made;
}

/** Give an element these children.
 *
 *  An existing child of the same kind and key is updated instead of replaced. So focus, caret,
 *  selection, open lists and a press under way are not lost. Handlers must not refer to the
 *  element that they were created with, because it may never be on the page. */
export function patchChildren(home, ...children) {
  const wanted = children.filter((each) => each !== null && each !== undefined && each !== "");
  const free = new Set(home.childNodes);
  for (const each of wanted) free.delete(each);
  const found = wanted.map((each) => {
    if (each.parentNode === home) return each;
    const known = [...free].find((old) => isSameElement(old, each));
    free.delete(known);
    return known ? updateElement(known, each) : each;
  });
  for (const each of free) each.remove();
  let next = home.firstChild;
  for (const each of found) {
    if (each === next) next = next.nextSibling;
    else home.insertBefore(typeof each === "string" ? document.createTextNode(each) : each, next);
  }
}

const isText = (node) => typeof node === "string" || node.nodeType === Node.TEXT_NODE;

const isSameElement = (old, made) =>
  isText(made) || isText(old)
    ? isText(made) && isText(old)
    : old.nodeName === made.nodeName && old[CREATED_WITH]?.key === made[CREATED_WITH]?.key;

/** Update an element or a text to be like another one. Return it. */
export function updateElement(old, made) {
  if (isText(old)) {
    const text = made.nodeValue ?? made;
    if (old.nodeValue !== text) old.nodeValue = text;
    return old;
  }
  const before = old[CREATED_WITH];
  const now = made[CREATED_WITH];
  old[CREATED_WITH] = now;
  updateProperties(old, before.properties, now.properties);
  applyChanges(
    before.data,
    now.data,
    (name, value) => {
      old.dataset[name] = value;
    },
    (name) => {
      delete old.dataset[name];
    },
  );
  applyChanges(
    before.style,
    now.style,
    (name, value) => old.style.setProperty(name, value),
    (name) => old.style.removeProperty(name),
  );
  if (!("textContent" in now.properties || "innerHTML" in now.properties))
    patchChildren(old, ...made.childNodes);
  return old;
}

/** Set the properties that have changed. */
function updateProperties(element, before, now) {
  for (const name of Object.keys({ ...before, ...now })) {
    if (name === "open") continue; // the user decides whether a list is open
    const value = now[name] ?? emptyValue(before[name]);
    if (before[name] !== value && element[name] !== value) element[name] = value;
  }
}

const emptyValue = (value) =>
  typeof value === "boolean" ? false : typeof value === "function" ? null : "";

function applyChanges(before, now, set, remove) {
  for (const name of Object.keys(before)) if (!(name in now)) remove(name);
  for (const [name, value] of Object.entries(now)) if (before[name] !== value) set(name, value);
}

/** Create a button in the style of the board. Its text is its key, unless it has another one.
 *
 *  @param {string} words
 *  @param {((event: any) => void) | null} press
 *  @param {ElementOptions} [properties] */
export const createButton = (words, press, properties = {}) =>
  createElement("button", {
    type: "button",
    key: words,
    textContent: words,
    onclick: press,
    ...properties,
    className: `jupyter-button ${properties.className ?? ""}`,
  });

/** Create the chip of a seat: colour, mark, name, score and time left. */
export function createSeatChip(seat) {
  const { name, label, color, mark, score, seconds_left, is_turn, has_won } = seat;
  const sign = is_turn ? "▶\u00a0" : has_won ? "★\u00a0" : ""; // never wrapped away from the name
  return createElement(
    "div",
    {
      className: `polygames-seat${is_turn || has_won ? " polygames-active" : ""}`,
      style: { "--pg-seat": color },
    },
    createElement("b", { className: "polygames-mark", textContent: mark, style: { color } }),
    createElement(
      "span",
      { title: label },
      createElement("i", { className: "class-turn-sign", textContent: sign }),
      name,
    ),
    score ? createElement("b", { textContent: score }) : null,
    seconds_left === null || seconds_left === undefined
      ? null
      : createElement("time", {
          textContent: formatClock(seconds_left),
          data: { secondsLeft: seconds_left, running: seat.is_clock_running ? 1 : "" },
        }),
  );
}

/** Format seconds as minutes and seconds. */
export const formatClock = (seconds) => {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

/** Run the clocks in an element, each from the last value of the server. Return a function that
 *  stops them. */
export function runClocks(root) {
  const since = new WeakMap(); // by clock: the last value, and when it came
  const timer = setInterval(() => {
    const now = performance.now();
    for (const each of root.querySelectorAll("time[data-running='1']")) {
      const { secondsLeft } = each.dataset;
      if (since.get(each)?.secondsLeft !== secondsLeft) since.set(each, { secondsLeft, at: now });
      each.textContent = formatClock(Number(secondsLeft) - (now - since.get(each).at) / 1000);
    }
  }, 500);
  return () => clearInterval(timer);
}

/** Create a bar chart of answers and their counts. */
export function createBars(counts) {
  const most = Math.max(1, ...counts.map(([, count]) => count));
  return createElement(
    "table",
    { className: "class-bar-chart" },
    ...counts.map(([words, count]) =>
      createElement(
        "tr",
        {},
        createElement("td", { textContent: words }),
        createElement(
          "td",
          {},
          createElement("div", { style: { width: `${(100 * count) / most}%` } }),
        ),
        createElement("td", { textContent: count }),
      ),
    ),
  );
}
