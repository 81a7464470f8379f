"""The parts of a belief over choices, with models and fits that are made up: experts and their prior weights, who is
asked, what is fitted when, ways of playing, and what is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import log
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import numpy as np
import pytest

import kibitz
from kibitz.errors import KibitzError, SpecError
from kibitz.games.game import CHANCE
from kibitz.learning import choice_belief
from kibitz.learning.choice_belief import (
    LEARNED,
    NAMED,
    PHASE,
    SEARCHES,
    SIMULATES,
    WHOLE,
    ChoiceBelief,
    Expert,
    _kind,
    _log_sum,
    _takes_long,
    _to_step,
    _tried_positions,
    depths_of,
    foretold_by,
    itself,
    own_strategy,
    searching_experts,
)
from kibitz.learning.choice_fit import WORLDS, Form, watched_in
from kibitz.learning.decisions import When
from kibitz.learning.switches import Switch
from kibitz.models.choice_words import errs_in

GAME = kibitz.game("tic-tac-toe")
CHECKERS, HEARTS = kibitz.game("checkers"), kibitz.game("hearts(open=true)")
START = GAME.start()
WATCHED = watched_in(START, "b2")
RANDOM = kibitz.model("random")
LOSS, OPENS, AFTER = Switch("loss", lost=True), Switch("opens", moves=2), Switch("after", moves=4)
FORGETS = Switch("between", forgets=0.5)


class Named:
    """Stands in for a model: it has a name and an error rate, and it says what it does."""

    def __init__(self, name: str, noise: float = 0.0, depth: int = 1, habits: tuple[str, ...] = ()) -> None:
        self.name, self.noise, self.depth_looked, self.habits = name, noise, depth, habits

    @property
    def quiet(self) -> Any:
        return SimpleNamespace(sentence=f"plays like {self.name}", habits_in=lambda game: self.habits)

    def __str__(self) -> str:
        return self.name


def believing(*experts: tuple[str, str, int, float, Any], level: int = 0, **more: Any) -> ChoiceBelief:
    """Experts by key, kind, depth, weight and model, all of them with one error rate, which is 0 at level 0."""
    weights = np.array([[share * (place == level) for place in range(6)] for *_, share, _ in experts])
    listed = tuple(Expert(key, kind, model, depth) for key, kind, depth, _, model in experts)
    given: dict[str, Any] = {
        "rates": {0.0: 1.0},
        "experts": listed,
        "logs": np.log(np.maximum(weights, 1e-200))[None],
        "prior": np.full((len(listed), 6), 1 / 6 / len(listed)),
        "watched": (WATCHED,),
        "moves": 1,
    }
    return ChoiceBelief(**{**given, **more})


# Depths that are tried.


class Row:
    """A game of so many plies with two moves each; some plies are forced, drawn by chance, or bids."""

    def __init__(self, length: int = 99, **kinds: tuple[int, ...]) -> None:
        self.length, self.kinds = length, kinds

    def start(self, number: int) -> Any:
        return self.at(number, 0)

    def at(self, number: int, ply: int) -> Any:
        chance = ply in self.kinds.get("chance", ())
        return SimpleNamespace(
            over=ply >= self.length,
            to_move=CHANCE if chance else 0,
            bid=ply in self.kinds.get("bids", ()),
            moves=lambda: ["a"] if ply in self.kinds.get("forced", ()) else ["a", "b"],
            play=lambda move: self.at(number, ply + 1),
            place=(number, ply),
        )

    def part(self, state: Any) -> Any:
        return state.place


ALL_TRIED = [(0, 0), (1, 0), (1, 4), (2, 0), (2, 4), (2, 8), (3, 0), (3, 4), (3, 8), (3, 12)]


def tried(game: Row, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    monkeypatch.setattr(choice_belief, "bidding", lambda state: state.bid)
    return cast(list[tuple[int, int]], list(_tried_positions(cast(Any, game))))


def test_every_fourth_position_of_four_random_games_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games have 4, 8, 12 and 16 plies."""
    assert tried(Row(), monkeypatch) == ALL_TRIED
    for kind in ("forced", "chance", "bids"):
        assert tried(Row(99, **{kind: (4,)}), monkeypatch) == [place for place in ALL_TRIED if place[1] != 4]
    assert tried(Row(6), monkeypatch) == [place for place in ALL_TRIED if place[1] < 6]


def depths(game: Any, monkeypatch: pytest.MonkeyPatch, long: Callable[[int, int], bool], weights: bool = True) -> Any:
    """The depths of a game in which eight positions are tried; ``long`` says which of them take long at a depth."""
    monkeypatch.setattr(choice_belief, "prior_weights", lambda game: {"a": 1.0} if weights else {})
    monkeypatch.setattr(choice_belief, "_tried_positions", lambda game: iter(range(8)))
    monkeypatch.setattr(choice_belief, "_takes_long", long)
    return depths_of.__wrapped__(game)


def test_depths_are_tried_until_more_than_a_quarter_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    assert depths(CHECKERS, monkeypatch, lambda place, depth: False) == (1, 2, 3, 4, 5)
    assert depths(CHECKERS, monkeypatch, lambda place, depth: depth > 3) == (1, 2, 3)
    assert depths(CHECKERS, monkeypatch, lambda place, depth: place < 2) == (1, 2, 3, 4, 5)
    assert depths(CHECKERS, monkeypatch, lambda place, depth: place < 3) == (1,)
    assert depths(CHECKERS, monkeypatch, lambda place, depth: False, weights=False) == (1,)


def test_in_games_with_tricks_only_one_trick_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    assert depths(HEARTS, monkeypatch, lambda place, depth: False) == (1, 4)
    assert depths(HEARTS, monkeypatch, lambda place, depth: True) == (1,)


def test_a_search_takes_long_if_it_has_too_many_nodes_or_meets_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*given: Any, **more: Any) -> Any:
        raise ValueError

    for found, long in ((lambda *given, **more: None, True), (lambda *given, **more: [[1.0]], False), (fails, True)):
        monkeypatch.setattr(choice_belief, "described_after", found)
        assert _takes_long(START, 2) == long


def test_a_player_with_the_games_own_weights_makes_a_best_move() -> None:
    """The temperature is 0. One who moves first at checkers and looks one ply ahead sees equal moves."""
    found = own_strategy(CHECKERS, 2)
    assert (found.depth_looked, found.temperature) == (2, 0.0)  # type: ignore[attr-defined]


