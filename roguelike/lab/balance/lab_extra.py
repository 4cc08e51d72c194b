"""Whether the libraries for pages and plots are installed: an optional extra of the package, for developers."""

from importlib.util import find_spec

LIBRARIES = {"matplotlib": "matplotlib", "jinja2": "Jinja2"}
"""Module name to display name."""


class ExtraMissingError(Exception):
    """A page cannot be made; the message names what to install."""


def require_lab_extra() -> None:
    """Check that pages can be made.

    Raises:
        ExtraMissingError: a library is not installed.
    """
    missing = [name for module, name in LIBRARIES.items() if find_spec(module) is None]
    if missing:
        raise ExtraMissingError(
            f"The page needs {' and '.join(missing)}: pip install 'bluemana[lab]'"
            " (figures alone need neither: --out FILE.json)."
        )
