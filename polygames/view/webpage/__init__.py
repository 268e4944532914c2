"""A game, an analysis, a review or a puzzle as one HTML file that needs nothing else."""
