// A panel of a board on the fake page, with the kernel's side of its widget.

import { after } from "node:test";

import { Element, Model } from "./fake_page.js";

globalThis.CustomEvent = class {
  constructor(type, { detail }) {
    Object.assign(this, { type, detail });
  }
};

/** Show a panel. Return its element, its model, what it sent, and functions that send it news. */
export function showPanel({ render }, content = {}) {
  const model = Object.assign(new Model(null), { content });
  const board = new Element("div");
  board.className = "polygames-board";
  const el = new Element("div");
  board.append(el);
  document.body.replaceChildren(board);
  const end = render({ model, el });
  after(end); // no test waits for its timers
  const put = (news) => {
    model.content = news;
    model.heard["change:content"]();
  };
  const hear = (message) => model.heard["msg:custom"](message);
  return { board, el, model, sent: model.sent, put, hear, end };
}
