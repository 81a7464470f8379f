"""Equals come out equal, in every game; a small advantage that was planted is found, and its size is right."""

from pathlib import Path

import kibitz
from kibitz.games.registry import REGISTRY
from kibitz.holm import holm

ODD = str(Path(__file__).parent / "odd_players.py")

GAMES = {  # a specification each, and as many deals as a second or two allow
    "tic-tac-toe": ("tic-tac-toe", 300),
    "checkers": ("checkers", 60),
    "spades": ("spades", 60),
    "hearts": ("hearts(players=3)", 40),
    "chinese-checkers": ("chinese-checkers(players=3, turns=60)", 8),
    "abalone": ("abalone(players=3)", 5),
    "guess-it": ("guess-it", 200),
    "tree": ("tree", 300),
}
COIN = """tree(json='{"players": 2, "root": {"to_move": 0, "children": [{"value": 1}, {"value": -1}]}}')"""


def test_every_game_is_there() -> None:
    built_in = {name for name in REGISTRY if isinstance(REGISTRY[name], str)}
    assert built_in - {"openspiel"} == set(GAMES)  # which stands for the games of another library


def test_random_against_random_is_fair_in_every_game() -> None:
    """All games at once: of sixteen 95% intervals one misses the truth more often than not, so they are corrected."""
    found = {}
    for game, deals in GAMES.values():
        result = kibitz.match(game, ["random", "random"], deals=deals, seed=1)
        for measure in ("points", "score"):
            [found[game, measure]] = result.differences(measure)
    corrected = dict(zip(found, holm([each.p for each in found.values()]), strict=True))
    assert min(corrected.values()) > 0.05, corrected
    beside = [key for key, each in found.items() if not each.difference.low <= 0 <= each.difference.high]
    assert len(beside) <= 2, beside  # three or more of sixteen would be chance in one case of 25


def test_a_bias_of_two_percent_is_found_by_twenty_thousand_games() -> None:
    """In seat 0 it wins 54% of its games instead of 50%, so 52% over both seats."""
    result = kibitz.match(COIN, ["biased(wins=0.54)", "biased"], deals=10_000, seed=1, loads=[ODD])
    assert result.games == 20_000
    [found] = result.differences()
    assert found.significant
    best = result.standings[0]
    assert best.player == "biased(wins=0.54)"
    assert best.points.low <= 0.52 <= best.points.high
    assert best.points.high - best.points.low < 0.02
