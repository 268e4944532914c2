import assert from "node:assert/strict";
import { test } from "node:test";

import "../fake_page.js";
import {
  announceView,
  deactivateBoard,
  watchKernel,
} from "../../../polygames/view/js/page/presence.js";
import { onKey } from "../../../polygames/view/js/pointer/keyboard.js";
import { findPointed } from "../../../polygames/view/js/pointer/targets.js";
import { at, board, click, PEN, PIECES, SQUARE } from "../helpers.js";
import { onDown } from "../../../polygames/view/js/pointer/input.js";

test("a view says that it is there, and when it is there no more", () => {
  const sent = [];
  const end = announceView((message) => sent.push(message));
  end();
  assert.deepEqual(
    sent.map(({ kind, is_visible }) => [kind, is_visible]),
    [
      ["report_presence", true],
      ["report_presence", false],
    ],
  );
  assert.equal(sent[0].view, sent[1].view);
});

/** Create a page with a kernel. `changed`, `status` and `restarted` send its events. */
function living() {
  const signal = () => ({
    acts: [],
    connect(act) {
      this.acts.push(act);
    },
    disconnect() {
      this.acts = [];
    },
    emit() {
      this.acts.forEach((act) => act());
    },
  });
  const session = {
    session: { kernel: { id: "k", status: "idle" } },
    kernelChanged: signal(),
    statusChanged: signal(),
  };
  const model = {
    widget_manager: { context: { sessionContext: session } },
    on(_, act) {
      this.hear = act;
    },
    off() {
      this.hear = null;
    },
  };
  let lost = 0;
  let cut = false;
  const end = watchKernel(model, { closest: () => cut }, () => {
    lost += 1;
  });
  return {
    session,
    model,
    end,
    lost: () => lost,
    cut: () => {
      cut = true;
    },
  };
}

test("a kernel that is busy lives; one that is shut down, dead or another one is gone", () => {
  const { session, lost, end } = living();
  session.session.kernel.status = "busy";
  session.statusChanged.emit();
  session.kernelChanged.emit();
  assert.equal(lost(), 0);
  session.session.kernel.status = "dead";
  session.statusChanged.emit();
  session.session.kernel = { id: "other", status: "idle" };
  session.kernelChanged.emit();
  session.session = null;
  session.kernelChanged.emit();
  assert.equal(lost(), 3);
  end();
  session.kernelChanged.emit();
  assert.equal(lost(), 3);
});

test("a restart is seen on the views, after all have heard of it", async () => {
  const { model, lost, cut } = living();
  model.hear();
  await new Promise((go) => setTimeout(go, 1));
  assert.equal(lost(), 0, "a model that has just come to life hears the same");
  model.hear();
  cut();
  await new Promise((go) => setTimeout(go, 1));
  assert.equal(lost(), 1);
});

test("nothing can be done at a board that is left alone", () => {
  for (const parts of [{ regions: [SQUARE], pen: PEN }, PIECES]) {
    const { ui, sent } = board(parts);
    onDown(ui, at([0, 5]));
    deactivateBoard(ui);
    assert.deepEqual([ui.anchors, ui.line, ui.press], [[], null, null]);
    for (const place of [
      [2, 5],
      [0, 3],
    ])
      click(ui, place);
    for (const key of ["n", "Enter", "u", "1"]) onKey(ui, { key });
    assert.deepEqual([sent, ui.anchors, findPointed(ui).item], [[], [], null]);
  }
});
