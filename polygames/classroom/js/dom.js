// Elements of a page. All words are text, never HTML: names come from pupils. Only the help is HTML, of the server's own.

/** Let a page of the class be dark where the device is: the board looks for Jupyter's own sign. */
export function follow(theme = matchMedia("(prefers-color-scheme: dark)")) {
  const show = () => { document.body.dataset.jpThemeLight = String(!theme.matches); };
  theme.addEventListener("change", show);
  show();
}

/** A bar over a page, and what says something in it: for some seconds, 0 for until there is more to say. */
export function barOf() {
  const bar = make("div", { className: "class-bar", role: "alert", hidden: true });
  let timer;
  return [bar, (words, seconds = 5) => {
    clearTimeout(timer);
    bar.replaceChildren(make("span", { textContent: words })); // a new one: the same words are heard again
    bar.hidden = !words;
    if (words && seconds) timer = setTimeout(() => { bar.hidden = true; }, 1000 * seconds);
  }];
}

/** An element with properties and children. */
export function make(tag, { data = {}, style = {}, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  Object.assign(made.dataset, data);
  for (const [name, value] of Object.entries(style)) made.style.setProperty(name, value);
  made.append(...children.filter((each) => each !== null && each !== undefined));
  return made;
}

/** A button as the board has them. */
export const button = (words, press, properties = {}) =>
  make("button", { type: "button", textContent: words, onclick: press, ...properties, className: `jupyter-button ${properties.className ?? ""}` });

/** A seat: its colour, its sign, who sits there, the score, and the time left. */
export function chip({ name, label, color, mark, score, turn, won, left }) {
  const sign = turn ? "▶\u00a0" : won ? "★\u00a0" : ""; // it stays before the name
  return make("div", { className: `polygames-seat${turn || won ? " polygames-on" : ""}`, style: { "--pg-seat": color } },
    make("b", { className: "polygames-mark", textContent: mark, style: { color } }),
    make("span", { title: label }, make("i", { className: "class-sign", textContent: sign }), name),
    score ? make("b", { textContent: score }) : null,
    left === null || left === undefined ? null : make("time", { textContent: clock(left), data: { left, runs: turn ? 1 : "" } }));
}

/** Seconds as a clock shows them. */
export const clock = (seconds) => {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

/** Let the clocks in an element run, from what the server said when it was written. */
export function tick(root, isHeld) {
  const start = performance.now();
  const times = [...root.querySelectorAll("time[data-runs='1']")];
  const timer = setInterval(() => {
    if (isHeld()) return;
    for (const each of times) each.textContent = clock(Number(each.dataset.left) - (performance.now() - start) / 1000);
  }, 500);
  return () => clearInterval(timer);
}

/** How many have answered what, as bars. */
export function bars(counts) {
  const most = Math.max(1, ...counts.map(([, count]) => count));
  return make("table", { className: "class-bars" }, ...counts.map(([words, count]) => make("tr", {},
    make("td", { textContent: words }), make("td", {}, make("div", { style: { width: `${(100 * count) / most}%` } })), make("td", { textContent: count }))));
}
