"""Hidden games written in Python, as the documentation shows them, wherever a native one is taken."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest
from scipy.stats import chisquare
from support.conformance_games import IN_PYTHON
from support.small_searches import small
from typer.testing import CliRunner, Result
from whist import PACK, WhistState

import kibitz
from kibitz.cli.app import app
from kibitz.errors import MissingCapability
from kibitz.players.play_game import random_moves
from kibitz.players.player import Policy, Position
from kibitz.searches.registry import REGISTRY as SEARCHES

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"
HIDDEN = ["discard", "kuhn", "whist(cards=2)", "whist(cards=3)"]
REFUSED = {
    "discard": {"best-reply", "clipped-minimax", "max-prob", "soft-maxn"},  # no sure winner; no evaluation to divide
    "kuhn": {"best-reply", "clipped-minimax", "m-star-with"},  # nobody moves out of turn; there is chance
    "whist": {
        "alpha-beta",
        "best-reply",
        "clipped-minimax",
        "m-star-with",
        "m-star",
        "max-prob",
    },  # for two; no sure winner
}

every_game = pytest.mark.parametrize("spec", HIDDEN)


def test_every_hidden_game_written_in_python_is_here() -> None:
    assert {name for name in IN_PYTHON if kibitz.game(name).hidden} == {kibitz.game(spec).name for spec in HIDDEN}


def command(*words: str, lines: str = "") -> Result:
    loaded = [word for name in ("discard", "kuhn", "whist") for word in ("--load", str(EXAMPLES / f"{name}.py"))]
    return CliRunner().invoke(app, [*loaded, *words], input=lines)


class Witness(kibitz.Player):
    """Plays at random, and keeps all that it was shown and told."""

    name = "witness"

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[Position] = []
        self.told: list[kibitz.Event] = []

    def begin(self, game: kibitz.Game, seat: int, view: Position, names: object = ()) -> None:
        super().begin(game, seat, view)
        self.seen.append(view)

    def see(self, event: kibitz.Event) -> None:
        self.told.append(event)

    def policy(self, view: Position) -> Policy:
        self.seen.append(view)
        return dict.fromkeys(view.moves(), 1.0)


def written(view: Position) -> Iterator[str]:
    """Everything in which a view could give something away."""
    yield from (str(view), repr(view), view.to_json(), view.board(), view.svg(), str(pickle.dumps(view)))


@pytest.mark.parametrize("seed", range(5))
def test_a_player_of_whist_never_sees_a_card_that_another_holds(seed: int) -> None:
    witnesses = [Witness() for _ in range(3)]
    start = kibitz.game("whist").start(seed)
    assert isinstance(start, WhistState)
    kibitz.play_game(start.game, witnesses, seed)
    for seat, witness in enumerate(witnesses):
        assert len(witness.seen) == 1 + 4
        for view in witness.seen:
            assert isinstance(view, kibitz.View)
            played = view.game.history(view)
            for other in {0, 1, 2} - {seat}:
                for card in set(start.hands[other]) - set(played):
                    assert not any(card in text for text in written(view))


def test_a_player_of_kuhn_poker_is_not_told_the_deal() -> None:
    witnesses = [Witness(), Witness()]
    kibitz.play_game(kibitz.game("kuhn"), witnesses, seed=1)
    for witness in witnesses:
        assert witness.told[0] == kibitz.Event(kibitz.CHANCE, None, public=False)
        assert all(event.move is not None for event in witness.told[1:])
        assert all("?" in view.board() for view in witness.seen[1:])


@every_game
@pytest.mark.parametrize("name", sorted(SEARCHES))
def test_every_search_plays_it_or_says_why_not(spec: str, name: str) -> None:
    game = kibitz.game(spec)
    seated = [kibitz.player(str(small(name))) for _ in range(game.players)]
    if name in REFUSED[game.name]:
        with pytest.raises(kibitz.MissingCapability, match=f"cannot play this: .*{game.name}|{game.name}|buckets"):
            kibitz.play_game(game, seated, seed=1)
    else:
        assert kibitz.play_game(game, seated, seed=1).end.over


@every_game
def test_best_reply_plays_it_in_order(spec: str) -> None:
    game = kibitz.game(spec)
    seated = [kibitz.player("best-reply(order=preserved, depth=2)") for _ in range(game.players)]
    assert kibitz.play_game(game, seated, seed=1).end.over


def test_searches_find_what_is_plain() -> None:
    """Call with the king, fold the jack: whatever the other holds."""
    bet = kibitz.game("kuhn").start().play_all("deal KJ, check, bet")
    for search in ("is-mcts(simulations=200)", "sampled(maxn)", "sampled(mcts(simulations=50))"):
        assert kibitz.search(search).analyse(bet.view(0)).best == ("call",)
        jack = kibitz.game("kuhn").start().play_all("deal JQ, check, bet")
        assert kibitz.search(search).analyse(jack.view(0)).best == ("fold",)


GIVER = "order(giver, [-2, -1], [-1, 1], [1, 2])"  # wants to lose as much as it can
LOSER = "strategy(tricks=-1, depth=6)"  # three tricks less the last card of each
WINNER = "strategy(tricks=1, depth=6)"


@pytest.mark.parametrize(
    ("spec", "candidates", "games"), [("kuhn", ["score", GIVER], 12), ("whist(cards=3)", [WINNER, LOSER], 2)]
)
@pytest.mark.parametrize("truth", [0, 1])
def test_adaptive_reads_its_opponents(spec: str, candidates: list[str], games: int, truth: int) -> None:
    game = kibitz.game(spec)
    names = ["me", "Ann", "Ben"][: game.players]
    reader = kibitz.player(f"adaptive(candidates=[{', '.join(candidates)}], worlds=8)")
    others = [kibitz.player(candidates[truth]) for _ in names[1:]]
    for seed in range(games):
        kibitz.play_game(game, [reader, *others], seed, names)
    for reading in reader.beliefs():
        assert list(reading.weights.values())[truth] > 0.9


@every_game
def test_adaptive_with_every_option(spec: str, tmp_path: Path) -> None:
    game = kibitz.game(spec)
    for options in ({"margin": 0.5}, {"learner": "none"}, {"memory": str(tmp_path / "opponents.db")}):
        reader = kibitz.player("adaptive(candidates=[score, win], worlds=3)", **options)
        others = [kibitz.player("random") for _ in range(game.players - 1)]
        assert kibitz.play_game(game, [*others, reader], seed=2).end.over
    eliminating = kibitz.player("adaptive(own=win, candidates=[win, spite], learner=elimination)")
    others = [kibitz.player("random") for _ in range(game.players - 1)]
    with pytest.raises(kibitz.KibitzError, match="elimination compares decisions in open positions"):
        kibitz.play_game(game, [eliminating, *others])
    with pytest.raises(MissingCapability, match="elimination compares decisions in open positions"):
        kibitz.match(game, [str(eliminating), "random"], deals=1)  # nobody's forfeit: no deal would go better


@every_game
def test_a_match_of_a_hidden_game_has_no_forfeits(spec: str) -> None:
    players = ["is-mcts(simulations=20)", "adaptive(candidates=[score, win], worlds=3)", "greedy"]
    result = kibitz.match(spec, players[: kibitz.game(spec).players], deals=2, seed=1, strict=True)
    assert not result.tallies.failed


def test_a_match_in_two_processes() -> None:
    loads = [str(EXAMPLES / "kuhn.py")]
    one, two = (
        kibitz.match("kuhn", ["is-mcts(simulations=20)", "random"], deals=4, seed=1, jobs=jobs, loads=loads)
        for jobs in (1, 2)
    )
    assert one.tallies == two.tallies
    assert not one.tallies.failed


def test_show_draws_what_a_seat_may_know(tmp_path: Path) -> None:
    shown = command("show", "whist", "--seed", "1", "--plies", "4", "--seat", "1")
    assert shown.exit_code == 0, shown.output
    assert "seat 0: ? ? " in shown.output
    picture = tmp_path / "seen.svg"
    found = command("show", "whist", "--seed", "1", "--seat", "1", "--json", "--svg", str(picture))
    assert json.loads(found.output)["state"]["hands"][0] == []
    assert "?" in picture.read_text()
    assert "chance to move, 6 legal" in command("show", "kuhn").output
    assert "seat 0: ?" in command("show", "kuhn", "--moves", "deal KQ, check", "--seat", "1").output
    assert "K" not in command("show", "kuhn", "--moves", "deal KQ, check", "--seat", "1").output


@pytest.mark.parametrize("opponent", ["is-mcts(simulations=20)", "adaptive(candidates=[score, win], worlds=3)"])
def test_play_ends_politely(opponent: str) -> None:
    found = command("play", "kuhn", opponent, "--seed", "1", "--seat", "0", "--games", "1", lines="ch\ncall\n")
    assert found.exit_code == 0, found.output
    assert "chance: something in secret" in found.output
    assert "seat 0: Q   seat 1: ?" in found.output
    assert "You have won" in found.output
    found = command("play", "whist(cards=1)", opponent, "--seed", "1", "--games", "1")
    assert found.exit_code == 0, found.output
    assert "your only move" in found.output
    assert "Scores: you" in found.output


def test_whist_samples_all_deals_that_fit_alike() -> None:
    """Against the list of every deal: seat 1 did not follow hearts, and so holds none."""
    game = kibitz.game("whist(cards=2)")
    start = game.from_json({"hands": [["9H", "KH"], ["AC", "9S"], ["TH", "9D"]], "history": []})
    view = start.play_all("KH, AC, TH").view(0)
    unseen = [card for card in PACK if card not in ("9H", "KH", "AC", "TH")]
    fitting = {pair for pair in permutations(unseen, 2) if pair[0][1] != "H"}
    drawn = Counter(
        tuple(next(card for card in hand if card in unseen) for hand in view.sample_deal(kibitz.Random(seed)).hands[1:])
        for seed in range(10_000)
    )
    assert set(drawn) == fitting
    assert chisquare(list(drawn.values())).pvalue > 0.01


def test_the_views_of_all_seats_are_shown_together() -> None:
    shown = command("show", "whist", "--seed", "1", "--plies", "2", "--views")
    state = list(random_moves(kibitz.game("whist").start(1), 1, 2))[-1]
    assert shown.exit_code == 0
    for seat in range(3):
        assert f"what seat {seat} sees\n{state.view(seat).board()}" in shown.stdout
    assert state.board() not in shown.stdout
    found = json.loads(command("show", "whist", "--seed", "1", "--plies", "2", "--views", "--json").stdout)
    assert [each["state"] for each in found] == [json.loads(state.view(seat).to_json()) for seat in range(3)]
