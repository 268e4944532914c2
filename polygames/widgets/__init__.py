"""The interactive board.

Two style sheets in ``js/`` define its appearance. ``look.css`` has the common values as custom
properties ``--pg-...``: three font sizes (12, 13 and 14 px), one unit of space (4 px, used once,
twice or three times), one radius, one line width, one focus ring, and the height of buttons (28 px,
40 px for touch). The colours are those of Jupyter, so that both themes work. The board itself is
light in both. ``layout.css`` has the positions of all parts. The parts of a board have classes
``polygames-...``.
"""
