"""Compiled networks and their games against neat-python's own networks, the library's rules, and the exact answers."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.guess_it_networks import Seat, games

import kibitz
from kibitz import _core
from kibitz.errors import SpecError
from kibitz.specialists.guess_it.evolution.breeding import Breeding
from kibitz.specialists.guess_it.evolution.contests import Contestant, Opponent, by_habit, cardinals, contests, record
from kibitz.specialists.guess_it.evolution.networks import Network, compiled, network
from kibitz.specialists.guess_it.exact import Reply, win_rate
from kibitz.specialists.guess_it.plans import Habits
from kibitz.specialists.guess_it.stationary import Stationary

neat = pytest.importorskip("neat")


class Varied(Breeding):
    """Every activation that the core knows, and many changes."""

    def text(self, inputs: int, outputs: int, genome: str = "Genome") -> str:
        names = "sigmoid tanh sin gauss relu identity clamped"
        plain = super().text(inputs, outputs, genome)
        return plain.replace("activation_options = sigmoid", f"activation_options = {names}").replace(
            "activation_mutate_rate = 0.0", "activation_mutate_rate = 0.3"
        )


def grown(inputs: int, outputs: int, seed: int, changes: int, breeding: Breeding | None = None) -> tuple[Any, Any]:
    """A genome after so many mutations, and its settings; the global generator is left as it was."""
    outside = random.getstate()
    random.seed(seed)
    try:
        config = (breeding or Breeding(add_node=0.5, add_link=0.9)).config(inputs, outputs, stock=True)
        population = neat.Population(config)
        genome = next(iter(population.population.values()))
        for _ in range(changes):
            genome.mutate(config.genome_config)
    finally:
        random.setstate(outside)
    return genome, config


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 6), st.integers(1, 4), st.integers(0, 10**9), st.integers(0, 25), st.integers(1, 4))
def test_the_core_computes_what_neat_python_does(
    inputs: int, outputs: int, seed: int, changes: int, steps: int
) -> None:
    genome, config = grown(inputs, outputs, seed, changes, Varied(population=4, add_node=0.5, add_link=0.9))
    slow = neat.nn.RecurrentNetwork.create(genome, config)
    flat = compiled(genome, config)
    assert network(flat.data()) == flat
    fast = _core.Activity(flat.core)
    draws = random.Random(seed)
    for _ in range(2):
        for _ in range(5):
            given_inputs = [draws.uniform(-1, 1) for _ in range(inputs)]
            for _ in range(steps):
                expected = slow.activate(given_inputs)
            assert fast.query(given_inputs, steps=steps) == pytest.approx(expected, rel=1e-12, abs=1e-12)
        slow.reset()
        fast.reset()


def seated(how: Contestant, genomes: dict[Network, Any]) -> Seat:
    """A contestant with neat-python's networks in place of the compiled ones."""

    def slow(flat: Network | None) -> Any:
        return flat and neat.nn.RecurrentNetwork.create(*genomes[flat])

    return Seat(how, slow(how.network), slow(how.identifier))


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 10**9),
    st.sampled_from([2, 6]),
    st.sampled_from(["network", "predictor", "total", "habits"]),
    st.sampled_from(["always-ask", "call-then-bluff", "mixture", "even-odd", "changing", "network"]),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_native_games_are_the_slow_ones(
    seed: int, cards: int, kind: str, against: str, threshold: bool, normalised: bool, known: bool
) -> None:
    genomes: dict[Network, Any] = {}

    def evolved(inputs: int, outputs: int, purpose: int) -> Network:
        genome, config = grown(inputs, outputs, seed + purpose, 8, Breeding(population=4, add_node=0.5, add_link=0.9))
        flat = compiled(genome, config)
        genomes[flat] = genome, config
        return flat

    def player(kind: str, purpose: int) -> Contestant:
        sees = {"total": ("cards", "moves", "pending"), "predictor": ("cards", "moves")}.get(kind, ("moves", "mixture"))
        shape = Contestant(kind, sees=sees)
        needs = kind != "habits"
        return Contestant(
            kind,
            evolved(shape.inputs(cards), shape.outputs(cards), purpose) if needs else None,
            sees,
            evolved(cards + 1, 4, purpose + 1) if kind in ("network", "habits") else None,
            habits=Stationary(0.3, 0.4),
            steps=3,
            threshold=threshold,
            normalised=normalised,
            best_reply=not threshold,
        )

    contestant = player(kind, 0)
    if against == "mixture":
        other = Contestant("mixture", weights=(0.1, 0.4, 0.3, 0.2))
    elif against == "changing":
        other = Contestant("habits", habits=Stationary(1, 0), later=Stationary(0, 0.5), changes_after=2)
    else:
        other = player("network", 2) if against == "network" else by_habit(against)
    opponent = Opponent(other, games=6, mixture=(0.1, 0.2, 0.3, 0.4), known=known)
    moves, wins, closeness = games(seated(contestant, genomes), seated(other, genomes), opponent, seed, cards, True, 7)
    assert record(contestant, opponent, seed, cards, index=7) == moves
    score = contests([contestant], [opponent], seed, cards, first=7)[0][0]
    assert score.wins == wins
    assert score.closeness == pytest.approx(closeness, abs=1e-9)


