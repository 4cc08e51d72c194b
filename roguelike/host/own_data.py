"""The data in use on this machine: the game's own and the content packs over it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from roguelike.core.data_path import DataFolderError, Packs, chosen_packs, data_folder, kept_catalog
from roguelike.engine.loading import DataLoader, LoadingError
from roguelike.engine.state.errors import SaveError
from roguelike.host.own_files import OwnFiles
from roguelike.ui.program import UserError
from roguelike.ui.settings import Settings

if TYPE_CHECKING:  # the title screen does not wait for the engine, raws and pydantic
    from roguelike.engine.loading import Catalog

NO_MEMORY = "There is not enough memory to read that. Close other programs and try again: every file was left as it is."


class OwnData(OwnFiles):
    """Loads the data, once the first frame is shown or somebody asks."""

    def __init__(self, saves: Path, data: DataLoader | None) -> None:
        """Load the data with `data`; None for a loader of its own."""
        super().__init__(saves)
        self._cache = kept_catalog()
        self.data = data or DataLoader(self._cache, self._packs_of_new_games)
        self._packs = self.packs_of_options()
        """The packs in the options when the data was last loaded."""

    def _packs_of_new_games(self) -> Sequence[Path]:
        """Return the pack folders from the command line, or else from the options. Raises DataFolderError."""
        if chosen := chosen_packs():
            return chosen
        named = self.packs_of_options()
        if not named:  # the rest loads much, which the first frame need not wait for
            return []
        from roguelike.store.installed_packs import folder_of

        return [folder_of(name, self.saves) for name in named]

    def data_folders(self) -> Sequence[Path]:
        """Return the data folders of new games: the game's own, and the packs over it if they are available."""
        with suppress(DataFolderError):
            return (data_folder(), *self._packs_of_new_games())
        return (data_folder(),)

    def keep_settings(self, settings: Settings) -> str | None:
        """Write the settings and apply them; return what went wrong, None if nothing."""
        trouble = super().keep_settings(settings)
        if settings.packs != self._packs:
            self._packs = settings.packs
            self.data = DataLoader(self._cache, self._packs_of_new_games)
            self.data.begin()
        return trouble

    # --- data and notices

    def catalog(self) -> "Catalog":
        """Return the catalog, waiting for it if necessary. Raises UserError if the raws are broken."""
        try:
            return self.data.catalog()
        except LoadingError as fault:
            raise UserError(str(fault)) from fault

    def catalog_with(self, packs: Packs) -> "Catalog":
        """Return the data that a game was begun with. Raises UserError or SaveError if it is not available."""
        from roguelike.store.installed_packs import PrefabError, catalog_with

        try:
            return catalog_with(packs, self.catalog(), self.saves)
        except (
            ValueError,
            DataFolderError,
            PrefabError,
        ) as fault:  # a pack of another game may have faults too
            raise UserError(str(fault)) from fault

    def data_hash(self) -> str:
        """Return the short hash of the raws once they are loaded; "" until then."""
        return self.data.hash()

    def packs(self) -> Sequence[str]:
        """Return the content packs of new games in readable form; () until they are loaded."""
        return tuple(map(str, self.catalog().packs)) if self.data_hash() else ()

    def data_fault(self) -> str:
        """Return what is wrong with the raws; "" if nothing is, and until that is known."""
        return self.data.fault()


@contextmanager
def told_to_the_player() -> Iterator[None]:
    """Turn faults in a save, a report or a replay into a UserError."""
    try:
        yield
    except SaveError as fault:
        raise UserError(str(fault)) from fault
    except MemoryError as fault:
        raise UserError(NO_MEMORY) from fault
