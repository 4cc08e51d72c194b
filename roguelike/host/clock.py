"""The date, which only the host reads: no game rule knows it."""

from datetime import UTC, datetime

DAILY = "daily-"
"""How the seed of a day's dungeon begins; the date follows."""


def today_utc() -> str:
    """Return the date in UTC, YYYY-MM-DD, so that the day is the same for everybody."""
    return datetime.now(UTC).date().isoformat()
