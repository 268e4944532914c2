// The best moves: a row each, that shows its line on the board when it is pointed at or reached by
// keys, and plays it when it is pressed. A finger shows it first, and plays it the second time.

const made = (name, className, textContent = "") => Object.assign(document.createElement(name), { className, textContent });

/** A row. */
export function rowElement({ rank, worth, words, count, range }, index) {
  const row = made("tr", "polygames-row");
  row.dataset.index = index;
  row.tabIndex = index ? -1 : 0;
  row.setAttribute("role", "button");
  const gauge = made("div", "polygames-bar"), span = made("div", range.proved ? "polygames-sure" : ""), dot = made("i", "");
  span.style.left = `${100 * range.left}%`;
  span.style.width = `${Math.max(4, 100 * (range.right - range.left))}%`;
  dot.style.left = `${100 * range.at}%`;
  gauge.append(span, dot);
  gauge.title = range.words;
  const cells = [made("td", "polygames-rank", rank), made("td", "polygames-worth", worth), made("td", "polygames-gauge"), made("td", "polygames-said", words)];
  cells[2].append(gauge);
  row.append(...cells);
  row.setAttribute("aria-label", `${rank}. ${words}: ${worth}, ${range.words}${count > 1 ? `, ${count} moves alike` : ""}`);
  return row;
}

/** Where a key leads among so many rows. */
export function moved(index, key, count) {
  const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[key];
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to));
}

const CROSSED = 120; // ms on another row until it is meant

/** Hear what a person does with the rows: `look(index)` (null: no more), `play(index)`. */
export function listen(body, { look, play }) {
  let looked = null, byTouch = false;
  const indexOf = ({ target }) => {
    const row = target.closest?.("tr");
    return row ? Number(row.dataset.index) : null;
  };
  const see = (index) => look((looked = index));
  let rest = null; // a mouse on its way to the line below crosses rows that it does not mean
  const hover = (index) => {
    clearTimeout(rest);
    if (looked === null || index === null) see(index);
    else if (index !== looked) rest = setTimeout(see, CROSSED, index);
  };
  body.addEventListener("pointerover", (event) => { if (event.pointerType !== "touch") hover(indexOf(event)); });
  body.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch") hover(null); });
  body.addEventListener("pointerdown", (event) => { byTouch = event.pointerType === "touch"; });
  body.addEventListener("focusin", (event) => { if (!byTouch) see(indexOf(event)); });
  body.addEventListener("focusout", () => { if (!byTouch) see(null); });
  body.addEventListener("click", (event) => {
    const index = indexOf(event);
    if (index === null) return;
    if (byTouch && looked !== index) return void see(index);
    play(index);
  });
  body.addEventListener("keydown", (event) => {
    const index = indexOf(event), to = moved(index, event.key, body.children.length);
    if (event.key === "Enter" || event.key === " ") play(index);
    else if (event.key === "Escape") see(null);
    else if (to !== null) body.children[to].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

const AWAY = 150; // ms without a row that is pointed at until the kernel hears of it: rows are made anew

/** Tell the kernel when a row is pointed at, and when none is any more: its line is alone on the board. */
export function pointing(send, later = setTimeout, never = clearTimeout) {
  let told = false, timer = null;
  const tell = (on) => send({ kind: "point", on: (told = on) });
  return (on) => {
    never(timer);
    if (on === told) return;
    if (on) tell(true);
    else timer = later(() => tell(false), AWAY);
  };
}

// --- How the game may go on after a move: a button for each move of the line, and why it is so

const STEPS = 4; // so many moves are shown: what comes later is guessed

const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Show the line of a row; `walk(ply)` puts up the position after that move of it. What has not
 *  changed is left alone, so that a button can be pressed while better answers come. */
export function showLine(el, row, walk) {
  const key = row ? JSON.stringify([row.full, row.line, row.why, row.range.words]) : "";
  el.walk = walk;
  if (el.dataset.key === key) return;
  el.dataset.key = key;
  if (!row) return void el.replaceChildren();
  const moves = row.line.length > 1 ? row.line.slice(0, STEPS).map((words, ply) => button(el, words, ply)) : [];
  const rest = [row.why, row.range.words].filter(Boolean).join(" · ");
  if (moves.length) el.replaceChildren(...moves, made("div", "polygames-why", sentence(rest)));
  else el.replaceChildren(`${row.full}.`, " ", sentence(rest));
}

function button(el, words, ply) {
  const made = Object.assign(document.createElement("button"), { type: "button", className: "polygames-step", textContent: `${ply + 1}. ${words}` });
  made.title = "show the position after this move";
  made.addEventListener("click", () => el.walk(ply));
  return made;
}
