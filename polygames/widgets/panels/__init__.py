"""The panels beside a board and the texts they show."""
