"""Games between two notebooks: in the room of a class, by a shared file, or by mail.

`transport.py` defines the interface of a connection between notebooks. It has three
implementations: `file_transport.py`, `paste_transport.py` and `room_transport.py`. `session.py` is
the session of a board that plays over a connection, and `setup.py` creates it for
`polygames.play`.
"""
