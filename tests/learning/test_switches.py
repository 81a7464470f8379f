"""Players with two ways of playing, worked out by hand and on players that really switch."""

from __future__ import annotations

from math import fsum, log

import numpy as np
import pytest

import kibitz
from kibitz.learning.choice_belief import RATES, ChoiceBelief
from kibitz.learning.decisions import When
from kibitz.learning.switches import LOSS, SWITCHES, Switch, switched
from kibitz.random import stream

PRIOR = np.array([[0.25], [0.75]])
AFTER_LOSS = Switch(LOSS, lost=True)


def fresh(rows: int) -> np.ndarray:
    return np.full((rows, 2, 1), np.nan)


def test_a_player_shifts_after_every_loss_and_back() -> None:
    phases = [AFTER_LOSS.phase(When(game, losses=losses)) for game, losses in enumerate([0, 0, 1, 1, 2, 3])]
    assert phases == [0, 0, 1, 1, 0, 1]


def test_a_player_changes_after_its_own_moves_in_every_game() -> None:
    opens = Switch("opens", moves=3)
    assert [opens.phase(When(game=2, moves=made)) for made in range(5)] == [0, 0, 0, 1, 1]


def test_both_memories_come_back_as_they_were() -> None:
    """The weight of the switch itself, 0.5 here, goes with the memory in use."""
    learned = np.log(0.5 * np.array([[[0.8], [0.2]]]))
    used, kept = switched(learned, fresh(1), PRIOR, [AFTER_LOSS], When(), When(1, losses=1))
    # Half of it is copied from the first way of playing, and half is the prior.
    assert np.exp(used[0]) == pytest.approx(0.5 * np.array([[0.525], [0.475]]))
    assert np.exp(kept[0]) == pytest.approx(np.array([[0.8], [0.2]]))
    again, other = switched(used, kept, PRIOR, [AFTER_LOSS], When(1, losses=1), When(2, losses=2))
    assert again == pytest.approx(learned)
    assert np.exp(other[0]) == pytest.approx(np.array([[0.525], [0.475]]))


def test_rates_and_other_switches_stay_as_they_are() -> None:
    learned = np.log(np.array([[[0.1], [0.2]], [[0.3], [0.2]], [[0.15], [0.05]]]))
    switches = [AFTER_LOSS, Switch("opens", moves=2)]
    used, kept = switched(learned, fresh(3), PRIOR, switches, When(), When(moves=2))
    assert used[:2] == pytest.approx(learned[:2])
    assert np.isnan(kept[:2]).all()
    assert np.exp(kept[2]) == pytest.approx(np.array([[0.75], [0.25]]))


def test_between_games_a_share_is_forgotten() -> None:
    learned = np.log(0.4 * np.array([[[0.9], [0.1]]]))
    between = [Switch("between games", forgets=0.2)]
    same, _ = switched(learned, fresh(1), PRIOR, between, When(3, 1), When(3, 2))
    assert same == pytest.approx(learned)
    new, _ = switched(learned, fresh(1), PRIOR, between, When(3, 9), When(4, 0))
    assert np.exp(new[0]) == pytest.approx(0.4 * np.array([[0.8 * 0.9 + 0.2 * 0.25], [0.8 * 0.1 + 0.2 * 0.75]]))


def watched(stranger: str, games: int, **options: object) -> ChoiceBelief:
    """The belief about a player after some games of open Hearts with three others who do not learn."""
    game = kibitz.game("hearts(open=true)")
    belief = ChoiceBelief(rates=RATES, itself=False, hurried=True, **options)  # type: ignore[arg-type]
    ours, losses = kibitz.player(stranger), 0
    for number in range(games):
        seat, state, made = number % 4, game.start(number), 0
        players = [kibitz.player(each) for each in ("ducks", "random", "lowest-card")]
        players.insert(seat, ours)
        ours.begin(game, seat, state)
        while not state.over:
            move = players[state.to_move].act(state, stream(("switches", number, len(state.moves()), made)))
            if state.to_move == seat:
                belief = belief.at_moment(When(number, made, losses)).see(state, move)
                made += 1
            state = state.play(move)
        ours.end(state)
        losses += state.scores[seat] < fsum(state.scores) / 4
    return belief


def test_a_player_that_shifts_after_losses_is_recognised_and_predicted_better() -> None:
    shifts, known = "win-stay(lowest-card, highest-card)", ("lowest-card", "highest-card")
    plain, told = watched(shifts, 6, candidates=known), watched(shifts, 6, candidates=known, switches=SWITCHES)
    assert told.ways[AFTER_LOSS] > 0.9
    assert told.log_likelihood > plain.log_likelihood + 10
    assert "plays differently after a lost game" in told.words
    assert plain.changes == ""


def test_a_player_that_never_changes_costs_little() -> None:
    """The rates have 0.8 of the prior, and the other experts of a steady player 19/20 of theirs: with the same fits, no
    more than the logarithms of these can be lost."""
    steady = "choice(lead_rank=-1, throw_rank=1, takes=-1, temperature=1)"
    plain, told = watched(steady, 4), watched(steady, 4, switches=SWITCHES)
    assert told.log_likelihood > plain.log_likelihood + log(0.8) + log(0.9) - 0.5


def test_without_switches_moments_change_nothing() -> None:
    belief = watched("lowest-card", 2, without=frozenset({"plain"}))
    later = belief.at_moment(When(7, 3, 5))
    assert later.weights == pytest.approx(belief.weights)


def test_the_priors_of_switches_leave_most_to_players_that_do_not_switch() -> None:
    assert 0 < sum(SWITCHES.values()) < 0.5
