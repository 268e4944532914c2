"""The pages beside a board, and what is said on them."""
