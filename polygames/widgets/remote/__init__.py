"""One game at two notebooks: over the room of a class, by a file that both can read, or by mail.

`carrier.py` says what a way between notebooks does. There are three: `shared_file.py`, `pasted.py`
and `room_link.py`. `session.py` is the session of a board that plays over one of them, and
`opening.py` makes it for `polygames.play`.
"""
