"""Drawn rooms, and people at the keys."""

from tests.pilot.conftest import people, real
from tests.testing.rooms import draw

__all__ = ["draw", "people", "real"]
