"""The engine of Territory: compiled rules, alpha-beta, proofs and solitaire."""
