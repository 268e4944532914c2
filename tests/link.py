"""The link between a page and its kernel: what the page sends can be held, or be lost.

What passes through is messages; bytes cannot be lost on a WebSocket. Answers that come late, twice
or never are tried in Node (`widgets/test_answers.py`).
"""

from __future__ import annotations

from contextlib import contextmanager

LINK = """() => {
  if (window.link) return;
  const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel, socket = kernel._ws;
  const text = data => typeof data === 'string' ? data : new TextDecoder().decode(data);
  const link = window.link = { held: null, lost: 0 };
  const send = socket.send.bind(socket);
  const carry = data => {
    const isLost = link.lost > 0 && /"kind":\\s*"line"/.test(text(data));
    if (isLost) link.lost -= 1; else send(data);
  };
  socket.send = data => link.held ? link.held.push(data) : carry(data);
  link.letGo = () => link.held.splice(0).forEach(carry);
}"""
PENDING = "() => document.querySelector('.polygames-pointer svg').ariaBusy === 'true'"
MADE = "() => document.querySelector('.polygames-layer-made').children.length"
ANSWERED = """() => document.querySelector('.polygames-pointer svg').ariaBusy === 'false'
  && !document.querySelector('.polygames-layer-made').children.length"""
CANVAS = "() => document.querySelector('.polygames-stack canvas').toDataURL()"


class Link:
    """What lies between the kernel and a page that shows a board."""

    def __init__(self, page):
        self.page = page.page
        self.page.evaluate(LINK)

    def lose(self, number):
        """Lose the next lines that are drawn."""
        self.page.evaluate("number => { window.link.lost = number; }", number)

    @contextmanager
    def held(self):
        """Keep from the kernel what the page says in a block; then wait for the answers to it."""
        self.page.evaluate("() => { window.link.held = []; }")
        yield
        self.page.evaluate("() => { window.link.letGo(); window.link.held = null; }")
        self.wait_for_answers()

    def wait_for_answers(self):
        """Wait until no move is without an answer or painted by the page."""
        self.page.wait_for_function(ANSWERED)
