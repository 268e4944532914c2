// The messages in the sources of the page, and the table of messages that Python reads, too.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { checkMessage, messageTable } from "../messages.js";

const folder = new URL("../../../polygames/view/js/", import.meta.url);
const readSources = (...names) =>
  names
    .flatMap((name) => {
      const files = readdirSync(new URL(name, folder)).filter((each) => each.endsWith(".js"));
      return files.map((each) => readFileSync(new URL(name + each, folder), "utf-8"));
    })
    .join("\n");
const sources = readSources("pointer/", "page/", "shared/");

test("the page sends the messages of the table, and no others", () => {
  const pattern = /(?:sendMessage\(ui, |post\(\{ kind: )"(\w+)"/g;
  const sent = [...sources.matchAll(pattern)].map(([, kind]) => kind);
  assert.ok(sent.length > 8);
  for (const kind of sent) assert.ok(kind in messageTable.from_page, kind);
  for (const kind of Object.keys(messageTable.from_page))
    if (kind !== "drop_handle")
      // its kind is in the frame
      assert.match(sources, new RegExp(`"${kind}"`), kind);
});

test("the page handles each message that the table says is sent to it", () => {
  for (const kind of Object.keys(messageTable.to_page))
    assert.match(sources, new RegExp(`\\b${kind}\\b`), kind);
});

test("a message with an unknown kind or field, or another type, fails the check", () => {
  checkMessage("from_page", { kind: "move", version: 1, spelling: ["A"], id: 3 });
  const wrong = [
    { kind: "moves", spelling: ["A"] },
    { kind: "move", spelling: "A" },
    { kind: "move", spelling: ["A"], color: "red" },
    { kind: "show_window", window: [1, 2, 3] },
  ];
  for (const message of wrong) assert.throws(() => checkMessage("from_page", message));
});
