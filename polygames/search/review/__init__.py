"""Reviews: the loss of every move of a record, and its mistakes.

>>> import polygames as pg
>>> record = pg.Record(pg.new("polygon", n=6))
>>> for move in ("A-C", "C-E"):
...     record.push(move)
>>> [(each.verdict, each.loss) for each in pg.review(record).moves]
[('blunder', 2.0), ('best', 0.0)]
"""

from polygames.search.review.annotations import annotate, read_move, read_review
from polygames.search.review.positions import Estimate, ReviewedPosition, ReviewWork
from polygames.search.review.results import Review, ReviewedMove
from polygames.search.review.reviewer import deepening, doubtful, open_mistakes, review, reviewing

__all__ = [
    "Estimate",
    "Review",
    "ReviewWork",
    "ReviewedMove",
    "ReviewedPosition",
    "annotate",
    "deepening",
    "doubtful",
    "open_mistakes",
    "read_move",
    "read_review",
    "review",
    "reviewing",
]
