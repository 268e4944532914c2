// The keys, kind by kind; whatever the board does not take is left to the page.

import { cancel, enter, finish } from "./actions.js";
import { steer, step } from "./cursor.js";
import { spot } from "./geometry.js";
import { follow } from "./lines.js";
import { dropSketch, sketchKey } from "./sketching.js";
import { choices } from "./spelling.js";
import { send } from "./state.js";

const KINDS = [back, go, act, type, press, zoom, ask, sketchKey];

/** Act on a key; false leaves it to the page. */
export function onKey(ui, { key, shiftKey = false }) {
  const taken = KINDS.some((kind) => kind(ui, key, shiftKey));
  if (taken) follow(ui);
  return taken;
}

/** Escape takes back, first a half-done move, then the cursor. */
function back(ui, key) {
  if (key !== "Escape") return false;
  if (dropSketch(ui) || cancel(ui)) return true;
  const there = ui.cursor !== null;
  ui.cursor = null;
  return there;
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
  const { anchors, typed } = ui;
  if (key === "h" && anchors.length) ui.typed = String(anchors[0].region.value / 2);
  else if (/^[0-9.,]$/.test(key) && anchors.length) ui.typed += key.replace(",", ".");
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

function zoom({ cursor, eye }, key) {
  if (key === "+" || key === "=") eye.zoom(1 / 1.5, spot(cursor));
  else if (key === "-") eye.zoom(1.5, spot(cursor));
  else if (key === "0") eye.whole();
  else return false;
  return true;
}

/** The keys that the frame declares are the kernel's. */
function ask(ui, key) {
  if (!ui.frame.keys.includes(key)) return false;
  send(ui, "key", { key });
  return true;
}
