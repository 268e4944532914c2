"""The best sheet for given rolls: a bound, annealing that meets it, and OR-tools for the rest."""
