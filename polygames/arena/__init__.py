"""Agents against each other: matches of paired games, tournaments, ratings with intervals."""