# The belief before the first move.


def test_a_belief_before_anything_was_seen() -> None:
    found = ChoiceBelief()
    assert found.rates == {0.0: 0.5, 0.01: 0.25, 0.05: 0.25}
    assert (found.itself, found.hurried, found.switches, found.candidates) == (True, False, {}, ())
    assert (found.moves, found.log_likelihood, found.log_guess, found.losses) == (0, 0.0, 0.0, (0.0, 0.0))
    assert (found.refitted, found.lightly, found.watched, found.quick) == (0, 0, (), None)
    assert (found.reads_bids, found.learns_in_worlds, found.keeps_decisions) == (True, False, True)
    for array in (found.logs, found.aside, found.earlier):
        assert array.shape == (0, 0, 0)
    assert found.prior.shape == (0, 0)
    assert Expert("a", NAMED, RANDOM).depth == 0
    with pytest.raises(KibitzError, match="the game is not known"):
        _ = found.game
    with pytest.raises(KibitzError, match="nobody is likeliest"):
        _ = found.typical


def test_models_are_gated_unless_trust_is_left_out() -> None:
    assert ChoiceBelief().gated
    assert not ChoiceBelief(itself=False).gated
    assert not ChoiceBelief(without=frozenset({"trust"})).gated
    assert not ChoiceBelief(itself=False, without=frozenset({"trust"})).gated


def test_rates_of_forgetting_lie_between_0_and_1() -> None:
    assert ChoiceBelief(rates={0.0: 1.0, 0.99: 1.0}).rates == {0.0: 1.0, 0.99: 1.0}
    for rate in (-0.1, 1.0, 1.5):
        with pytest.raises(SpecError, match=f"forgetting={rate} is not allowed"):
            ChoiceBelief(rates={rate: 1.0})
    assert ChoiceBelief(candidates=["random"]).candidates == (RANDOM,)


@pytest.fixture
def _two_depths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice_belief, "depths_of", lambda game: (1, 2, 3))


@pytest.mark.usefixtures("_two_depths")
def test_how_far_experts_look_ahead() -> None:
    """In a hurry, not at all where hands are hidden, and two plies on boards of several players."""
    hidden, abalone = kibitz.game("hearts"), kibitz.game("abalone(players=3)")
    plain, hurried = ChoiceBelief(), ChoiceBelief(hurried=True)
    assert ChoiceBelief(without=frozenset({"depth"}))._depths_at(GAME) == (1,)
    for game in (GAME, HEARTS, hidden, abalone):
        assert plain._depths_at(game) == (1, 2, 3)
    assert hurried._depths_at(GAME) == (1, 2, 3)
    assert hurried._depths_at(HEARTS) == (1, 2, 3)
    assert hurried._depths_at(hidden) == (1,)
    assert hurried._depths_at(abalone) == (1, 2)


def begun(monkeypatch: pytest.MonkeyPatch, game: Any = CHECKERS, **options: Any) -> ChoiceBelief:
    """A belief before the first move, with depths 1 and 2, and two forms of which one uses only recent decisions."""
    forms = (Form("all", 1.0), Form("lately", 1.0, last=60))
    monkeypatch.setattr(choice_belief, "depths_of", lambda game: (1, 2))
    monkeypatch.setattr(choice_belief, "forms_for", lambda game, depth: forms)
    return ChoiceBelief(**{"samples": False, "without": frozenset({"plain"}), **options}).begun(game)


def test_prior_weights_of_experts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kinds have 1, 2, 0.5, 0.3, 0.5 and 0.5 of 4.8 parts. The game's own weights one ply ahead count twice, and fits
    to recent decisions a quarter."""
    found = begun(monkeypatch)
    assert found.kinds == pytest.approx(
        {NAMED: 1 / 4.8, LEARNED: 2 / 4.8, WHOLE: 0.5 / 4.8, "random": 0.3 / 4.8, SIMULATES: 0.5 / 4.8,
         SEARCHES: 0.5 / 4.8}
    )  # fmt: skip
    shares = found.posterior
    assert shares["own 1"] == pytest.approx(2 / 3 / 4.8)
    assert shares["own 2"] == pytest.approx(1 / 3 / 4.8)
    assert shares["all 1"] == pytest.approx(2 / 4.8 * 0.4)
    assert shares["lately 2"] == pytest.approx(2 / 4.8 * 0.1)
    assert {each.key: each.depth for each in found.experts} == {
        "own 1": 1, "own 2": 2, "all 1": 1, "lately 1": 1, "all 2": 2, "lately 2": 2, "whole 1": 1, "whole 2": 2,
        "random": 0, "simulates 1": 0, "simulates 3": 0, "itself 1": 0, "itself 3": 0,
    }  # fmt: skip
    assert sorted(found.fits) == [(1, "all"), (1, "lately"), (2, "all"), (2, "lately")]
    assert [found.fits[depth, "all"].depth for depth in (1, 2)] == [1, 2]
    assert found.quick is not None
    assert found.quick.depth_looked == 1


def test_prior_weights_of_levels_and_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten of fifteen parts for no errors. Of the rates, the second has three quarters of what switches leave."""
    found = begun(monkeypatch, rates={0.0: 1.0, 0.5: 3.0}, switches={LOSS: 0.125, FORGETS: 0.075})
    weights = np.exp(found.logs)
    assert weights.sum(axis=(1, 2)).tolist() == pytest.approx([0.2, 0.6, 0.125, 0.075])
    assert weights.sum(axis=(0, 1)).tolist() == pytest.approx([10 / 15, *[1 / 15] * 5])
    assert found.prior.sum() == pytest.approx(1.0)
    assert found.earlier.shape == found.logs.shape == (4, len(found.experts), 6)
    assert found.earlier[3].tolist() == found.prior.tolist()
    assert np.isnan(found.aside).all()
    assert found.kinds[PHASE] == pytest.approx(0.2 / 5)
    [phase] = [each for each in found.experts if each.kind == PHASE]
    assert (phase.key, phase.depth, phase.model.depth_looked) == ("phase loss", 1, 1)


