"""Every campaign: a few cases in the suite, all of them with `-m soak`, and the command that runs one."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest

from roguelike.actions import moving, spell_use, wizardry
from roguelike.app import main
from roguelike.components import actors, vitals
from roguelike.core.records import replace
from roguelike.core.rng import Stream
from roguelike.effects.foresight.forecast import Forecast
from roguelike.engine.foreseeing.aiming import foresee
from roguelike.engine.session import Session
from roguelike.lab.campaigns.campaign import Campaign, Verdict, judged, verdicts
from roguelike.lab.campaigns.campaign_command import CAMPAIGNS
from roguelike.lab.campaigns.foresight_law import done
from roguelike.lab.campaigns.intents import APART, BROKE, HELD, LEAST_SHARE
from roguelike.lab.campaigns.mutated_data import _spoil
from roguelike.lab.fleet import Fleet, Work, all_of
from roguelike.world import ecs
from roguelike.world.catalog import Catalog
from tests.terminal import Screen

every_campaign = pytest.mark.parametrize("campaign", CAMPAIGNS.values(), ids=list(CAMPAIGNS))


def few(campaign: Campaign) -> list[Verdict]:
    """Try the few cases of a campaign, and hold that none fails."""
    found = [each for _, each in verdicts(campaign, "1", range(campaign.short))]
    assert [each for each in found if each.failure] == []
    return found


@pytest.mark.parametrize("name", [name for name in CAMPAIGNS if name != "intents"])
def test_a_few_cases_hold(name: str) -> None:
    assert few(CAMPAIGNS[name])


@pytest.mark.parametrize("number", [4395, 6048])
def test_foresight_holds_where_smoke_once_made_a_death_certain_and_a_fire_an_untold_one(
    number: int,
) -> None:
    """What bounds were widened to was not said of deaths: one that smoke may spare was told as certain."""
    ((_, verdict),) = verdicts(CAMPAIGNS["foresight"], "final", [number])
    assert not verdict.failure


@pytest.mark.parametrize(("seed", "number"), [("part15", 549), ("part16", 463)])
def test_foresight_holds_where_few_rehearsals_of_many_are_played_to_their_end(
    seed: str, number: int
) -> None:
    """Few places of hundreds hid whoever mended unseen, few blows of many left three hit points to bleed away."""
    ((_, verdict),) = verdicts(CAMPAIGNS["foresight"], seed, [number])
    assert not verdict.failure


@pytest.mark.parametrize(("seconds", "hangs"), [(4.0, False), (60.0, True)])
def test_what_takes_too_long_on_any_machine_hangs(
    monkeypatch: pytest.MonkeyPatch,
    seconds: float,
    hangs: bool,  # noqa: FBT001
) -> None:
    """A limit in plain seconds called sound cases hanging on a machine that was busy or slow."""
    monkeypatch.setattr("time.process_time", iter((0.0, seconds)).__next__)
    assert bool(judged("waiting", lambda: ("done", "")).failure) is hangs


@pytest.mark.soak
@every_campaign
def test_all_cases_hold(campaign: Campaign) -> None:
    found = verdicts(campaign, "1", range(campaign.cases))
    counts = Counter[str]()
    for _, verdict in found:
        assert not verdict.failure
        counts.update(verdict.counts)
    assert not campaign.shortfall(counts)


def test_what_intents_say_as_sure_holds_nearly_always() -> None:
    """Of each kind 98 in a hundred, as in all cases; where few cases say a kind, it may fail once."""
    counts = sum((Counter(each.counts) for each in few(CAMPAIGNS["intents"])), Counter[str]())
    for name, broke in counts.items():
        what, _, came = name.rpartition(": ")
        if came == BROKE and not name.startswith(APART):
            said = broke + counts[f"{what}: {HELD}"]
            assert broke <= max(1, (1 - LEAST_SHARE) * said), name
    assert counts[f"surely within 4: {HELD}"] > 0


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


def test_what_holds_too_rarely_in_all_cases_together_is_an_error_for_programs_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    short = replace(CAMPAIGNS["saves"], shortfall=lambda _: "it holds too rarely")
    monkeypatch.setitem(cast("dict[str, Campaign]", CAMPAIGNS), "saves", short)
    assert main(["campaign", "saves", "--cases", "1", "--jobs", "1", "--json"]) == 1
    assert json.loads(capsys.readouterr().out.splitlines()[-1]) == {"error": "it holds too rarely"}


def test_progress_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Screen()
    monkeypatch.setattr(sys, "stderr", shown)
    main(["campaign", "saves", "--seed", "2", "--cases", "2"])
    assert "2 of 2 cases" in shown.getvalue()


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hand out two cases at a time: what is made of parts needs no more of them."""
    monkeypatch.setattr("roguelike.lab.campaigns.campaign_command.CASES_A_PART", 2)


