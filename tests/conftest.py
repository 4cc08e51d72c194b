"""What every test stands on: no real window, no sound card, no data or saves of the person who runs it."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

# Set before anything imports tcod: SDL reads them once. A test that wants a real window starts a program of its own.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.pop("ROGUELIKE_DATA", None)

# The suite says the same thing on every run; `--hypothesis-profile explore` looks for new trouble.
settings.register_profile("suite", deadline=None, derandomize=True, database=None, max_examples=50)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile("suite")


@pytest.fixture(autouse=True, scope="session")
def _home_away(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Point the platform's user folders at a throw-away one, so that no test meets real saves or a real cache.

    For the whole session: programs that a module's fixture starts are no exception.
    """
    home = str(tmp_path_factory.getbasetemp() / "home")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            patch.setenv(name, home)
        for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
            patch.setenv(name, f"{home}/cache")
        yield
