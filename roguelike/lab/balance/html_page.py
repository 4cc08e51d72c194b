"""One HTML file without network access or scripts, made from the Jinja2 templates in this package."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from roguelike.lab.balance.plots import MARKER_TEXT
from roguelike.lab.balance.summaries import number_text


@cache
def _templates() -> Environment:
    """Load the templates; output is escaped, and an undefined name is an error."""
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
    """Render a template with these values."""
    return _templates().get_template(template).render(values)
