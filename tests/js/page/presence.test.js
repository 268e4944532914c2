import assert from "node:assert/strict";
import { test } from "node:test";

import "../fake_page.js";
import { announceView, pageName, seen } from "../../../polygames/view/js/page/presence.js";
import { frame } from "../helpers.js";

/** A page of a browser's tab, whose storage outlives it. */
function open(kept) {
  const heard = {};
  const sessionStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) };
  return { sessionStorage, heard, addEventListener: (kind, act) => { heard[kind] = act; } };
}

test("a page keeps its name when it is loaded again, and a copy of it gets another one", () => {
  const kept = new Map(), page = open(kept), name = pageName(page);
  assert.equal(pageName(page), name);
  const copy = open(new Map(kept));
  assert.notEqual(pageName(copy), name);
  page.heard.pagehide();
  assert.equal(pageName(open(kept)), name);
});

test("a page that may keep nothing has a name all the same", () => {
  const page = { addEventListener() {}, get sessionStorage() { throw new Error("not allowed"); } };
  assert.ok(pageName(page));
});

test("a view says on which page it is, and when it is there no more", () => {
  const sent = [], end = announceView((message) => sent.push(message));
  end();
  assert.deepEqual(sent.map(({ kind, page, is_seen }) => [kind, page, is_seen]), [["page", pageName(), true], ["page", pageName(), false]]);
  assert.equal(sent[0].view, sent[1].view);
});

test("a page cannot move for a seat that is taken on another one", () => {
  const taken = { page: "A", words: "Red is played on another page" }, active = frame({ active: true, taken });
  assert.equal(seen(active, "A").active, true);
  assert.deepEqual([seen(active, "B").active, seen(active, "B").elsewhere], [false, taken.words]);
  assert.equal(seen(frame({ active: true, taken: null }), "B").active, true);
  assert.equal(seen(frame({ active: false, taken }), "B").elsewhere, undefined);
});
