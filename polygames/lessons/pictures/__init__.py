"""The pictures of the lessons: drawn here, so that a lesson's own cells stay short."""

from __future__ import annotations

from polygames.runtime.optional_imports import need

need("matplotlib", "a picture of a lesson")

from polygames.lessons.pictures.picture import Picture, canvas, of  # noqa: E402 - after the message on what to install

__all__ = ["Picture", "canvas", "of"]
