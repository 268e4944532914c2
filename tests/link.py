"""The link between a page and its kernel, as bad as a test wants it.

All that goes either way passes through functions of the page, message by message: each can be
held, late, lost or come twice. Bytes cannot be lost on a WebSocket, so this is not done to bytes.
"""

from __future__ import annotations

from contextlib import contextmanager

LINK = """() => {
  if (window.link) return;
  const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel, socket = kernel._ws;
  const text = data => typeof data === 'string' ? data : new TextDecoder().decode(data);
  const link = window.link = {fates: {}, counts: {}, held: null, underWay: 0};
  const kindOf = data => /"kind":\\s*"(move|line|answered|refused)"/.exec(text(data))?.[1]
    ?? (/"frame":/.test(text(data)) ? 'frame' : null);
  const later = (give, time) => {
    link.underWay += 1;
    setTimeout(() => { link.underWay -= 1; give(); }, time);
  };
  // What is late comes later than what follows it; all else keeps its order.
  const carry = (data, give) => {
    const kind = kindOf(data), fate = kind && link.fates[kind]?.shift();
    if (kind) link.counts[fate ?? 'kept'] = (link.counts[fate ?? 'kept'] ?? 0) + 1;
    if (fate === 'late') return later(() => give(data), link.late);
    for (let times = {lost: 0, twice: 2}[fate] ?? 1; times; times--) give(data);
  };
  const send = socket.send.bind(socket), hear = socket.onmessage.bind(socket);
  socket.send = data => link.held ? link.held.push(data) : carry(data, send);
  socket.onmessage = event => carry(event.data, data => hear({data, target: socket}));
  link.letGo = () => link.held.splice(0).forEach(data => carry(data, send));
}"""
PENDING = "() => document.querySelector('.polygames-pointer svg').ariaBusy === 'true'"
MADE = "() => document.querySelector('.polygames-layer-made').children.length"
ANSWERED = """() => document.querySelector('.polygames-pointer svg').ariaBusy === 'false'
  && !document.querySelector('.polygames-layer-made').children.length && !window.link.underWay"""
CANVAS = "() => document.querySelector('.polygames-stack canvas').toDataURL()"


class Link:
    """What lies between the kernel and a page that shows a board."""

    def __init__(self, page):
        self.page = page.page
        self.page.evaluate(LINK)
        self.set()

    def set(self, *, late=0, **fates):
        """Set for how many ms messages are late, and what becomes of the next ones of each kind.

        The kinds are move, line, answered, refused and frame; a fate is lost, late, twice or None.
        """
        given = {"late": late, "fates": {kind: list(each) for kind, each in fates.items()}}
        self.page.evaluate("given => Object.assign(window.link, given)", given)

    @contextmanager
    def held(self):
        """Keep from the kernel what the page says in a block; then wait for the answers to it."""
        self.page.evaluate("() => { window.link.held = []; }")
        yield
        self.page.evaluate("() => { window.link.letGo(); window.link.held = null; }")
        self.wait_for_answers()

    def wait_for_answers(self):
        """Wait until no move is without an answer, painted by the page, or still under way."""
        self.page.wait_for_function(ANSWERED)