@pytest.mark.usefixtures("small_parts")
def test_workers_come_to_the_same_and_what_was_broken_off_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked = ["campaign", "saves", "--seed", "3", "--cases", "3"]  # two parts
    kept = tmp_path / "kept.jsonl"
    assert main([*asked, "--jobs", "1"]) == 0
    alone = capsys.readouterr().out
    assert main([*asked, "--jobs", "2", "--keep", str(kept)]) == 0
    assert capsys.readouterr().out == alone
    lines = kept.read_text(encoding="utf-8").splitlines(keepends=True)
    kept.write_text("".join(lines[:2]))
    assert main([*asked, "--jobs", "1", "--keep", str(kept)]) == 0
    assert capsys.readouterr().out == alone
    assert sorted(kept.read_text(encoding="utf-8").splitlines()) == sorted(
        "".join(lines).splitlines()
    )


@pytest.mark.usefixtures("small_parts")
def test_one_that_was_broken_off_does_not_end_well(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script that asks whether all is well must not hear so when only a part was tried."""

    def broken_off(work: Work[Any, Any], fleet: Fleet, *told: Any) -> Any:
        first = Work(work.name, work.task, work.parts[:1], work.kind)
        return all_of(first, fleet, *told)[0], False

    monkeypatch.setattr("roguelike.lab.campaigns.campaign_command.all_of", broken_off)
    assert main(["campaign", "saves", "--seed", "2", "--cases", "3", "--jobs", "1"]) == 1
    assert "Broken off: 2 of 3 cases were tried.\n" in capsys.readouterr().out


def test_a_file_of_another_campaign_gets_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = tmp_path / "kept.jsonl"
    asked = ["campaign", "data", "--cases", "1", "--keep", str(kept)]
    assert main([*asked, "--seed", "1"]) == 0
    capsys.readouterr()
    assert main([*asked, "--seed", "2"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("roguelike: ")
    assert told.count("\n") == 1


def test_who_has_healed_since_the_turn_that_is_taken_back_loses_it_again(catalog: Catalog) -> None:
    """The campaign looked at what the cast itself changes; taking back is none of that: 7 of 20,000 cases failed."""
    session = Session.start("1", catalog)
    for command in (
        wizardry.Travel(2),
        wizardry.Reveal(),
        wizardry.Learn("Yesterday"),
        wizardry.Spawn("Orc"),
        moving.Pass(),
    ):
        session.do(command)
    orc = next(each for each, kind in ecs.with_component(actors.Kind) if kind.name == "Orc")
    ecs.get(session.game.player, vitals.Pools).mana = ecs.get(
        session.game.player, vitals.Pools
    ).max_mana
    ecs.get(orc, vitals.Pools).hp += 2
    cast = spell_use.Cast("Yesterday", session.here)
    foreseen = session.forecast(cast)
    assert foreseen.outcomes[orc].damage == (2, 2.0, 2)
    wrong = replace(foreseen.outcomes[orc], damage=(3, 3.0, 3))
    saved = session.game.yesterday
    assert not any(wrong for _, wrong in done(session.game, session.player, cast, foreseen))
    ecs.get(orc, vitals.Pools).hp += 2
    session.game.yesterday = saved
    ecs.get(session.game.player, actors.Player).taken_back = ()
    ecs.get(session.game.player, vitals.Pools).mana = ecs.get(
        session.game.player, vitals.Pools
    ).max_mana
    told = replace(foreseen, outcomes={orc: wrong})
    wrongs = [wrong for _, wrong in done(session.game, session.player, cast, told) if wrong]
    assert wrongs == [f"{orc}: damage 2, and 3 to 3 were foreseen"]


def test_spoilt_data_never_holds_itself() -> None:
    for number in range(600):
        data = {"mobs": [{"name": "x", "parts": [{"a": [1, {"b": [2]}]}]}]}
        _spoil(data, Stream("1", str(number)))
        json.dumps(data)


TELLING = sorted(range(24), key=lambda number: number not in (0, 6))
"""Cases of which one finds each lie out; first those that do, as long as that is so."""


@pytest.mark.parametrize(
    ("lie", "found"),
    [
        ({"mana": (9, 9.0, 9)}, "mana"),
        ({"facts": {}}, "nothing was said of"),
        ({"statuses": {}}, "foreseen 0.0 for 0"),
        ({"later": (0, 0.0, 0)}, "and 0 to 0 were foreseen"),
        ({"staying": (0, 0.0, 0)}, "by staying, 0 foreseen"),
        ({"kill": 1.0}, "foreseen at 1.0-1.0 to die"),
    ],
    ids=["mana", "facts", "statuses", "later", "staying", "deaths"],
)
def test_a_forecast_that_says_something_else_is_found_out(
    monkeypatch: pytest.MonkeyPatch, lie: dict[str, Any], found: str
) -> None:
    def foreseen(*asked: Any) -> Forecast:
        told = foresee(*asked)
        lies = {each: replace(outcome, **lie) for each, outcome in told.outcomes.items()}
        return replace(told, outcomes=lies)

    monkeypatch.setattr("roguelike.lab.campaigns.foresight_law.foresee", foreseen)
    assert any(
        found in each.failure for _, each in verdicts(CAMPAIGNS["foresight"], "lies", TELLING)
    )


def test_what_was_compared_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    main(["campaign", "foresight", "--seed", "2", "--cases", "2", "--jobs", "1"])
    assert "strike: damage\n" in capsys.readouterr().out
