"""How Territory computes: the rules compiled, alpha-beta, proofs and solitaire."""
