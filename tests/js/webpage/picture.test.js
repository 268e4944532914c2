// The pictures of a saved page: packed games, and pictures that are stored as changes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { decodeScenes, unpackGame } from "../../../polygames/view/js/webpage/picture.js";

test("what was packed is unpacked", async () => {
  const told = { text: "\u201cAda\u201d </script>", numbers: [1, 2] };
  assert.deepEqual(await unpackGame(deflateSync(JSON.stringify(told)).toString("base64")), told);
});

test("a picture is an earlier one with some numbers gone and others come", () => {
  // Three come. Then one of them stays, one goes and two come. Then two come before the first
  // picture.
  const changes = [
    [-1, 0, 0, 3],
    [0, 1, 1, 2],
    [0, 0, 0, 2],
  ];
  const added = [5, 1, 1, 3, -8, 10, 1];
  assert.deepEqual(decodeScenes({ changes, added }), [
    [5, 6, 7],
    [5, 10, 2, 7],
    [12, 13, 5, 6, 7],
  ]);
});
