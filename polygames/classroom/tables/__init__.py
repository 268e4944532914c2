"""A table: one game between some seats, or a puzzle, as the lines of a log."""
