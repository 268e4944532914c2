"""A class without a network: its pupils, tables, rounds, questions and results."""

from polygames.classroom.room.ledger import ROOM_FILE
from polygames.classroom.room.room import Room

__all__ = ["ROOM_FILE", "Room"]
