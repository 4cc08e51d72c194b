"""Campaigns: thousands of bad days for a game, drawn from a seed, and what came of each."""
