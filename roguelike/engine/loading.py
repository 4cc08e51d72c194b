"""Loading the raws in a thread of its own: the title is on the screen while the models are still being built."""

from threading import Thread
from typing import TYPE_CHECKING

from roguelike.engine.memory import settle_memory

if TYPE_CHECKING:  # importing it is what the thread is for
    from roguelike.raws.catalog import Catalog

__all__ = ["Catalog", "DataLoader", "LoadingError"]


class LoadingError(Exception):
    """The data cannot be used; the message tells the player what is wrong with it."""


class DataLoader:
    """Loads the raws while something else goes on."""

    def __init__(self) -> None:
        """Start loading."""
        self._catalog: Catalog | None = None
        self._fault: Exception | None = None
        self._thread = Thread(target=self._load, name="data", daemon=True)
        self._thread.start()

    def _load(self) -> None:
        """Import and load; a fault is kept for whoever asks."""
        try:
            from roguelike.engine import session  # noqa: F401 - imported here, the first game starts at once
            from roguelike.raws.catalog import load_catalog

            self._catalog = load_catalog()
            settle_memory()
        except Exception as fault:  # noqa: BLE001 - told to the player when they need the data
            self._fault = fault

    def hash(self) -> str:
        """Return the short hash of the data; empty until it is there, and when it never will be."""
        return "" if self._catalog is None else self._catalog.data_hash[:8]

    def catalog(self) -> "Catalog":
        """Wait for the catalog. Raises LoadingError when the data is broken."""
        self._thread.join()
        if self._catalog is None:
            raise LoadingError(str(self._fault)) from self._fault
        return self._catalog
