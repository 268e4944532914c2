"""A game that people play: the table with its log, the players, and the conversation with a page.

Nothing here depends on a network, threads, widgets or a library outside Python, so that a notebook,
a class and a page without a server can use it.
"""
