"""Weights drawn from their posterior: trees agree with searches, and chains find what a player values."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

import numpy as np
import pytest

import kibitz
from kibitz.games.core_states import core_of
from kibitz.games.game import State
from kibitz.learning import choice_belief, choice_samples
from kibitz.learning.choice_belief import NAMED, SAMPLED, SAMPLES, ChoiceBelief
from kibitz.learning.choice_fit import ChoiceFit, Watched, end_weight_of, first_fit, fitted, watched_in
from kibitz.learning.choice_samples import (
    Likelihood,
    Prior,
    Steps,
    Trees,
    foretold_by_chains,
    has_trees,
    sampled,
)
from kibitz.models.choice import choice, choice_features, described_after
from kibitz.random import Random

CHECKERS: Any = kibitz.game("checkers")
STRANGE = "strategy(men=2, kings=9, back_row=0.2, advancement=0.3, threats=-0.5, depth=2)"


def some_decisions(spec: str, count: int, seed: int = 5) -> list[Watched]:
    """Decisions of a player against random moves."""
    player, found = kibitz.model(spec), list[Watched]()
    for number in range(count):
        random = Random(seed, "moves", number)
        state = CHECKERS.start()
        while not state.over and len(found) < count:
            policy = dict(player.policy(state)) if state.to_move == number % 2 else {}
            move = random.weighted(policy) if policy else random.choice(state.moves())
            if len(policy) > 1:
                found.append(watched_in(state, move))
            state = state.play(move)
    return found


DECISIONS = some_decisions(STRANGE, 40)


def columns_of(weights: dict[str, float]) -> np.ndarray:
    row = np.array([[weights.get(name, 0.0) for name in CHECKERS.features]])
    return np.vstack([row.T, end_weight_of(CHECKERS, CHECKERS.features, row)]).astype(np.float32)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_the_values_of_trees_are_those_of_searches(depth: int) -> None:
    names = choice_features(CHECKERS)
    weights = {name: float(weight) for name, weight in CHECKERS.weights.items()}
    for each in DECISIONS[::7]:
        trees = Trees.of([each], depth)
        assert trees is not None
        rows = np.array(described_after(cast(State, each.position), weights, depth))
        vector = np.array([weights.get(name, 0.0) for name in names])
        wanted = rows @ vector + rows[:, names.index("end")] * CHECKERS.end_weight(weights)
        assert trees.values(columns_of(weights))[:, 0] == pytest.approx(wanted, rel=1e-5)


def test_weights_that_no_tree_was_made_for_have_nearly_always_the_values_of_searches() -> None:
    weights = {"men": 2.0, "kings": 9.0, "back_row": 0.2, "advancement": 0.3, "threats": -0.5}
    trees = Trees.of(DECISIONS, 3)
    assert trees is not None
    names = choice_features(CHECKERS)
    vector = np.array([weights.get(name, 0.0) for name in names])
    rows = np.concatenate([np.array(described_after(cast(State, each.position), weights, 3)) for each in DECISIONS])
    wanted = rows @ vector + rows[:, names.index("end")] * CHECKERS.end_weight(weights)
    assert np.isclose(trees.values(columns_of(weights))[:, 0], wanted, rtol=1e-4).mean() > 0.97


def test_pruned_trees_have_the_same_values_under_the_weights_that_they_were_pruned_for() -> None:
    prior, trees = Prior(CHECKERS), Trees.of(DECISIONS, 3)
    assert trees is not None
    columns = prior.columns(prior.draw(np.random.default_rng(1), 12))
    some = np.arange(len(DECISIONS)) % 3 > 0
    pruned = trees.pruned(trees.by_ply(columns), some)
    assert len(pruned.rows) < len(trees.rows)
    whole = trees.values(columns)
    # Products of 32-bit matrices of other shapes are rounded differently on some processors.
    assert np.allclose(pruned.values(columns), whole[np.repeat(some, trees.moves)], rtol=1e-5, atol=1e-5)
    assert np.allclose(pruned.shares(pruned.values(columns)), trees.shares(whole)[some], atol=1e-5)


@pytest.mark.parametrize("highest", [True, False])
def test_the_best_of_groups_is_that_of_numpy(highest: bool) -> None:
    random = np.random.default_rng(3)
    counts = random.integers(1, 9, size=200)
    values = random.standard_normal((int(counts.sum()), 7)).astype(np.float32)
    by_numpy = (np.maximum if highest else np.minimum).reduceat(values, np.cumsum(counts) - counts, axis=0)
    found = choice_samples._best_of(values, counts, highest=highest)
    assert (found == by_numpy).all()
    assert choice_samples._best_of(values[:0], counts[:0], highest=highest).shape == (0, 7)


@pytest.mark.parametrize("counts", [[2, 0, 1], [2, 2], [1, 1]])
def test_groups_that_do_not_fit_the_rows_are_refused(counts: list[int]) -> None:
    with pytest.raises(ValueError, match=r"do not fit together|without members"):
        choice_samples._best_of(np.zeros((3, 2), dtype=np.float32), np.array(counts), highest=True)


def test_weights_are_drawn_only_where_several_are_weighed() -> None:
    drawn = [
        any(each.kind == SAMPLED for each in ChoiceBelief(samples=True).begun(kibitz.game(spec)).experts)
        for spec in ("checkers", "tic-tac-toe", "hearts(open=true)")
    ]
    assert drawn == [True, False, False]


def test_settled_decisions_count_as_much_as_the_others() -> None:
    prior, trees = Prior(CHECKERS), Trees.of(DECISIONS, 2)
    assert trees is not None
    chains = prior.draw(np.random.default_rng(2), 6)
    chains[:, -2] = 7.0  # all of them make one of their best moves
    near = Likelihood.around(prior, trees, chains)
    assert 0 < len(near.settled) < len(DECISIONS)
    assert near(chains) == pytest.approx(Likelihood(prior, trees, np.zeros((0, 2)))(chains), abs=0.5)


def test_the_likelihood_is_that_of_the_model() -> None:
    prior, trees = Prior(CHECKERS), Trees.of(DECISIONS, 2)
    assert trees is not None
    chains = np.zeros((1, prior.width))
    chains[0, -2:] = 1.5, -2.0
    (fit,) = prior.fits(chains, 2)
    likely = sum(np.log(fit.model.policy(each.position)[each.move]) for each in DECISIONS)
    assert Likelihood(prior, trees, np.zeros((0, 2)))(chains)[0] == pytest.approx(likely, abs=0.02)


def test_chains_find_what_a_player_values_and_predict_it_better_than_its_game() -> None:
    found = sampled(DECISIONS, CHECKERS, 2, None, 0)
    assert found is not None
    prior = Prior(CHECKERS)
    later = some_decisions(STRANGE, 30, seed=6)

    def loss(models: list[kibitz.Model]) -> float:
        shares = [np.mean([each.policy(one.position)[one.move] for each in models]) for one in later]
        return -float(np.log(np.array(shares) + 0.01).mean())

    own = choice(dict(CHECKERS.weights), 0.0, 2)
    assert loss([fit.model for fit in prior.fits(found[::4], 2)]) < loss([own]) - 0.1
    weights = prior.weights(found)
    kings, men = (CHECKERS.features.index(name) for name in ("kings", "men"))
    assert np.median(weights[:, kings] / weights[:, men]) > 1.7  # 4.5 in truth, and 1.5 in the game's own weights


def test_the_same_decisions_give_the_same_chains() -> None:
    first = sampled(DECISIONS[:12], CHECKERS, 2, None, 0, steps=4)
    assert first is not None
    assert (first == sampled(DECISIONS[:12], CHECKERS, 2, None, 0, steps=4)).all()
    assert len(first) == choice_samples.MANY_CHAINS


def test_chains_come_with_the_likeliest_first() -> None:
    found = sampled(DECISIONS[:12], CHECKERS, 2, None, 0, steps=4)
    trees, prior = Trees.of(DECISIONS[:12], 2), Prior(CHECKERS)
    assert found is not None
    assert trees is not None
    worth = Likelihood(prior, trees, np.zeros((0, 2)))(found) + prior.log_density(found)
    assert all(later <= earlier + 0.5 for earlier, later in pairwise(worth))


def test_a_good_fit_replaces_bad_chains() -> None:
    weights = {"men": 20.0, "kings": 90.0, "back_row": 2.0, "centre": 0.01, "advancement": 3.0, "mobility": 0.01}
    fit = ChoiceFit(CHECKERS, 2, {**weights, "threats": -5.0}, 0.01, 0.0, 40)
    found = sampled(DECISIONS, CHECKERS, 2, None, 0, [fit], steps=1)
    assert found is not None
    assert np.median(Prior(CHECKERS).weights(found[:3])[:, 0]) == pytest.approx(20.0, rel=0.5)


def test_a_fit_becomes_a_chain_and_a_fit_again() -> None:
    weights = {"men": 2.0, "kings": 1.0, "back_row": 0.3, "centre": 0.2, "advancement": 0.1, "mobility": 0.4}
    prior = Prior(CHECKERS)
    (again,) = prior.fits(prior.chain(ChoiceFit(CHECKERS, 3, {**weights, "bridge": -0.7}, 0.2, 0.0, 9))[None], 3)
    assert {name: round(weight, 6) for name, weight in again.weights.items() if weight} == {**weights, "bridge": -0.7}
    assert again.noise == pytest.approx(0.2)
    assert again.depth == 3


def test_a_weight_may_have_the_other_sign() -> None:
    """The prior draws one weight of 60 with the opposite sign (a t distribution with three degrees of freedom, 3.85
    deviations below its mean), and a fit with such a weight becomes a chain as it is."""
    prior = Prior(CHECKERS)
    fit = ChoiceFit(CHECKERS, 1, {"men": -2.0, "kings": 1.0, "advancement": 0.04}, 0.0, 0.0, 9)
    weights = prior.weights(prior.chain(fit)[None])[0]
    assert weights[[CHECKERS.features.index(name) for name in ("men", "kings")]].tolist() == pytest.approx([-2.0, 1.0])
    drawn = prior.draw(np.random.default_rng(5), 20_000)[:, :-2][:, prior.known]
    assert (drawn < 0).mean() == pytest.approx(0.0155, abs=0.002)
    assert prior.log_density(np.append(np.where(prior.known, 1.0, 0.0), [4.0, -3.0])[None])[0] == pytest.approx(0.0)


def test_the_opposite_sign_is_found() -> None:
    """A player that wants its men to stay behind: before signs were free, its weights were never found."""
    watched = some_decisions("choice(men=1, kings=2, back_row=-0.5, centre=-0.3, depth=2)", 60)
    found = sampled(watched, CHECKERS, 2, None, 0, [fitted(watched, 2)])
    assert found is not None
    centre = Prior(CHECKERS).weights(found)[:, CHECKERS.features.index("centre")]
    assert (centre < 0).mean() > 0.9


def test_a_step_changes_one_number_or_goes_by_a_difference_of_two_other_chains() -> None:
    prior, random = Prior(CHECKERS), np.random.default_rng(3)
    steps, chains = Steps.draw(prior, random, 5, 8), prior.draw(random, 8)
    for step in range(5):
        tried = steps.tried(step, chains)
        changed = (tried != chains).sum(axis=1)
        assert (changed[~steps.evolves[step]] <= 1).all()
        first, second = steps.pairs[step]
        assert (first != second).all()
        assert (first != np.arange(8)).all()
        assert (second != np.arange(8)).all()
        moved = (tried - chains) / (chains[first] - chains[second])
        assert (moved[steps.evolves[step]] >= 0).all()
        assert (moved[steps.evolves[step]] <= 1.000001).all()


def test_large_trees_and_other_games_have_none() -> None:
    state = CHECKERS.start()
    drawn = np.ones((len(CHECKERS.features) + 1, 1), dtype=np.float32).tobytes()
    assert core_of(state).leaves_described(2, 10, drawn) is None
    assert core_of(state).leaves_described(2, 49, drawn) is not None
    three = kibitz.game("hearts(open=true)")
    assert not has_trees(three)
    assert not has_trees(kibitz.game("guess-it"))
    assert core_of(three.start(1)).leaves_described(1, 1000, drawn) is None


def test_a_game_that_is_over_stays_as_it_is_below() -> None:
    state = kibitz.game("tic-tac-toe").start().play_all("a1, b1, a2, b2")
    trees = Trees.of([watched_in(state, "a3")], 3)
    assert trees is not None
    assert trees.rows[:, -1].max() == 1  # three in a row at once: nothing follows
    values = trees.values(np.append(np.zeros(trees.rows.shape[1] - 1), 1.0).astype(np.float32)[:, None])
    assert values[trees.made[0], 0] == 1


def test_samples_are_equally_likely_after_a_refit_and_predict() -> None:
    belief = ChoiceBelief(samples=True)
    for each in DECISIONS[:13]:
        belief = belief.see(each.position, each.move)
    assert belief.refitted == 13
    depth = belief.depth
    shares = [belief.posterior[f"{SAMPLED} {number} {depth}"] for number in range(SAMPLES)]
    assert shares == pytest.approx([shares[0]] * SAMPLES)
    assert len({each.model for each in belief.experts if each.kind == SAMPLED and each.depth == depth}) > SAMPLES // 2
    assert belief.sampled_at[depth] == 13


def test_nothing_is_drawn_for_a_player_that_is_surely_a_named_one() -> None:
    belief = ChoiceBelief(samples=True)
    for each in DECISIONS[:9]:
        belief = belief.see(each.position, each.move)
    named = np.array([each.kind == NAMED for each in belief.experts])
    sure = replace(belief, logs=belief.logs + np.where(named, 60.0, 0.0)[None, :, None], moves=14)
    sure = replace(sure, logs=sure.logs - np.log(np.exp(sure.logs).sum()))
    assert sure._resampled([2], belief.fits) == {}
    assert list(replace(sure, moves=13)._resampled([2], belief.fits)) == [2]
    assert list(replace(belief, moves=14)._resampled([2], belief.fits)) == [2]


def test_all_samples_at_once_predict_as_their_models_do() -> None:
    prior = Prior(CHECKERS)
    chains = prior.draw(np.random.default_rng(4), 5)
    chains[:, :-2] /= 3
    position = DECISIONS[20].position
    found = foretold_by_chains(chains, position, 2)
    assert found is not None
    for row, fit in zip(found, prior.fits(chains, 2), strict=True):
        assert row == pytest.approx(list(fit.model.policy(position).values()), abs=0.01)


def test_where_there_is_no_tree_some_samples_search_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    belief = ChoiceBelief(samples=True)
    for each in DECISIONS[:9]:
        belief = belief.see(each.position, each.move)
    depth, position = next(iter(belief.chains)), DECISIONS[20].position
    samples = [place for place, each in enumerate(belief.experts) if each.kind == SAMPLED and each.depth == depth]
    asked: list[int] = []
    monkeypatch.setattr(choice_belief, "foretold_by_chains", lambda *given: None)

    def searched(expert: Any, position: Any, depth: int, worlds: int = 1) -> np.ndarray:
        asked.append(id(expert))
        return np.full(len(position.moves()), float(len(asked)))

    monkeypatch.setattr(choice_belief, "foretold_by", searched)
    found = belief._searched_by_samples(position, depth)
    assert asked == [id(belief.experts[place].model) for place in samples[::4]]
    assert [row[0] for row in found] == [1 + number // 4 for number in range(SAMPLES)]
    asked.clear()
    belief.foretold(position)
    assert len(set(asked).intersection(id(belief.experts[place].model) for place in samples)) == 8


def test_a_second_depth_is_sampled_while_it_is_likely() -> None:
    belief = ChoiceBelief(samples=True)
    for each in DECISIONS[:3]:
        belief = belief.see(each.position, each.move)

    worth = {(depth, "positions"): replace(first_fit(CHECKERS, depth), worth=float(depth)) for depth in (2, 3, 4)}

    def sampled_at(moves: int, share: float) -> list[int]:
        given = replace(belief, moves=moves)
        object.__setattr__(
            given, "weights", np.array([{2: 1 - share, 3: share}.get(each.depth, 0.0) / 100 for each in given.experts])
        )
        object.__setattr__(given, "_weights_learned", given.weights)
        total = given.depths
        assert total[3] < total[2]
        return given._depths_sampled([2, 3, 4], worth)

    assert sampled_at(14, 0.3) == [2, 3]
    assert sampled_at(14, 0.02) == [2]
    assert sampled_at(13, 0.02) == [2, 4]  # at first, the one whose fit explains the moves best
    assert belief._depths_sampled([], worth) == []


def test_once_weights_are_drawn_only_one_fit_is_made_beside_them() -> None:
    belief = ChoiceBelief(samples=True).begun(CHECKERS)
    belief = replace(belief, watched=(DECISIONS[0],))
    names = {
        moves: [form.name for form in replace(belief, moves=moves)._forms_fitted(2, 2, True)] for moves in (13, 14)
    }
    assert names == {13: ["positions"], 14: ["positions"]}
    assert [form.name for form in belief._forms_fitted(2, 3, False)] == ["positions, strictly", "positions"]


def test_weights_are_drawn_in_another_game_if_they_were_in_the_last_one() -> None:
    for samples in (True, False):
        belief = ChoiceBelief(samples=samples).at(kibitz.game("hearts(open=true)"))
        assert (SAMPLED in belief.at(CHECKERS).kinds) is samples


def test_games_without_trees_have_no_samples() -> None:
    belief = ChoiceBelief(samples=True).begun(kibitz.game("hearts(open=true)"))
    assert SAMPLED not in belief.kinds
