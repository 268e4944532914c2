"""Competitions between agents: matches of paired games, tournaments, ratings with intervals."""
