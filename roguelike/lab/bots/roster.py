"""The table of bots: each by name, with its habits in order.

The habit of the random bot: any command that a player might give, sensible or not.

Sensible ones keep a game moving; the others walk into walls, aim into the dark, drop cursed items and cast without
mana, which is where faults hide.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import esper

from roguelike.actions import acting, senses
from roguelike.components import items, magic, spatial
from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.core.records import required_fields
from roguelike.core.rng import Stream, pick_weighted
from roguelike.engine.autopilot import explore
from roguelike.engine.foreseeing.aiming import aimable
from roguelike.engine.play.commands import Action, Cast, Step, UseItem
from roguelike.engine.session import Session
from roguelike.lab.bots import (
    appraisal,
    fighting,
    item_habits,
    pursued,
    retreat,
    roaming,
    seeing,
    shopping,
    spellcasting,
)
from roguelike.lab.bots.bot import Bot, Habit
from roguelike.lab.bots.taste import TASTES, USUAL, Taste
from roguelike.lab.other_kinds import others
from roguelike.world import ecs, perception

MakeCommand = Callable[[Session, Stream], Action]
MakeField = Callable[[Session, Stream], int]
MOST_TRIES = 30
"""Commands tried in one turn before the bot passes."""
FURTHEST_AIM = 9


def random_commands(session: Session, rng: Stream) -> Iterator[Action]:
    """Yield random commands, by weight."""
    for _ in range(MOST_TRIES):
        make = pick_weighted(rng, WEIGHTED_COMMANDS)
        if make is not None:
            yield make(session, rng)


def _step(session: Session, rng: Stream) -> Action:
    """Step in any of the eight directions, even into a wall."""
    return Step(*rng.choice(DIRECTIONS))


def _explore(session: Session, rng: Stream) -> Action:
    """Return the next step of exploring, or a random step if all is explored."""
    return explore.next_exploring(session.game) or _step(session, rng)


def _loose(session: Session, rng: Stream) -> int:
    """Pick a carried item; 0 if there is none."""
    return _any(ecs.get(session.game.player, items.Pack).items, rng)


def _worn(session: Session, rng: Stream) -> int:
    """Pick a worn item; 0 if there is none."""
    return _any(list(ecs.get(session.game.player, items.Pack).worn.values()), rng)


def _any(entities: Sequence[int], rng: Stream) -> int:
    """Pick one entity; 0, which is no entity, if there is none."""
    return rng.choice(entities) if entities else 0


def _use(session: Session, rng: Stream) -> Action:
    """Use a carried item: aimed anywhere if it is aimed, and with any other item as the choice."""
    item, choice = _loose(session, rng), _loose(session, rng)
    action = UseItem(item, choice=choice)
    use = esper.try_component(item, magic.Use)
    if use is None or not use.delivery.aimed:
        return action
    return UseItem(item, _aim(session, rng, action), choice)


def _cast(session: Session, rng: Stream) -> Action:
    """Cast a known spell, aimed anywhere."""
    known = perception.known_names(session.game.player)
    if not known:
        return Cast("Zap")
    spell = rng.choice(known)
    return Cast(spell, _aim(session, rng, Cast(spell)))


def _aim(session: Session, rng: Stream, action: Action) -> Point:
    """Pick a tile: a good one, an allowed one, or any nearby."""
    best = session.best_aims(action) if rng.chance(50) else []
    if best:
        return best[0]
    allowed = session.ask(aimable, action)
    if allowed and rng.chance(80):
        return rng.choice(allowed)
    x, y = session.here
    return (
        x + rng.between(-FURTHEST_AIM, FURTHEST_AIM),
        y + rng.between(-FURTHEST_AIM, FURTHEST_AIM),
    )


def _creature(session: Session, rng: Stream) -> int:
    """Pick a creature in view; 0 if there is none."""
    return _any(senses.seen_creatures(session.game), rng)


def _door(session: Session, rng: Stream) -> int:
    """Pick a door next to the player; 0 if there is none."""
    level, (x, y) = session.game.level, session.here
    beside = [
        entity
        for dx, dy in DIRECTIONS
        for entity in level.occupants((x + dx, y + dy))
        if esper.try_component(entity, spatial.Door) is not None
    ]
    return _any(beside, rng)


FIELDS: dict[str, MakeField] = {
    "target": _creature,
    "other": _creature,
    "item": _loose,
    "door": _door,
}
"""What to fill the fields of commands with, by their names."""


def _a(name: str, **filled: MakeField) -> MakeCommand:
    """Return a function that makes a command by its name in saves, with something at hand in each of its fields."""
    kind, fields = acting.ACTIONS[name], FIELDS | filled

    def command(session: Session, rng: Stream) -> Action:
        """Make the command; of something that is not at hand it has 0, which is no entity."""
        return kind(**{each: fields[each](session, rng) for each in required_fields(kind)})

    return command


WEIGHTED_COMMANDS: tuple[tuple[MakeCommand, float], ...] = (
    (_step, 30),
    (_explore, 30),
    (_use, 8),
    (_cast, 8),
    (_a("melee"), 8),
    (_a("shoot"), 3),
    (_a("swap"), 1),
    (_a("equip"), 4),
    (_a("take_off", item=_worn), 2),
    (_a("drop"), 2),
    (_a("drop", item=_worn), 0.5),
    (_a("open"), 2),
    (_a("close"), 2),
    (_a("pick_up"), 4),
    (_a("stairs", way=lambda *_: 1), 6),
    (_a("stairs", way=lambda *_: -1), 2),
    (_a("rest"), 8),
    (_a("pass"), 2),
    *((_a(name), 2) for name in others(FIELDS)),
)
"""Functions that make commands, with their weights."""


def _greedy() -> Sequence[Habit]:
    """Takes every item, kills every enemy, and goes down when a level has none left."""
    return (
        item_habits.grow,
        roaming.Progress().go_on,
        fighting.heal,
        fighting.cast,
        fighting.zap,
        fighting.shoot,
        fighting.strike,
        fighting.close_in,
        spellcasting.Attunement().attune,
        item_habits.eat,
        item_habits.study,
        item_habits.dress,
        roaming.rest,
        item_habits.experiment,
        roaming.hurry,
        roaming.seize,
        roaming.explore_further,
        roaming.descend,
        roaming.barge,
        roaming.stray,
    )


def _fighting(*evading: Habit, taste: Taste = USUAL) -> tuple[Habit, ...]:
    """Heals, gets away in time (`evading`), casts by forecast, shoots, strikes, waits for approaching enemies."""
    return (
        spellcasting.mend,
        retreat.vanish,
        spellcasting.gamble,
        *evading,
        spellcasting.find_out,
        partial(spellcasting.wield_magic, taste=taste),
        spellcasting.expend,
        spellcasting.try_out,
        fighting.shoot,
        retreat.withdraw,
        fighting.strike,
        retreat.Patience().wait,
        fighting.close_in,
    )


def _upkeep(taste: Taste = USUAL) -> Sequence[Habit]:
    """Keeps spells, supplies and equipment in order."""
    return (
        spellcasting.Attunement(taste).attune,
        item_habits.eat,
        item_habits.study,
        spellcasting.inscribe,
        shopping.be_mended,
        shopping.trade,
        item_habits.dress if taste.in_armor else item_habits.dress_lightly,
    )


def _mage(nerve: appraisal.Nerve, taste: Taste = USUAL) -> Sequence[Habit]:
    """Learns every spell, casts by forecast, avoids what is too strong, rests until full, and shops."""
    caution = retreat.Caution(nerve)
    return (
        partial(item_habits.grow, taste=taste),
        caution.watch,
        roaming.seize,
        roaming.Progress().go_on,
        *_fighting(
            caution.shrink_back,
            retreat.back_to_the_wall,
            caution.leave,
            retreat.Flight(nerve).flee,
            taste=taste,
        ),
        *_upkeep(taste),
        roaming.carry_home,
        roaming.turn_back,
        roaming.meditate,
        item_habits.experiment,
        shopping.go_home,
        roaming.hurry,
        item_habits.Choice(taste).choose,
        item_habits.Bargaining(taste).agree,
        caution.explore,
        roaming.descend,
        caution.take_heart,
        roaming.barge,
        roaming.stray,
    )


def _seer(choose: seeing.Choice = seeing.by_turn, taste: Taste = USUAL) -> Sequence[Habit]:
    """Does what the mage would, unless the reply shows something that costs less; keeps supplied in the depths."""
    nerve, relay = appraisal.Nerve(), pursued.Relay()
    habits = (shopping.provide, pursued.retire, pursued.sip, pursued.outrun, *_mage(nerve, taste))
    sees = seeing.Seeing(habits, nerve, choose).act
    return (relay.gather_strength, relay.fetch, relay.keep_ahead, sees)


def _of_taste(taste: Taste) -> Sequence[Habit]:
    """Plays as the mage does, and becomes what a temperament likes."""
    return _mage(appraisal.Nerve(), taste)


def taste_of(bot: str) -> Taste:
    """Return what a bot likes, by its name."""
    return TASTES.get(bot.removeprefix("seer-"), USUAL)


BOTS: dict[str, Callable[[], Sequence[Habit]]] = {
    "greedy": _greedy,
    "mage": lambda: _mage(appraisal.Nerve()),
    "planner": partial(_seer, seeing.by_fight),
    "plotter": partial(_seer, seeing.by_plan),
    "random": lambda: (item_habits.eat, random_commands),
    "seer": _seer,
    **{name: partial(_of_taste, taste) for name, taste in TASTES.items()},
    **{f"seer-{name}": partial(_seer, taste=taste) for name, taste in TASTES.items()},
}
"""Makes the habits of each bot; some habits have memory, so every bot gets its own. The random one eats, to live on."""


FORESEEING = frozenset({"planner", "plotter", "seer", *map("seer-{}".format, TASTES)})
"""The bots that rehearse what they might do."""


def make_bot(name: str, seed: str) -> Bot:
    """Make a bot by name. Raises KeyError, listing the names, if there is none."""
    if name not in BOTS:
        raise KeyError(f"there is no bot called {name!r}: there are {', '.join(sorted(BOTS))}")
    return Bot(name, BOTS[name](), seed)
