"""Games between two notebooks: in the room of a class, by a shared file, or by mail.

`carrier.py` defines the interface of a connection between notebooks. It has three implementations:
`shared_file.py`, `pasted.py` and `room_link.py`. `session.py` is the session of a board that plays
over a connection, and `opening.py` creates it for `polygames.play`.
"""
