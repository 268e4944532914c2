// Words for who plays by ear: the place of the keyboard's cursor, and what Enter would do there.

import { spot } from "../shared/geometry.js";
import { objection, values } from "./lines.js";
import { choices } from "./targets.js";

const CHOSEN = "This is chosen. Press n to go on from it, Escape to take it back";

/** A line by what it cuts an area into. */
export const lineWords = (line) => `cuts ${values(line).map((value) => value.toFixed(2)).join(" and ")}`;

/** The keys of the choices that have no place on the board. */
const keysOf = (ui) => (ui.frame.active ? choices(ui) : []).slice(0, 9).map(({ label }, i) => `Press ${i + 1}: ${label}`).join(". ");

function borderWords({ region, edge, share }) {
  const { owner } = region.edges[edge], whose = !owner || owner === "neutral" ? "" : `, ${owner}`;
  return `${region.name}, ${region.value.toFixed(2)} points: side ${edge + 1} of ${region.edges.length}${whose}, at ${Math.round(100 * share)} percent`;
}

/** What would come of Enter on a border. */
function penWords(ui) {
  const { anchors, cursor, line, typed } = ui;
  const why = line ? objection(ui, line) : "";
  if (line) return [lineWords(line), why || "press Enter to draw it"].join(": ");
  if (typed) return `no line from here cuts off ${typed}`;
  return anchors.length ? "the line begins here: the arrow keys go where it ends, h cuts in half" : cursor.region && "press Enter to begin a line";
}

/** What a screen reader says of where the cursor is; empty for a mouse, whose words are beside it. */
function earText(ui, { item, can, move } = {}) {
  const { cursor, anchors, spelled, typed } = ui;
  if (!(cursor || typed)) return "";
  if (!item) return [cursor?.region && borderWords(cursor), penWords(ui)].filter(Boolean).join(". ");
  if (spelled.includes(item.target)) return CHOSEN;
  const does = anchors.length ? penWords(ui) : move ? `press Enter: ${move.label}` : can ? "press Enter to choose it" : "";
  return [item.label, does].filter(Boolean).join(". ");
}

/** Why nothing comes of a press on an item, or beside all. */
export function notNow({ cursor, frame, spelled }, item) {
  if (!frame.active) return frame.status;
  if (!item) return "press n to go to what can be chosen";
  if (spelled.includes(item.target)) return CHOSEN;
  return `${item.label}: it cannot be chosen now. ${cursor ? "Press n to go to what can be chosen." : "What can be chosen turns green when you point at it or touch it."}`;
}

/** Say which choices there are and where the cursor is, if that is news; while a move has no answer
 *  neither counts. */
export function sayPlace(ui, pointed) {
  if (ui.pending) return;
  const keys = keysOf(ui), words = earText(ui, pointed), place = words && `${spot(ui.cursor)} ${words}`;
  if (keys && keys !== ui.keys) ui.say(keys);
  if (words && place !== ui.heard) ui.say(words, true);
  Object.assign(ui, { keys, heard: place });
}
