"""Builders that continue the work of others: corridors, start and exit, doors, decoration, spawning."""
