"""How Splinter computes: the rules compiled and on whole numbers, and the evaluation."""
