"""mcts, is-mcts, sampled and the baselines."""

import json
import time
from dataclasses import dataclass
from typing import Any

import pytest
from support.native_games_in_python import in_python

import kibitz
from kibitz.errors import MissingCapability
from kibitz.players.play_game import random_moves
from kibitz.searches.sampled import Sampled
from kibitz.specs import Option

WON = "a1, b1, b2, c3"  # tic-tac-toe: seat 0 to move wins by a2 or a3


def tree(players: int, root: dict[str, Any]) -> kibitz.State:
    return kibitz.game("tree", json=json.dumps({"players": players, "root": root})).start()


def choice(seat: int, *children: Any, name: str | None = None) -> dict[str, Any]:
    ends = [child if isinstance(child, dict) else {"values": list(child)} for child in children]
    return {"to_move": seat, "children": ends, **({"name": name} if name else {})}


# mcts


def test_mcts_finds_a_win() -> None:
    state = kibitz.game("tic-tac-toe").start().play_all(WON)
    for seed in range(5):
        analysis = kibitz.search("mcts(simulations=400)", seed=seed).analyse(state)
        assert set(analysis.best) <= {"a2", "a3"}


@pytest.mark.parametrize("rollout", ["random", "greedy"])
def test_mcts_backs_up_vectors_as_maxn_does(rollout: str) -> None:
    """The third seat prefers its 3 to its 2, whatever that means for the first."""
    third = choice(2, (9, 0, 2), (0, 1, 3))
    state = tree(3, choice(0, choice(1, third, (0, 0, 0)), choice(1, (2, 2, 2), (8, 1, 1))))
    found = kibitz.search("mcts", simulations=3000, rollout=rollout).analyse(state)
    best = kibitz.search("maxn").analyse(state).best
    assert found.best == best
    assert found.values[best[0]] == pytest.approx((2, 2, 2), abs=0.6)


@pytest.mark.parametrize("spec", ["hearts(open=true)", "spades(players=4, scoring=tricks, open=true)"])
def test_mcts_plays_by_simple_rules_where_the_game_has_some(spec: str) -> None:
    *_, state = random_moves(kibitz.game(spec).start(seed=5), seed=5, plies=9)
    found = {each: kibitz.search("mcts(simulations=300)", rollout=each).analyse(state) for each in ("light", "random")}
    assert found["light"].values == kibitz.search("mcts(simulations=300, rollout=light)").analyse(state).values
    assert found["light"].values != found["random"].values
    assert sum(found["light"].ranks.values()) == 300


def test_mcts_refuses_simple_rules_where_the_game_has_none() -> None:
    with pytest.raises(MissingCapability, match="no rules for rollout=light"):
        kibitz.search("mcts(rollout=light)").analyse(kibitz.game("checkers").start())


@dataclass(frozen=True)
class WalkState(kibitz.State):
    """A number."""

    game: "Walk"
    number: int


class Walk(kibitz.Game):
    """One step up or down, which both may do for ever, unless there is an end."""

    name = "walk"
    state_type = WalkState
    players = 2
    options_known = (Option("end", 0, "the number at which it ends; 0: never", 0, 10**6),)

    def start(self, seed: int = 0) -> WalkState:
        return WalkState(self, 0)

    def to_move(self, state: WalkState) -> int:
        return state.number % 2

    def moves(self, state: WalkState) -> list[str]:
        return [] if self.over(state) else ["up", "down"]

    def play(self, state: WalkState, move: str) -> WalkState:
        return WalkState(self, state.number + (1 if move == "up" else -1))

    def over(self, state: WalkState) -> bool:
        return bool(self.options["end"]) and abs(state.number) >= self.options["end"]

    def scores(self, state: WalkState) -> tuple[float, ...]:
        return (float(state.number), float(-state.number))


def test_mcts_stops_in_a_game_that_never_ends() -> None:
    state = Walk().start()
    with pytest.raises(MissingCapability, match=r"mcts cannot play walk: the first 3 simulated games.*give depth="):
        kibitz.search("mcts(simulations=50)").analyse(state)
    assert kibitz.search("mcts(simulations=50, depth=20)").analyse(state).values["up"][0] > 0


@pytest.mark.parametrize("seconds", [0.02, 1.5])  # one rollout takes longer; four of them fit in
def test_a_rollout_stops_when_the_time_is_up(seconds: float) -> None:
    began = time.perf_counter()
    analysis = kibitz.search("mcts", seconds=seconds).analyse(Walk().start())
    assert time.perf_counter() - began < seconds + 2
    assert set(analysis.values) == {"up", "down"}


def test_a_game_that_ends_late_is_played_to_its_end() -> None:
    """From 0 to 40 or -40 takes some 1,600 steps."""
    found = kibitz.search("mcts(simulations=30)").analyse(Walk(end=40).start())
    totals = [found.ranks[move] * values[0] for move, values in found.values.items()]
    assert all(total % 40 == pytest.approx(0) or total % 40 == pytest.approx(40) for total in totals)