def test_candidates_are_experts_unless_types_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A candidate that is the same as the game's own weights is not there twice."""
    same = str(own_strategy(CHECKERS, 2))
    keys = [each.key for each in begun(monkeypatch, candidates=["greedy", same]).experts if each.kind == NAMED]
    assert keys == ["greedy", same, "own 1"]
    without = begun(monkeypatch, candidates=["greedy"], without=frozenset({"types"}))
    assert NAMED not in without.kinds
    assert SEARCHES not in begun(monkeypatch, itself=False).kinds
    import support.conformance_games  # noqa: F401  registers the games written in Python

    plain = begun(monkeypatch, kibitz.game("discard"))  # no evaluation, so there are no weights
    assert NAMED not in plain.kinds


def test_a_belief_begins_anew_in_a_game_with_other_features(monkeypatch: pytest.MonkeyPatch) -> None:
    found = begun(monkeypatch, candidates=["greedy"], rates={0.0: 1.0}, hurried=True)
    assert found.at(CHECKERS) is found
    assert found.at(kibitz.game("checkers(quiet=9)")) is found
    other = found.at(GAME)
    assert other is not found
    assert {fit.game for fit in other.fits.values()} == {GAME}
    assert (other.candidates, other.rates, other.hurried, other.moves) == (found.candidates, {0.0: 1.0}, True, 0)
    monkeypatch.setattr(choice_belief, "depths_of", lambda game: (1,))
    assert found.at(CHECKERS) is not found  # other depths
    assert ChoiceBelief().at(CHECKERS).experts


# Ways of playing.


def switching(*shares: float, switches: dict[Switch, float], **more: Any) -> ChoiceBelief:
    """One expert of each kind of switch, with the weights of the rate and of every switch."""
    logs = np.log(np.array([[[share / 12] * 6] * 2 for share in shares]))
    kinds = [Expert(f"phase {kind}", PHASE, cast(Any, Named(f"begun {kind}")), 1) for kind in ("loss", "moves")]
    return ChoiceBelief(
        rates={0.0: 1.0}, switches=switches, experts=tuple(kinds), logs=logs, prior=np.full((2, 6), 1 / 12),
        aside=np.full(logs.shape, np.nan), watched=(WATCHED,), moves=1, **more,
    )  # fmt: skip


SWITCHES = {LOSS: 0.25, OPENS: 0.125, AFTER: 0.125}


def test_ways_are_shares_of_the_whole_belief() -> None:
    found = switching(0.4, 0.2, 0.1, 0.1, switches=SWITCHES)  # together 0.8
    assert found.ways == pytest.approx({LOSS: 0.25, OPENS: 0.125, AFTER: 0.125})
    assert found._kinds_of_switches == ["loss", "moves"]
    assert found._likeliest_switch("loss") == LOSS
    assert switching(0.4, 0.3, 0.1, 0.2, switches=SWITCHES)._likeliest_switch("moves") == AFTER
    assert [_kind(each) for each in (LOSS, OPENS, FORGETS)] == ["loss", "moves", ""]


def test_whether_a_player_may_have_changed() -> None:
    found = switching(0.5, 0.25, 0.25, switches={LOSS: 0.25, FORGETS: 0.25}, when=When(1, 2, 1))
    assert not found._may_change(When(1, 3, 1))
    assert found._may_change(When(2, 0, 2))
    assert found._may_change(When(2, 0, 1))  # one that forgets begins another game
    alone = switching(0.5, 0.5, switches={LOSS: 0.5}, when=When(1, 2, 1))
    assert not alone._may_change(When(2, 0, 1))
    assert alone._may_change(When(1, 2, 2))


def test_a_moment_without_a_change_only_sets_the_moment() -> None:
    found = switching(0.5, 0.5, switches={OPENS: 0.5})
    same = found.at_moment(When(0, 1, 0))
    assert same is not found
    assert (same.when, found.when) == (When(0, 1, 0), When())
    assert same.logs is found.logs
    assert ChoiceBelief(switches={OPENS: 0.5}).at_moment(When(0, 5, 0)).when == When(0, 5, 0)


def test_after_a_change_the_other_way_is_believed() -> None:
    """The expert of a phase then has the model of that phase, if there is one yet."""
    later = cast(Any, Named("later"))
    found = switching(0.5, 0.5, switches={OPENS: 0.5}, phases={("moves", 1): later})
    after = found.at_moment(When(0, 2, 0))
    assert [str(each.model) for each in after.experts] == ["begun loss", "later"]
    assert after.when == When(0, 2, 0)
    assert not np.isnan(after.aside[1]).any()
    assert np.isnan(after.aside[0]).all()
    early = switching(0.5, 0.5, switches={OPENS: 0.5}).at_moment(When(0, 2, 0))
    assert [str(each.model) for each in early.experts] == ["begun loss", "begun moves"]


# Predictions.


def test_every_expert_is_asked_once_and_nothing_is_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of nine moves the first is certain for one model; a thousandth is divided among all."""
    asked: list[Any] = []
    one, two = Named("one", depth=1), Named("two", depth=3)

    def instead(model: Any, position: Any, depth: int, worlds: int) -> Any:
        asked.append((str(model), depth, worlds))
        return np.eye(9)[0] if model is one else np.full(9, 1 / 9)

    monkeypatch.setattr(choice_belief, "foretold_by", instead)
    experts = [("a", NAMED, 1, 0.5, one), ("b", NAMED, 1, 0.25, two), ("c", NAMED, 1, 0.25, one)]
    rows = believing(*experts).foretold(START)
    assert rows[0].tolist() == rows[2].tolist() == pytest.approx([0.999 + 0.001 / 9, *[0.001 / 9] * 8])
    assert rows[1].tolist() == pytest.approx([1 / 9] * 9)
    assert asked == [("one", 1, WORLDS), ("two", 3, WORLDS)]
    asked.clear()
    believing(*experts, hurried=True).foretold(START)
    assert asked == [("one", 1, 2), ("two", 3, 2)]
    assert WORLDS > 2


def awake(*experts: tuple[str, str, int, float, Any]) -> list[str]:
    return [str(each) for each in believing(*experts)._awake]


def test_unlikely_fits_that_look_ahead_are_not_asked() -> None:
    """The game's own weights at the same depth take their place. Depths are asked from 0.3% on, experts from 0.1%."""
    own = [("own 1", NAMED, 1, 0.1, Named("own 1")), ("own 2", NAMED, 2, 0.1, Named("own 2"))]
    fits = [("a", LEARNED, 1, 0.0001, Named("a")), ("b", LEARNED, 2, 0.0001, Named("b"))]
    rest = ("c", LEARNED, 1, 0.6, Named("c"))
    assert awake(*own, *fits, rest) == ["own 1", "own 2", "a", "own 2", "c"]
    likely = [("a", LEARNED, 1, 0.0001, Named("a")), ("b", LEARNED, 2, 0.01, Named("b"))]
    assert awake(*own, *likely, rest) == ["own 1", "own 2", "a", "b", "c"]
    asleep = ("own 2", NAMED, 2, 0.0004, Named("own 2")), ("b", LEARNED, 2, 0.0015, Named("b"))
    assert awake(own[0], *asleep, rest) == ["own 1", "own 2", "own 2", "c"]  # 0.19% of the depths
    other = ("d", LEARNED, 3, 0.0001, Named("d"))
    assert awake(*own, other, rest) == ["own 1", "own 2", "d", "c"]  # no own weights at this depth


