// The check of messages between a page and its kernel, with the same table as Python's.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const path = new URL("../../polygames/view/js/messages.json", import.meta.url);

/** The messages in both directions: of each kind its meaning and the types of its fields. */
export const messageTable = JSON.parse(readFileSync(path, "utf-8"));

const isWord = (value) => typeof value === "string";
const isNumber = (value) => Number.isFinite(value);
const isPoint = (value) =>
  Array.isArray(value) && value.length === 2 && value.every((each) => isNumber(each));
const isPlace = (value) => isWord(value) || isPoint(value);
const isWindow = (value) =>
  value === null || (Array.isArray(value) && value.length === 4 && value.every(isNumber));
const isListOf = (is) => (value) => Array.isArray(value) && value.every((each) => is(each));
const orNull = (is) => (value) => value === null || is(value);

const CHECKS = {
  boolean: (value) => typeof value === "boolean",
  count: Number.isInteger,
  count_or_null: orNull(Number.isInteger),
  line_or_null: orNull(isListOf(isPoint)),
  list: Array.isArray,
  name: isWord,
  number_or_null: orNull(isNumber),
  pixels: isNumber,
  places: isListOf(isPlace),
  point: isPoint,
  size: (value) => isNumber(value) && value > 0,
  window: isWindow,
  word: isWord,
  words: isListOf(isWord),
};

/** Check a message against the table: its kind is known, and its fields have their types.
 *
 *  The direction is `from_page` or `to_page`. */
export function checkMessage(direction, { kind, version, ...content }) {
  const known = messageTable[direction][kind];
  assert.ok(known, `${direction}: no message ${kind} in messages.json`);
  const fields = { version: "count?", ...known.fields };
  const given = version === undefined ? content : { ...content, version };
  for (const [name, type] of Object.entries(fields)) {
    if (given[name] === undefined && type.endsWith("?")) continue;
    const value = given[name];
    const words = `${kind}: the field ${name} must be a ${type}, not ${JSON.stringify(value)}`;
    assert.ok(CHECKS[type.replace("?", "")](value), words);
  }
  for (const name of Object.keys(given))
    assert.ok(name in fields, `${kind}: no field ${name} in messages.json`);
}
