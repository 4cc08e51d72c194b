"""Runs that were, or are being, recorded: replays and films, the morgue, scores, hindsight, and their screens."""
