"""A tie is a tie: weights are counted in whole numbers of a unit, so sums are exact and scaling changes nothing."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import nim  # noqa: F401  the game written in Python that the documentation shows
import pytest
from reference.searches import exact

import kibitz
from kibitz.games.exact_weights import decimal, in_units
from kibitz.players.play_game import random_moves

# Of each game: how many positions, how many random moves at most before them, how far to look.
POSITIONS = {
    "abalone(players=3)": (1200, 170, 1),
    "abalone": (700, 120, 1),
    "chinese-checkers(players=3)": (900, 150, 1),
    "chinese-checkers(players=2)": (300, 80, 1),
    "checkers": (1200, 70, 2),
    "tic-tac-toe": (300, 6, 3),
    "guess-it(cards=3)": (600, 8, 2),
    "hearts(players=3, cards=4, open=true)": (1200, 9, 3),
    "hearts(players=4, cards=3, open=true)": (900, 8, 4),
    "spades(players=4, cards=3, scoring=tricks, open=true)": (900, 8, 4),
    "spades(players=3, cards=4, scoring=tricks, open=true, hands=2)": (700, 15, 3),
    "spades(players=3, cards=3, bids=[1, 1, 1], open=true)": (600, 6, 3),
    "nim(players=3, heaps=[3, 2, 2])": (500, 4, 2),
}


def test_ten_thousand_positions() -> None:
    assert sum(count for count, _, _ in POSITIONS.values()) == 10_000


def positions(spec: str, count: int, most: int) -> Iterator[tuple[kibitz.State, int]]:
    """Positions at the ends of tricks that are not over, a few of each random game, and a number for each."""
    game, found = kibitz.game(spec), 0
    for seed in range(10 * count):
        played = list(random_moves(game.start(seed), seed, most))
        fitting = [state for state in played if not state.over and _may_stop(state)]
        for state in fitting[seed % 7 % max(1, len(fitting)) :: max(1, len(fitting) // 20)]:
            yield state, found
            found += 1
            if found == count:
                return
    raise AssertionError(f"{spec}: only {found} positions")


def _may_stop(state: kibitz.State) -> bool:
    game = state.game
    return "staged" not in game.capabilities or bool(game.stage_end(state))  # type: ignore[attr-defined]


def weights_drawn(game: kibitz.Game, seed: int) -> dict[str, float]:
    """The game's own weights, or decimals by lot with the signs of its own: two in three positions."""
    own: Mapping[str, float] = game.weights  # type: ignore[attr-defined]
    if seed % 3 == 0:
        return dict(own)
    random = kibitz.Random(seed, "weights")
    digits = (10, 100, 1000)[random.below(3)]
    drawn = {name: (1 + random.below(40)) / digits for name in own}
    return {name: weight if own[name] >= 0 else -weight for name, weight in drawn.items()}


def written(weights: Mapping[str, float]) -> str:
    return f"evaluation({', '.join(f'{name}={weight!r}' for name, weight in weights.items())})"


def best_of(values: Mapping[str, Fraction]) -> tuple[str, ...]:
    return tuple(move for move, value in values.items() if value == max(values.values()))


@pytest.mark.parametrize("spec", POSITIONS)
def test_best_moves_and_values_are_those_of_fractions(spec: str) -> None:
    count, most, depth = POSITIONS[spec]
    for state, seed in positions(spec, count, most):
        game, seat = state.game, state.to_move
        weights = weights_drawn(game, seed)
        own, leaf = written(weights), exact.evaluation(game, weights)
        ties = ("left-low", "left-high", "average")[seed % 3]
        found = kibitz.search(f"maxn(depth={depth}, ties={ties}, own={own})").analyse(state)
        vectors = {move: exact.maxn(state.play(move), depth - 1, leaf, ties) for move in state.moves()}
        assert found.best == best_of({move: vector[seat] for move, vector in vectors.items()}), (spec, seed)
        for move, vector in vectors.items():
            if ties == "average":
                assert found.values[move] == pytest.approx(tuple(map(float, vector)), rel=1e-12, abs=1e-12)
            else:
                assert found.values[move] == tuple(map(float, vector)), (spec, seed, move)