@pytest.mark.parametrize(
    ("player", "opponent"),
    [
        ("call-then-ask", "always-ask"),
        ("stationary(bluff=0.3, call=0.2)", "stationary(bluff=0.6, call=0.4)"),
        ("stationary(bluff=0.2, call=0.2)", "mixture(always-ask=3, call-then-bluff=1, always-bluff=2)"),
    ],
)
def test_win_rates_are_the_exact_ones(player: str, opponent: str) -> None:
    many = 40_000
    exact = win_rate(player, opponent).mean
    won = contests([by_habit(player)], [Opponent(by_habit(opponent), many)], seed=3)[0][0].wins
    assert abs(won / many - exact) < 5 * (exact * (1 - exact) / many) ** 0.5


@settings(max_examples=60, deadline=None)
@given(st.floats(0, 1), st.floats(0, 1), st.integers(1, 8), st.integers(1, 8))
def test_the_reply_to_a_prediction_is_the_exact_one(bluff: float, call: float, own: int, other: int) -> None:
    plan = Reply(Habits(bluff, call, bluff))
    bluffs, guesses, calls, worth = _core.guess_it_reply(bluff, call, own, other)
    assert (float(bluffs), float(guesses)) == plan.choice(own, other, False, ())
    assert float(calls) == plan.call(own, other, False, ())
    assert worth == pytest.approx(plan.worth(own, other, False, ()), abs=1e-12)


def test_scores_do_not_depend_on_who_else_plays() -> None:
    players = [by_habit(f"stationary(bluff=0.{place}, call=0.5)") for place in range(1, 6)]
    together = contests(players, cardinals(games=50), seed=9)
    alone = [contests([player], cardinals(games=50), seed=9, first=place)[0] for place, player in enumerate(players)]
    assert together == alone


def test_a_network_of_the_wrong_shape_is_refused() -> None:
    genome, config = grown(3, 2, 1, 0)
    wrong = Contestant("network", compiled(genome, config), ("moves",))
    with pytest.raises(SpecError, match="7 inputs and 2 outputs"):
        contests([wrong], cardinals(games=1), seed=1)


def test_a_noisy_player_is_no_player_by_habit() -> None:
    """Noise passes on what the inner model wants, not its habits."""
    assert kibitz.model("always-ask").capabilities == {"habits"}
    assert not kibitz.model("noisy(always-ask, 0.1)").capabilities
    with pytest.raises(SpecError, match="is not a player of guess-it with fixed"):
        by_habit("noisy(always-ask, 0.1)")
