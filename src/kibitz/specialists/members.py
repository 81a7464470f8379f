"""The parts of a population: opponents, families from which opponents are drawn, and lists that several games use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.games.game import Game
from kibitz.models.choice import choice_features
from kibitz.models.rule import Rule
from kibitz.random import Random
from kibitz.specs import Spec, value_text

GROUPS = ("types", "strategies", "choices", "habits", "searches", "changing", "learning")
"""The groups of opponents: players of a paper; weights and a depth; weights and a temperature; what people do;
searches; players that change; players that learn."""

QUIET, MOST_NOISE = 0.25, 0.3
"""How many of the held-out opponents make no random moves, and the largest share of random moves of the others."""
ROUNDED = 3


@dataclass(frozen=True)
class Member:
    """An opponent: its name, the specification that ``kibitz.player`` reads, its group, and what it does in words.

    ``expressible`` tells whether the game's features with weights, a depth, a temperature and noise can express it.
    """

    name: str
    player: str
    group: str
    expressible: bool
    words: str


class Drawn(NamedTuple):
    """What a family gives: a specification, whether features can express it, and words."""

    player: str
    expressible: bool
    words: str


class Family(NamedTuple):
    """A parameterised family of opponents: its group, and how one is drawn."""

    group: str
    draw: Callable[[Random], Drawn]


class Population(NamedTuple):
    """The opponents of a game, and the families that held-out ones are drawn from."""

    members: tuple[Member, ...]
    families: tuple[Family, ...]

    @classmethod
    def of(cls, members: tuple[Member, ...], *families: Family) -> Population:
        """A population with these families, and with those that every game has: players that change from one member to
        another."""
        return cls(members, (*families, drawn_changes(members), drawn_shifts(members)))


# Rows of the tables.


def rule_members(kind: type[Rule], names: Iterable[str] = (), expressible: Iterable[str] = ()) -> list[Member]:
    """Rules of a kind with their default parameters; all of them unless some are named."""
    found = []
    for name in names or kind.rules:
        rule = kind.read(Spec(name))
        found.append(Member(name, name, "habits", name in set(expressible), rule.words))
    return found


def weights_text(weights: Mapping[str, float]) -> str:
    """Weights as a specification has them.

    >>> weights_text({"men": 60, "centre": -0.5})
    'men=60, centre=-0.5'
    """
    return ", ".join(f"{name}={value_text(weight)}" for name, weight in weights.items())


def strategy(game: Game, weights: Mapping[str, float], depth: int, worlds: int = 3) -> str:
    """A strategy as a player: where something is hidden, it searches a few worlds that fit what it sees.

    >>> import kibitz
    >>> strategy(kibitz.game("hearts"), {"penalties": 1}, depth=4)
    'sampled(maxn(own=evaluation(penalties=1), depth=4), worlds=3)'
    >>> strategy(kibitz.game("checkers"), {"men": 1}, depth=4)
    'strategy(men=1, depth=4)'
    """
    if game.hidden:
        return f"sampled(maxn(own=evaluation({weights_text(weights)}), depth={depth}), worlds={worlds})"
    return f"strategy({weights_text(weights)}, depth={depth})"


def searching(game: Game, search: str, worlds: int = 3) -> str:
    """A search that needs whole positions: sampled where something is hidden.

    >>> import kibitz
    >>> searching(kibitz.game("hearts"), "paranoid(depth=4)")
    'sampled(paranoid(depth=4), worlds=3)'
    """
    return f"sampled({search}, worlds={worlds})" if game.hidden else search


def simulating(game: Game, simulations: int, options: str = "") -> str:
    """A search by simulations: over information sets where something is hidden.

    >>> import kibitz
    >>> simulating(kibitz.game("hearts"), 20), simulating(kibitz.game("checkers"), 20, ", depth=10")
    ('is-mcts(simulations=20)', 'mcts(simulations=20, depth=10)')
    """
    return f"{'is-mcts' if game.hidden else 'mcts'}(simulations={simulations}{options})"


# Families.


def noisily(random: Random, player: str, expressible: bool, words: str) -> Drawn:
    """The same opponent, with a drawn share of random moves."""
    quiet = random.uniform() < QUIET
    noise = round(0.01 + (MOST_NOISE - 0.01) * random.uniform(), ROUNDED)
    if quiet:
        return Drawn(player, expressible, words)
    return Drawn(f"noisy({player}, {noise})", expressible, f"{words}; {noise:.1%} of its moves are random")


def drawn_noise(group: str, rows: Sequence[tuple[str, bool, str]]) -> Family:
    """One of these players, with drawn noise."""
    return Family(group, lambda random: noisily(random, *random.choice(rows)))


def drawn_rules(
    kind: type[Rule],
    ranges: Mapping[str, Mapping[str, tuple[int, int]]],
    names: Sequence[str],
    expressible: Iterable[str] = (),
) -> Family:
    """A rule with drawn parameters and drawn noise; whole numbers are drawn from their ranges, both ends included."""
    weighed = frozenset(expressible)

    def draw(random: Random) -> Drawn:
        name = random.choice(names)
        drawn = {
            option: low + random.below(high - low + 1) for option, (low, high) in sorted(ranges.get(name, {}).items())
        }
        rule = kind.read(Spec(name, (), drawn))
        return noisily(random, str(rule), name in weighed, rule.words)

    return Family("habits", draw)


def drawn_blend(names: Sequence[str]) -> Family:
    """One of two habits at every move, with drawn shares."""

    def draw(random: Random) -> Drawn:
        first, second = random.shuffled(names)[:2]
        share = round(0.2 + 0.6 * random.uniform(), ROUNDED)
        rest = round(1 - share, ROUNDED)
        words = f"plays like {first} with probability {share}, and otherwise like {second}"
        return Drawn(f"mixture({first}={share}, {second}={rest})", False, words)

    return Family("habits", draw)


def drawn_weights(game: Game, weights: Mapping[str, float], random: Random) -> dict[str, float]:
    """Weights up to three times as high or low as given, and up to two more features of the evaluation."""
    largest = max(map(abs, weights.values()))
    drawn = {name: weight / largest * 3 ** (2 * random.uniform() - 1) for name, weight in weights.items() if weight}
    extra = [name for name in game.features if name not in drawn]  # type: ignore[attr-defined]
    for name in random.shuffled(extra)[: random.below(3)]:
        drawn[name] = 0.4 * random.uniform() - 0.2
    return {name: round(weight, ROUNDED) or 0.001 for name, weight in drawn.items()}


def drawn_strategies(game: Game, weights: Mapping[str, float], depths: Sequence[int]) -> Family:
    """A strategy with drawn weights and depth."""

    def draw(random: Random) -> Drawn:
        found, depth = drawn_weights(game, weights, random), random.choice(depths)
        return Drawn(strategy(game, found, depth), True, f"uses weights drawn at random, looking {depth} plies ahead")

    return Family("strategies", draw)


def drawn_choices(game: Game, features: Sequence[str] = (), end: bool = False) -> Family:
    """A choice with drawn weights and temperature; the weights are of moves and of positions.

    With ``end``, the result of a move that ends the game has a drawn weight too. Otherwise such a result decides, and
    features count only among moves with the same result.
    """
    named = tuple(features) or tuple(name for name in choice_features(game) if name != "end")

    def draw(random: Random) -> Drawn:
        count = 1 + random.below(min(5, len(named)))
        weights = {name: round(2 * random.uniform() - 1, ROUNDED) or 0.001 for name in random.shuffled(named)[:count]}
        if end:
            weights["end"] = round(2 * random.uniform() - 1, ROUNDED)
        temperature = round(0.05 * 20 ** random.uniform(), ROUNDED)
        words = f"weighs {', '.join(weights)} with temperature {temperature}"
        return Drawn(f"choice({weights_text(weights)}, temperature={temperature})", True, words)

    return Family("choices", draw)


def drawn_simulations(game: Game, most: int, options: str = "") -> Family:
    """A search by a drawn number of simulations, with drawn noise."""

    def draw(random: Random) -> Drawn:
        simulations = 2 + random.below(most - 1)
        player = simulating(game, simulations, options)
        return noisily(random, player, False, f"simulates {simulations} games for each move")

    return Family("searches", draw)


def _steady(members: Sequence[Member]) -> list[Member]:
    return [member for member in members if member.group not in ("changing", "learning")]


def drawn_changes(members: Sequence[Member]) -> Family:
    """Two of these members and the number of games, or of own moves, after which one becomes the other."""
    known = _steady(members)

    def draw(random: Random) -> Drawn:
        first, then = random.shuffled(known)[:2]
        within, after = random.below(2), 1 + random.below(8)
        when = f"moves={after}" if within else f"after={after}"
        what = "of its own moves in every game" if within else "games"
        words = f"plays like {first.name}, and after {after} {what} like {then.name}"
        return Drawn(f"changing({first.player}, {then.player}, {when})", False, words)

    return Family("changing", draw)


def drawn_shifts(members: Sequence[Member]) -> Family:
    """A player that shifts between two of these members after losses."""
    known = _steady(members)

    def draw(random: Random) -> Drawn:
        first, then = random.shuffled(known)[:2]
        words = f"plays like {first.name} until it loses, then like {then.name} until it loses, and so on"
        return Drawn(f"win-stay({first.player}, {then.player})", False, words)

    return Family("learning", draw)
