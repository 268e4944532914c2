"""A simulated page of a board, without a kernel and without a browser.

Messages of the page go through the comm of a widget, as in JupyterLab. The content of the page is
read from the widgets that it would draw, if they are not hidden. Widgets are found by their CSS
class or their label.
"""

from __future__ import annotations

from unittest.mock import patch

import comm

PANEL_PREFIX = "polygames-panel-"


def send_message(widget, content):
    """Send a message to a widget, as its page does."""
    data = {"method": "custom", "content": content}
    widget.comm.handle_msg({"content": {"data": data}, "buffers": []})


def open_widgets():
    """Return the ids of all open widgets."""
    return set(comm.get_comm_manager().comms)


def all_widgets(widget):
    """Yield a widget and all widgets inside it."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from all_widgets(child)


def shown_widgets(widget):
    """Yield a widget and all widgets inside it, without hidden ones."""
    if widget.layout.display != "none":
        yield widget
        for child in getattr(widget, "children", ()):
            yield from shown_widgets(child)


def is_shown(widget):
    """Return True if a widget itself is not hidden. A widget around it may be hidden."""
    return widget.layout.display != "none"


def classes(widget):
    return widget.get_state("_dom_classes").get("_dom_classes", ())


def find_by_class(widget, name):
    """Return the widgets inside a widget that have the CSS class ``polygames-{name}``."""
    return [each for each in all_widgets(widget) if f"polygames-{name}" in classes(each)]


def shown_html(widget):
    """Return the HTML of a widget that is not hidden."""
    found = (each for each in shown_widgets(widget) if type(each).__name__ == "HTML")
    return "\n".join(each.value for each in found)


def find_by_label(widget, text, kind=object):
    """Return the only widget of a type with a label inside a widget."""
    every = [each for each in all_widgets(widget) if isinstance(each, kind)]
    [found] = [each for each in every if getattr(each, "description", None) == text]
    return found


def press(widget, text):
    """Press the button with a label. It must not be disabled."""
    button = find_by_label(widget, text)
    assert not button.disabled, f"{text} cannot be pressed"
    button.click()


class PageDriver:
    """A page of a board: its actions and its content."""

    def __init__(self, board):
        self.board = board

    # Actions

    def tell(self, kind, *, version=None, **content):
        """Send a message of the pointer layer, for the position that the page shows."""
        number = self.board.pointer.frame["version"] if version is None else version
        send_message(self.board.pointer, {"kind": kind, "version": number, **content})

    def press(self, text):
        """Press a button of the board by its label."""
        press(self.board, text)

    def on_page(self, name, kind, /, **content):
        """Send a message of a panel beside the board."""
        send_message(self.board.get_panel(name).box, {"kind": kind, **content})

    def on_row(self, kind, row, *, page="Analysis", version=None, **content):
        """Send a message of a row, by its number in a panel of rows."""
        sent = self.rows(page)
        number = sent["version"] if version is None else version
        move = sent["rows"][row].get("move") if row in range(len(sent["rows"])) else row
        self.on_page(page, kind, version=number, row=row, move=move, **content)

    def start(self):
        """Press Start in the form for a new game, and return the message beside it."""
        form = self.board.get_panel("New game").box
        press(form, "Start")
        return self.refusal

    # Content

    @property
    def header(self):
        """The header above the board, as HTML."""
        return shown_html(self.one("head"))

    @property
    def choices(self):
        """The buttons of moves that have no place on the board."""
        return self.one("choices").children

    @property
    def labels(self):
        """The labels of these buttons."""
        return [button.description for button in self.choices]

    @property
    def tab(self):
        """The name of the open panel beside the board."""
        return self.one("tabs").value

    @property
    def pages(self):
        """The names of the panels beside the board that exist so far."""
        names = [name for each in self.one("side").children for name in classes(each)]
        made = [name.removeprefix(PANEL_PREFIX) for name in names if name.startswith(PANEL_PREFIX)]
        return [name.replace("-", " ") for name in made]

    @property
    def extras(self):
        """The part of the board that only this game has."""
        return self.one("extras")

    @property
    def stack(self):
        """The picture with the pointer layer above it."""
        return self.one("stack")

    @property
    def picture(self):
        """The widget with the picture."""
        return self.stack.children[0]

    @property
    def shape(self):
        """The width and the height of the picture in pixels."""
        picture = self.picture
        return tuple(getattr(picture, "pixels", None) or (picture.width, picture.height))

    @property
    def refusal(self):
        """The message beside Start in the form for a new game."""
        [found] = find_by_class(self.board.get_panel("New game").box, "form-refusal")
        return found.value

    def button(self, text):
        """The button or the switch of the board with a label."""
        return find_by_label(self.board, text)

    def field(self, text, page="New game", kind=object):
        """The input with a label in a panel beside the board."""
        return find_by_label(self.board.get_panel(page).box, text, kind)

    def rows(self, page="Analysis"):
        """The data of a panel of rows: the rows, the note below them, the choices."""
        return self.board.get_panel(page).box.content

    @property
    def position(self):
        """The position as text in the panel *Record*."""
        every = all_widgets(self.board.get_panel("Record").box)
        [found] = [each for each in every if type(each).__name__ == "Textarea"]
        return found.value

    def moves(self):
        """The rows that the panel *Moves* receives on request."""
        sent, box = [], self.board.get_panel("Moves").box
        with patch.object(box, "send", sent.append):
            self.on_page("Moves", "request_rows")
        return sent[-1]["rows"]

    def one(self, name):
        """The only widget of the board with the CSS class ``polygames-{name}``."""
        [found] = find_by_class(self.board, name)
        return found
