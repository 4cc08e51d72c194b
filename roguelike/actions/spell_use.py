"""Casting spells: the same rules for the player's spells and for those that creatures cast by nature."""

from collections.abc import Iterator, Mapping
from typing import Self

import esper

from roguelike.actions import acting, paying, senses
from roguelike.components import magic, vitals
from roguelike.core.geometry import Point
from roguelike.core.grammar import capital
from roguelike.core.records import replace
from roguelike.world import changes, ecs, perception
from roguelike.world.derived_stats import INTELLIGENCE, MISSING_SKILL, stats_of
from roguelike.world.game import Cause, Game
from roguelike.world.spells import ready_spells, spell_of


class Cast(acting.Aimed, tag="cast"):
    """Casts a spell, at a tile if it is aimed, on a carried item if it needs one (`choice`, else 0)."""

    spell: str
    target: Point | None = None
    choice: int = 0
    harms = repeats = True
    verb = "cast"

    @classmethod
    def options(cls, game: Game, /) -> Iterator[Self]:
        """Yield every ready spell that can be paid for and that no status forbids."""
        hindered, pools = senses.hindrance(game.player, "cast"), ecs.get(game.player, vitals.Pools)
        for spell in ready_spells(game, game.player):
            if affords(pools, spell) and (not hindered or spell.use.delivery.silent):
                yield cls(spell.name)

    def words(self, game: Game) -> str:
        """Name the spell, and whom or what it is aimed at."""
        return f"cast {self.title(game)}{acting.at_words(game, self.target)}"

    def row(self, game: Game, words: str = "") -> str:
        """Name the spell, and whom or what it is aimed at, without saying that it is cast."""
        return capital(f"{self.title(game)}{acting.at_words(game, self.target)}")

    def title(self, game: Game) -> str:
        """Return the spell's title with its runes, as the panel shows it."""
        return acting.spell_title(game, game.player, self.spell)

    def deed(self, actor: int, game: Game) -> acting.Deed:
        """Return the spell, and who stands where it is aimed."""
        there = game.level.blockers.get(self.target) if self.target is not None else None
        return acting.Deed("casts", there, acting.spell_title(game, actor, self.spell))

    @property
    def used_spell(self) -> str:
        """The name of the spell, by which views find what it costs and does."""
        return self.spell

    def choosing(self, item: int) -> Self:
        """Return the same cast, on an item."""
        return replace(self, choice=item)

    def delivery(self, game: Game) -> magic.Delivery:
        """Return that of the spell with its runes."""
        return self.use(game).delivery

    def use(self, game: Game) -> magic.Use:
        """Return what the spell does with its runes."""
        return spell_of(game, game.player, self.spell).use

    def mana(self, game: Game) -> int:
        """Return the price for this caster, runes and upgrades included."""
        return spell_of(game, game.player, self.spell).mana_cost

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Cast the spell if it is known and ready, nothing forbids it, and its price can be paid."""
        if not knows(actor, self.spell):
            return acting.Refused(f"You do not know the spell {self.spell}.")
        if not is_ready(actor, self.spell):
            return acting.Refused(
                f"{self.spell} is not attuned: attune it in the list of your spells."
            )
        spell = spell_of(game, actor, self.spell)
        state = senses.hindrance(actor, "cast")
        if state and not spell.use.delivery.silent:
            return acting.Refused(f"You cannot cast while {state}.")
        pools = ecs.get(actor, vitals.Pools)
        if not affords(pools, spell):
            return acting.Refused(_too_dear(spell, pools))
        cause = Cause(spell.name, actor, "spell")

        def pay_for_it() -> None:
            """Take the spell's price from the caster."""
            changes.pay(game, actor, "mana", spell.mana_cost, cause)
            changes.pay(game, actor, "hp", spell.hp_cost, cause)

        payment = paying.Payment(
            actor,
            spell.use,
            cause,
            self.target,
            pay_for_it,
            spell.title,
            choice=self.choice,
            power=power_of(spell, actor),
        )
        return paying.pay_and_unleash(payment, game)


def knows(entity: int, spell: str) -> bool:
    """Return whether a creature knows a spell or has it as an ability."""
    abilities = esper.try_component(entity, magic.Abilities)
    return spell in perception.known_names(entity) or (
        abilities is not None and any(ability.spell == spell for ability in abilities.cast)
    )


def is_ready(entity: int, spell: str) -> bool:
    """Return whether a spell can be cast as far as attunement goes: not if it is known but not attuned."""
    return spell in perception.ready_names(entity) or spell not in perception.known_names(entity)


def affords(pools: vitals.Pools, spell: magic.SpellTemplate) -> bool:
    """Return whether these pools can pay for a spell and leave a hit point."""
    return pools.mana >= spell.mana_cost and (pools.hp > spell.hp_cost or not spell.hp_cost)


def _too_dear(spell: magic.SpellTemplate, pools: vitals.Pools) -> str:
    """Return the refusal for a spell that a caster cannot pay for."""
    if pools.mana < spell.mana_cost:
        return f"{capital(spell.title)} costs {spell.mana_cost} mana: you have {pools.mana}."
    return f"{capital(spell.title)} costs {spell.hp_cost} health: you would not live to see it."


def power_of(spell: magic.SpellTemplate, caster: int) -> Mapping[str, float]:
    """Return the variables of a spell's formulas for this caster now."""
    return power_with(spell, mastery_of(caster))


def mastery_of(caster: int) -> Mapping[str, float]:
    """Return the caster's variables, the same for every spell: level, intelligence bonus, magic skill."""
    level = ecs.get(caster, vitals.Pools).level
    skills = esper.try_component(caster, vitals.Skills)
    return {
        "intelligence": stats_of(caster).bonuses[INTELLIGENCE],
        "magic": (skills.magic if skills else MISSING_SKILL) + stats_of(caster).blessing.magic,
        "level": level,
    }


def power_with(spell: magic.SpellTemplate, mastery: Mapping[str, float]) -> Mapping[str, float]:
    """Return the variables of a spell's formulas, from its power and `mastery_of` its caster."""
    power = spell.power.number(mastery) if spell.power else 1
    return {"power": max(0, power), "level": mastery["level"]}
