// The keyboard: a cursor on an item or on the border of a region, and what the keys do there.

import { middle, spot } from "../shared/geometry.js";
import { cancel, enter, finish } from "./actions.js";
import { draftKey, dropDraft } from "./annotations.js";
import { follow, landmarks, nextStop, place, turnedFrom, walk } from "./border.js";
import { send } from "./state.js";
import { choices, nextTargets } from "./targets.js";

const isSideways = (key) => key === "ArrowLeft" || key === "ArrowRight";

/** What the cursor can stand on: open regions and items that can be clicked (else all). */
export function stops(ui) {
  const { frame } = ui;
  const next = nextTargets(ui);
  const items = frame.items.filter(({ target }) => target && next.has(target));
  const regions =
    frame.pen && frame.active ? frame.regions.map((region) => place(region, 0, 0.5)) : [];
  return regions.length + items.length
    ? [...regions, ...items]
    : frame.items.filter(({ label }) => label);
}

/** Go to the next stop, or the one before. */
function step(ui, by) {
  const all = stops(ui);
  const { cursor } = ui;
  const now = all.findIndex((stop) =>
    cursor?.region ? stop.region === cursor.region : stop === cursor,
  );
  ui.cursor = all.length
    ? all[(now + by + all.length + (now < 0 && by < 0 ? 1 : 0)) % all.length]
    : null;
  reveal(ui);
}

/** Bring the cursor into sight: the kernel knows where a point far away is exactly. */
function reveal(ui) {
  const { cursor, camera, frame } = ui;
  if (cursor && !cursor.region && frame.space !== undefined && !camera.shows(middle(cursor))) {
    send(ui, "reveal", { target: cursor.target });
  }
}

/** Follow an arrow key; `far` goes ten times as far along a border, and moves the picture of a
 *  board without a pen. */
function steer(ui, key, far) {
  const { cursor, frame } = ui;
  const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  if (far && !frame.pen) panBy(ui, key, sign);
  else if (!cursor) step(ui, 1);
  else if (!cursor.region) leap(ui, key, sign);
  else if (!isSideways(key)) ui.cursor = nextStop(cursor, landmarks(ui, cursor.region), sign > 0);
  else
    ui.cursor = walk(cursor, (sign * (far ? 1 : 0.1) * 16 * ui.camera.unit()) / ui.camera.growth());
}

/** Go to the item that lies that way, be it to choose or only to hear: the nearest, and rather ahead than aside. */
function leap(ui, key, sign) {
  const [x, y] = middle(ui.cursor);
  const cost = (item) => {
    const [cx, cy] = middle(item);
    const dx = cx - x;
    const dy = cy - y;
    const ahead = sign * (isSideways(key) ? dx : dy);
    const aside = Math.abs(isSideways(key) ? dy : dx);
    return ahead > 1e-9 ? ahead + 2 * aside : Infinity;
  };
  const items = ui.frame.items.filter(({ label }) => label);
  const best = items.reduce((a, b) => (cost(b) < (a ? cost(a) : Infinity) ? b : a), null);
  if (best) ui.cursor = best;
  reveal(ui);
}

/** Move the picture by an eighth of what is seen. */
function panBy({ camera }, key, sign) {
  const [l, t, r, b] = camera.view;
  camera.pan(
    isSideways(key) ? (sign * (r - l)) / 8 : 0,
    isSideways(key) ? 0 : (sign * (b - t)) / 8,
  );
}

// --- The keys, kind by kind; whatever the board does not take is left to the page

const KINDS = [back, go, act, type, press, zoom, ask, draftKey];

/** The key of an event as the board names it. Letters are lower case, whatever Caps Lock says. A letter of
 *  another script (Cyrillic, Greek) counts as the Latin letter at its place on the keyboard. */
export function keyOf({ key, code = "" }) {
  if (/^[A-Z]$/.test(key)) return key.toLowerCase();
  const isOtherLetter = /^\p{L}$/u.test(key) && !/^[a-z]$/.test(key);
  return (isOtherLetter && /^Key([A-Z])$/.exec(code)?.[1].toLowerCase()) || key;
}

/** Act on a key; false leaves it to the page. */
export function onKey(ui, event) {
  const key = keyOf(event);
  const { shiftKey = false } = event;
  const taken = KINDS.some((kind) => kind(ui, key, shiftKey));
  if (taken) follow(ui);
  return taken;
}

/** Escape takes back, first a half-done move, then what waits to be confirmed, then the cursor. */
function back(ui, key) {
  if (key !== "Escape") return false;
  if (dropDraft(ui) || cancel(ui) || escape(ui)) return true;
  const there = ui.cursor !== null;
  ui.cursor = null;
  return there;
}

/** Answer what waits to be confirmed as the frame says that Escape does; whether anything waits. */
export function escape(ui) {
  const { active, escape: spelling, moves } = ui.frame;
  const move = active && spelling && moves.find((each) => each.spelling.join() === spelling.join());
  if (move) finish(ui, move);
  return Boolean(move);
}

function go(ui, key, far) {
  if (key.startsWith("Arrow")) steer(ui, key, far);
  else if (key === "n" || key === "PageDown") step(ui, 1);
  else if (key === "p" || key === "PageUp") step(ui, -1);
  else return false;
  return true;
}

function act(ui, key) {
  if (key !== "Enter" && key !== " ") return false;
  enter(ui);
  return true;
}

/** While a line is drawn, numbers say what it is to cut off, and h the half. */
function type(ui, key) {
  const { typed } = ui;
  const from = turnedFrom(ui);
  if (key === "h" && from) ui.typed = String(from.region.value / 2);
  else if (/^[0-9.,]$/.test(key) && from) ui.typed += key.replace(",", ".");
  else if (key === "Backspace" && typed) ui.typed = typed.slice(0, -1);
  else return false;
  return true;
}

/** The numbers press the buttons below the board. */
function press(ui, key) {
  const move = ui.frame.active && /^[1-9]$/.test(key) && choices(ui)[key - 1];
  if (!move) return false;
  finish(ui, move);
  return true;
}

function zoom({ cursor, camera }, key) {
  if (key === "+" || key === "=") camera.zoom(1 / 1.5, spot(cursor));
  else if (key === "-") camera.zoom(1.5, spot(cursor));
  else if (key === "0") camera.whole();
  else return false;
  return true;
}

/** The keys that the frame declares are the kernel's. */
function ask(ui, key) {
  if (!ui.frame.keys.includes(key)) return false;
  send(ui, "key", { key });
  return true;
}
