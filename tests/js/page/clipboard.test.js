import assert from "node:assert/strict";
import { test } from "node:test";

import { copyToClipboard } from "../../../polygames/view/js/page/clipboard.js";
import { Element } from "../fake_page.js";

const LINE = { text: "1. A-C", label: "The line" };

/** Copy a line on a page. Return what the clipboard got, what is shown over the board, and
 *  whether it is done. */
async function copied(clipboard, hasFocus = true) {
  const holder = new Element("div");
  const told = [];
  Element.prototype.select = function select() {
    this.isSelected = true;
  };
  holder.querySelector = () => null;
  await copyToClipboard(LINE, {
    holder,
    done: () => told.push("done"),
    page: { document: { hasFocus: () => hasFocus }, navigator: { clipboard } },
  });
  return { told, dialog: holder.children[0] };
}

test("a line is said to be copied once the browser has done so", async () => {
  let finish;
  const given = [];
  const clipboard = {
    writeText: (text) => {
      given.push(text);
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
  };
  const running = copied(clipboard);
  await Promise.resolve();
  finish();
  const { told, dialog } = await running;
  assert.deepEqual([given, told, dialog], [["1. A-C"], ["done"], undefined]);
});

test("where the browser refuses, or has no clipboard, the line is shown selected and nothing is said", async () => {
  const refusing = { writeText: () => Promise.reject(new Error("NotAllowedError")) };
  for (const clipboard of [refusing, undefined]) {
    const { told, dialog } = await copied(clipboard);
    const [area] = dialog.all("textarea");
    assert.deepEqual([told, area.value, area.isSelected, area.focused], [[], "1. A-C", true, true]);
  }
});

test("a page in the background copies nothing and shows nothing", async () => {
  const { told, dialog } = await copied(undefined, false);
  assert.deepEqual([told, dialog], [[], undefined]);
});
