"""The best sheet for given rolls: an upper bound, simulated annealing, and OR-tools."""
