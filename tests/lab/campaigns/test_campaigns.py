"""Every campaign: a few cases in the suite, all of them with `-m soak`, and the command that runs one."""

import io
import sys

import pytest

from roguelike.app import main
from roguelike.lab.campaigns.campaign import Campaign, Verdict, verdicts
from roguelike.lab.campaigns.roster import CAMPAIGNS

every_campaign = pytest.mark.parametrize("campaign", CAMPAIGNS.values(), ids=list(CAMPAIGNS))


def failures(campaign: Campaign, cases: int) -> list[tuple[int, Verdict]]:
    """Try some cases and return those that failed, with their numbers."""
    return [each for each in verdicts(campaign, "1", range(cases)) if each[1].failure]


@every_campaign
def test_a_few_cases_hold(campaign: Campaign) -> None:
    assert failures(campaign, campaign.short) == []


@pytest.mark.soak
@every_campaign
def test_all_cases_hold(campaign: Campaign) -> None:
    assert failures(campaign, campaign.cases) == []


def test_the_command_counts_and_ends_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["campaign", "saves", "--seed", "2", "--cases", "3"]) == 0
    assert "3 cases of the campaign saves, seed 2: 0 failed" in capsys.readouterr().out


def test_a_failed_case_is_told_with_the_command_that_tries_it_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "roguelike.lab.campaigns.hostile_saves._played", lambda session, rng: "the sky fell"
    )
    monkeypatch.setattr(
        "roguelike.lab.campaigns.hostile_saves.SPOILERS", {"nothing": lambda *_: None}
    )
    assert main(["campaign", "saves", "--seed", "2", "--cases", "1"]) == 1
    out = capsys.readouterr().out
    assert "FAILED nothing: the sky fell" in out
    assert "roguelike campaign saves --seed 2 --first 0 --cases 1" in out


def test_progress_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    main(["campaign", "saves", "--seed", "2", "--cases", "2"])
    assert "2 of 2 cases" in shown.getvalue()
