"""How Polygon is solved: proof-number search, its checkpoints, and proofs that can be replayed."""
