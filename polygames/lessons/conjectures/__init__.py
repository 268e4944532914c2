"""Conjectures that students make, and the search for what breaks them.

Each lesson has a module here with its ``try_to_break``. Nothing is marked: a conjecture that was
broken says where to look next, and one that was not is still no theorem.
"""

from __future__ import annotations

from polygames.lessons.conjectures.hunt import Case, search

__all__ = ["Case", "search"]
