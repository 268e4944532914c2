"""The data of a saved page, decoded as its script does."""

import json
import re
from base64 import b64decode
from itertools import accumulate
from zlib import decompress


def data_of(text):
    """Return the data of a page, with packed data unpacked and omitted values filled in."""
    data = json.loads(re.search(r'json" id="game">(.*?)</script>', text)[1])
    data |= json.loads(decompress(b64decode(data.pop("packed"))))
    for place, row in enumerate(data["nodes"][1:]):
        row.setdefault("parent", place)
        row.setdefault("seats", data["nodes"][row["parent"]]["seats"])
    return data


def pictures_in(data):
    """Return the primitives of each node's picture: the look, x and y of each."""
    looks, *places = (list(accumulate(column)) for column in data["places"])
    found = []
    for picture in data["pictures"]:
        runs = [number for piece in picture for number in data["pieces"][piece]]
        numbers = [
            first + step
            for first, length in zip(runs[::2], runs[1::2], strict=True)
            for step in range(length)
        ]
        found.append([(data["looks"][looks[n]], places[0][n], places[1][n]) for n in numbers])
    return found
