"""The table of bots: each by name, with its habits in order."""

from collections.abc import Callable, Sequence

from roguelike.lab.bots import (
    fighting,
    gathering,
    item_habits,
    provisions,
    pursued,
    retreat,
    roaming,
    seeing,
    shopping,
    spellcasting,
    wardrobe,
)
from roguelike.lab.bots import retreat as flight
from roguelike.lab.bots import roaming as homeward
from roguelike.lab.bots import roaming as progress
from roguelike.lab.bots import spellcasting as spellbook
from roguelike.lab.bots.appraisal import Nerve
from roguelike.lab.bots.bot import Bot, Habit
from roguelike.lab.bots.random_commands import random_commands
from roguelike.lab.bots.walkthrough import Guide, Temperament, dawdle


def _greedy() -> Sequence[Habit]:
    """Takes every item, kills every enemy, and goes down when a level has none left."""
    return (
        item_habits.grow,
        progress.Progress().go_on,
        fighting.heal,
        fighting.cast,
        fighting.zap,
        fighting.shoot,
        fighting.strike,
        fighting.close_in,
        spellbook.Attunement().attune,
        item_habits.eat,
        item_habits.study,
        item_habits.dress,
        roaming.rest,
        item_habits.experiment,
        roaming.hurry,
        homeward.seize,
        roaming.explore,
        roaming.descend,
        roaming.barge,
        roaming.stray,
    )


def _fighting(*evading: Habit) -> tuple[Habit, ...]:
    """Heals, gets away in time (`evading`), casts by forecast, shoots, strikes, waits for approaching enemies."""
    return (
        spellcasting.mend,
        retreat.vanish,
        spellcasting.gamble,
        *evading,
        spellcasting.find_out,
        spellcasting.wield_magic,
        spellcasting.expend,
        spellcasting.try_out,
        fighting.shoot,
        retreat.withdraw,
        fighting.strike,
        retreat.Patience().wait,
        fighting.close_in,
    )


def _upkeep() -> Sequence[Habit]:
    """Keeps spells, supplies and equipment in order."""
    return (
        spellbook.Attunement().attune,
        item_habits.eat,
        item_habits.study,
        spellbook.inscribe,
        shopping.trade,
        wardrobe.dress_lightly,
    )


def _mage(nerve: Nerve) -> Sequence[Habit]:
    """Learns every spell, casts by forecast, avoids what is too strong, rests until full, and shops."""
    caution = retreat.Caution(nerve)
    return (
        item_habits.grow,
        caution.watch,
        homeward.seize,
        progress.Progress().go_on,
        *_fighting(
            caution.shrink_back, retreat.back_to_the_wall, caution.leave, flight.Flight(nerve).flee
        ),
        *_upkeep(),
        homeward.carry_home,
        homeward.turn_back,
        roaming.meditate,
        item_habits.experiment,
        shopping.go_home,
        roaming.hurry,
        gathering.Choice().choose,
        gathering.Bargaining().agree,
        caution.bide,
        caution.explore,
        roaming.descend,
        caution.take_heart,
        roaming.barge,
        roaming.stray,
    )


def hero(temperament: Temperament) -> Sequence[Habit]:
    """Fights like the mage and knows the way: plays in the search for a winning game."""
    guide = Guide(temperament)
    habits: Sequence[Habit] = (
        item_habits.grow,
        dawdle,
        guide.hasten,
        guide.watch,
        *_fighting(
            guide.beware, retreat.back_to_the_wall, retreat.Caution().leave, flight.Flight().flee
        ),
        *_upkeep(),
        guide.rest,
        item_habits.experiment,
        shopping.go_home,
        gathering.Choice().choose,
        gathering.Bargaining().agree,
        guide.explore,
        guide.lead,
        roaming.barge,
        roaming.stray,
    )
    return (seeing.Seeing(habits).act,) if temperament.foresees else habits


def _seer() -> Sequence[Habit]:
    """Does what the mage would, unless the reply shows something that costs less; keeps supplied in the depths."""
    nerve, relay = Nerve(), pursued.Relay()
    habits = (shopping.provide, provisions.retire, provisions.sip, pursued.outrun, *_mage(nerve))
    sees = seeing.Seeing(habits, nerve).act
    return (relay.gather_strength, relay.fetch, relay.keep_ahead, sees)


BOTS: dict[str, Callable[[], Sequence[Habit]]] = {
    "greedy": _greedy,
    "mage": lambda: _mage(Nerve()),
    "random": lambda: (random_commands,),
    "seer": _seer,
}
"""Makes the habits of each bot; some habits have memory, so every bot gets its own."""


def make_bot(name: str, seed: str) -> Bot:
    """Make a bot by name. Raises KeyError, listing the names, if there is none."""
    if name not in BOTS:
        raise KeyError(f"there is no bot called {name!r}: there are {', '.join(sorted(BOTS))}")
    return Bot(name, BOTS[name](), seed)
