"""A notebook in the room of a class: a board with a seat, or a lesson that reports its exercises.

`room_client.py` is the connection. `room_transport.py` plays a seat over it, `session.py` is the
session of such a board, and `setup.py` creates it for `polygames.play`. `exercise_reporter.py`
reports the exercises of a lesson.
"""
