"""What the README says of the code is so, and the package index shows the game as it is."""

import ast
import json
import os
import re
from pathlib import Path

FILE = re.compile(r"`((?:[\w.]+/)+[\w]+\.(?:py|json))`(?: \(((?:`\w+`(?:, )?)+)\))?")
STATED = re.compile(r"This reading route has some ([\d,]+) lines")
TOLERANCE = 50


def section(root: Path, heading: str) -> str:
    """Return what stands in the README below a heading, up to the next one."""
    text = (root / "README.md").read_text(encoding="utf-8")
    return text.split(f"{heading}\n", 1)[1].split("\n#", 1)[0]


def path_of(root: Path, name: str) -> Path:
    """Return the file that the README means: those of the package are named without its folder."""
    return root / name if (root / name).exists() else root / "roguelike" / name


def lines_of(path: Path, parts: list[str]) -> int:
    """Count the lines of a file or, if parts are named, of these functions, classes or rows alone."""
    text = path.read_text(encoding="utf-8")
    if not parts:
        return text.count("\n")
    if path.suffix == ".json":
        return sum(row_lines(text, name) for name in parts)
    found = {
        node.name: (node.end_lineno or 0) - min([node.lineno, *lines_of_decorators(node)]) + 1
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    return sum(found[name] for name in parts)


def lines_of_decorators(node: ast.FunctionDef | ast.ClassDef) -> list[int]:
    """Return the lines on which the decorators of a definition stand."""
    return [each.lineno for each in node.decorator_list]


def row_lines(text: str, name: str) -> int:
    """Count the lines of the row with a name, from one brace to the other."""
    start = text.rindex("{", 0, text.index(f'"name": "{name}"'))
    _, length = json.JSONDecoder().raw_decode(text[start:])
    return text[start : start + length].count("\n") + 1


def test_every_file_in_the_readme_exists(root: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    named = {match[0] for match in FILE.findall(text)}
    assert len(named) > 20
    assert not [name for name in sorted(named) if not path_of(root, name).exists()]


def test_the_words_of_the_design_are_in_their_files(root: Path) -> None:
    rows = [
        row
        for row in section(root, "## The words of the design, and where they are").split("\n")
        if FILE.search(row)
    ]
    assert len(rows) == 16
    for row in rows:
        word, file = row.split("|")[1:3]
        path = path_of(root, FILE.findall(file)[0][0])
        for name in re.findall(r"`(\w+)`", word):
            assert re.search(rf"^class {name}\b", path.read_text(encoding="utf-8"), re.MULTILINE)


def test_the_reading_route_is_as_long_as_the_readme_says(root: Path) -> None:
    (heading,) = re.findall(
        r"^## The tour of the code.*$",
        (root / "README.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    route = section(root, heading)
    (stated,) = STATED.findall(route)
    count = sum(
        lines_of(path_of(root, name), re.findall(r"\w+", parts))
        for name, parts in FILE.findall(route)
    )
    assert abs(count - int(stated.replace(",", ""))) <= TOLERANCE, f"the route has {count} lines"


def test_the_description_needs_no_other_file(root: Path) -> None:
    text = (root / ".ci" / "description.md").read_text(encoding="utf-8")
    assert not re.search(r"\]\((?!https?://)|<img", text)
    assert 'readme = ".ci/description.md"' in (root / "pyproject.toml").read_text(encoding="utf-8")


def test_its_picture_is_the_screen_as_it_is(root: Path) -> None:
    path = root / ".ci" / "description.md"
    text = path.read_text(encoding="utf-8")
    drawn = [line for line in text.splitlines() if "│" in line]
    golden = (root / "tests" / "golden" / "screens" / "aiming-at-three.txt").read_text("utf-8")
    shown = [f"    {line.rstrip()}" for line in golden.splitlines()][: len(drawn)]
    if os.environ.get("GOLDEN") == "write":
        path.write_text(text.replace("\n".join(drawn), "\n".join(shown)), encoding="utf-8")
    assert len(drawn) > 20
    assert drawn == shown, "GOLDEN=write python -m pytest tests/architecture/test_readme.py"
