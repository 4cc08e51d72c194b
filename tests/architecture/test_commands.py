"""The commands of the README: one test command, which every machine that checks a change calls word for word."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
