"""What an interrupted match or tournament ends with: an interrupt that has the games."""

from __future__ import annotations

from typing import Any


class Interrupted(KeyboardInterrupt):
    """Ctrl-C (or Interrupt Kernel) ended games of agents; `result` keeps what was played.

    It is an interrupt and no error: a loop around the match ends, too, unless it catches this.

    Examples
    --------
    >>> import polygames as pg
    >>> class Impatient:
    ...     def choose(self, state, rng):
    ...         raise KeyboardInterrupt
    >>> try:
    ...     found = pg.match("polygon", Impatient(), "random", workers=1)
    ... except pg.Interrupted as stopped:
    ...     found = stopped.result
    >>> found.is_interrupted, found.games
    (True, ())
    """

    def __init__(self, result: Any) -> None:
        super().__init__(result)
        self.result = result
        """The `Match` or `Tournament` with all pairs, or `Measures` or `WithoutLuck` with all
        games, that were finished."""

    def __str__(self) -> str:
        """Say what was played, and where it is."""
        what = getattr(self.result, "counted", "games of finished pairs")
        return f"{self.result}\n({len(self.result.games)} {what} are in the result of this)"
