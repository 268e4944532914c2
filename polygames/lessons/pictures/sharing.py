"""The pictures of the lesson about fair division."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.pictures.picture import Picture, canvas
from polygames.scene.palette import BLUE, GREEN, GREY, INK, ORANGE, tint

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HUES: Final = (BLUE, ORANGE, GREEN)


def cakes(
    tastes: Mapping[str, Sequence[float]], parts: Mapping[int, tuple[Any, Any]] | None = None
) -> Picture:
    """Draw one cake as each person sees it, with the part of each person in a colour of theirs.

    Parameters
    ----------
    tastes
        By the name of a person, what each slice is worth to them.
    parts
        By the number of a person, where their part begins and ends; one colour without it.
    """
    figure, axes = canvas(len(tastes), 1, (8.4, 1.7 * len(tastes) + 0.6), sharex=True)
    names = [*tastes]
    for ax, name in zip(axes, names, strict=True):
        for k, height in enumerate(tastes[name]):
            ax.fill_between((k, k + 1), height, color=tint(GREY, 0.25), linewidth=0)
            for person, (left, right) in (parts or {}).items():
                ends = (max(k, float(left)), min(k + 1, float(right)))
                if ends[0] < ends[1]:
                    ax.fill_between(ends, height, color=tint(HUES[person], 0.6), linewidth=0)
            ax.plot((k, k, k + 1, k + 1), (0, height, height, 0), color=INK, linewidth=1)
        ax.set(title=f"as {name} sees it", ylabel="worth", ylim=(0, None))
        ax.spines[["top", "right"]].set_visible(b=False)
    for person, (left, right) in (parts or {}).items():
        middle, top = float(left + right) / 2, axes[-1].get_ylim()[1]
        axes[-1].text(middle, 0.4 * top, names[person], ha="center", color=INK, fontsize=11)
    axes[-1].set_xticks(range(len(tastes[names[0]]) + 1))
    told = "; ".join(f"{name}: {', '.join(map(str, taste))}" for name, taste in tastes.items())
    got = [
        f"{names[p]} gets {float(left):.3g} to {float(right):.3g}"
        for p, (left, right) in (parts or {}).items()
    ]
    return Picture(figure, f"A cake. What its slices are worth to {told}. {'; '.join(got)}")


def differences(groups: Mapping[str, Sequence[float]], width: int = 10) -> Picture:
    """Draw how large the final leads are that some ways to share leave, a panel for each.

    Parameters
    ----------
    groups
        By the name of a way, the leads that it leaves.
    width
        How many points stand in one bar.
    """
    figure, axes = canvas(len(groups), 1, (8.4, 2.1 * len(groups) + 0.5), sharex=True, sharey=True)
    most = max(abs(lead) for leads in groups.values() for lead in leads)
    edges = [width * k for k in range(int(most // width) + 2)]
    for ax, (name, leads) in zip(axes, groups.items(), strict=True):
        ax.hist([abs(lead) for lead in leads], bins=edges, color=tint(BLUE, 0.6), edgecolor="white")
        ax.set(title=name, ylabel="boards")
        ax.spines[["top", "right"]].set_visible(b=False)
    axes[-1].set(xlabel="by how many points the one player is better off")
    means = [
        f"{name}: {sum(map(abs, leads)) / len(leads):.1f} on average"
        for name, leads in groups.items()
    ]
    return Picture(figure, f"How many points one player is better off. {'; '.join(means)}.")