def test_mcts_draws_chance_by_its_probabilities() -> None:
    lottery = {"chance": [0.9, 0.1], "children": [{"values": [0, 0]}, {"values": [10, 0]}]}
    state = tree(2, choice(0, lottery, (2, 0)))
    analysis = kibitz.search("mcts(simulations=4000)").analyse(state)
    lot, sure = state.moves()
    assert analysis.best == (sure,)
    assert analysis.values[lot][0] == pytest.approx(1, abs=0.4)
    assert sum(analysis.ranks.values()) == 4000


def test_mcts_is_decided_by_its_seed() -> None:
    state = list(random_moves(kibitz.game("checkers").start(), 1, 10))[-1]
    analyses = [kibitz.search("mcts(simulations=100)", seed=seed).analyse(state) for seed in (1, 1, 2)]
    assert analyses[0].values == analyses[1].values
    assert analyses[0].values != analyses[2].values
    assert analyses[0].nodes == analyses[1].nodes


def test_mcts_for_seconds_says_that_it_cannot_be_reproduced() -> None:
    state = kibitz.game("checkers").start()
    began = time.process_time()
    analysis = kibitz.search("mcts(seconds=0.1)").analyse(state)
    assert time.process_time() - began < 0.2
    assert any("not reproducible" in note for note in analysis.notes)
    assert "not reproducible" in analysis.why()


def test_scaling_by_bounds_or_by_what_is_seen_finds_the_same() -> None:
    state = tree(2, choice(0, choice(1, (-500, 500), (900, -900)), choice(1, (100, -100), (200, -200))))
    for bounds in ({}, {"low": -1000.0, "high": 1000.0}):
        assert kibitz.search("mcts(simulations=2000)", **bounds).analyse(state).best == (state.moves()[1],)


def test_moves_that_were_never_tried_are_named() -> None:
    analysis = kibitz.search("mcts(simulations=3, depth=1)").analyse(kibitz.game("abalone").start())
    assert sum(analysis.ranks.values()) == 3
    assert any("never tried" in note for note in analysis.notes)


@pytest.mark.parametrize(
    "options", [{"simulations": 0}, {"seconds": -1.0}, {"rollout": "clever"}, {"exploration": -1.0}]
)
def test_options_out_of_range(options: dict[str, Any]) -> None:
    with pytest.raises(kibitz.SpecError):
        kibitz.search("mcts", **options)


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_the_core_refuses_what_is_not_a_number(number: float) -> None:
    from kibitz import _core

    core = kibitz.game("tic-tac-toe").start().core  # type: ignore[attr-defined]
    wants = [_core.Want.score()] * 2
    with pytest.raises(ValueError, match="finite"):
        core.mcts(wants, [], 10, 0.0, number, 0, 0.0, 0.0, 1, False)
    with pytest.raises(ValueError, match="simulations"):
        core.mcts(wants, [], 0, 0.0, 1.0, 0, 0.0, 0.0, 1, False)


# is-mcts


@pytest.mark.parametrize("spec", ["spades(players=3, cards=5)", "hearts(players=3, cards=6, passing=left)", "guess-it"])
def test_is_mcts_depends_on_the_view_alone(spec: str) -> None:
    """Worlds that the mover cannot tell apart get the same analysis."""
    state = kibitz.game(spec).start(seed=4)
    view = state.view(state.to_move)
    search = kibitz.search("is-mcts(simulations=50)")
    expected = search.analyse(view)
    for world in Sampled("greedy", worlds=3, seed=9).worlds(view):
        assert world.view(world.to_move) == view
        assert search.analyse(world).values == expected.values
    assert sum(expected.ranks.values()) == 50


def test_is_mcts_names_the_only_card_left() -> None:
    """Guess It: once the other's cards are known the centre is certain, and naming it wins."""
    state = kibitz.game("guess-it(cards=1)").start(seed=1)
    while not state.over:
        view = state.view(state.to_move)
        analysis = kibitz.search("is-mcts(simulations=400)").analyse(view)
        candidates = view.core.candidates(view.seat)
        if len(candidates) == 1:
            assert analysis.best == (f"name {candidates[0]}",)
        state = state.play(analysis.choose())


def test_is_mcts_refuses_open_games() -> None:
    with pytest.raises(kibitz.MissingCapability, match="mcts"):
        kibitz.search("is-mcts").analyse(kibitz.game("spades(open=true)").start())


def test_is_mcts_plays_hidden_games_written_in_python() -> None:
    state = kibitz.game("guess-it(cards=2)").start(seed=5)
    ours = in_python(state)
    first, again = (kibitz.search("is-mcts(simulations=60)").analyse(ours) for _ in range(2))
    assert set(first.ranks) == set(state.moves())
    assert first.values == again.values


