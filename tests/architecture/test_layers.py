"""Each layer imports only what stands below it: the contracts of pyproject.toml, held by import-linter.

`lint-imports` on the command line insists on every package; here a contract is judged on the packages that exist, so
that a part of the game can be taken out and the rest still be tested.
"""

import os
from pathlib import Path

import pytest
from importlinter.api import read_configuration
from importlinter.application import use_cases
from importlinter.application.user_options import UserOptions


def _exists(root: Path, module: str) -> bool:
    path = root.joinpath(*module.split("."))
    return (path / "__init__.py").exists() or path.with_suffix(".py").exists()


@pytest.fixture
def options(root: Path, monkeypatch: pytest.MonkeyPatch) -> UserOptions:
    """The contracts, narrowed to the packages that exist."""
    monkeypatch.chdir(root)
    monkeypatch.syspath_prepend(root)
    read = read_configuration(str(root / "pyproject.toml"))
    contracts = []
    for contract in read["contracts_options"]:
        if "layers" in contract:
            rows = [[f"({name.strip()})" for name in row.split("|")] for row in contract["layers"]]
            contract["layers"] = [" | ".join(row) for row in rows]
        if "forbidden_modules" in contract:
            named = contract["forbidden_modules"]
            contract["forbidden_modules"] = [name for name in named if _exists(root, name)]
        contracts.append(contract)
    return UserOptions(read["session_options"], contracts)


def test_the_layers_are_kept(options: UserOptions, capsys: pytest.CaptureFixture[str]) -> None:
    use_cases._register_contract_types(options)
    report = use_cases.create_report(options, cache_dir=None)
    assert not report.could_not_run, report.invalid_contract_options
    if report.contains_failures:
        use_cases.render_report(report)
    assert not report.contains_failures, capsys.readouterr().out
    assert report.module_count > 5
    assert report.kept_count == len(options.contracts_options) > 1


def test_the_contract_names_every_package(options: UserOptions, root: Path) -> None:
    layers = next(c for c in options.contracts_options if c["id"] == "layers")
    assert layers["exhaustive"]
    named = {name.strip(" ()") for row in layers["layers"] for name in row.split("|")}
    found = {entry.name for entry in os.scandir(root / "roguelike") if entry.is_dir()}
    assert {name for name in found if not name.startswith("__")} <= named
