// The link from a saved page to the play page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inflateRawSync } from "node:zlib";

import { packText, playAddress, recordText } from "../../../polygames/view/js/webpage/play_link.js";

const NODES = [
  {},
  { parent: 0, move: "A to C", record_move: "A-C" },
  { parent: 1, move: "takeover" },
  { parent: 1, move: "C to E", record_move: "C-E" },
];
const unpack = (packed) => inflateRawSync(Buffer.from(packed, "base64url")).toString();

test("a record has the moves of one line, each as a record writes it", () => {
  assert.equal(recordText("head\n\n", NODES, 0), "head\n\n");
  assert.equal(recordText("head\n\n", NODES, 2), "head\n\n1. A-C\n2. takeover\n");
  assert.equal(recordText("head\n\n", NODES, 3), "head\n\n1. A-C\n2. C-E\n");
});

test("a packed text has only signs that are safe in a link, and comes back", async () => {
  for (let length = 0; length < 40; length += 1) {
    const text = Array.from({ length }, (_, i) => String.fromCharCode(32 + ((i * 37) % 900))).join(
      "",
    );
    const packed = await packText(text);
    assert.match(packed, /^[\w-]*$/);
    assert.equal(unpack(packed), text);
  }
});

test("an address is that of the play page with the packed record", async () => {
  const play = { address: "https://example.org/play/#polygon/game/", start: "head\n\n" };
  const [page, packed] = (await playAddress(play, NODES, 1)).split(/(?<=\/game\/)/);
  assert.equal(page, play.address);
  assert.equal(unpack(packed), "head\n\n1. A-C\n");
});
