"""A class without a network: who is in it, what is said and played, and what came of it."""

from polygames.classroom.room.ledger import ROOM_FILE
from polygames.classroom.room.room import Room

__all__ = ["ROOM_FILE", "Room"]
