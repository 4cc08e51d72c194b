"""Replays as files that others can play: asciicasts and GIFs."""
