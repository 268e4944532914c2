"""The engine of Splitter: compiled sheets, learned values, expectimax and rollouts."""
