"""Rooms for scenarios."""

from tests.testing.rooms import draw

__all__ = ["draw"]
