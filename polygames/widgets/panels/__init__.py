"""The panels beside a board, and what is said on them."""
