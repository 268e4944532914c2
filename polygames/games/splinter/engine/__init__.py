"""The engine of Splinter: compiled rules, bitboards, evaluation and searches."""
