import assert from "node:assert/strict";
import { test } from "node:test";

import "../fake_page.js";
import {
  announceView,
  deactivateBoard,
  getPageId,
  frameForPage,
  watchKernel,
} from "../../../polygames/view/js/page/presence.js";
import { onKey } from "../../../polygames/view/js/pointer/keyboard.js";
import { findPointed } from "../../../polygames/view/js/pointer/targets.js";
import { at, board, click, frame, PEN, PIECES, SQUARE } from "../helpers.js";
import { onDown } from "../../../polygames/view/js/pointer/input.js";

/** Open a page of a browser tab whose storage outlives the page. */
function open(kept) {
  const heard = {};
  const sessionStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
  return {
    sessionStorage,
    heard,
    addEventListener: (kind, act) => {
      heard[kind] = act;
    },
  };
}

test("a page keeps its name when it is loaded again, and a copy of it gets another one", () => {
  const kept = new Map();
  const page = open(kept);
  const name = getPageId(page);
  assert.equal(getPageId(page), name);
  const copy = open(new Map(kept));
  assert.notEqual(getPageId(copy), name);
  page.heard.pagehide();
  assert.equal(getPageId(open(kept)), name);
});

test("a page that may keep nothing has a name all the same", () => {
  const page = {
    addEventListener() {},
    get sessionStorage() {
      throw new Error("not allowed");
    },
  };
  assert.ok(getPageId(page));
});

test("a view says on which page it is, and when it is there no more", () => {
  const sent = [];
  const end = announceView((message) => sent.push(message));
  end();
  assert.deepEqual(
    sent.map(({ kind, page, is_visible }) => [kind, page, is_visible]),
    [
      ["report_presence", getPageId(), true],
      ["report_presence", getPageId(), false],
    ],
  );
  assert.equal(sent[0].view, sent[1].view);
});

test("a page cannot move for a seat that is taken on another one", () => {
  const claim = { page: "A", text: "Red plays on another page" };
  const active = frame({ active: true, claim });
  assert.equal(frameForPage(active, "A").active, true);
  assert.deepEqual(
    [frameForPage(active, "B").active, frameForPage(active, "B").elsewhere],
    [false, claim.text],
  );
  assert.equal(frameForPage(frame({ active: true, claim: null }), "B").active, true);
  assert.equal(frameForPage(frame({ active: false, claim }), "B").elsewhere, undefined);
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
