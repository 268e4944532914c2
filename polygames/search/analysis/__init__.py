"""What the moves of a position are worth: analyses that deepen, and what is made of them."""

from polygames.search.analysis.anytime import analyse, deepen

__all__ = ["analyse", "deepen"]
