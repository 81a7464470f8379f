"""The baselines of leagues: those that were measured, in games that they can play."""

import json
from pathlib import Path

import pytest

import kibitz
from kibitz.arena.league.experiment import League
from kibitz.players.baseline import limited
from kibitz.specialists.baselines import FILE, baseline_of
from kibitz.specs import parse

RESULTS = Path(__file__).parents[2] / "docs" / "results" / "baselines.json"
CHOSEN = json.loads(FILE.read_text(encoding="utf-8"))


def test_leagues_use_what_was_measured() -> None:
    measured = json.loads(RESULTS.read_text(encoding="utf-8"))["games"]
    assert list(CHOSEN) == list(measured)
    for game, found in measured.items():
        used = ("baseline", "handicap", "positions")
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