# sampled


def test_sampled_is_the_mean_over_its_worlds() -> None:
    view = kibitz.game("spades(players=3, cards=4)").start(seed=3).view(0)
    search = kibitz.search("sampled(maxn(depth=3), worlds=4, seed=5)")
    assert isinstance(search, Sampled)
    worlds = list(search.worlds(view))
    assert all(world.view(0) == view for world in worlds)
    parts = [kibitz.search("maxn(depth=3)").analyse(world) for world in worlds]
    analysis = search.analyse(view)
    for move in view.moves():
        assert analysis.ranks[move] == pytest.approx(sum(part.ranks[move] for part in parts) / 4)
    assert analysis.nodes == sum(part.nodes for part in parts)
    assert analysis.worst <= max(analysis.ranks.values())


def test_sampled_votes() -> None:
    view = kibitz.game("spades(players=3, cards=4)").start(seed=3).view(0)
    analysis = kibitz.search("sampled(maxn(depth=3), worlds=6, vote=true)").analyse(view)
    assert sum(analysis.ranks.values()) == pytest.approx(1)


def test_sampled_believes() -> None:
    """All the weight on one world gives that world's ranks."""
    view = kibitz.game("guess-it(cards=2)").start(seed=3).view(0)
    plain = Sampled("maxn(depth=2)", worlds=5)
    chosen = list(plain.worlds(view))[3]
    analysis = Sampled("maxn(depth=2)", worlds=5, belief=lambda world: float(world == chosen)).analyse(view)
    assert analysis.ranks == pytest.approx(kibitz.search("maxn(depth=2)").analyse(chosen).ranks)
    assert any("belief" in note for note in analysis.notes)
    for weight in (0.0, -1.0, float("nan")):
        with pytest.raises(kibitz.KibitzError, match="belief"):
            Sampled("greedy", belief=lambda world, weight=weight: weight).analyse(view)  # type: ignore[misc]


def test_sampled_lets_secret_moves_be_any() -> None:
    state = kibitz.game("hearts(players=3, cards=5, passing=left)").start(seed=1)
    state = state.play(state.moves()[0])
    view = state.view(1)
    assert None in state.game.history(view)
    assert kibitz.search("sampled(greedy, worlds=3)").choose(view) in view.moves()


def test_sampled_as_text() -> None:
    search = kibitz.search("sampled(maxn(depth=8), worlds=5)")
    assert str(search) == "sampled(maxn(depth=8), worlds=5)"
    assert kibitz.search(str(search)) == search
    assert kibitz.search("sampled(maxn)") != kibitz.search("sampled(paranoid)")
    for wrong in ("sampled", "sampled(worlds=3)", "sampled(nobody)", "sampled(maxn, paranoid)"):
        with pytest.raises(kibitz.SpecError):
            kibitz.search(wrong)


def test_sampled_refuses_what_its_search_refuses() -> None:
    state = kibitz.game("tree").start()
    refusal = kibitz.search("sampled(alpha-beta(exact=true))").refusal(state)
    assert refusal is not None
    assert refusal == kibitz.search("alpha-beta").refusal(state)


@pytest.mark.parametrize("inner", ["is-mcts", "sampled(greedy)"])
def test_sampled_takes_no_search_that_samples(inner: str) -> None:
    with pytest.raises(kibitz.SpecError, match="handles hidden information itself"):
        kibitz.search(f"sampled({inner})")


@pytest.mark.parametrize(
    "inner", ["alpha-beta(depth=2)", "m-star(depth=2, variant=tie-break)", "maxn(values=best)", "paranoid(values=best)"]
)
def test_sampled_takes_no_mean_of_what_has_none(inner: str) -> None:
    with pytest.raises(kibitz.SpecError, match="vote=true"):
        kibitz.search(f"sampled({inner})")
    view = kibitz.game("spades(players=2, cards=4)").start(seed=3).view(0)
    assert kibitz.search(f"sampled({inner}, vote=true, worlds=3)").choose(view) in view.moves()
    plain = kibitz.search(inner)
    if not plain.takes_views:
        with pytest.raises(kibitz.KibitzError, match="vote=true"):
            plain.analyse(view)


@pytest.mark.parametrize("inner", ["maxn(depth=3)", "mcts(simulations=30)", "offensive(depth=3)", "max-prob(depth=3)"])
def test_the_worst_world_counts_what_the_mover_has(inner: str) -> None:
    view = kibitz.game("spades(players=3, cards=4, scoring=tricks)").start(seed=3).view(0)
    search = Sampled(inner, worlds=4)
    analysis = search.analyse(view)
    worlds = [kibitz.search(inner).analyse(world) for world in search.worlds(view)]
    assert analysis.worst == max(min(world.values[move][0] for world in worlds) for move in analysis.best)
    assert analysis.line == analysis.best[:1]


