"""Loading the raws: in a thread while the title is on the screen, or immediately when a game needs them.

Nothing is loaded before it is needed: two threads that import modules would only delay the first frame.
"""

import gc
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

from roguelike.core import data_path
from roguelike.core.garbage_collection import tune_collector, uncollected

if TYPE_CHECKING:  # imported by the thread
    from roguelike.world.catalog import Catalog

__all__ = ["Catalog", "DataLoader", "LoadingError"]


class LoadingError(Exception):
    """The data cannot be used; the message tells the player what is wrong with it."""


class DataLoader:
    """Loads the raws once, in a thread or when the catalog is first needed."""

    def __init__(
        self,
        cache: Path | None = None,
        packs: Callable[[], Sequence[Path]] = data_path.chosen_packs,
    ) -> None:
        """Load from `cache`, the catalog's cache file, if it is valid, else write it; None for no cache.

        `packs` returns the folders of the content packs to load, or raises an error for the player.
        """
        self._cache, self._packs = cache, packs
        self._done = Event()
        self._catalog: Catalog | None = None
        self._fault: Exception | None = None
        self._thread: Thread | None = None

    def begin(self) -> None:
        """Start loading in a thread, unless that was done already."""
        if self._thread is None:
            self._thread = Thread(target=self._load, name="data", daemon=True)
            self._thread.start()

    def _load(self) -> None:
        """Import and load; keep any error for the caller of `catalog`."""
        with uncollected():
            try:
                from roguelike.engine import session  # noqa: F401 - then the first game starts at once
                from roguelike.engine.play.hints import hints
                from roguelike.mapgen.prefab import library
                from roguelike.raws.catalog import load_cached_catalog

                catalog = load_cached_catalog(self._cache, self._packs())
                library(catalog.folders)
                hints(catalog.folders)
                self._catalog = catalog
            except Exception as fault:  # noqa: BLE001 - told to the player as soon as it is known
                self._fault = fault
        tune_collector()
        gc.enable()  # off since the program began
        self._done.set()

    def settle(self) -> None:
        """Wait until the thread has loaded, if it is at work: two threads must not import the same modules at once."""
        if self._thread is not None:
            self._done.wait()

    def hash(self) -> str:
        """Return the short hash of the data; "" until it is loaded, and if loading fails."""
        return "" if self._catalog is None else self._catalog.data_hash[:8]

    def fault(self) -> str:
        """Return what is wrong with the data; "" if nothing is, or while it is still loading."""
        return "" if self._fault is None else str(self._fault)

    def catalog(self) -> "Catalog":
        """Load the catalog, or wait for it. Raises LoadingError when the data is broken."""
        self.begin()
        self._done.wait()
        if self._catalog is None:
            raise LoadingError(str(self._fault)) from self._fault
        return self._catalog
