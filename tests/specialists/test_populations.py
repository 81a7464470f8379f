"""Every member of every population plays, round-trips and differs from the others; held-out ones follow their seed."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import kuhn  # noqa: F401  # importing them registers them
import nim  # noqa: F401
import numpy as np
import pytest
import whist  # noqa: F401
from scipy.optimize import linprog

import kibitz
from kibitz.errors import KibitzError, SpecError
from kibitz.games.capabilities import bidding
from kibitz.games.game import State
from kibitz.models.choice import choice_features, described
from kibitz.models.model import Model
from kibitz.models.registry import REGISTRY as MODELS
from kibitz.models.registry import model_from_json
from kibitz.models.rule import Rule
from kibitz.players.play_game import play_game
from kibitz.specialists.held_out_log import Evaluation, log_evaluation, logged
from kibitz.specialists.members import GROUPS, Member
from kibitz.specialists.populations import held_out, population

DOCS = Path(__file__).parents[2] / "docs"
SHORT = {
    "checkers": "checkers",
    "hearts": "hearts(cards=4)",
    "hearts, open": "hearts(cards=4, open=true)",
    "hearts, passing": "hearts(cards=4, passing=left, hands=2)",
    "spades": "spades(cards=5)",
    "spades, open": "spades(cards=5, open=true)",
    "spades, hands": "spades(cards=5, hands=2)",
    "spades by tricks": "spades(cards=4, scoring=tricks)",
    "spades by tricks, open": "spades(cards=4, scoring=tricks, open=true)",
    "chinese-checkers": "chinese-checkers(turns=4)",
    "chinese-checkers, 2": "chinese-checkers(players=2, turns=4)",
    "abalone": "abalone(turns=4)",
    "abalone, 3": "abalone(players=3, turns=4)",
    "guess-it": "guess-it(cards=4)",
    "tic-tac-toe": "tic-tac-toe",
}
"""Short games, by what is special about them."""
WANDERING = {"guess-it": "stationary(bluff=0.5, call=0.1)"}
"""Who plays the games that positions are taken from, where random moves end them at once."""
GAMES = 8
ROWS = 6000
"""How many games positions are taken from, and how many moves a linear program compares."""
WHOLE = (
    "checkers",
    "hearts",
    "spades",
    "spades(scoring=tricks)",
    "chinese-checkers",
    "abalone",
    "abalone(players=3)",
    "guess-it",
    "tic-tac-toe",
)


def short_games() -> list[Any]:
    return [pytest.param(spec, id=name) for name, spec in SHORT.items()]


def model_or_none(member: Member) -> Model | None:
    """The member as a model; players with a memory are none."""
    try:
        return kibitz.model(member.player)
    except SpecError:
        return None


@cache
def positions(spec: str, games: int) -> tuple[State, ...]:
    """Positions of games between players who make many random moves."""
    game, found = kibitz.game(spec), list[State]()
    playing = WANDERING.get(game.name, "random" if game.hidden else "noisy(greedy, 0.5)")
    for seed in range(games):
        found.append(game.start(seed))
        play_game(game, [kibitz.player(playing) for _ in range(game.players)], seed=seed, watch=found.append)
    return tuple(state for state in found if not state.over and len(state.moves()) > 1)


def seen(state: State) -> Any:
    return state.view(state.to_move) if state.game.hidden else state


@pytest.mark.parametrize("spec", short_games())
def test_every_member_plays_a_whole_game(spec: str) -> None:
    game = kibitz.game(spec)
    members = population(game)
    for place in range(0, len(members), game.players):
        sitting = [members[(place + seat) % len(members)] for seat in range(game.players)]
        players = [kibitz.player(each.player) for each in sitting]
        for seed in range(2):  # of one session
            assert play_game(game, players, seed=seed).end.over


@pytest.mark.parametrize("spec", short_games())
def test_members_are_distinct_and_read_back(spec: str) -> None:
    members = population(kibitz.game(spec))
    assert len(members) >= 24
    assert members == population(kibitz.game(spec))
    assert len({each.name for each in members}) == len({each.player for each in members}) == len(members)
    for each in members:
        player = kibitz.player(each.player)
        assert kibitz.player(str(player)) == player, each.name
        assert each.words
        assert each.group in GROUPS
        found = model_or_none(each)
        if found is not None:
            assert kibitz.model(str(found)) == found == model_from_json(found.to_json()), each.name


@pytest.mark.parametrize("spec", short_games())
def test_a_third_is_not_expressible_and_all_groups_are_there(spec: str) -> None:
    members = population(kibitz.game(spec))
    assert {each.group for each in members} == set(GROUPS)
    for some in (members, [each for each in members if each.group == "habits"]):
        assert sum(not each.expressible for each in some) >= len(some) / 3


def test_open_and_hidden_variants_have_the_same_names() -> None:
    for spec, opened in (("hearts", "hearts(open=true)"), ("spades", "spades(open=true)")):
        hidden, shown = (population(kibitz.game(each)) for each in (spec, opened))
        assert [each.name for each in hidden] == [each.name for each in shown]


@pytest.mark.parametrize("spec", WHOLE)
def test_policies_sum_to_one_and_no_two_members_play_alike(spec: str) -> None:
    chosen = positions(spec, GAMES)
    chosen = chosen[:: max(1, len(chosen) // 60)]
    known: dict[tuple[tuple[float, ...], ...], str] = {}
    for each in population(kibitz.game(spec)):
        if each.group in ("changing", "learning") or "repaying" in each.player:
            continue  # what they do depends on what they saw
        player, decisions = kibitz.player(each.player), []
        for state in chosen:
            shares = player.policy(seen(state))
            total = sum(shares.values())
            if model_or_none(each) is not None:
                assert total == pytest.approx(1), each.name
            decisions.append(tuple(round(shares.get(move, 0) / total, 6) for move in state.moves()))
        alike = known.setdefault(tuple(decisions), each.name)
        assert alike == each.name, f"{each.name} plays like {alike}"


@pytest.mark.parametrize("spec", ["hearts(cards=4)", "spades(cards=5)", "guess-it(cards=4)"])
def test_rules_never_get_a_whole_state_where_something_is_hidden(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = kibitz.game(spec)
    for each in population(game):
        rule = model_or_none(each)
        if not isinstance(rule, Rule):
            continue
        given: list[object] = []
        choose = rule.row.choose
        row = rule.row._replace(choose=lambda view, c=choose, g=given, **rest: (g.append(view), c(view, **rest))[1])
        monkeypatch.setattr(type(rule), "rules", {**type(rule).rules, rule.rule: row})
        state = positions(spec, 1)[0]
        assert rule.policy(state) == rule.policy(state.view(state.to_move)) == rule.policy_in_whole(state)
        assert given
        assert not any(isinstance(view, State) for view in given), each.name


def test_the_rows_of_rules_are_the_rules() -> None:
    named = {name: MODELS.kind(name) for name in MODELS}
    kinds = {kind for kind in named.values() if issubclass(kind, Rule)}
    for kind in kinds:
        assert {name for name, each in named.items() if each is kind} == set(kind.rules), kind


@pytest.mark.parametrize("spec", WHOLE)
def test_no_weights_describe_rules_that_are_said_not_to_be_expressible(spec: str) -> None:
    """A linear program looks for weights under which every decision of the rule is strictly best, one move ahead. The
    features of situations do not count: what was led, or who wins so far, is not about the move itself."""
    possible = [state for state in positions(spec, GAMES) if not bidding(state)]
    moves = sum(len(state.moves()) for state in possible)
    game = kibitz.game(spec)
    plain = [name not in game.situation_feature_names for name in choice_features(game)]
    chosen = [(state, np.array(described(state))[:, plain]) for state in possible[:: 1 + moves // ROWS]]
    for each in population(kibitz.game(spec)):
        rule = model_or_none(each)
        if not isinstance(rule, Rule) or each.expressible:
            continue
        differences = [row for state, rows in chosen for row in better_than(rule, state, rows)]
        assert not separable(np.array(differences)), f"{each.name} is expressible"


def better_than(rule: Rule, state: State, rows: Any) -> Iterator[Any]:
    """The features of a move that the rule makes, minus those of each that it does not make."""
    shares = rule.policy(seen(state))
    made = [place for place, move in enumerate(state.moves()) if shares[move] > 0]
    yield from (rows[made[0]] - rows[place] for place in range(len(rows)) if place not in made)


def separable(differences: Any) -> bool:
    unique = np.unique(np.round(differences, 9), axis=0)
    count, features = unique.shape
    goal = np.zeros(features + 1)
    goal[-1] = -1
    found = linprog(
        goal,
        A_ub=np.hstack([-unique, np.ones((count, 1))]),
        b_ub=np.zeros(count),
        bounds=[(-1000, 1000)] * features + [(None, 1)],
    )
    return bool(found.status == 0 and -found.fun > 1e-6)


# Held out.


@pytest.mark.parametrize("spec", short_games())
def test_held_out_opponents_follow_their_seed(spec: str) -> None:
    game = kibitz.game(spec)
    drawn = held_out(game, 28, seed=5)
    assert drawn == held_out(game, 28, seed=5)
    assert held_out(game, 14, seed=5) == drawn[:14]
    others = {each.player for each in held_out(game, 28, seed=6)}
    assert len(others & {each.player for each in drawn}) < 10
    assert {each.group for each in drawn[:7]} == set(GROUPS)
    assert sum(not each.expressible for each in drawn) >= len(drawn) / 3
    known = {each.player for each in population(game)}
    assert len({each.player for each in drawn} - known) == len(drawn)


@pytest.mark.parametrize("spec", short_games())
def test_held_out_opponents_play(spec: str) -> None:
    game = kibitz.game(spec)
    drawn = held_out(game, 14, seed=9)
    for place in range(0, len(drawn), game.players):
        sitting = [drawn[(place + seat) % len(drawn)].player for seat in range(game.players)]
        assert play_game(game, sitting, seed=1).end.over


def test_too_few_are_refused() -> None:
    with pytest.raises(KibitzError, match="0 or more"):
        held_out(kibitz.game("checkers"), -1, seed=1)


# Games that bring no population.


@pytest.mark.parametrize("name", ["nim", "whist", "kuhn"])
def test_a_game_of_a_user_has_a_general_population(name: str) -> None:
    game = kibitz.game(name)
    members = population(game)
    assert len(members) >= 24
    assert sum(not each.expressible for each in members) >= len(members) / 3
    for each in (*members, *held_out(game, 8, seed=1)):
        players = [each.player, *["random"] * (game.players - 1)]
        assert play_game(game, players, seed=1).end.over, each.name


# The log, and the page.


def test_evaluations_are_logged_on_the_page(tmp_path: Path) -> None:
    page = tmp_path / "held-out.md"
    page.write_text((DOCS / "results" / "held-out.md").read_text(encoding="utf-8"), encoding="utf-8")
    before = logged(page)
    row = Evaluation("2026-11-16", "59d0bb8", "checkers", 7, 24, "kibitz league checkers --seed 7")
    log_evaluation(page, row)
    log_evaluation(page, row._replace(seed=8))
    assert logged(page) == [*before, row, row._replace(seed=8)]
    for wrong in (row._replace(date="today"), row._replace(commit="HEAD"), row._replace(command="a | b")):
        with pytest.raises(KibitzError):
            log_evaluation(page, wrong)
    with pytest.raises(KibitzError, match="there is no log"):
        log_evaluation(tmp_path / "other.md", row)


def test_the_page_of_opponents_is_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("opponents_page", DOCS.parent / "tools" / "opponents_page.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    page = (DOCS / "opponents.md").read_text(encoding="utf-8")
    assert page == tool.written(page), "run tools/opponents_page.py"
