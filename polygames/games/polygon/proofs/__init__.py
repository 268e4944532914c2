"""The solver of Polygon: proof-number search, checkpoints, and proofs that can be replayed."""
