"""Plain explanations: a belief that predicted whole games worse than greedy or random moves gives way to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.learning.choice_belief import ChoiceBelief
from kibitz.learning.choice_fit import watched_in
from kibitz.learning.decisions import When
from kibitz.learning.foreseen import likeliest_moves
from kibitz.learning.plainly import AT_RANDOM, DOUBT, GREEDILY, HALVED_AFTER, LONG_GAME, Judgement, Kept
from kibitz.random import Random

ABALONE = kibitz.game("abalone(players=3)")
CHINESE_CHECKERS = kibitz.game("chinese-checkers(players=3)")
TIC_TAC_TOE = kibitz.game("tic-tac-toe")
RANDOM = kibitz.model("random")
LEVELS = np.array([0.0, 0.5])
PRIOR = np.array([0.9, 0.07, 0.03])


def kept(weights: Any) -> Kept:
    models = tuple(RANDOM for _ in weights)
    return Kept.of(np.array(weights), ((2, 0.5),), models, LEVELS)


def test_the_likeliest_experts_are_kept_with_their_noise() -> None:
    """The last expert has less than 0.03 of the weight of the first. Of the rest, a quarter errs in half of its
    moves."""
    found = kept([[0.4, 0.2], [0.2, 0.0], [0.01, 0.0]])
    assert found.places == (0, 1)
    assert found.quiet.tolist() == pytest.approx([(0.4 + 0.1) / 0.8, 0.2 / 0.8])
    assert found.noise == pytest.approx(0.1 / 0.8)


def test_at_most_six_experts_are_kept() -> None:
    assert len(kept([[1.0, 0.0]] * 9).places) == 6


def test_a_move_is_judged_by_what_was_learned_and_by_each_plain_explanation() -> None:
    """Both experts expect it with 1/2; the plain one is sure, and errs in half of its moves, among four."""
    found = kept([[0.5, 0.0], [0.5, 0.0]]).judged(np.array([0.5, 0.5]), np.array([1.0]), 4)
    assert np.exp(found).tolist() == pytest.approx([0.5, 0.5 + 0.5 / 4])


def test_a_move_that_nobody_expected_is_not_impossible() -> None:
    assert np.isfinite(kept([[0.5, 0.0]]).judged(np.array([0.0]), np.array([0.0]), 4)).all()


def test_games_count_less_with_time_and_short_games_fade_slowly() -> None:
    lost = np.array([-8.0, -2.0, -4.0])
    long = Judgement.none(3)
    for _ in range(LONG_GAME):
        long = long.with_move(lost / LONG_GAME)
    long = long.with_next_game()
    assert long.earlier.tolist() == pytest.approx(lost.tolist())
    again = Judgement(long.earlier, np.zeros(3), LONG_GAME).with_next_game()
    assert again.earlier.tolist() == pytest.approx((lost * 0.5 ** (1 / HALVED_AFTER)).tolist())
    short = Judgement(long.earlier, np.zeros(3), LONG_GAME // 10).with_next_game()
    assert short.earlier.tolist() == pytest.approx((lost * 0.5 ** (0.1 / HALVED_AFTER)).tolist())
    assert Judgement(long.earlier, np.zeros(3), 10**6).with_next_game().earlier.tolist() == again.earlier.tolist()


def test_explanations_are_weighed_by_their_games_and_some_doubt_remains() -> None:
    assert Judgement.none(3).weights(PRIOR).tolist() == pytest.approx(PRIOR.tolist())
    found = Judgement(np.array([-900.0, -500.0, -700.0]), np.zeros(3)).weights(PRIOR)
    assert found.tolist() == pytest.approx([DOUBT * 0.9, 1 - DOUBT + DOUBT * 0.07, DOUBT * 0.03])


def first_in_the_list(position: Any) -> str:
    return str(position.moves()[0])


def decisions(game: Any, seed: int, chooses: Any, plies: int = 120) -> Iterator[tuple[Any, str]]:
    """Those of one seat in one game. The others are greedy, with three of ten moves at random."""
    random, state, greedy = Random(seed, "plain"), game.start(seed), kibitz.model("greedy")
    for _ in range(plies):
        if state.over:
            return
        moves = state.moves()
        if state.to_move == seed % game.players:
            move = chooses(state)
            if len(moves) > 1:
                yield state, move
        elif random.uniform() < 0.3:
            move = random.choice(moves)
        else:
            move = random.weighted(dict(greedy.policy(state)))
        state = state.play(move)


def watched(belief: ChoiceBelief, game: Any, games: int, chooses: Any, told: bool = True) -> Any:
    """A belief about a player after some games in different seats."""
    belief = belief.at(game)
    for number in range(games):
        for made, (state, move) in enumerate(decisions(game, number, chooses)):
            belief = belief.at_moment(When(number, made)) if told else belief
            belief = belief.see(state, move)
    return belief.at_moment(When(games)) if told else belief


def test_a_player_without_a_pattern_is_not_predicted_worse_than_at_random() -> None:
    """The first move in the list: within a game there is a pattern, but in each seat it is another one. Without the
    comparison, the belief is certain of moves that are not made."""
    losses = {}
    for without in (frozenset[str](), frozenset({"plain"})):
        belief = watched(ChoiceBelief(itself=False, without=without), CHINESE_CHECKERS, 4, first_in_the_list)
        lost = [
            -np.log(belief.expects(state)[move] * len(state.moves()))
            for number in range(300, 306)
            for state, move in decisions(CHINESE_CHECKERS, number, first_in_the_list)
        ]
        losses[bool(without)] = float(np.mean(lost))
    assert losses[False] < 0.02
    assert losses[True] > 1


def test_what_is_learned_wins_against_plain_explanations_where_it_predicts_better() -> None:
    player = kibitz.model("strategy(open_lines=1, depth=4)")
    belief = watched(ChoiceBelief(), TIC_TAC_TOE, 5, lambda state: likeliest_moves(player.policy(state))[0])
    rows = belief._plain_rows
    assert np.exp(belief.logs[rows]).sum() < 0.05
    assert np.exp(belief.logs).sum() == pytest.approx(1)


def test_the_moves_of_a_game_decide_within_it() -> None:
    """Whatever earlier games said: a plain explanation cannot be held against many moves that it makes impossible."""
    belief = watched(ChoiceBelief(itself=False), CHINESE_CHECKERS, 4, first_in_the_list)
    before = np.exp(belief.logs[belief._plain_rows]).sum()
    state = CHINESE_CHECKERS.start(1)
    for number in range(20):
        belief = belief.at_moment(When(4, number)).see(state, state.moves()[0])
    assert before > 0.9
    assert np.exp(belief.logs[belief._plain_rows]).sum() < 0.1


def test_without_moments_no_game_is_judged() -> None:
    belief = watched(ChoiceBelief(), TIC_TAC_TOE, 3, first_in_the_list, told=False)
    assert belief.kept is None
    assert belief.judgement.earlier.tolist() == belief.judgement.now.tolist() == [0.0, 0.0, 0.0]


def test_models_that_did_not_change_are_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What they predicted for the belief is what they predict for the judgement."""
    belief = ChoiceBelief().at(TIC_TAC_TOE).at_moment(When(0, 0))
    state = TIC_TAC_TOE.start()
    rows = belief.foretold(state)
    reused = belief._judged(state, 4, rows)
    object.__setattr__(belief, "_awake", tuple(None for _ in belief.experts))
    assert belief._judged(state, 4, rows).now.tolist() == pytest.approx(reused.now.tolist())
    assert reused.decisions == 1