def test_unlikely_long_searches_are_not_asked() -> None:
    """Small ones of the same power take their place."""
    small = [("s1", SIMULATES, 0, 0.1, Named("s1")), ("s3", SIMULATES, 0, 0.1, Named("s3"))]
    rest = ("c", LEARNED, 1, 0.5, Named("c"))
    for share, asked in ((0.0003, ["s1", "s3"]), (0.0004, ["l1", "l3"]), (0.1, ["l1", "l3"])):  # 0.001 of 0.7
        long = [("l1", SEARCHES, 0, share, Named("l1")), ("l3", SEARCHES, 0, share, Named("l3"))]
        assert awake(rest, *small, *long) == ["c", "s1", "s3", *asked]
    alone = [("l1", SEARCHES, 0, 0.0001, Named("l1"))]
    assert awake(rest, *alone) == ["c", "l1"]
    assert awake(rest) == ["c"]


def test_moves_that_are_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    found = believing(("a", NAMED, 1, 1.0, RANDOM))
    assert found.expects(START) == pytest.approx(dict.fromkeys(START.moves(), 1 / 9))
    monkeypatch.setattr(ChoiceBelief, "begun", lambda self, game: found)
    assert ChoiceBelief().expects(START) == pytest.approx(dict.fromkeys(START.moves(), 1 / 9))


def test_the_prediction_of_one_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a position it is asked once, and from a view in several worlds. Moves that it leaves out have 0."""
    asked: list[Any] = []

    def policy(world: Any) -> dict[str, float]:
        asked.append(world)
        return {START.moves()[len(asked) - 1]: 1.0}

    monkeypatch.setattr(choice_belief, "bidding", lambda world: world == "two")  # bids do not run in the core
    model = cast(Any, SimpleNamespace(policy_in_whole=policy, policy_by_core=policy))
    assert foretold_by(model, START, 2).tolist() == [1.0, *[0.0] * 8]
    assert asked == [START]
    noted: list[Any] = []

    def worlds(view: Any, depth: int, most: int) -> list[tuple[float, str]]:
        noted.append((depth, most))
        return [(0.25, "one"), (0.75, "two")]

    monkeypatch.setattr(choice_belief, "worlds_of", worlds)
    view = cast(Any, SimpleNamespace(moves=START.moves))
    assert foretold_by(model, view, 2, 7).tolist() == [0.0, 0.25, 0.75, *[0.0] * 6]
    assert asked[1:] == ["one", "two"]
    assert noted == [(2, 7)]


# Learning.


def nearly_over(free: int) -> Any:
    """A position of tic-tac-toe with one or two free squares."""
    return START.play_all(["b2, a1, c3, c1, b1, b3, a3, c2", "b2, a1, c3, c1, b1, b3, a3"][free - 1])


def test_what_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forced moves say nothing; two moves are a decision."""
    found = believing(("a", NAMED, 1, 0.5, RANDOM), ("b", LEARNED, 1, 0.5, RANDOM), when=When(3, 2, 1))
    object.__setattr__(found, "earlier", found.prior[None])
    one, two = nearly_over(1), nearly_over(2)
    assert (len(one.moves()), len(two.moves())) == (1, 2)
    assert found.see(one, one.moves()[0]) is found
    after = found.see(two, two.moves()[0])
    assert (after.moves, len(after.watched), after.watched[-1].when) == (2, 2, When(3, 2, 1))
    assert after.watched[-1].telling == pytest.approx(0.0, abs=1e-12)
    idle = believing(("a", NAMED, 1, 0.5, RANDOM), without=frozenset({"learning"}))
    assert idle.see(two, two.moves()[0]) is idle
    monkeypatch.setattr(ChoiceBelief, "begun", lambda self, game: found)
    assert ChoiceBelief().see(two, two.moves()[0]).moves == 2


