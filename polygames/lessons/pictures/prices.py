"""The picture of the lesson about learned values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.lessons.pictures.picture import Picture, canvas
from polygames.scene.palette import BLUE, GREEN, VERMILION

if TYPE_CHECKING:
    from collections.abc import Mapping


def players(study: Mapping[str, Any]) -> Picture:
    """Draw what players score by the price they ask, and the prices that can be learned from them.

    Parameters
    ----------
    study
        What `benchmarks.studies.splitter_prices` wrote.
    """
    figure, (left, right) = canvas(1, 2, (10.0, 4.0))
    rows = study["careful"]
    asked = [row["price"] for row in rows]
    means = [row["mean"] for row in rows]
    errors = [2 * row["mean_error"] for row in rows]
    left.errorbar(asked, means, yerr=errors, fmt="o-", color=BLUE, capsize=3)
    left.set(xlabel="the price that a player asks", ylabel="points on average")
    names = ["random", *(f"asks {price:g}" for price in asked)]
    teachers = [study["random"], *rows]
    for kind, color, mark, label in (
        ("watched", VERMILION, "X", "learned by watching"),
        ("coin", GREEN, "o", "learned by a coin"),
    ):
        prices = [each[kind] for each in teachers]
        spread = [2 * each[f"{kind}_error"] for each in teachers]
        right.errorbar(prices, names, xerr=spread, fmt=mark, color=color, label=label, capsize=3)
    right.invert_yaxis()
    right.set(xlabel="the price that is learned", title="from whom it is learned")
    right.legend(frameon=False)
    for ax in (left, right):
        ax.spines[["top", "right"]].set_visible(b=False)
    best = max(rows, key=lambda row: row["mean"])
    learned = ", ".join(
        f"{name} {each['watched']:.2f} and {each['coin']:.2f}"
        for name, each in zip(names, teachers, strict=True)
    )
    return Picture(
        figure,
        f"Points by the price that is asked: best at {best['price']:g}, with {best['mean']:.2f}."
        f" Prices learned by watching and by a coin: {learned}.",
    )
