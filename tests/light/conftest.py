"""Drawn rooms."""

from tests.testing.rooms import draw

__all__ = ["draw"]
