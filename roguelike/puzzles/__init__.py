"""Puzzles: small boards with fixed dice and few acts; how they are played, made, solved and shared."""
