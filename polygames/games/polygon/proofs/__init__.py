"""The solver of Polygon: proof-number search, and proofs that can be replayed."""
