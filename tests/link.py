"""The link between a page and its kernel, as bad as a test wants it.

All that goes either way passes through functions of the page, message by message: each can be
late, lost or come twice. Bytes cannot be lost on a WebSocket, so this is not done to bytes.
"""

from __future__ import annotations

LINK = """() => {
  if (window.link) return;
  const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel, socket = kernel._ws;
  const text = data => typeof data === 'string' ? data : new TextDecoder().decode(data);
  const link = window.link = {delay: 0, fates: {}, counts: {}, ends: {out: 0, in: 0}};
  const kindOf = data => /"kind":\\s*"(move|line|answered|refused)"/.exec(text(data))?.[1]
    ?? (/"frame":/.test(text(data)) ? 'frame' : null);
  // What is late comes later than what follows it; all else keeps its order.
  const carry = (way, data, give) => {
    const kind = kindOf(data), fate = kind && link.fates[kind]?.shift();
    if (kind) link.counts[fate ?? 'kept'] = (link.counts[fate ?? 'kept'] ?? 0) + 1;
    if (fate === 'lost') return;
    const now = performance.now(), at = Math.max(now + link.delay, link.ends[way]);
    if (fate === 'late') return void setTimeout(() => give(data), link.late);
    link.ends[way] = at;
    for (let times = fate === 'twice' ? 2 : 1; times; times--) {
      if (at <= now) give(data);
      else setTimeout(() => give(data), at - now);
    }
  };
  const send = socket.send.bind(socket), hear = socket.onmessage.bind(socket);
  socket.send = data => carry('out', data, send);
  socket.onmessage = event => carry('in', event.data, data => hear({data, target: socket}));
}"""
PENDING = "() => document.querySelector('.polygames-pointer svg').ariaBusy === 'true'"
NOT_PENDING = "() => document.querySelector('.polygames-pointer svg').ariaBusy === 'false'"
MADE = "() => document.querySelector('.polygames-layer-made').children.length"
GONE = "() => !document.querySelector('.polygames-layer-made').children.length"
CANVAS = "() => document.querySelector('.polygames-stack canvas').toDataURL()"


class Link:
    """What lies between the kernel and a page that shows a board."""

    def __init__(self, page):
        self.page = page.page
        self.page.evaluate(LINK)
        self.set()

    def set(self, *, delay=0, late=0, **fates):
        """Set the time one way in ms, and what becomes of the next messages of each kind.

        The kinds are move, line, answered, refused and frame; a fate is lost, late, twice or None.
        """
        self.page.evaluate(
            "given => Object.assign(window.link, given)",
            {
                "delay": delay,
                "late": late,
                "fates": {kind: list(each) for kind, each in fates.items()},
            },
        )

    def wait_for_answers(self):
        """Wait until no move is without an answer, and nothing of one is painted by the page."""
        self.page.wait_for_function(NOT_PENDING)
        self.page.wait_for_function(GONE)
