"""Every way of modelling that the papers give plays the games that it can play, and is refused with a sentence else."""

import pytest

import kibitz
from kibitz.arena.league.experiment import Case, League
from kibitz.arena.league.session import Sessions
from kibitz.specialists.entrants import entrants

GAMES = ("checkers", "hearts(open=true, cards=5)", "hearts(cards=4)", "spades(cards=5, open=true)", "spades(cards=5)")
NAMES = ("m-star", "elimination", "bayes", "max-prob", "mp-mix", "mixture-reader", "simulations", "reader")


@pytest.mark.parametrize("game", [*GAMES, "spades(players=4, cards=3, scoring=tricks)", "guess-it(cards=3)"])
def test_who_is_named_plays_a_session_and_the_others_have_a_reason(game: str) -> None:
    found = entrants(kibitz.game(game))
    assert [each.name for each in found] == list(NAMES)
    assert all(bool(each.player) != bool(each.reason) for each in found)
    made = League.of(game, ["greedy", "random", "first-move"], ["papers"], "noisy(random, 0.5)", games=2, simulations=9)
    assert len(made.players) == sum(bool(each.player) for each in found)
    for player in made.players:
        session = Sessions(made).play(Case(player, made.tables[0], 0))
        assert all("fault" not in one for one in session), (player, session)


@pytest.mark.parametrize(
    ("game", "name", "part"),
    [
        ("checkers", "m-star", "learner=strategy"),
        ("spades(open=true)", "elimination", "learner=elimination"),
        ("spades(open=true)", "bayes", "candidates=[MT, mOT, ML]"),
        ("spades", "bayes", "candidates=[MT, mOT, ML]"),
        ("hearts", "max-prob", "sampled(max-prob("),
        ("chinese-checkers", "mp-mix", "mp-mix("),
        ("guess-it", "mixture-reader", "bayes-reader"),
        ("hearts", "simulations", "is-mcts"),
        ("abalone", "reader", "adaptive"),
    ],
)
def test_the_ways_of_the_papers_are_where_they_belong(game: str, name: str, part: str) -> None:
    [found] = [each for each in entrants(kibitz.game(game)) if each.name == name]
    assert part in found.player


def test_the_replies_are_those_of_the_papers() -> None:
    """Elimination answers with soft-max^n, Bayes with prob-max^n, and a learned strategy with M*."""
    for game, name, reply in (
        ("spades(open=true)", "elimination", "soft-maxn"),
        ("spades(open=true)", "bayes", "prob-maxn"),
        ("checkers", "m-star", "m-star"),
    ):
        made = kibitz.game(game)
        [found] = [each for each in entrants(made) if each.name == name]
        player = kibitz.player(found.player)
        start = made.start(1)
        player.begin(made, 0, start, [f"player {number}" for number in range(made.players)])
        assert player.search(made.part(start)).name == reply  # type: ignore[attr-defined]