def test_which_plain_explanations_a_game_has() -> None:
    """Without an evaluation nobody is greedy; the game's own weights may also be a named candidate."""
    assert list(ChoiceBelief().at(ABALONE).plain) == [GREEDILY, AT_RANDOM]
    named = ChoiceBelief(["random", "greedy"]).at(ABALONE)
    assert [named.experts[place].depth for place in named.plain.values()] == [1, 0]
    assert ChoiceBelief(without=frozenset({"plain"})).at(ABALONE).plain == {}
    assert ChoiceBelief(without=frozenset({"types"})).at(ABALONE).plain.keys() == {AT_RANDOM}


def test_a_plain_explanation_never_becomes_another_one() -> None:
    """It excludes all experts but its own, however many moves the others explain better."""
    belief = ChoiceBelief(itself=False).at(TIC_TAC_TOE)
    foretold = np.full((len(belief.experts), 2), 0.999)
    foretold[list(belief.plain.values())] = 0.001
    watched = watched_in(TIC_TAC_TOE.start(), "a1")._replace(number=0)
    for _ in range(800):
        belief = belief._weighed(foretold, watched)
    for row, place in zip(belief._plain_rows, belief.plain.values(), strict=True):
        alone = np.exp(belief.logs[row] - belief.logs[row].max())
        assert alone[place].sum() == pytest.approx(alone.sum())
