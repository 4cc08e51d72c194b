"""Builders that work on what others began: corridors, start and exit, doors, decoration, spawning."""
