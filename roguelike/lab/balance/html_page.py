"""One HTML file without a network or a script, made from the templates beside this file (Jinja2)."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from roguelike.lab.balance.plots import MARKER_TEXT
from roguelike.lab.balance.summaries import number_text


@cache
def _templates() -> Environment:
    """Open the templates; whatever they print is escaped, and a name they do not know is an error."""
    found = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters.update(number=number_text, percent=lambda share: f"{share:.0%}")
    found.globals["MARKERS"] = MARKER_TEXT
    return found


def render(template: str, **values: Any) -> str:
    """Return the whole file that a template makes of some values."""
    return _templates().get_template(template).render(values)
