"""Play one game of a bot to its end, to the turn limit, or until it breaks, and keep a record of it.

Part of the record is the shape of danger: fights one by one, and the moments in which much was lost at once. A fight is
a stretch of turns in which somebody in view hunts the player, with short breaks: whoever steps behind a pillar for a
moment does not begin another. It is counted at the depth where it began.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

import esper

from roguelike.actions import acting
from roguelike.components import bargains, growth, items, vitals
from roguelike.core.geometry import DIRECTIONS
from roguelike.engine.play.commands import Rest
from roguelike.engine.play.score import score
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.lab.balance.record import Bout, GameRecord, count
from roguelike.lab.bots import appraisal
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.simulate import play
from roguelike.world import changes, ecs, factions, perception, space
from roguelike.world.catalog import Catalog
from roguelike.world.game import Cause, CauseKind, Game

BREAK_TURNS = 8
"""Turns without a hunter in view after which a fight is over."""
MOMENT_SHARE, MOMENT_TURNS = 0.25, 10
"""A moment of danger: so much of all hit points lost within so many turns."""


class DangerWatch:
    """Watches the player's pools, and who hunts them; look at it after every command."""

    def __init__(self, record: GameRecord, game: Game) -> None:
        """Begin with no fight: `_lost` is (turn, hit points) of the last losses, `_hunters` are those of the fight."""
        self._record = record
        self._bout: Bout | None = None
        self._hunters: set[int] = set()
        self._hunted = 0
        self._lost: deque[tuple[int, int]] = deque()
        pools = ecs.get(game.player, vitals.Pools)
        self._hp, self._mana = pools.hp, pools.mana

    def look(self, game: Game) -> None:
        """Note what the last command has changed."""
        pools, is_dead = ecs.get(game.player, vitals.Pools), game.player in game.dead
        hp = 0 if is_dead else max(0, pools.hp)
        hunters = [] if is_dead else appraisal.hunting(game)
        self._count_loss(game, self._hp - hp, pools.max_hp)
        if hunters and self._bout is None:
            self._begin(game, pools)
        if self._bout is not None:
            self._hunters.update(hunters)
            self._hunted = game.turn if hunters else self._hunted
            self._bout.foes = len(self._hunters)
            self._bout.lowest = min(self._bout.lowest, round(hp / pools.max_hp, 3))
            if is_dead or game.turn - self._hunted > BREAK_TURNS:
                self._bout = None
        self._hp, self._mana = hp, pools.mana

    def _begin(self, game: Game, pools: vitals.Pools) -> None:
        """Begin a fight with the pools as they were before the last command."""
        begun = round(min(1.0, self._hp / pools.max_hp), 3)
        mana = round(min(1.0, self._mana / max(1, pools.max_mana)), 3)
        self._bout = Bout(game.depth, 0, begun, mana, begun)
        self._hunters.clear()
        self._record.fights.append(self._bout)

    def _count_loss(self, game: Game, lost: int, most: int) -> None:
        """Count a moment of danger as soon as enough was lost in the last turns; what it took counts for no other."""
        if lost > 0:
            self._lost.append((game.turn, lost))
        while self._lost and self._lost[0][0] <= game.turn - MOMENT_TURNS:
            self._lost.popleft()
        if sum(points for _, points in self._lost) >= most * MOMENT_SHARE:
            count(self._record.moments_at, game.depth)
            self._lost.clear()


# --- Keep a record of a game by reading the trace of each turn, as the log does. It changes nothing
# and rolls nothing, so a recorded game goes exactly as an unrecorded one.


STARVATION = "hunger"
USABLE = ("consumable", "book")
"""Sorts of items that are meant to be used, food left out."""
AT_HAND: tuple[CauseKind, ...] = ("melee", "missile")
"""Kinds of causes reported by the creature's name alone."""


