"""Many games studied together: what was played, where points were lost, and cards to train it."""
