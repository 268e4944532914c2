// The answer to an exercise is stored in the metadata of the notebook.

import assert from "node:assert/strict";
import { test } from "node:test";

import { connectAnswer } from "../../../polygames/view/js/page/stored_answer.js";

/** Create a notebook with the given metadata; it counts its changes. */
function createNotebook(metadata = {}) {
  return {
    metadata,
    changes: 0,
    getMetadata: (key) => metadata[key],
    setMetadata(key, value) {
      this.changes += 1;
      metadata[key] = value;
    },
  };
}

/** Create the model of an exercise in a notebook. `sent` has the answers that the page sent. */
function createModel(notebook, answer = null) {
  const values = { exercise: "cycle 1", answer };
  return {
    sent: [],
    values,
    widget_manager: { context: { model: notebook } },
    get: (name) => values[name],
    set(name, value) {
      values[name] = value;
      this.changed();
    },
    save_changes() {
      this.sent.push(values.answer);
    },
    on(event, act) {
      assert.equal(event, "change:answer");
      this.changed = act;
    },
  };
}

test("a checked answer is stored beside the other metadata, and sent to a new exercise", () => {
  const others = { run: true, answers: { "cycle 0": ["Second"] } };
  const notebook = createNotebook({ polygames: others, kernelspec: {} });
  const model = createModel(notebook);
  connectAnswer({ model });
  assert.deepEqual(model.sent, [], "the copy is fresh");
  model.set("answer", ["C", "A", "B"]);
  assert.deepEqual(notebook.metadata, {
    polygames: { run: true, answers: { "cycle 0": ["Second"], "cycle 1": ["C", "A", "B"] } },
    kernelspec: {},
  });
  const again = createModel(notebook);
  connectAnswer({ model: again });
  assert.deepEqual(again.sent, [["C", "A", "B"]]);
  assert.equal(notebook.changes, 1, "an answer that is read does not change the notebook");
});

test("a notebook without metadata of ours gets them", () => {
  const notebook = createNotebook();
  const model = createModel(notebook);
  connectAnswer({ model });
  model.set("answer", ["385"]);
  assert.deepEqual(notebook.metadata, { polygames: { answers: { "cycle 1": ["385"] } } });
});

test("the answer of a running kernel is neither replaced nor written into another copy", () => {
  const stored = createNotebook({ polygames: { answers: { "cycle 1": ["A"] } } });
  for (const notebook of [stored, createNotebook()]) {
    const model = createModel(notebook, ["B"]);
    connectAnswer({ model });
    assert.deepEqual(model.sent, []);
    assert.equal(notebook.changes, 0);
  }
});

test("nothing is sent that is not an answer, and nothing happens without a notebook", () => {
  for (const answer of ["A", [1], { 0: "A" }, null]) {
    const model = createModel(createNotebook({ polygames: { answers: { "cycle 1": answer } } }));
    connectAnswer({ model });
    assert.deepEqual(model.sent, []);
  }
  connectAnswer({ model: createModel(undefined) });
  connectAnswer({ model: createModel({}) }); // an older front end
  connectAnswer({ model: { get: () => null } });
});
