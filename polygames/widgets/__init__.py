"""The interactive board.

How it looks is written down once, in two style sheets of ``js/``, and nowhere else. ``look.css``
chooses what everything shares, as custom properties ``--pg-...``: three sizes of type (12, 13 and
14 px), one step of space (4 px, used once, twice or three times), one radius, one line, one focus
ring, the height of what can be pressed (28 px, 40 px under a finger), and colours, which are
Jupyter's, so that both themes are right; the paper of a board is light in both. ``layout.css`` says
where everything stands. The parts of a board have classes ``polygames-...``.
"""
