"""Opponents to measure players against: each game's population, and held-out ones that are drawn by a seed."""

from __future__ import annotations

from kibitz.errors import KibitzError
from kibitz.games.game import Game
from kibitz.random import Random
from kibitz.specialists.members import GROUPS, Family, Member, Population
from kibitz.specialists.registry import population_of

__all__ = ["GROUPS", "Member", "held_out", "population"]

TRIES = 1000  # draws before a family counts as exhausted


def population(game: Game) -> tuple[Member, ...]:
    """The opponents of a game, at least 24 and always the same ones.

    >>> import kibitz
    >>> found = population(kibitz.game("checkers"))
    >>> len(found) >= 24, next(member.words for member in found if member.name == "always-trades")
    (True, 'trades pieces whenever it can, and otherwise makes the move with the best evaluation')
    """
    return population_of(game).members


def held_out(game: Game, count: int, seed: int) -> tuple[Member, ...]:
    """Opponents that are drawn from parameterised families: the same seed always draws the same ones.

    The groups take turns, so that seven or more opponents cover all groups that the game has. All opponents are
    different, and none has the specification of a member of the population.

    >>> import kibitz
    >>> game = kibitz.game("checkers")
    >>> held_out(game, 3, seed=1) == held_out(game, 3, seed=1), held_out(game, 3, seed=1) == held_out(game, 3, seed=2)
    (True, False)
    """
    if count < 0:
        raise KibitzError(f"{count} opponents cannot be drawn; ask for 0 or more")
    known = population_of(game)
    groups = [group for group in GROUPS if any(family.group == group for family in known.families)]
    taken = {member.player for member in known.members}
    found = []
    for number in range(count):
        group = groups[number % len(groups)]
        families = [family for family in known.families if family.group == group]
        family = families[number // len(groups) % len(families)]
        member = _drawn(family, Random(seed, "held out", game.name, number), f"{group}-{number}", taken, known)
        taken.add(member.player)
        found.append(member)
    return tuple(found)


def _drawn(family: Family, random: Random, name: str, taken: set[str], known: Population) -> Member:
    """An opponent that is not taken yet."""
    for _ in range(TRIES):
        player, expressible, words = family.draw(random)
        if player not in taken:
            return Member(name, player, family.group, expressible, words)
    raise KibitzError(f"the family of {name} has no opponent left that was not drawn yet; ask for fewer opponents")
