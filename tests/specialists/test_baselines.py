"""The baselines of leagues: those that were measured, in games that they can play."""

import json
from pathlib import Path

import pytest

import kibitz
from kibitz.arena.league.experiment import League
from kibitz.players.baseline import baseline_for, budget_for, limited
from kibitz.specialists.baselines import FILE, baseline_like, baseline_of
from kibitz.specs import parse

RESULTS = Path(__file__).parents[2] / "docs" / "results" / "baselines.json"
CHOSEN = json.loads(FILE.read_text(encoding="utf-8"))


def test_leagues_use_what_was_measured() -> None:
    measured = json.loads(RESULTS.read_text(encoding="utf-8"))["games"]
    assert list(CHOSEN) == list(measured)
    for game, found in measured.items():
        used = ("baseline", "handicap", "positions", "replies")
        assert CHOSEN[game] == {part: found[part] for part in used if part in found}
        first = found["candidates"][0]
        # Some budgets took less than their time on idle cores, and were multiplied.
        spec, times = parse(first["player"]), found.get("times", 1)
        larger = limited(spec, times * spec.options["simulations"]) if times > 1 else spec
        assert parse(found["baseline"]) == larger
        assert first["rounds"] == max(each["rounds"] for each in found["candidates"])
        assert first["milliseconds"] <= 1.3 * found["milliseconds"]


@pytest.mark.parametrize("game", CHOSEN)
def test_a_league_takes_the_baseline_of_its_game_and_its_handicap(game: str) -> None:
    assert str(kibitz.game(game)) == game  # the name under which it is found
    made = League.of(game, ["greedy", "random"], ["first-move"], simulations=7, clairvoyant="none", games=1)
    found = baseline_of(kibitz.game(game))
    assert found is not None
    assert made.baseline == str(kibitz.player(found.player))  # with its own limit
    assert made.handicap == found.handicap
    plain = League.of(game, ["greedy"], ["first-move"], handicap="", clairvoyant="none", games=1)
    assert plain.handicap == ""
    named = League.of(game, ["greedy"], ["first-move"], "random", clairvoyant="none", games=1)
    assert (named.baseline, named.handicap) == ("random", "")


@pytest.mark.parametrize(
    ("variant", "like"),
    [
        ("hearts(passing=left, moon=true)", "hearts"),
        ("hearts(players=3)", "hearts"),
        ("hearts(passing=left, open=true)", "hearts(open=true)"),
        ("spades(players=4)", "spades(players=4, scoring=tricks)"),
        ("spades(hands=4)", "spades"),
        ("abalone(players=3, turns=80)", "abalone(players=3)"),
        ("abalone(turns=80)", "abalone"),
        ("checkers(quiet=30)", "checkers"),
    ],
)
def test_a_variant_takes_the_baseline_of_the_game_that_is_most_like_it(variant: str, like: str) -> None:
    game, found = kibitz.game(variant), baseline_of(kibitz.game(like))
    assert found is not None
    assert baseline_of(game) is None
    assert baseline_like(game) == found._replace(handicap="")
    assert str(baseline_for(game)) == str(kibitz.player(found.player))
    assert budget_for(game).positions == found.positions


@pytest.mark.parametrize("game", ["hearts(players=3, open=true)", "checkers", "tree"])
def test_other_games_are_no_variants(game: str) -> None:
    """Open hands for another number of players; a game with a baseline of its own; a game without any."""
    made = kibitz.game(game)
    assert baseline_like(made) == baseline_of(made)


def test_adaptive_plays_a_variant_as_its_baseline_does() -> None:
    state = kibitz.game("hearts(passing=left)").start(seed=3)
    found = baseline_of(kibitz.game("hearts"))
    assert found is not None
    view, player = state.view(0), kibitz.player("adaptive")
    player.begin(state.game, 0, view)
    baseline = kibitz.player(found.player)
    baseline.begin(state.game, 0, view)
    assert player.act(view, 1) == baseline.act(view, 1)