@pytest.mark.parametrize(
    ("moves", "refit", "light", "done"),
    [
        (4, 6, 6, ""),
        (5, 6, 6, "whole"),
        (5, 7, 6, "light"),
        (5, 6, 9, "whole"),
        (8, 6, 6, "whole"),
        (8, 12, 6, "light"),
    ],
)
def test_when_it_is_fitted_again(
    moves: int, refit: int, light: int, done: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move that is seen is one more than those before."""
    found = believing(("a", NAMED, 1, 1.0, RANDOM), moves=moves)
    object.__setattr__(found, "earlier", found.prior[None])
    monkeypatch.setattr(ChoiceBelief, "next_refit", refit)
    monkeypatch.setattr(ChoiceBelief, "next_light_refit", light)
    monkeypatch.setattr(ChoiceBelief, "_refit", lambda self: "whole")
    monkeypatch.setattr(ChoiceBelief, "_light_refit", lambda self: "light")
    after: Any = found.see(START, "b2")
    assert (after if done else after.moves) == (done or moves + 1)


def test_only_the_last_400_decisions_are_kept() -> None:
    found = believing(("a", NAMED, 1, 1.0, RANDOM), watched=(WATCHED,) * 400)
    object.__setattr__(found, "earlier", found.prior[None])
    assert len(found._weighed(np.full((1, 9), 1 / 9), WATCHED).watched) == 400


def test_of_what_is_forgotten_seven_tenths_return_to_earlier_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """A quarter is forgotten. Of it, 0.3 go to both experts alike, and 0.7 to the second, which was likely earlier."""
    monkeypatch.setattr(choice_belief, "ERRORS_CHANGE", 0.0)
    found = believing(("a", NAMED, 1, 1.0, RANDOM), ("b", NAMED, 1, 0.0, RANDOM), rates={0.25: 1.0})
    prior = np.maximum([[0.5, 0, 0, 0, 0, 0], [0.5, 0, 0, 0, 0, 0]], 1e-200)
    earlier = np.maximum([[[0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]]], 1e-200)
    for name, value in (("prior", prior), ("earlier", earlier)):
        object.__setattr__(found, name, value)
    after = found._weighed(np.full((2, 9), 0.5), WATCHED)
    assert np.exp(after.logs[0]).sum(axis=1).tolist() == pytest.approx([0.7875, 0.2125])


def test_a_move_in_a_world(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of nine moves the first has a half. It errs in 40% and in one of a thousand moves."""
    depths_asked: list[int] = []

    def instead(model: Any, position: Any, depth: int) -> Any:
        depths_asked.append(depth)
        count = len(position.moves())
        return np.array([0.5, *[0.5 / (count - 1)] * (count - 1)])

    monkeypatch.setattr(choice_belief, "foretold_by", instead)
    found = believing(("a", NAMED, 1, 1.0, RANDOM), level=4, quick=RANDOM)
    same, likely = found.in_world(START, START.moves()[0])
    assert same is found
    assert likely == pytest.approx(log(0.599 * 0.5 + 0.401 / 9))
    assert depths_asked == [1]
    one, two = nearly_over(1), nearly_over(2)
    assert found.in_world(one, one.moves()[0]) == (found, 0.0)
    assert found.in_world(two, two.moves()[0])[1] == pytest.approx(log(0.599 * 0.5 + 0.401 / 2))
    monkeypatch.setattr(ChoiceBelief, "begun", lambda self, game: found)
    fresh = ChoiceBelief()
    again, likely = fresh.in_world(START, START.moves()[0])
    assert again is fresh
    assert likely == pytest.approx(log(0.599 * 0.5 + 0.401 / 9))


# Fits.


class Fit:
    """Stands in for a fit: what it was made of."""

    def __init__(self, depth: int, form: str, worth: float = 0.0, start: Any = None, decisions: int = 0) -> None:
        self.depth, self.form, self.worth, self.start, self.decisions = depth, form, worth, start, decisions
        self.model = Named(f"{form} {depth}", depth=depth)
        self.weights = {form: float(depth)}


ALL, LATELY_FORM, FEW = Form("all", 3.0), Form("lately", 3.0, last=60), Form("few", 0.0, few=True)
RICH = Form("rich", 2.0)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Fit]:
    """Fits that were made, of four forms one ply ahead, and of three at greater depths."""
    found: list[Fit] = []

    def fitted(watched: Any, depth: int, form: Form, start: Any = None, known: Any = None, rounds: int = 3) -> Fit:
        worth = {"all": 1.0, "rich": 2.0, "few": 0.0, "lately": 9.0}[form.name]
        found.append(Fit(depth, form.name, worth, start, len(watched)))
        return found[-1]

    monkeypatch.setattr(choice_belief, "fitted", fitted)
    forms = (ALL, LATELY_FORM, RICH)
    monkeypatch.setattr(choice_belief, "forms_for", lambda game, depth: (*forms, FEW) if depth == 1 else forms)
    monkeypatch.setattr(choice_belief, "whole_fit", lambda best, watched, most: best)
    monkeypatch.setattr(choice_belief, "choice", WholeChoice)
    monkeypatch.setattr(choice_belief, "evaluated_features", lambda game: ("rich",))
    return found


class WholeChoice(NamedTuple):
    """What a choice with whole weights is made of."""

    weights: Any
    temperature: float
    depth_looked: int


def fits_at(*depths: int) -> Any:
    forms = ("all", "lately", "rich", "few")
    return {(depth, form): Fit(depth, f"old {form}") for depth in depths for form in forms}


def fitted_belief(shares: dict[int, float], known: tuple[int, ...] = (1, 2, 3), **more: Any) -> ChoiceBelief:
    """Depths with these weights; an expert for each form of the first depth."""
    experts = [(f"all {depth}", LEARNED, depth, share, Named(f"old {depth}")) for depth, share in shares.items()]
    whole = [(f"whole {depth}", WHOLE, depth, 0.0, Named(f"old whole {depth}")) for depth in shares]
    return believing(*experts, *whole, fits=fits_at(*known), **{"moves": 8, **more})


def test_a_light_refit_is_of_few_features_and_one_ply(made: list[Fit]) -> None:
    found = believing(
        ("few 1", LEARNED, 1, 0.5, Named("old")), ("few 2", LEARNED, 2, 0.5, Named("old 2")),
        fits=fits_at(1, 2), moves=11, refitted=8,
    )  # fmt: skip
    after = found._light_refit()
    [fit] = made
    assert (fit.depth, fit.form, fit.start) == (1, "few", found.fits[1, "few"])
    assert cast(Any, after.fits[1, "few"]) is fit
    assert after.fits[2, "few"] is found.fits[2, "few"]
    assert [str(each.model) for each in after.experts] == ["few 1", "old 2"]
    assert (after.lightly, after.refitted) == (11, 8)


def test_a_light_refit_without_such_a_form(made: list[Fit]) -> None:
    fits = {place: fit for place, fit in fits_at(1, 2).items() if place != (1, "few")}
    found = believing(("few 1", LEARNED, 1, 1.0, Named("old")), fits=fits)
    assert [str(each.model) for each in found._light_refit().experts] == ["old"]
    assert made == []


def made_of(made: Sequence[Fit]) -> list[str]:
    return [f"{fit.form} {fit.depth}" for fit in made]


def test_the_first_refits_are_of_all_depths_the_likeliest_first(made: list[Fit]) -> None:
    """Fits to recent decisions are only of the likeliest depth. A fit begins with the one before, but not one of few
    features. A candidate looks ahead by a depth that is not fitted."""
    after = fitted_belief({1: 0.2, 2: 0.5, 3: 0.01, 7: 0.2}, moves=13)._refit()
    assert made_of(made) == ["all 2", "lately 2", "rich 2", "all 1", "rich 1", "few 1", "all 3", "rich 3"]
    starts = [None if fit.start is None else f"{fit.start.form} {fit.start.depth}" for fit in made]
    assert starts == [None, "all 2", "all 2", None, "all 1", None, None, "all 3"]
    assert [str(each.model) for each in after.experts[:4]] == ["all 1", "all 2", "all 3", "old 7"]
    # The best fit that uses all decisions, with whole weights and temperature 0.
    assert cast(Any, after.experts[5].model) == ({"rich": 2.0}, 0.0, 2)
    assert after.refitted == 13
    assert str(after.quick) == "few 1"