@pytest.mark.parametrize("spec", POSITIONS)
def test_other_searches_find_the_ties_of_fractions(spec: str) -> None:
    _, most, depth = POSITIONS[spec]
    for state, seed in positions(spec, 40, most):
        game, seat = state.game, state.to_move
        weights = weights_drawn(game, seed)
        own, leaf = written(weights), exact.evaluation(game, weights)
        after = {move: leaf(state.play(move))[seat] for move in state.moves()}
        assert kibitz.search(f"greedy(own={own})").analyse(state).best == best_of(after)
        worst = {move: exact.coalition(state.play(move), depth - 1, leaf, seat) for move in state.moves()}
        paranoid = kibitz.search(f"paranoid(depth={depth}, own={own})").analyse(state)
        assert paranoid.best == best_of(worst)
        assert paranoid.values == {move: float(value) for move, value in worst.items()}
        if game.players == 2:
            minimax = kibitz.search(f"alpha-beta(depth={depth}, own={own}, exact=true)").analyse(state)
            assert minimax.best == best_of(worst)
            first = kibitz.search(f"alpha-beta(depth={depth}, own={own})").analyse(state)
            assert first.best == best_of(worst)[:1]
            replied = kibitz.search(f"m-star(depth={depth}, own={own}, model_depth=1)").analyse(state)
            assert depth > 1 or replied.best == best_of(worst)
        if game.adversarial and game.players < 4:
            chances = exact.winning(game, weights)
            vectors = {move: exact.maxn(state.play(move), depth - 1, chances, "average") for move in state.moves()}
            wins = kibitz.search(f"max-prob(depth={depth}, own={own}, heuristic_ties=false)").analyse(state)
            assert wins.best == best_of({move: vector[seat] for move, vector in vectors.items()}), (spec, seed)


def test_three_moves_of_abalone_are_equal() -> None:
    game = kibitz.game("abalone(players=3)")
    state = game.parse("5/A2B2/2C3C/2C1AB1B/C5B2/1BBA2A1/4CA1/C1CB1C/1CAB1 A 171 2-5-3").play_all("d4-c4, a4-a5")
    analysis = kibitz.search("maxn(depth=1)").analyse(state)
    assert analysis.best == ("a2-b3", "b1-b2", "a2-b3-b2")
    assert {analysis.values[move][state.to_move] for move in analysis.best} == {3.08}


# Scaling.

SCALES = (Fraction(100), Fraction(3), Fraction(7, 10), Fraction(1, 8))
SCALED = {  # a search with its options in the units of values, which {0} stands for
    "abalone(players=3)": (
        "maxn(depth=2, own={own})",
        "maxn(depth=2, ties=average, own={own})",
        "paranoid(depth=2, own={own})",
        "offensive(depth=2, own={own})",
        "mp-mix(depth=2, own={own}, defend={one}, attack={half})",
        "max-prob(depth=2, own={own})",
        "best-reply(depth=2, own={own})",
        "soft-maxn(depth=1, buckets=7, own={own})",
        "greedy(own={own})",
        "safe(maxn(depth=2, own={own}), baseline=paranoid(depth=2, own={own}), margin={small})",
        "mcts(simulations=50, depth=4, own={own}, low={zero}, high={one})",
    ),
    "hearts(open=true)": (
        "maxn(depth=4, own={own})",
        "maxn(depth=4, ties=average, own={own})",
        "paranoid(depth=4, own={own})",
        "mp-mix(depth=4, own={own}, defend={one}, attack={one})",
        "max-prob(depth=4, own={own}, interval=down)",
        "safe(maxn(depth=4, own={own}), baseline=paranoid(depth=4, own={own}), margin={half})",
        "sampled(maxn(depth=4, own={own}), worlds=3)",
    ),
    "spades(players=4, scoring=tricks, open=true)": (
        "maxn(depth=4, ties=average, own={own})",
        "paranoid(depth=4, own={own})",
        "max-prob(depth=4, own={own})",
        "offensive(depth=4, own={own})",
    ),
    "checkers": (
        "alpha-beta(depth=4, own={own}, exact=true)",
        "m-star(depth=4, own={own}, model=evaluation(men=1, mobility=0.1), model_depth=2)",
        "maxn(depth=3, own={own})",
        "best-reply(depth=3, order=preserved, own={own})",
    ),
    "chinese-checkers(players=3)": (
        "maxn(depth=2, ties=average, own={own})",
        "max-prob(depth=2, own={own})",
        "paranoid(depth=3, own={own})",
        "best-reply(depth=3, own={own})",
    ),
}


