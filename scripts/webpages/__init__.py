"""Pages of the site that are written by the games, their records and the figures measured."""
