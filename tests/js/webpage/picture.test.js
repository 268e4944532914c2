// The pictures of a saved page: packed games, and pictures that share their pieces.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { listPrimitives, unpackGame } from "../../../polygames/view/js/webpage/picture.js";

const pack = (game) => deflateSync(JSON.stringify(game)).toString("base64");

test("a packed game is unpacked, and its places are added up", async () => {
  const game = { text: "\u201cAda\u201d </script>", numbers: [1, 2] };
  assert.deepEqual(await unpackGame(pack({ ...game, places: [[0, 1, -1], [5]] })), {
    ...game,
    places: [[0, 1, 0], [5]],
  });
});

test("a picture is a list of pieces, and a piece has runs of primitives", () => {
  const game = {
    pieces: [[0, 3], [7, 1, 2, 2], []],
    pictures: [
      [0, 1],
      [1, 2],
    ],
  };
  assert.deepEqual(listPrimitives(game, 0), [0, 1, 2, 7, 2, 3]);
  assert.deepEqual(listPrimitives(game, 1), [7, 2, 3]);
});
