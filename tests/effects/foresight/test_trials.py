"""An act played with many rolls: what is shared between the runs changes nothing of what they tell."""

from typing import Any

import pytest

from roguelike.core.trial_rolls import ExtremeRolls
from roguelike.effects.foresight import trials
from roguelike.effects.foresight.trials import TriedAct
from roguelike.testing import Arena
from tests.halls import Stage

SPELLS = ("Kindling", "Hearth Unbound", "Curtain of Embers")
AIM = (6, 1)


def meadow(stage: Stage, spell: str, seed: int) -> Arena:
    """Draw goblins on a meadow, and somebody who knows how to set it on fire."""
    arena = stage('############\n#@.."""""".#\n#..."""""".#\n############', seed=seed)
    for spot in ((5, 1), (7, 1), (6, 2)):
        arena.set_pools(arena.spawn("Goblin", *spot), max_hp=90, hp=90)
    arena.teach(spell)
    return arena


@pytest.mark.parametrize("spell", SPELLS)
@pytest.mark.parametrize("seed", range(4))
def test_extremes_followed_with_the_act_tell_what_playing_them_anew_tells(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, spell: str, seed: int
) -> None:
    arena = meadow(stage, spell, seed)
    found = arena.forecast(spell, AIM)
    assert any(outcome.later[2] for outcome in found.outcomes.values())
    look_ahead = trials._Corners.look_ahead

    def forgetful(corners: trials._Corners, **corner: Any) -> ExtremeRolls:
        corners._trial.futures.clear()
        return look_ahead(corners, **corner)

    monkeypatch.setattr(trials._Corners, "look_ahead", forgetful)
    assert arena.forecast(spell, AIM) == found


def test_no_extreme_of_a_fire_is_played_twice(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = meadow(stage, "Hearth Unbound", 1)
    run, played = TriedAct.run, []

    def counted(trial: TriedAct, rng: Any, *args: Any, **options: Any) -> Any:
        played.extend([rng.corner] if isinstance(rng, ExtremeRolls) else [])
        return run(trial, rng, *args, **options)

    monkeypatch.setattr(TriedAct, "run", counted)
    arena.forecast("Hearth Unbound", AIM)
    assert len(played) > 2
    assert len(set(played)) == len(played)
