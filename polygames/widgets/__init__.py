"""The board in a notebook."""