def test_later_refits_are_of_two_likely_depths(made: list[Fit]) -> None:
    """From 14 moves on; depths below 3% are left out."""
    fitted_belief({1: 0.2, 2: 0.5, 3: 0.3}, moves=14)._refit()
    assert made_of(made) == ["all 2", "lately 2", "rich 2", "all 3", "rich 3", "few 1"]
    made.clear()
    fitted_belief({1: 0.02, 2: 0.97, 3: 0.01}, moves=14)._refit()
    # And the choice that looks one ply ahead, which is always there.
    assert made_of(made) == ["all 2", "lately 2", "rich 2", "few 1"]


def test_a_depth_of_exactly_3_percent_is_fitted(made: list[Fit], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ChoiceBelief, "_by_depth", lambda self, weights: {1: 0.97, 2: 0.03})
    fitted_belief({1: 0.97, 2: 0.03}, moves=14)._refit()
    assert {fit.depth for fit in made} == {1, 2}


def test_the_form_with_the_most_features_and_the_weakest_prior(monkeypatch: pytest.MonkeyPatch) -> None:
    """Situations first, then few features, then features of moves, then the smallest ridge."""
    found = believing(("a", LEARNED, 1, 1.0, RANDOM))
    plain, weak = Form("plain", 3.0, moves=False), Form("weak", 1.0, moves=False)
    moves, few = Form("moves", 3.0), Form("few", 5.0, moves=False, few=True)
    situations = Form("situations", 9.0, moves=False, situations=True)
    short = Form("short", 0.0, last=399, few=True, situations=True)
    for forms, name in (
        ((plain, weak, moves, few, situations, short), "situations"),
        ((plain, weak, moves, few, short), "few"),
        ((plain, weak, moves), "moves"),
        ((plain, weak), "weak"),
    ):
        monkeypatch.setattr(choice_belief, "forms_for", lambda game, depth, forms=forms: forms)
        assert found._weakest_form(1).name == name


def test_the_choice_that_looks_one_ply_ahead(made: list[Fit]) -> None:
    """It is the fit of this refit, or a new one if other depths were fitted."""
    found, fits = fitted_belief({1: 0.5, 2: 0.5}), fits_at(1, 2)
    assert str(found._one_ply(fits, [1, 2])) == "old few 1"
    assert made == []
    assert str(found._one_ply(fits, [2])) == "few 1"
    assert [(fit.depth, fit.form, fit.start) for fit in made] == [(1, "few", None)]


def test_fits_of_one_depth_divide_half_of_their_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fits of depth 1 have 0.8 together, and those of depth 2 0.2. At first, all depths divide a fifth; later, in this
    test, a half."""
    found = believing(
        ("a", LEARNED, 1, 0.4, RANDOM), ("b", LEARNED, 1, 1e-150, RANDOM), ("c", LEARNED, 2, 0.2, RANDOM),
        ("d", WHOLE, 1, 0.4, RANDOM),
    )  # fmt: skip
    object.__setattr__(found, "prior", np.outer([0.1, 0.3, 0.2, 0.4], [1, 0, 0, 0, 0, 0]) + 1e-200)
    new = ["a", "b", "c", "d"]
    assert np.exp(found._evened(new))[0].sum(axis=1).tolist() == pytest.approx([0.22, 0.18, 0.2, 0.4])
    monkeypatch.setattr(choice_belief, "DEPTHS_REFITTED_FIRST", 1e-200)
    assert np.exp(found._evened(new))[0].sum(axis=1).tolist() == pytest.approx([0.25, 0.15, 0.2, 0.4])
    monkeypatch.setattr(choice_belief, "REFITTED", 1e-200)
    monkeypatch.setattr(choice_belief, "DEPTHS_REFITTED", 0.5)
    later = replace(found, moves=14)
    assert np.exp(later._evened(new))[0].sum(axis=1).tolist() == pytest.approx([0.25, 0.15, 0.2, 0.4])


def test_fits_that_were_not_made_again_keep_their_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the first two are new, so they divide half of their 0.7; the third stays as likely as its moves made it."""
    monkeypatch.setattr(choice_belief, "DEPTHS_REFITTED_FIRST", 1e-200)
    found = believing(("a", LEARNED, 1, 0.6, RANDOM), ("b", LEARNED, 1, 0.1, RANDOM), ("c", LEARNED, 1, 0.3, RANDOM))
    object.__setattr__(found, "prior", np.outer([0.3, 0.3, 0.4], [1, 0, 0, 0, 0, 0]) + 1e-200)
    assert np.exp(found._evened({"a", "b"}))[0].sum(axis=1).tolist() == pytest.approx([0.475, 0.225, 0.3])
    assert np.exp(found._evened({}))[0].sum(axis=1).tolist() == pytest.approx([0.6, 0.1, 0.3])


