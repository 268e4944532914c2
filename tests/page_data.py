"""The data of a saved page, decoded as its script does."""

import json
import re
from base64 import b64decode
from itertools import islice
from zlib import decompress


def data_of(text):
    """Return the data of a page, with packed data unpacked and omitted values filled in."""
    data = json.loads(re.search(r'json" id="game">(.*?)</script>', text)[1])
    data |= json.loads(decompress(b64decode(data.pop("packed"))))
    columns = data["primitives"]
    data["primitives"] = [
        [style, x, y, *data["shapes"][shape]]
        for style, x, y, shape in zip(*columns.values(), strict=True)
    ]
    for place, row in enumerate(data["nodes"][1:]):
        row.setdefault("parent", place)
        row.setdefault("seats", data["nodes"][row["parent"]]["seats"])
    return data


def pictures_in(data):
    """Return the numbers of each node's picture, reconstructed as on the page."""
    found, last, added = [], 0, iter(data["added"])
    for base, *change in data["changes"]:
        before = found[base] if base >= 0 else []
        numbers, at, counts = [], 0, iter(change)
        for stay, go, come in zip(counts, counts, counts, strict=False):
            numbers += before[at : at + stay]
            at += stay + go
            for more in islice(added, come):
                last += more
                numbers.append(last)
        found.append(numbers + before[at:])
    return found
