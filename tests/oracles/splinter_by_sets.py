"""A second, slow implementation of Splinter with sets and pairs, to compare with the package.

Nothing here is shared with the package but the letters of a board.
"""

from itertools import combinations, product

KING_STEPS = [(down, right) for down, right in product((-1, 0, 1), repeat=2) if down or right]


def on_board(rows):
    """Return the pieces of a board as a dictionary from (row, column) to letter."""
    return {
        (r, c): letter
        for r, row in enumerate(rows)
        for c, letter in enumerate(row)
        if letter != "."
    }


def as_rows(pieces, height, width):
    return tuple("".join(pieces.get((r, c), ".") for c in range(width)) for r in range(height))


def groups(pieces):
    """Return the groups of touching pieces, by a simple union-find."""
    leader = {place: place for place in pieces}

    def find(place):
        while leader[place] != place:
            place = leader[place]
        return place

    for a, b in combinations(pieces, 2):
        if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1:
            leader[find(a)] = find(b)
    found = {}
    for place in pieces:
        found.setdefault(find(place), set()).add(place)
    return list(found.values())


class Game:
    """A mutable game with the attributes `rows`, `lost` and `result`."""

    def __init__(self, rows, mover=0, edge="block", no_return=False, max_plies=500):
        self.height, self.width = len(rows), len(rows[0])
        self.pieces = on_board(rows)
        self.mover, self.edge, self.no_return, self.max_plies = mover, edge, no_return, max_plies
        self.lost, self.plies = [0, 0], 0
        self.barred = [None, None]
        """For each seat, the place of the piece that it moved last, and the place before that."""
        self._remove_strays()
        self.seen = [self._position()]

    @property
    def rows(self):
        return as_rows(self.pieces, self.height, self.width)

    def has(self, place):
        return 0 <= place[0] < self.height and 0 <= place[1] < self.width

    def moves(self):
        """Return all legal pairs (place, step), also after the end of the game."""
        own = "wW" if self.mover == 0 else "bB"
        mine = [place for place, letter in self.pieces.items() if letter in own]
        return {
            (place, step) for place in mine for step in KING_STEPS if self._is_legal(place, step)
        }

    def _chain(self, place, step):
        chain = []
        while place in self.pieces:
            chain.append(place)
            place = (place[0] + step[0], place[1] + step[1])
        return chain, place

    def _is_legal(self, place, step):
        end = (place[0] + step[0], place[1] + step[1])
        if not self.has(end) or self.barred[self.mover] == (place, end):
            return False
        return self.edge == "remove" or self.has(self._chain(place, step)[1])

    def play(self, place, step):
        chain, _ = self._chain(place, step)
        before = self._pawns()
        moved = {}
        for at in chain:
            to = (at[0] + step[0], at[1] + step[1])
            moved[to] = self.pieces.pop(at)
        self.pieces |= {to: letter for to, letter in moved.items() if self.has(to)}
        self.lost = [
            lost + was - now
            for lost, was, now in zip(self.lost, before, self._pawns(), strict=True)
        ]
        if self.no_return:
            self._bar(place, step, chain)
        if len(self._kings()) == 2:
            self._remove_strays()
        if self._pawns() != before:
            self.seen = []
        self.mover, self.plies = 1 - self.mover, self.plies + 1
        self.seen.append(self._position())

    def _bar(self, place, step, chain):
        end = (place[0] + step[0], place[1] + step[1])
        other = self.barred[1 - self.mover]
        if other and other[0] in chain:
            other = ((other[0][0] + step[0], other[0][1] + step[1]), other[1])
        self.barred[1 - self.mover] = other
        self.barred[self.mover] = (end, place)

    def _pawns(self):
        letters = list(self.pieces.values())
        return [letters.count("w"), letters.count("b")]

    def _kings(self):
        return {letter: place for place, letter in self.pieces.items() if letter in "WB"}

    def _remove_strays(self):
        for group in groups(self.pieces):
            letters = [self.pieces[place] for place in group]
            if "W" not in letters and "B" not in letters:
                for place, letter in zip(group, letters, strict=True):
                    self.lost["wb".index(letter)] += 1
                    del self.pieces[place]

    def _position(self):
        bar = self.barred[self.mover]
        if bar and max(abs(bar[0][0] - bar[1][0]), abs(bar[0][1] - bar[1][1])) != 1:
            bar = None  # the piece was pushed out of reach of the square
        if bar and self.pieces.get(bar[0], " ") not in ("wW", "bB")[self.mover]:
            bar = None  # the piece is gone
        return self.rows, self.mover, bar

    def sizes(self):
        """Return the size of each king's group, 0 for a king that is gone."""
        found = groups(self.pieces)
        return [
            sum(len(group) for group in found if king in [self.pieces[at] for at in group])
            for king in "WB"
        ]

    def result(self):
        """Return None, or the seats that won."""
        kings, (white, black) = self._kings(), self.sizes()
        if len(kings) < 2:
            return {0} if "W" in kings else {1}
        if not any({kings["W"], kings["B"]} <= group for group in groups(self.pieces)):
            return _better(white, black) or _better(self.lost[1], self.lost[0]) or {0, 1}
        if 0 in self._pawns():
            return _better(*self._pawns()) or {0, 1}
        stalled = self.seen.count(self.seen[-1]) == 3 or self.plies >= self.max_plies
        return {0, 1} if stalled or not self.moves() else None

    def perft(self, depth):
        """Count sequences of moves."""
        if depth == 0:
            return 1
        if self.result() is not None:
            return 0
        if depth == 1:
            return len(self.moves())
        return sum(self.after(place, step).perft(depth - 1) for place, step in self.moves())

    def after(self, place, step):
        game = Game.__new__(Game)
        game.__dict__ = {
            name: value.copy() if hasattr(value, "copy") else value
            for name, value in vars(self).items()
        }
        game.play(place, step)
        return game


def _better(white, black):
    return {0} if white > black else {1} if black > white else None


def by_sets(move, height):
    """Return a move of the package as the place of the piece and its step."""
    (r, c), (r1, c1) = (
        (height - int(name[1:]), ord(name[0]) - 97) for name in (move.start, move.end)
    )
    return (r, c), (r1 - r, c1 - c)


def twin(state):
    """Return a game of this module for a state at its start."""
    given = dict(state.options)
    first, board = given.pop("first"), given.pop("board") or state.rows
    return Game(board, mover=("white", "black").index(first), **given)


def agree(state, game):
    """Raise AssertionError if a state of the package differs from a game of this module."""
    assert state.rows == game.rows
    assert state.lost == tuple(game.lost)
    assert state.scores == tuple(game.sizes())
    assert (state.outcome and state.outcome.winners) == game.result()
    if state.outcome is None:
        assert {by_sets(move, game.height) for move in state.legal_moves} == game.moves()
