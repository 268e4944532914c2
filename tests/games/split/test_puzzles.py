"""Beside the last area to cut, an area that can be filled is filled first: by sizes alone."""

from functools import cache

import pytest


@cache
def best(small, whole, own, least):
    """Return what the player to move gets at most of areas to fill and of one to cut.

    `own` says for the player to move and the other one whether it can join two own lines.
    """
    total = sum(small) + whole
    if not total:
        return 0
    options = [filled(small, place, whole, own, least) for place in range(len(small))]
    options += [cut for size in sizes(whole, least) for cut in cuts(small, whole, size, own, least)]
    return max(options)


def sizes(whole, least):
    """Return the sizes that the smaller piece of an area can have."""
    return range(least, whole // 2 + 1) if whole else ()


def filled(small, place, whole, own, least):
    """Return what a player gets who fills an area now."""
    rest = small[:place] + small[place + 1 :]
    return small[place] + sum(rest) + whole - best(rest, whole, own[::-1], least)


def cuts(small, whole, size, own, least):
    """Yield what a player gets who cuts the area now: by any line, and by one between own ones."""
    pieces = size, whole - size
    both = tuple(sorted((*small, *pieces)))
    yield sum(both) - best(both, 0, own[::-1], least)
    if own[0]:
        yield min(left_with(small, mine, whole - mine, own, least) for mine in pieces)


def left_with(small, mine, other, own, least):
    """Return what a player gets for whom the other one has left a piece."""
    rest = tuple(sorted((*small, other)))
    return mine + sum(rest) - best(rest, 0, own[::-1], least)


@pytest.mark.parametrize("own", [(False, False), (True, False), (False, True), (True, True)])
@pytest.mark.parametrize(("limit", "least"), [(5, 1), (8, 3), (12, 5), (16, 7)])
def test_where_every_line_leaves_two_areas_to_fill_none_is_better_than_to_fill_first(
    limit, least, own
):
    tried = 0
    for area in range(least, limit + 1):
        for whole in range(limit + 1, limit + least + 1):
            first = filled((area,), 0, whole, own, least)
            assert 2 * first >= 2 * area + whole
            for size in sizes(whole, least):
                for cut in cuts((area,), whole, size, own, least):
                    assert cut <= first
                    tried += 1
    assert tried
