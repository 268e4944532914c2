"""Frames as a page reads them: with all items to which they refer."""

import json


def unpack_frame(frame, known):
    """Return a frame with its items in full, from two texts that were sent to a page."""
    packed, items = json.loads(frame), json.loads(known)["items"]
    parts = [items[slice(*each)] if isinstance(each, list) else [each] for each in packed["items"]]
    del packed["known_items"]
    return packed | {"items": [item for part in parts for item in part]}
