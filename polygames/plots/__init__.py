"""Pictures by matplotlib: states, score curves, areas."""
