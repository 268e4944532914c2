"""The pictures of the lessons: drawn here, so that a lesson's own cells stay short."""

from __future__ import annotations

from polygames.lessons.pictures.picture import Picture, canvas, of

__all__ = ["Picture", "canvas", "of"]
