"""Attacks on boards and classes with hostile messages, and random input for other tests."""
