"""A kind of model in a file of somebody's own is predicted, learned, replied to, stored, resumed and shown."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz
from kibitz.learning.bayes import Bayes
from kibitz.models.registry import REGISTRY, model_from_json
from kibitz.players.adaptive import Adaptive
from kibitz.players.loading import load

OWN = Path(__file__).with_name("own_kind.py")


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(REGISTRY, "_rows", dict(REGISTRY._rows))
    sys.modules.pop("kibitz_loaded_own_kind", None)
    load(OWN)
    yield
    sys.modules.pop("kibitz_loaded_own_kind", None)


def kibitz_says(*arguments: str, folder: Path) -> str:
    command = [sys.executable, "-m", "kibitz.cli", "--load", str(OWN), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_read_written_and_equal() -> None:
    given = kibitz.model("lookup(place=2)")
    assert (str(given), given) == ("lookup(place=2)", model_from_json(given.to_json()))
    assert kibitz.model("mixture(MT=1, lookup=3)").parts[1][1] == kibitz.model("lookup")
    assert str(kibitz.model("noisy(lookup, 0.2)")) == "noisy(lookup, 0.2)"


def test_it_is_predicted() -> None:
    state = kibitz.game("tic-tac-toe").start()
    shares = kibitz.predict("lookup(place=1)", state)
    assert max(shares, key=lambda move: shares[move]) == state.moves()[1]
    assert sum(shares.values()) == pytest.approx(1)


def test_it_is_learned_among_kinds_that_the_package_has() -> None:
    belief = Bayes(["lookup", "lookup(place=1)", "greedy", "random", "mcts(simulations=20)"])
    state = kibitz.game("chinese-checkers(players=2)").start()
    for _ in range(8):
        belief = belief.see(state, state.moves()[1]) if state.to_move == 0 else belief
        state = state.play(state.moves()[1])
    assert belief.posterior["lookup(place=1)"] > 0.9


@pytest.mark.parametrize(
    "game", ["tic-tac-toe", "spades(cards=3, bids=[1, 1, 1], open=true, hands=2)", "guess-it(cards=2)"]
)
def test_it_is_replied_to_and_remembered(game: str, tmp_path: Path) -> None:
    memory = tmp_path / "opponents.db"
    candidates = "[lookup, lookup(place=1), random]"
    text = f"adaptive(candidates={candidates}, memory='{memory}')"
    reader = Adaptive(candidates="random")
    for _ in range(2):
        made = kibitz.player(text)
        assert isinstance(made, Adaptive)
        reader = made
        played = kibitz.game(game)
        names = ["me", "Ann", "Ben"][: played.players]
        others = [kibitz.player("lookup(place=1)") for _ in range(played.players - 1)]
        kibitz.play_game(played, [reader, *others], 3, names)
    told = reader.beliefs()[0].weights
    assert max(told, key=lambda name: told[name]) == "lookup(place=1)"


def test_a_match_with_it_is_stored_resumed_and_shown(tmp_path: Path) -> None:
    reader = "adaptive(candidates=[lookup, greedy])"
    match = ["match", "tic-tac-toe", "lookup", reader, "--deals", "3", "--seed", "1", "--out", "stored.kibitz"]
    first = json.loads(kibitz_says(*match, "--jobs", "1", "--json", folder=tmp_path))
    again = json.loads(kibitz_says(*match, "--jobs", "1", "--json", folder=tmp_path))
    assert {row["player"] for row in first["standings"]} == {"lookup", reader}
    assert first["standings"] == again["standings"]
    assert "lookup" in kibitz_says("results", "stored.kibitz", folder=tmp_path)
    assert "lookup" in kibitz_says("players", folder=tmp_path)
    assert "the move at a place" in kibitz_says("players", "lookup", folder=tmp_path)


def test_every_kind_is_a_candidate_as_text_object_function_or_file(tmp_path: Path) -> None:
    learned = tmp_path / "learned.json"
    learned.write_text('{"game": "checkers", "model": "strategy(men=2, kings=3, depth=2)"}')

    def first(view: kibitz.State) -> dict[str, float]:
        return {view.moves()[0]: 1.0}

    belief = Bayes([kibitz.model("random"), "greedy", str(learned), first, "lookup", "mcts(simulations=10)"])
    state = kibitz.game("checkers").start()
    assert sum(belief.see(state, state.moves()[0]).posterior.values()) == pytest.approx(1)
    made = kibitz.player(f"adaptive(own=evaluation, depth=2, candidates=[greedy, '{learned}', lookup])")
    assert isinstance(made, Adaptive)
    assert [str(each) for each in made.candidates] == ["greedy", "strategy(men=2, kings=3, depth=2)", "lookup"]
    before = str(made.full_spec)
    learned.write_text('{"game": "checkers", "model": "strategy(men=2, kings=4, depth=2)"}')
    assert str(kibitz.player(made.spec).full_spec) != before, "a file enters an experiment by what it says"


def test_what_a_kind_lacks_is_said() -> None:
    with pytest.raises(kibitz.MissingCapability, match="'wanting'"):
        kibitz.model("lookup").wanted()
    with pytest.raises(kibitz.SpecError, match="no preference over outcomes"):
        kibitz.player("adaptive(candidates=[lookup], learner=elimination)")
