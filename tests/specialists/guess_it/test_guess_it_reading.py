"""What is learned of a player of Guess It is what was seen, no more and no less, and is weighed exactly."""

from collections.abc import Iterator

import numpy as np
import pytest
from reference.guess_it import GuessIt as Slow
from reference.guess_it import Position

import kibitz
from kibitz.errors import SpecError
from kibitz.learning.mixture_reading import MixtureReading
from kibitz.players.play_game import PlayedGame, random_moves
from kibitz.specialists.guess_it.plans import SIGHTS, likelihoods
from kibitz.specialists.guess_it.play import happenings, policy
from kibitz.specialists.guess_it.reading import belief, sights, strangers
from kibitz.specialists.guess_it.stationary import CARDINALS

GAME = kibitz.game("guess-it(cards=3)")
SLOW = Slow(cards=3)


def positions() -> Iterator[tuple[kibitz.State, Position]]:
    """Games of habit and games of any moves, every position of each, in both implementations."""
    for seed in range(30):
        players = [kibitz.player("stationary(bluff=0.4, call=0.2)") for _ in range(2)]
        for state in random_moves(GAME.start(seed), seed, 9):
            yield state, _slow(state)
        yield from ((state, _slow(state)) for state in _states(kibitz.play_game(GAME, players, seed)))


def _states(played: PlayedGame) -> Iterator[kibitz.State]:
    state = played.start
    yield state
    for move in played.moves:
        state = state.play(move)
        yield state


def _slow(state: kibitz.State) -> Position:
    fields = state.to_dict()
    position = SLOW.start(fields["hands"])
    for move in fields["history"]:
        position = SLOW.play(position, move)
    return position


def test_a_bluff_is_known_exactly_when_every_deal_that_fits_says_so() -> None:
    for state, position in positions():
        asks = [move for move in position.history if move.startswith("ask")]
        for seat in (0, 1):
            found = iter(happenings(state, seat))
            deals = list(SLOW.consistent_deals(seat, position.hands[seat], SLOW.events(position)))
            for number, move in enumerate(asks):
                asker, card = number % 2, int(move.split()[1])
                bluffs = {card in deal.hands[asker] for deal in deals}
                if len(bluffs) > 1:
                    continue  # it may be either: nothing may be said of it
                known = next(found)
                assert (known.mine, {known.happening.bluffed}) == (asker == seat, bluffs)
                before = SLOW.table(position._replace(history=position.history[:number]))
                assert known.happening.answering == (before.pending is not None)
            assert next(found, None) is None


@pytest.mark.parametrize(
    ("moves", "seat", "expected"),
    [
        ("ask 1, name 1", 0, {"called": 1}),
        ("ask 2, name 3", 0, {}),  # a guess answers nothing
        ("ask 3, ask 1", 0, {"let pass and asked": 1}),
        ("ask 3, ask 5, name 3", 0, {"let pass and bluffed": 1}),
        ("ask 3, ask 5, name 3", 1, {"asked": 1}),
        ("ask 1, name 3", 0, {"let pass": 1}),
        ("ask 1, ask 2, ask 4, name 3", 0, {"let pass and bluffed": 1, "let pass": 1}),
        ("ask 2, ask 3, ask 1, name 3", 0, {"asked": 1}),  # it knew the centre, and had to name it
        ("ask 1, ask 5", 0, {}),  # a card that waits is not yet anything
        ("ask 1, ask 5, name 5", 0, {"let pass and bluffed": 1}),  # called, and seen to be wrong
    ],
)
def test_what_is_seen_of_the_other(moves: str, seat: int, expected: dict[str, int]) -> None:
    state = kibitz.game("guess-it(cards=2)").parse(f"1 4 / 2 5 / {moves}")
    assert {sight: count for sight, count in sights(state, seat).items() if count} == expected
    assert sights(state.view(seat), seat) == sights(state, seat)


def test_a_few_sights_are_weighed_exactly() -> None:
    rows = likelihoods(CARDINALS.values())
    counts = dict(zip(SIGHTS, (4, 2, 1, 3, 2, 1), strict=True))
    exact = MixtureReading(list(CARDINALS), counts=tuple((rows[sight], count) for sight, count in counts.items()))
    found = belief(counts)
    assert found.mean == pytest.approx(exact.mean, abs=1e-10)
    assert found.deviation == pytest.approx(exact.deviation, abs=1e-10)


@pytest.mark.parametrize("counts", [(3000, 10000, 1000, 2500, 2000, 500), (3, 1000, 0, 250, 200, 50)])
def test_many_sights_are_weighed_closely(counts: tuple[int, ...]) -> None:
    seen = dict(zip(SIGHTS, counts, strict=True))
    found, finer = belief(seen), belief(seen, across=26)
    assert np.all(abs(np.array(found.mean) - finer.mean) < np.array(finer.deviation) / 4)


def test_a_cardinal_opponent_is_believed_in_only_where_one_may_be() -> None:
    asked = {"asked": 6, "let pass and asked": 6}
    mixed, pure = belief(asked), belief(asked, pure=1 / 3)
    assert max(mixed.mixtures.max(axis=1)) < 1
    assert pure.mean[0] > mixed.mean[0]
    assert pure.shares[pure.mixtures.max(axis=1) == 1].sum() > 0.5


@pytest.mark.parametrize("pure", [0.0, 0.4])
def test_habits_are_weighed_as_on_a_fine_grid(pure: float) -> None:
    counts = dict(zip(SIGHTS, (0, 3, 0, 2, 2, 0), strict=True))
    chances = (np.arange(400) + 0.5) / 400
    bluff, call = (axis.ravel() for axis in np.meshgrid(chances, chances))
    shares = np.full(len(bluff), (1 - pure) / len(bluff))
    if pure:
        corners = np.array([(each.bluff, each.call) for each in CARDINALS.values()])
        bluff, call = np.append(bluff, corners[:, 0]), np.append(call, corners[:, 1])
        shares = np.append(shares, np.full(4, pure / 4))
    likely = shares * (1 - bluff) ** 3 * ((1 - call) * (1 - bluff)) ** 2 * call**2
    found = strangers(counts, "habits", pure)
    for ours, theirs in ((found.bluff, bluff), (found.call, call), (found.bluff * found.call, bluff * call)):
        assert found.shares @ ours == pytest.approx(likely @ theirs / likely.sum(), abs=1e-4)
    assert np.all(found.answer == found.bluff)


def test_a_cardinal_opponent_stands_out_among_habits() -> None:
    found = strangers({"asked": 5, "let pass and asked": 5}, "habits", pure=1 / 3)
    certain = (found.bluff == 0) & (found.call == 0)
    assert found.shares[certain].sum() > 0.7
    contradicted = strangers({"asked": 5, "bluffed": 5}, "habits", pure=1 / 3)
    assert contradicted.shares[np.isin(contradicted.bluff, (0, 1))].sum() == 0


def test_an_unknown_prior_is_refused() -> None:
    with pytest.raises(SpecError, match="mixtures or habits"):
        strangers({}, "gamma")


def test_every_policy_is_a_policy_wherever_a_game_may_lead() -> None:
    from kibitz.specialists.guess_it.exact import plan, reader

    for state, _ in positions():
        if state.over:
            continue
        for each in (plan("equilibrium", 3), plan("always-bluff"), reader()):
            shares = policy(each, state.view(state.to_move))
            assert set(shares) == set(state.moves())
            assert sum(shares.values()) == pytest.approx(1)
            assert shares == policy(each, state)  # nothing but the view matters
