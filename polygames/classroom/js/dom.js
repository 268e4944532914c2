// Elements of a page. All words are text, never HTML: names come from pupils. Only the help is HTML, of the server's own.

/** Let a page of the class be dark where the device is: the board looks for Jupyter's own sign. */
export function followTheme(theme = matchMedia("(prefers-color-scheme: dark)")) {
  const show = () => {
    document.body.dataset.jpThemeLight = String(!theme.matches);
  };
  theme.addEventListener("change", show);
  show();
}

/** A bar over a page, and what says something in it: for some seconds, 0 for until there is more to say. */
export function createNoticeBar() {
  const bar = createElement("div", { className: "class-bar", role: "alert", hidden: true });
  let timer;
  return [
    bar,
    (words, seconds = 5) => {
      clearTimeout(timer);
      bar.replaceChildren(createElement("span", { textContent: words })); // a new one: the same words are heard again
      bar.hidden = !words;
      if (words && seconds)
        timer = setTimeout(() => {
          bar.hidden = true;
        }, 1000 * seconds);
    },
  ];
}

const CREATED_WITH = Symbol("what an element was made with");

/** An element with properties and children. A `key` tells it apart from its siblings: see `patch`. */
export function createElement(
  tag,
  { key, data = {}, style = {}, ...properties } = {},
  ...children
) {
  const made = Object.assign(document.createElement(tag), properties);
  made[CREATED_WITH] = { key, data, style, properties };
  Object.assign(made.dataset, data);
  for (const [name, value] of Object.entries(style)) made.style.setProperty(name, value);
  made.append(...children.filter((each) => each !== null && each !== undefined));
  return made;
}

/** Give an element these children. A child that is there already, of the same kind and key, stays and
 *  takes over what is different: so focus, caret, selection, open lists and a press that has begun
 *  are not lost. Handlers must not refer to the element that they were made with: it may never be on the page. */
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

/** Make an element, or a text, what another one is; returns it. */
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

/** Set the properties of an element that are not what they were. */
function updateProperties(element, before, now) {
  for (const name of Object.keys({ ...before, ...now })) {
    if (name === "open") continue; // whether a list is open is up to who looks at it
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

/** A button as the board has them. One with other words is another button, unless a key says that it is the same. */
export const createButton = (words, press, properties = {}) =>
  createElement("button", {
    type: "button",
    key: words,
    textContent: words,
    onclick: press,
    ...properties,
    className: `jupyter-button ${properties.className ?? ""}`,
  });

/** A seat: its colour, its sign, who sits there, the score, and the time left. */
export function createSeatChip({ name, label, color, mark, score, turn, won, left, runs }) {
  const sign = turn ? "▶\u00a0" : won ? "★\u00a0" : ""; // it stays before the name
  return createElement(
    "div",
    {
      className: `polygames-seat${turn || won ? " polygames-on" : ""}`,
      style: { "--pg-seat": color },
    },
    createElement("b", { className: "polygames-mark", textContent: mark, style: { color } }),
    createElement(
      "span",
      { title: label },
      createElement("i", { className: "class-sign", textContent: sign }),
      name,
    ),
    score ? createElement("b", { textContent: score }) : null,
    left === null || left === undefined
      ? null
      : createElement("time", {
          textContent: formatClock(left),
          data: { left, runs: runs ? 1 : "" },
        }),
  );
}

/** Seconds as a clock shows them. */
export const formatClock = (seconds) => {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

/** Let the clocks in an element run, each from what the server said last; returns what ends it. */
export function runClocks(root) {
  const since = new WeakMap(); // by clock: what it was told, and when
  const timer = setInterval(() => {
    const now = performance.now();
    for (const each of root.querySelectorAll("time[data-runs='1']")) {
      const { left } = each.dataset;
      if (since.get(each)?.left !== left) since.set(each, { left, at: now });
      each.textContent = formatClock(Number(left) - (now - since.get(each).at) / 1000);
    }
  }, 500);
  return () => clearInterval(timer);
}

/** How many have answered what, as bars. */
export function createBars(counts) {
  const most = Math.max(1, ...counts.map(([, count]) => count));
  return createElement(
    "table",
    { className: "class-bars" },
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
