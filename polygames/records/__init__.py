"""Games that were played: records, their text, and files that are written whole."""