def test_sampled_where_nothing_is_hidden() -> None:
    state = kibitz.game("tic-tac-toe").start()
    analysis = kibitz.search("sampled(maxn(depth=2))").analyse(state)
    assert analysis.notes == ("nothing is hidden: one world",)
    assert analysis.values == {
        move: value[0] for move, value in kibitz.search("maxn(depth=2)").analyse(state).values.items()
    }


def test_sampled_for_seconds() -> None:
    view = kibitz.game("spades(players=4, scoring=tricks)").start(seed=3).view(0)
    took = []
    for _ in range(10):
        began = time.perf_counter()
        analysis = kibitz.search("sampled(maxn(depth=4, nodes=20000), worlds=10000, seconds=0.2)").analyse(view)
        took.append(time.perf_counter() - began)
        if took[-1] < 0.22:
            break
    assert took[-1] < 0.22
    assert not analysis.reproducible
    assert "not reproducible" in analysis.why()
    inner = kibitz.search("sampled(maxn(seconds=0.01), worlds=2)").analyse(view)
    assert not inner.reproducible


# The baselines


def test_random_is_uniform() -> None:
    state = kibitz.game("tic-tac-toe").start()
    chosen = {kibitz.search("random").choose(state, seed) for seed in range(200)}
    assert chosen == set(state.moves())


def test_greedy_takes_the_best_evaluation_after_one_move() -> None:
    for spec in ("checkers", "abalone", "chinese-checkers", "hearts(cards=5)"):
        state = list(random_moves(kibitz.game(spec).start(1), 1, 15))[-1]
        after = {move: state.play(move).evaluate(state.to_move) for move in state.moves()}
        analysis = kibitz.search("greedy").analyse(state)
        assert set(analysis.best) == {move for move in after if after[move] == max(after.values())}


# mcts(rollout=light)


CARD_GAMES = ["hearts(open=true)", "spades(players=4, scoring=tricks, open=true)"]


def late(spec: str, seed: int, left: int = 8) -> Any:
    """A position with so many moves left, reached by random moves."""
    return list(random_moves(kibitz.game(spec).start(seed), seed, 1000))[-left - 1]


@pytest.mark.parametrize("spec", CARD_GAMES)
def test_light_rollouts_find_the_moves_of_a_whole_search(spec: str) -> None:
    """In the limit the tree decides, whatever is simulated below it."""
    for seed in range(6):
        state = late(spec, seed)
        exact = kibitz.search("maxn(depth=none)").analyse(state)
        found = kibitz.search("mcts(simulations=4000, rollout=light)").analyse(state)
        mover = state.to_move
        best = max(values[mover] for values in exact.values.values())
        assert exact.values[found.best[0]][mover] == best


@pytest.mark.parametrize("spec", CARD_GAMES)
def test_light_rollouts_are_decided_by_the_seed_and_are_not_random_ones(spec: str) -> None:
    state = kibitz.game(spec).start(3)
    texts = ("rollout=light", "rollout=light", "rollout=light, seed=1", "rollout=random")
    first, again, other, random = (kibitz.search(f"mcts(simulations=200, {text})").analyse(state) for text in texts)
    assert first.values == again.values
    assert first.values != other.values
    assert first.values != random.values


def test_light_rollouts_stop_at_the_end_of_a_trick() -> None:
    """A simulated game that is cut off is judged by the points taken so far; the first trick has at most 13 of 26."""
    state = kibitz.game("hearts(open=true)").start(3)
    found = kibitz.search("mcts(simulations=50, rollout=light, depth=1)").analyse(state)
    assert all(0 >= sum(values) >= -16 for values in found.values.values())
    whole = kibitz.search("mcts(simulations=50, rollout=light)").analyse(state)
    assert all(sum(values) == pytest.approx(-26) for values in whole.values.values())


@pytest.mark.parametrize("spec", ["checkers", "chinese-checkers", "guess-it"])
def test_light_rollouts_need_rules_of_the_game(spec: str) -> None:
    refused = "has no rules for rollout=light; rollout=random and rollout=greedy are possible"
    with pytest.raises(MissingCapability, match=refused):
        kibitz.search("mcts(rollout=light)").analyse(kibitz.game(spec).start(1))


def test_a_model_of_light_rollouts_moves_as_the_search_does() -> None:
    state = kibitz.game("hearts(open=true)").start(4)
    for text in ("rollout=light", "rollout=random"):
        found = kibitz.search(f"mcts(simulations=60, {text})").analyse(state)
        model = kibitz.model(f"visits(mcts(simulations=60, {text}))")
        shares = kibitz.predict(model, state)
        total = sum(found.ranks.values())
        assert shares == pytest.approx({move: visits / total for move, visits in found.ranks.items()})
