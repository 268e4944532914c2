"""The engine of Splinter: compiled rules, evaluation and searches."""