@pytest.mark.parametrize(("spec", "search"), [(spec, search) for spec, all_ in SCALED.items() for search in all_])
def test_scaling_all_units_changes_no_best_move_and_no_line(spec: str, search: str) -> None:
    def scaled(number: float, scale: Fraction) -> float:
        return float(decimal(number) * scale)

    game = kibitz.game(spec)
    weights: Mapping[str, float] = game.weights  # type: ignore[attr-defined]
    if spec == "checkers":
        weights = {name: scaled(weight, Fraction(1, 7 if weight % 7 == 0 else 10)) for name, weight in weights.items()}
    sizes = {"zero": 0.0, "one": 1.0, "half": 0.5, "small": 0.02}
    for seed in range(6):
        state = [each for each in random_moves(game.start(seed), seed, 24) if not each.over][-1]
        found = []
        for scale in (Fraction(1), *SCALES):
            own = written({name: scaled(weight, scale) for name, weight in weights.items()})
            units = {name: scaled(size, scale) for name, size in sizes.items()}
            analysis = kibitz.search(search.format(own=own, **units)).analyse(state)
            found.append((analysis.best, analysis.line, analysis.nodes))
        assert found == found[:1] * len(found)


# What cannot be exact says so.


def test_weights_that_are_no_decimals_are_said_to_be_rounded() -> None:
    state = kibitz.game("abalone(players=3)").start()
    plain, thirds = (
        kibitz.search(f"maxn(depth=1, own=evaluation(ejected=1, cohesion={weight!r}))").analyse(state)
        for weight in (0.3333, 1 / 3)
    )
    assert not any("rounding" in note for note in plain.notes)
    assert any("rounding" in note for note in thirds.notes)


@pytest.mark.parametrize("weights", [(1e300, 1.0), (1.0, 1e-18), (2.0**50, 1.0), (0.1234567890123, 12345.0)])
def test_sums_that_would_not_fit_are_left_to_rounding(weights: tuple[float, float]) -> None:
    counted = in_units(weights, 0.0, ((0, 50), (0, 50)))
    assert not counted.exact
    assert counted.weights == weights
    assert (counted.numerator, counted.denominator) == (1, 1)


def test_weights_of_different_seats_have_one_unit() -> None:
    state = kibitz.game("abalone(players=3)").start().play_all("a1-b2, d1-d2")
    own, others = {"ejected": 1, "cohesion": 0.07}, {"centre": 0.3, "cohesion": 0.11}
    found = kibitz.search(f"maxn(depth=2, own={written(own)}, others={written(others)})").analyse(state)
    leaves = [exact.evaluation(state.game, own), exact.evaluation(state.game, others)]
    seat = state.to_move

    def leaf(end: kibitz.State) -> exact.Vector:
        mine, theirs = (each(end) for each in leaves)
        return tuple(mine[each] if each == seat else theirs[each] for each in range(3))

    vectors = {move: exact.maxn(state.play(move), 1, leaf, "left-low") for move in state.moves()}
    assert found.values == {move: tuple(map(float, vector)) for move, vector in vectors.items()}
    assert found.best == best_of({move: vector[seat] for move, vector in vectors.items()})


TIED_BY_CHANCE = """tree(json='{"players": 2, "root": {"to_move": 0, "children": [
    {"name": "a", "chance": [0.1, 0.2, 0.7], "children": [{"values": [1, 5]}, {"values": [1, 5]}, {"values": [0, 5]}]},
    {"name": "b", "chance": [0.3, 0.7], "children": [{"values": [1, 0]}, {"values": [0, 0]}]}]}}')"""


@pytest.mark.parametrize(
    "name", ["maxn", "paranoid", "alpha-beta(exact=true)", "m-star", "best-reply(order=preserved)"]
)
def test_averages_by_chance_are_equal_within_the_tolerance(name: str) -> None:
    assert 0.1 + 0.2 != 0.3
    analysis = kibitz.search(name).analyse(kibitz.game(TIED_BY_CHANCE).start())
    assert analysis.best == ("a", "b")
    assert 0 < analysis.slack < 1e-9


def test_a_seat_that_finds_averages_equal_takes_the_first() -> None:
    inner = TIED_BY_CHANCE.split('"root": ', 1)[1].rsplit("}')", 1)[0].replace('"to_move": 0', '"to_move": 1')
    game = kibitz.game(f"""tree(json='{{"players": 2, "root": {{"to_move": 0, "children": [{inner}]}}}}')""")
    swapped = inner.replace("[1, 5]", "[5, 1]").replace("[0, 5]", "[5, 0]").replace("[1, 0]", "[0, 1]")
    game = kibitz.game(f"""tree(json='{{"players": 2, "root": {{"to_move": 0, "children": [{swapped}]}}}}')""")
    (vector,) = kibitz.search("maxn").analyse(game.start()).values.values()
    assert vector[0] == pytest.approx(5)
    (vector,) = kibitz.search("maxn(ties=left-high)").analyse(game.start()).values.values()
    assert vector[0] == pytest.approx(0)
