"""Campaigns: thousands of things that can go wrong for a game, drawn from a seed, and the result of each."""
