"""One position as a page shows it, for every carrier: a notebook's board, a class, a saved page.

What is here draws and says, and knows neither ipywidgets nor a server: `frame` is what a page is
told, `messages` what is taken from it, `js` what runs there, and `webpage` a game as one file.
"""
