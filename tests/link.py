"""The connection between a page and its kernel, which can delay or lose messages of the page.

A WebSocket loses no bytes, so only whole messages are lost. Answers that come late, twice or never
are tested in Node (`widgets/test_answers.py`).
"""

from __future__ import annotations

from contextlib import contextmanager

LINK_JS = """() => {
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
IS_PENDING_JS = "() => document.querySelector('.polygames-pointer svg').ariaBusy === 'true'"
MADE_COUNT_JS = "() => document.querySelector('.polygames-layer-made').children.length"
IS_ANSWERED_JS = """() => document.querySelector('.polygames-pointer svg').ariaBusy === 'false'
  && !document.querySelector('.polygames-layer-made').children.length"""
READ_CANVAS_JS = "() => document.querySelector('.polygames-stack canvas').toDataURL()"


class Link:
    """The connection between the kernel and a page with a board."""

    def __init__(self, page):
        self.page = page.page
        self.page.evaluate(LINK_JS)

    def lose(self, number):
        """Lose the messages of the next drawn lines."""
        self.page.evaluate("number => { window.link.lost = number; }", number)

    @contextmanager
    def hold(self):
        """Delay the messages of the page until the end of a block, and wait for their answers."""
        self.page.evaluate("() => { window.link.held = []; }")
        yield
        self.page.evaluate("() => { window.link.letGo(); window.link.held = null; }")
        self.wait_for_answers()

    def wait_for_answers(self):
        """Wait until every move has its answer, and the page has removed its preview."""
        self.page.wait_for_function(IS_ANSWERED_JS)
