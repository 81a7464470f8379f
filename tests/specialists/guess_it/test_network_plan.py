"""Networks as plans: what is computed is what the core's games come to."""

import pytest

from kibitz.errors import SpecError
from kibitz.random import Random
from kibitz.specialists.guess_it.evolution.contests import Contestant, Opponent, by_habit, contests, unit
from kibitz.specialists.guess_it.evolution.network_plan import NetworkPlan
from kibitz.specialists.guess_it.evolution.networks import Network, Node
from kibitz.specialists.guess_it.exact import best_response, equilibrium, win_rate

GAMES = 6_000


def some_network(seed: int, inputs: int, outputs: int = 2) -> Network:
    """A recurrent network with weights drawn at random, which makes much of its inputs."""
    random, hidden = Random(seed, "network"), 3
    slots = inputs + outputs + hidden
    nodes = tuple(
        Node(
            slot,
            "sigmoid",
            2 * random.uniform() - 1,
            1.0,
            tuple((each, 6 * random.uniform() - 3) for each in range(slots)),
        )
        for slot in range(inputs, slots)
    )
    return Network(inputs, outputs, slots, nodes)


@pytest.mark.parametrize("threshold", [False, True])
@pytest.mark.parametrize("sees", [("moves",), ("moves", "mixture"), ("mixture",)])
def test_a_network_wins_as_often_as_in_games(sees: tuple[str, ...], threshold: bool) -> None:
    inputs = 7 * ("moves" in sees) + 4 * ("mixture" in sees)
    identifier = some_network(9, 7, 4) if "mixture" in sees else None
    player = Contestant("network", some_network(4, inputs), sees, identifier, threshold=threshold, normalised=True)
    for opponent in ("stationary(bluff=0.4, call=0.3)", "mixture(always-ask=2, call-then-bluff=1)"):
        [[score]] = contests([player], [Opponent(by_habit(opponent), GAMES)], seed=3, calls_remembered=False)
        exact = win_rate(NetworkPlan(player), opponent).mean
        assert score.wins / GAMES == pytest.approx(exact, abs=4 * (0.25 / GAMES) ** 0.5)


def test_two_networks_head_to_head() -> None:
    one, two = (Contestant("network", some_network(seed, 7), ("moves",)) for seed in (4, 5))
    [[score]] = contests([one], [Opponent(two, GAMES)], seed=3, calls_remembered=False)
    exact = win_rate(NetworkPlan(one), NetworkPlan(two)).mean
    assert score.wins / GAMES == pytest.approx(exact, abs=4 * (0.25 / GAMES) ** 0.5)


def test_what_it_is_told_counts_in_place_of_an_identifier() -> None:
    player = Contestant("network", some_network(4, 11), ("moves", "mixture"), some_network(9, 7, 4))
    told = Opponent(by_habit("always-ask"), GAMES, unit(0), known=True)
    [[score]] = contests([player], [told], seed=3, calls_remembered=False)
    exact = win_rate(NetworkPlan(player, told=unit(0)), "always-ask").mean
    assert score.wins / GAMES == pytest.approx(exact, abs=4 * (0.25 / GAMES) ** 0.5)


def test_the_best_reply_to_a_network_wins_at_least_what_the_equilibrium_does() -> None:
    plan = NetworkPlan(Contestant("network", some_network(4, 7), ("moves",)))
    best = best_response(plan)
    assert best.moving_first >= equilibrium(6).value
    assert win_rate(best.plan, plan).mean == pytest.approx(best.mean)
    assert win_rate("equilibrium", plan).moving_first == pytest.approx(equilibrium(6).value)


@pytest.mark.parametrize(("kind", "sees"), [("network", ("cards",)), ("predictor", ("moves",)), ("habits", ())])
def test_contestants_that_see_more_are_refused(kind: str, sees: tuple[str, ...]) -> None:
    with pytest.raises(SpecError, match="nothing but moves and mixtures"):
        NetworkPlan(Contestant(kind, sees=sees))
