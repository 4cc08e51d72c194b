"""What the README says of the code is so, and the package index shows the game as it is.

The commands of the README: one test command, which every machine that checks a change calls word for word.
"""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

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
    pages = (root / "tests" / "golden" / "screens" / "sizes" / "80x50.txt").read_text("utf-8")
    golden = pages.partition("== aiming-at-three\n")[2]
    shown = [f"    {line.rstrip()}" for line in golden.splitlines()][: len(drawn)]
    if os.environ.get("GOLDEN") == "write":
        path.write_text(text.replace("\n".join(drawn), "\n".join(shown)), encoding="utf-8")
    assert len(drawn) > 20
    assert drawn == shown, "GOLDEN=write python -m pytest tests/architecture/test_readme.py"


TEST = (
    "python3 -m venv .venv && .venv/bin/pip install -q -e '.[dev]' && "
    ".venv/bin/python -m pytest -n 2"
)


def lines(path: Path) -> list[str]:
    return [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_test_command_needs_python_alone(root: Path) -> None:
    readme = (root / "README.md").read_text(encoding="utf-8")
    assert f"\n    {TEST}\n" in readme
    assert "sudo" not in readme


@pytest.mark.skipif(sys.platform == "win32", reason="a script of a Unix shell")
def test_the_script_runs_the_command_of_the_readme(root: Path) -> None:
    printed = subprocess.check_output([root / ".ci" / "test", "--print"], text=True)
    assert printed.strip() == TEST


def test_ci_calls_the_script_on_every_system_and_python(root: Path) -> None:
    workflow = lines(root / ".github" / "workflows" / "ci.yml")
    assert "- run: .ci/test" in workflow
    assert "os: [ubuntu-latest, macos-latest, windows-latest]" in workflow
    project = (root / "pyproject.toml").read_text(encoding="utf-8")
    for version in ("3.11", "3.12", "3.13"):
        assert f'"Programming Language :: Python :: {version}"' in project
        assert any(line.startswith("python: [") and f'"{version}"' in line for line in workflow)
    assert not any(word in line for line in workflow for word in ("pytest", "pip "))


def test_a_checkout_has_the_same_bytes_on_every_system(root: Path) -> None:
    assert "* -text" in lines(root / ".gitattributes"), "Windows would put CRLF into shell scripts"


def test_the_checks_before_a_change_call_the_script_with_ci_set(root: Path) -> None:
    run = lines(root / ".ci" / "run")
    assert any(line.startswith(".ci/test ") for line in run)
    assert any(line.startswith("export CI=true") for line in run)
    assert not any("pytest" in line for line in run)


@pytest.mark.parametrize(
    ("ci", "code", "word"), [("", 0, "skipped"), ("true", 1, "skipped, and CI is set")]
)
def test_without_a_screen_tests_are_skipped_and_with_ci_set_they_fail(
    root: Path, tmp_path: Path, ci: str, code: int, word: str
) -> None:
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-rs",
            "-p",
            "no:cacheprovider",
            "tests/real/test_terminal.py",
        ],
        cwd=root,
        env={**os.environ, "PATH": str(tmp_path), "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == code, run.stdout + run.stderr
    assert word in run.stdout
    assert "tmux not found here: sudo apt-get install tmux" in run.stdout