class Recorder:
    """Watches one game of one bot."""

    def __init__(self, bot: str, session: Session) -> None:
        """Begin a record; the player's starting items are not finds."""
        game = session.game
        self.record = GameRecord(bot, game.seed, perception.origin_of(game))
        self._session, self._catalog, self._player = session, game.content, game.player
        self._names: dict[int, str] = {}
        self._depth = game.depth
        self._danger = DangerWatch(self.record, game)
        pack = ecs.get(game.player, items.Pack)
        self._held = {*pack.items, *pack.worn.values()}
        self.record.level_at[game.depth] = ecs.get(game.player, vitals.Pools).level
        self._readers: dict[type[Any], Callable[[Any], None]] = {
            changes.PoolChanged: self._pool,
            changes.Died: self._death,
            changes.Unleashed: self._unleashed,
            changes.PackChanged: self._pack,
            changes.OfferTaken: self._choice,
            changes.Altered: self._altered,
            changes.Removed: self._removed,
        }
        self._one_of: dict[int, str] = {}
        """Items of several of which one may be taken, by name."""
        self._met: set[tuple[int, int]] = set()
        """(depth, fixture) of all that offered deals."""
        for origin in self._catalog.origins:
            count(self.record.offered, f"origin: {origin}")
        count(self.record.chosen, f"origin: {self.record.origin}")

    def read(self, command: acting.Action | None = None) -> None:
        """Read the trace of what has just been done; of the `command` only matters whether it is rest."""
        game, record = self._session.game, self.record
        agreed: set[str] = set()
        for change in game.trace:
            if change.cause.kind == "bargain" and change.cause.by == self._player:
                agreed.add(f"bargain: {change.cause.what}")
            if change.cause.by:
                self._note(change.cause.by)
            reader = self._readers.get(type(change))
            if reader is not None:
                reader(change)
        for bargain in agreed & record.offered.keys():
            count(record.chosen, bargain)
        self._look_about()
        gone = game.turn - record.turns
        count(record.turns_at, self._depth, gone)
        if command == Rest():
            count(record.rest_at, self._depth, gone)
        self._danger.look(game)
        record.turns, self._depth = game.turn, game.depth
        pools = ecs.get(game.player, vitals.Pools)
        record.level_at.setdefault(game.depth, pools.level)
        record.level, record.gold = pools.level, pools.gold
        share = round(max(0, pools.hp) / pools.max_hp, 3)
        record.lowest_at[game.depth] = min(share, record.lowest_at.get(game.depth, 1.0))
        record.deepest, record.kills = game.tallies.deepest, game.tallies.kills
        clock = esper.try_component(game.player, vitals.HungerClock)
        if clock is not None:
            count(record.hunger, clock.state, gone)
        # Nobody asks for the commands of this game.
        self._session.commands.clear()

    def close(self) -> GameRecord:
        """Finish the record with the final state of the game."""
        session, record = self._session, self.record
        record.end = "won" if session.is_won else "dead" if session.is_over else "alive"
        record.epitaph, record.score = session.game.epitaph, score(session.game)
        usable = (name for name in record.found if self._catalog.category(name) in USABLE)
        record.left = {name: record.found[name] for name in usable if name not in record.used}
        return record

    def _note(self, entity: int) -> None:
        """Remember an entity's name: its poison may outlive it."""
        if entity not in self._names and esper.entity_exists(entity):
            self._names[entity] = perception.true_name(entity)

    def _is_ours(self, entity: int) -> bool:
        """Return whether an entity is the player or one of their servants."""
        player = self._player
        return entity == player or (
            esper.entity_exists(entity) and factions.master_of(entity) == player
        )

    def _by_whom(self, cause: Cause) -> str:
        """Name what hurts the player: the creature, and its means unless it is a plain attack."""
        if cause.kind == "hunger":
            return STARVATION
        if cause.by == self._player:
            return f"own {cause.what}"
        name = self._names.get(cause.by, "")
        if not name:
            return cause.what
        return name if cause.kind in AT_HAND else f"{name}: {cause.what}"

    def _with_what(self, cause: Cause) -> str:
        """Name what the player hurts others with: a weapon, a spell, or a servant."""
        own = cause.by == self._player
        return cause.what if own else self._names.get(cause.by, cause.what)

    # --- readers of each kind of change

    def _pool(self, change: changes.PoolChanged) -> None:
        """Count hit points lost by the player in `taken`, those that their side took in `dealt`, and mana spent."""
        lost = round(change.before - change.after)
        if change.pool == "mana" and self._is_price(change):
            count(self.record.mana_on, change.cause.what, lost)
        if change.pool != "hp" or lost <= 0:
            return
        if change.entity == self._player:
            count(self.record.taken, self._by_whom(change.cause), lost)
        elif self._is_ours(change.cause.by):
            count(self.record.dealt, self._with_what(change.cause), lost)

    def _is_price(self, change: changes.PoolChanged) -> bool:
        """Return whether this is mana that the player pays for a spell."""
        own = change.entity == change.cause.by == self._player
        return own and change.cause.kind == "spell" and change.after < change.before

    def _choice(self, change: changes.OfferTaken) -> None:
        """Count an offer among those that were taken."""
        count(self.record.chosen, change.offer)

    def _altered(self, change: changes.Altered) -> None:
        """Count all offers of a level of which one was taken."""
        if change.component is growth.Talents and change.name == "waiting":
            for choice in change.before[: len(change.before) - len(change.after)]:
                for offer in choice.offers:
                    count(self.record.offered, offer)

    def _removed(self, change: changes.Removed) -> None:
        """Count what was lost because another of its group was taken."""
        if name := self._one_of.pop(change.entity, ""):
            count(self.record.offered, name)

    def _look_about(self) -> None:
        """Note what is to be chosen where the player is."""
        game = self._session.game
        if game.depth != self._depth or not self._one_of:
            for item, terms in ecs.with_component(bargains.Terms):
                if terms.group and not terms.gold and esper.has_component(item, items.Item):
                    self._one_of[item] = f"one of several: {perception.true_name(item)}"
        here = space.point_of(game.player)
        if here is None:
            return
        for dx, dy in DIRECTIONS:
            for thing in game.level.occupants((here[0] + dx, here[1] + dy)):
                if (game.depth, thing) not in self._met and esper.has_component(
                    thing, bargains.Bargain
                ):
                    self._met.add((game.depth, thing))
                    count(self.record.offered, f"bargain: {perception.true_name(thing)}")

    def _death(self, change: changes.Died) -> None:
        """Note what the player died of, and where."""
        if change.entity == self._player:
            self.record.killer = self._by_whom(change.cause)
            self.record.died_at = self._session.game.depth

    def _unleashed(self, change: changes.Unleashed) -> None:
        """Count spells that the player cast and items that they used."""
        cause, record = change.cause, self.record
        if cause.by != self._player or change.flies_on:
            return
        if cause.kind == "spell":
            count(record.cast, cause.what)
        elif cause.kind == "item":
            count(record.used, cause.what)
            count(record.uses, self._catalog.category(cause.what))

    def _pack(self, change: changes.PackChanged) -> None:
        """Count items that the player never held before."""
        if change.owner != self._player:
            return
        things, worn = change.after
        for item in (*things, *(item for _, item in worn)):
            if item not in self._held:
                self._held.add(item)
                self._count_find(item)

    def _count_find(self, item: int) -> None:
        """Count an item that the player holds for the first time, by name and by sort."""
        name, record = perception.true_name(item), self.record
        if one := self._one_of.pop(item, ""):
            count(record.offered, one)
            count(record.chosen, one)
        sort = self._catalog.category(name)
        count(record.found, name)
        count(record.finds, sort)
        if sort == "food":
            record.food_at[self._depth] = record.food_at.get(self._depth, 0) + 1


HASH_DIGITS = 12


@ecs.passing_worlds()
def play_game(bot: str, seed: str, turns: int, catalog: Catalog, origin: str = "") -> GameRecord:
    """Play a game of at most `turns` turns and return its record; if the game breaks, the record says how."""
    session = Session.start(seed, catalog, origin=origin)
    recorder = Recorder(bot, session)
    failure = play(session, make_bot(bot, session.game.seed), turns, watch=recorder.read)
    if failure is not None:
        recorder.record.end, recorder.record.failure = "broken", failure.text
        return recorder.record
    record = recorder.close()
    record.state_hash = state_hash(session.game)[:HASH_DIGITS]
    return record
