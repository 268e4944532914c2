"""The engine of Split: compiled rules, static evaluation, searches and proved endings."""
