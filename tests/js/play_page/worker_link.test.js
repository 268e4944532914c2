import assert from "node:assert/strict";
import { test } from "node:test";

import { loadSaved, saveText } from "../../../polygames/play_page/js/storage.js";
import { connectWorker } from "../../../polygames/play_page/js/worker_link.js";

/** Connect to a worker that only keeps what it gets. */
function connect() {
  const worker = { posted: [], postMessage: (text) => worker.posted.push(text) };
  const heard = [];
  const failures = [];
  const link = connectWorker({
    onMessage: (message) => heard.push(message),
    onFailure: (text) => failures.push(text),
    createWorker: () => worker,
  });
  return { worker, link, heard, failures };
}

test("messages go both ways as JSON", () => {
  const { worker, link, heard } = connect();
  link.send({ do: "undo" });
  worker.onmessage({ data: { text: '{"kind":"help"}' } });
  assert.deepEqual(worker.posted, ['{"do":"undo"}']);
  assert.deepEqual(heard, [{ kind: "help" }]);
});

test("a Python that cannot start is told in a sentence", (context) => {
  context.mock.method(console, "error", () => {});
  const { worker, failures } = connect();
  worker.onmessage({ data: { failure: "CompileError: wasm" } });
  worker.onerror({ message: "no module workers" });
  assert.equal(failures.length, 2);
  assert.match(failures[0], /cannot start in this browser/);
});

test("saved texts come back by game, and a browser without storage has none", () => {
  const values = new Map();
  globalThis.localStorage = {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, text) => values.set(name, text),
  };
  saveText("game-split", "a game");
  assert.deepEqual(loadSaved("split"), { game: "a game", puzzles: null });
  assert.deepEqual(loadSaved("polygon"), { game: null, puzzles: null });
  globalThis.localStorage = undefined;
  saveText("game-split", "lost");
  assert.deepEqual(loadSaved("split"), { game: null, puzzles: null });
});
