"""Background jobs, compilation and timers of a board."""
