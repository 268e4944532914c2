"""One position as a page displays it, for a notebook's board, a class or a saved page.

This package draws and describes positions; it imports neither ipywidgets nor a server. `frame`
builds the data for a page, `messages` parses what a page sends, `js` has the scripts of the pages,
and `webpage` saves a game as one file.
"""