def test_plain_explanations_have_a_tenth_of_the_prior(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has one expert, whose noise levels have their usual prior. The rest is divided as before."""
    rates, switches = {0.0: 1.0, 0.5: 3.0}, {LOSS: 0.125, FORGETS: 0.075}
    found = begun(monkeypatch, rates=rates, switches=switches, without=frozenset())
    weights = np.exp(found.logs)
    assert weights.sum(axis=(1, 2)).tolist() == pytest.approx([0.18, 0.54, 0.07, 0.03, 0.1125, 0.0675])
    assert found.plain == {"plays greedily": 0, "plays at random": len(found.experts) - 5}
    for row, place in zip((2, 3), found.plain.values(), strict=True):
        assert weights[row, place, 0] == pytest.approx(weights[row].sum() * 10 / 15)
    assert list(found.ways.values()) == pytest.approx([0.1125, 0.0675])


def test_levels_are_not_mixed_by_a_refit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice_belief, "DEPTHS_REFITTED_FIRST", 1e-200)
    found = believing(("a", LEARNED, 1, 0.4, RANDOM), ("b", LEARNED, 1, 0.6, RANDOM), level=2)
    assert np.exp(found._evened({"a", "b"}))[0, :, 2].tolist() == pytest.approx([0.45, 0.55])


# Ways of playing are fitted apart.


def decision(moves: int) -> Any:
    return WATCHED._replace(when=When(0, moves, 0))


def apart(
    watched: list[Any], weights: tuple[float, float] = (0.5, 0.5), phases: Any = None, prior: float = 0.5
) -> ChoiceBelief:
    found = switching(*weights, switches={OPENS: prior}, phases=phases or {})
    for name, value in (("watched", tuple(watched)), ("fits", fits_at(1))):
        object.__setattr__(found, name, value)
    return found


EARLY, LATE = [decision(0) for _ in range(8)], [decision(2) for _ in range(8)]


def test_both_ways_are_fitted_to_their_decisions(made: list[Fit]) -> None:
    found = apart([*EARLY, *LATE, decision(5)])._refitted_phases(fits_at(1))
    assert {place: str(model) for place, model in found.items()} == {("moves", 0): "few 1", ("moves", 1): "few 1"}
    assert [(fit.form, fit.decisions, fit.depth, str(fit.start.form)) for fit in made] == [
        ("few", 8, 1, "old few"),
        ("few", 9, 1, "old few"),
    ]


def test_a_way_of_few_decisions_is_not_fitted(made: list[Fit]) -> None:
    assert list(apart([*EARLY[1:], *LATE])._refitted_phases(fits_at(1))) == [("moves", 1)]
    assert list(apart([*EARLY, *LATE])._refitted_phases(fits_at(1))) == [("moves", 0), ("moves", 1)]


def test_a_way_without_a_new_decision_is_not_fitted_again(made: list[Fit]) -> None:
    """The last decision was of the second way."""
    known = {("moves", 0): cast(Any, Named("known 0")), ("moves", 1): cast(Any, Named("known 1"))}
    found = apart([*EARLY, *LATE], phases=known)._refitted_phases(fits_at(1))
    assert [str(found["moves", phase]) for phase in (0, 1)] == ["known 0", "few 1"]


@pytest.mark.parametrize(("share", "fitted"), [(0.01, 0), (0.12, 0), (0.13, 2), (0.25, 2)])
def test_ways_that_became_unlikely_are_not_fitted(share: float, fitted: int, made: list[Fit]) -> None:
    """Below a quarter of the prior, which is a half."""
    apart([*EARLY, *LATE], (1 - share, share))._refitted_phases(fits_at(1))
    assert len(made) == fitted


def test_a_way_of_exactly_a_quarter_of_its_prior_is_fitted(made: list[Fit], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ChoiceBelief, "ways", {OPENS: 0.125})
    apart([*EARLY, *LATE])._refitted_phases(fits_at(1))
    assert len(made) == 2


def test_only_switches_of_the_same_kind_count_together(made: list[Fit], monkeypatch: pytest.MonkeyPatch) -> None:
    """A loss is unlikely, and the two switches after some moves are likely together."""
    found = switching(0.7, 0.01, 0.15, 0.14, switches={LOSS: 0.2, OPENS: 0.2, AFTER: 0.2})
    for name, value in (("watched", (*EARLY, *LATE)), ("fits", fits_at(1))):
        object.__setattr__(found, name, value)
    assert set(found._refitted_phases(fits_at(1))) == {("moves", 0), ("moves", 1)}


# What is told.


def telling(*experts: tuple[str, str, int, float, Any], **more: Any) -> ChoiceBelief:
    return believing(*experts, **{"moves": 12, **more})


def test_the_typical_expert_is_of_the_likeliest_kind() -> None:
    """One search is the likeliest expert, but fits are likelier together."""
    found = telling(
        ("s", SEARCHES, 0, 0.4, Named("s")), ("a", LEARNED, 1, 0.25, Named("a")), ("b", WHOLE, 1, 0.35, Named("b"))
    )
    assert found.typical.key == "b"
    assert found._shares_told() == pytest.approx({"searches for itself": 0.4, "learned from its moves": 0.6})
    assert found.told().shares == pytest.approx(found._shares_told())


def test_names_that_are_told() -> None:
    found = telling(("a", LEARNED, 1, 1.0, Named("a")))
    for kind, key, name in (
        (NAMED, "own 1", "the game's own weights"),
        (NAMED, "candidate", "the model"),
        (LEARNED, "habits 1", "learned from its moves"),
        ("random", "random", "random"),
        (SEARCHES, "itself 1", "searches for itself"),
    ):
        assert found._name_told(Expert(key, kind, cast(Any, Named("the model")))) == name
    found.__dict__["_featureless"] = True
    assert found._name_told(Expert("habits 1", LEARNED, RANDOM)) == "unknown"
    assert found._name_told(Expert("itself 1", SEARCHES, RANDOM)) == "searches for itself"
    assert found._name_told(Expert("own 1", NAMED, RANDOM)) == "the game's own weights"


@pytest.mark.parametrize(
    ("kind", "featureless", "unreadable"), [(LEARNED, True, True), (LEARNED, False, False), (SEARCHES, True, False)]
)
def test_a_game_without_features_cannot_be_described(kind: str, featureless: bool, unreadable: bool) -> None:
    found = telling(("a", kind, 1, 1.0, Named("a", habits=("do this",))))
    found.__dict__["_featureless"] = featureless
    assert bool(found.unreadable) == unreadable
    assert (found.words == found.unreadable) == unreadable
    assert (found.told().errs == "") == unreadable
    assert (found.habits_in(GAME) == ()) == unreadable


def test_whether_a_game_has_features(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice_belief, "has_features", lambda game: False)
    assert telling(("a", LEARNED, 1, 1.0, RANDOM))._featureless
    assert not telling(("a", LEARNED, 1, 1.0, RANDOM), watched=())._featureless
    monkeypatch.setattr(choice_belief, "has_features", lambda game: True)
    assert not telling(("a", LEARNED, 1, 1.0, RANDOM))._featureless


def test_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """It errs in a quarter of its moves, and in 40% of the others: in 55%."""
    rates: list[float] = []

    def errs(rate: float) -> str:
        rates.append(rate)
        return "errs"

    monkeypatch.setattr(choice_belief, "errs_in", errs)
    plain = Named("a", 0.25)
    assert telling(("a", LEARNED, 1, 1.0, plain), level=4).words == "plays like a, errs"
    assert rates == pytest.approx([0.55])
    habit = Named("a", 0.25, habits=("take a corner",))
    told = telling(("a", LEARNED, 1, 1.0, habit), level=4).words
    assert "take a corner" in told
    assert "plays like" not in told
    assert telling(("a", SEARCHES, 0, 1.0, plain)).words == "searches for itself"
    assert telling(("a", SIMULATES, 0, 1.0, plain)).words == "searches a little"
    assert telling(("a", LEARNED, 1, 1.0, plain), moves=0).words == "nothing is known yet"
    idle = telling(("a", LEARNED, 1, 1.0, plain), without=frozenset({"learning"}))
    assert idle.words == idle.description == "nothing is learned about it"


def test_what_is_told_of_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    found = telling(("a", LEARNED, 1, 1.0, Named("a")), level=4)
    assert found.told().errs == errs_in(0.4) != ""
    assert telling(("a", LEARNED, 1, 1.0, Named("a"))).told().errs == "hardly ever errs"
    unseen = telling(("a", LEARNED, 1, 1.0, Named("a")), moves=0).told()
    assert (unseen.shares, unseen.errs) == ({}, "")


@pytest.mark.parametrize(
    ("loss", "opens", "after", "said"),
    [
        (0.85, 0.05, 0.05, "plays differently after a lost game"),
        (0.1, 0.5, 0.35, "plays differently after its first 2 moves"),
        (0.1, 0.35, 0.5, "plays differently after its first 4 moves"),
        (0.3, 0.3, 0.3, ""),
        (0.8, 0.1, 0.1, ""),
    ],
)
def test_changes_are_told_if_they_are_sure(
    loss: float, opens: float, after: float, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Above 80%, all switches of a kind together."""
    monkeypatch.setattr(ChoiceBelief, "ways", {LOSS: loss, OPENS: opens, AFTER: after})
    assert switching(0.25, 0.25, 0.25, 0.25, switches=SWITCHES).changes == said


def test_habits() -> None:
    one, two = Named("a", habits=("take a corner",)), Named("b", habits=("take the middle",))
    found = telling(("a", LEARNED, 1, 0.2, one), ("b", WHOLE, 1, 0.3, two), ("s", SEARCHES, 0, 0.5, one))
    assert found.habits_by_name(GAME) == {
        "learned from its moves": ("take the middle",),
        "searches for itself": ("look for the best move",),
    }
    assert telling(("s", SEARCHES, 0, 1.0, one)).habits_in(GAME) == ("look for the best move",)
    assert telling(("a", LEARNED, 1, 1.0, one)).habits_in(GAME) == ("take a corner",)
    equal = telling(("a", LEARNED, 1, 0.5, one), ("b", WHOLE, 1, 0.5, two))
    assert equal.habits_by_name(GAME) == {"learned from its moves": ("take a corner",)}  # the first of them
    unseen = telling(("a", LEARNED, 1, 1.0, one), moves=0)
    assert (unseen.habits_in(GAME), unseen.habits_by_name(GAME)) == ((), {})
    found.__dict__["_featureless"] = True
    assert found.habits_by_name(GAME) == {"unknown": (), "searches for itself": ("look for the best move",)}


def test_decisions_since_an_earlier_belief() -> None:
    watched = tuple(watched_in(START, move) for move in START.moves()[:4])
    found = telling(("a", LEARNED, 1, 1.0, RANDOM), moves=10, watched=watched)
    for before, moves in ((7, ["b1", "c1", "a2"]), (10, []), (6, START.moves()[:4]), (0, START.moves()[:4])):
        earlier = telling(("a", LEARNED, 1, 1.0, RANDOM), moves=before)
        since = found.decisions_since(earlier)
        assert len(since) == len(moves)
        assert [each.move for each in since] == [each.move for each in watched[4 - len(moves) :]]
        assert found.learned_since(earlier)[1] == 10 - before
    assert found.game == GAME


# Small things.


def test_numbers_are_rounded_to_steps() -> None:
    assert [_to_step(number, 0.125) for number in (0.0, 0.05, 0.07, 0.62, 1.0)] == [0.0, 0.0, 0.125, 0.625, 1.0]


def test_sums_of_logarithms() -> None:
    """They do not overflow, whatever the size of the numbers."""
    weights = np.arange(1.0, 13.0).reshape(2, 2, 3)
    for shift in (0.0, -2000.0, 2000.0):
        logs = np.log(weights) + shift
        assert _log_sum(logs, (1, 2)).tolist() == pytest.approx((np.log([21.0, 57.0]) + shift).tolist())
        assert _log_sum(logs, (2,)) == pytest.approx(np.log([[6.0, 15.0], [24.0, 33.0]]) + shift)
        assert float(_log_sum(logs, (0, 1, 2))) == pytest.approx(log(78.0) + shift)


def test_searches_of_unknown_players() -> None:
    """Small and long ones, each with the visits and with their third power. With hidden hands or in Python, where a
    simulated game takes more time, there are only small ones."""
    import support.conformance_games  # noqa: F401  registers the games written in Python

    def told(game: Any) -> list[tuple[str, str, int, float]]:
        return [
            (each.key, each.kind, each.model.search.options["simulations"], each.model.power)  # type: ignore[attr-defined]
            for each in searching_experts(game)
        ]

    small = [("simulates 1", SIMULATES, 60, 1), ("simulates 3", SIMULATES, 60, 3)]
    assert told(CHECKERS) == [*small, ("itself 1", SEARCHES, 200, 1), ("itself 3", SEARCHES, 200, 3)]
    assert told(HEARTS) == [*small, ("itself 1", SEARCHES, 250, 1), ("itself 3", SEARCHES, 250, 3)]
    for game in (kibitz.game("hearts"), kibitz.game("nim")):
        assert told(game) == [("itself 1", SEARCHES, 60, 1), ("itself 3", SEARCHES, 60, 3)]


def test_rollouts_of_these_searches() -> None:
    """Four plies on boards; to the end of a hand. Their seed is not the usual one."""

    def options(game: Any) -> tuple[int, int]:
        model: Any = itself(game, 1, 60)
        return model.search.options["depth"], model.search.options["seed"]

    assert options(CHECKERS) == (4, 1_000_003)
    assert options(HEARTS) == (0, 1_000_003)
    import support.conformance_games  # noqa: F401  registers the games written in Python

    assert options(kibitz.game("discard")) == (0, 1_000_003)
