"""A board as its page acts on it and sees it, without a kernel and without a browser.

What the page says goes in by the comm of a widget, as it does from JupyterLab. What is seen is read
off the widgets that the page would draw: by their CSS class, by the words on them, if they are not
hidden.
"""

from __future__ import annotations

from unittest.mock import patch

import comm

PAGE = "polygames-panel-"


def say(widget, content):
    """Send what the page of a widget sends."""
    data = {"method": "custom", "content": content}
    widget.comm.handle_msg({"content": {"data": data}, "buffers": []})


def open_widgets():
    """Return the ids of all widgets that a page would know."""
    return set(comm.get_comm_manager().comms)


def walk(widget):
    """Yield a widget and all that it holds."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from walk(child)


def seen(widget):
    """Yield what is shown of a widget and of all that it holds."""
    if widget.layout.display != "none":
        yield widget
        for child in getattr(widget, "children", ()):
            yield from seen(child)


def is_shown(widget):
    """Return whether a widget is shown where what holds it is."""
    return widget.layout.display != "none"


def classes(widget):
    return widget.get_state("_dom_classes").get("_dom_classes", ())


def of_class(widget, name):
    """Return all that a widget holds which has a CSS class of ours."""
    return [each for each in walk(widget) if f"polygames-{name}" in classes(each)]


def words(widget):
    """Return the HTML that is shown of a widget."""
    found = (each for each in seen(widget) if type(each).__name__ == "HTML")
    return "\n".join(each.value for each in found)


def labelled(widget, text, kind=object):
    """Return the button or the input with these words on it, of a kind if several have them."""
    every = [each for each in walk(widget) if isinstance(each, kind)]
    [found] = [each for each in every if getattr(each, "description", None) == text]
    return found


def press(widget, text):
    """Press the button with these words on it, as long as it can be pressed."""
    button = labelled(widget, text)
    assert not button.disabled, f"{text} cannot be pressed"
    button.click()


class PageDriver:
    """What a page does with a board, and what it shows of it."""

    def __init__(self, board):
        self.board = board

    # What it does

    def tell(self, kind, *, version=None, **content):
        """Send a message of the pointer layer, for the position that the page shows."""
        number = self.board.pointer.frame["version"] if version is None else version
        say(self.board.pointer, {"kind": kind, "version": number, **content})

    def press(self, text):
        """Press a button of the board by the words on it."""
        press(self.board, text)

    def on_page(self, name, kind, /, **content):
        """Send a message of a page beside the board."""
        say(self.board.get_panel(name).box, {"kind": kind, **content})

    def on_row(self, kind, row, *, page="Analysis", version=None, **content):
        """Press something of a row, as it is numbered on a page of rows."""
        told = self.rows(page)
        number = told["version"] if version is None else version
        move = told["rows"][row].get("move") if row in range(len(told["rows"])) else row
        self.on_page(page, kind, version=number, row=row, move=move, **content)

    def start(self):
        """Press Start of the form for a new game, and return what is said beside it."""
        form = self.board.get_panel("New game").box
        press(form, "Start")
        return self.refusal

    # What it shows

    @property
    def header(self):
        """What stands above the board, as HTML."""
        return words(self.one("head"))

    @property
    def choices(self):
        """The buttons of moves that have no place on the board."""
        return self.one("choices").children

    @property
    def labels(self):
        """The words on these buttons."""
        return [button.description for button in self.choices]

    @property
    def tab(self):
        """The name of the page that is open beside the board."""
        return self.one("tabs").value

    @property
    def pages(self):
        """The names of the pages beside the board that were made so far."""
        names = [name for each in self.one("side").children for name in classes(each)]
        made = [name.removeprefix(PAGE) for name in names if name.startswith(PAGE)]
        return [name.replace("-", " ") for name in made]

    @property
    def extras(self):
        """What only this game has."""
        return self.one("extras")

    @property
    def stack(self):
        """The picture with the pointer layer above it."""
        return self.one("stack")

    @property
    def picture(self):
        """The widget that is painted on."""
        return self.stack.children[0]

    @property
    def shape(self):
        """How many pixels the picture has, across and down."""
        picture = self.picture
        return tuple(getattr(picture, "pixels", None) or (picture.width, picture.height))

    @property
    def refusal(self):
        """What is said beside Start of the form for a new game."""
        [found] = of_class(self.board.get_panel("New game").box, "form-refusal")
        return found.value

    def button(self, text):
        """The button or the switch of the board with these words on it."""
        return labelled(self.board, text)

    def field(self, text, page="New game", kind=object):
        """The input with these words before it, on a page beside the board."""
        return labelled(self.board.get_panel(page).box, text, kind)

    def rows(self, page="Analysis"):
        """What a page of rows was sent: the rows, the note below them, what can be chosen."""
        return self.board.get_panel(page).box.content

    @property
    def position(self):
        """The position as text, on the page that saves and loads."""
        every = walk(self.board.get_panel("Record").box)
        [found] = [each for each in every if type(each).__name__ == "Textarea"]
        return found.value

    def moves(self):
        """The rows of the page with the moves, as it gets them when it asks."""
        sent, box = [], self.board.get_panel("Moves").box
        with patch.object(box, "send", sent.append):
            self.on_page("Moves", "request_rows")
        return sent[-1]["rows"]

    def one(self, name):
        """The only widget of the board with a CSS class of ours."""
        [found] = of_class(self.board, name)
        return found
