"""A kind of model in a file of somebody's own is predicted, learned, replied to, stored, resumed and shown."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.commands import answer

import kibitz
from kibitz.learning.bayes import Bayes
from kibitz.models.mixed import Mixed
from kibitz.models.noisy import noisy
from kibitz.models.prediction import predict, search_for
from kibitz.models.registry import REGISTRY, model_from_json
from kibitz.players.adaptive import Adaptive
from kibitz.players.loading import load
from kibitz.replies.opponent import Opponent
from kibitz.replies.reply_table import reply_to
from kibitz.wants.mixture import Mixture
from kibitz.wants.registry import want

OWN = Path(__file__).with_name("own_kind.py")


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(REGISTRY, "_rows", dict(REGISTRY._rows))
    sys.modules.pop("kibitz_loaded_own_kind", None)
    load(OWN)
    yield
    sys.modules.pop("kibitz_loaded_own_kind", None)


def kibitz_says(*arguments: str, folder: Path) -> str:
    return answer("--load", str(OWN), *arguments, folder=folder)


def test_it_is_read_written_and_equal() -> None:
    given = kibitz.model("lookup(place=2)")
    assert (str(given), given) == ("lookup(place=2)", model_from_json(given.to_json()))
    assert kibitz.model("mixture(MT=1, lookup=3)").parts[1][1] == kibitz.model("lookup")
    assert str(kibitz.model("noisy(lookup, 0.2)")) == "noisy(lookup, 0.2)"


def test_an_own_kind_is_predicted() -> None:
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
    "game", ["tic-tac-toe", "spades(cards=3, bids=[1, 1, 1], open=true, hands=2)", "guess-it(cards=4)"]
)
def test_it_is_replied_to_and_remembered(game: str, tmp_path: Path) -> None:
    memory = tmp_path / "opponents.db"
    candidates = "[lookup, lookup(place=1), random]"
    text = f"adaptive(candidates={candidates}, memory='{memory}')"
    reader = Adaptive(candidates="random")
    for seed in range(3, 9):
        made = kibitz.player(text)
        assert isinstance(made, Adaptive)
        reader = made
        played = kibitz.game(game)
        names = ["me", "Ann", "Ben"][: played.players]
        others = [kibitz.player("lookup(place=1)") for _ in range(played.players - 1)]
        kibitz.play_game(played, [reader, *others], seed, names)
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
    assert "kings=3" in str(made.full_spec), "a file enters an experiment by what it says"


def test_what_a_kind_lacks_is_said() -> None:
    with pytest.raises(kibitz.MissingCapability, match="'wanting'"):
        kibitz.model("lookup").wanted()
    with pytest.raises(kibitz.SpecError, match="not a preference over outcomes"):
        kibitz.player("adaptive(candidates=[lookup], learner=elimination)")


# Found by a review.


def low(view: kibitz.State) -> dict[str, float]:
    return {view.moves()[0]: 1.0}


def high(view: kibitz.State) -> dict[str, float]:
    return {view.moves()[-1]: 3}


def test_parts_that_leave_moves_out_are_completed_before_they_are_mixed() -> None:
    state = kibitz.game("spades(players=3, cards=4, bids=[1, 2, 1], open=true)").start(seed=8)
    first, second = kibitz.model(low), kibitz.model(high)
    half = predict(Mixed(Mixture(((1.0, first), (1.0, second)))), state)
    assert list(half.values()) == [0.5, 0.0, 0.5]
    assert list(predict(noisy(first, 0.3), state).values()) == pytest.approx([0.8, 0.1, 0.1])
    with_mt = predict(Mixed(Mixture(((1.0, first), (1.0, kibitz.model("MT"))))), state)
    assert sum(with_mt.values()) == pytest.approx(1)
    assert with_mt["8H"] > 0.2


def test_a_model_never_gets_more_than_its_seat_sees() -> None:
    asked = []

    def watching(view: kibitz.View) -> dict[str, float]:
        asked.append(view)
        return {view.moves()[0]: 1.0}

    state = kibitz.game("spades(cards=3, bids=[1, 1, 1])").start(seed=1)
    predict(watching, state)
    reader = Adaptive(candidates=[kibitz.model(watching), "MT"], worlds=3)
    kibitz.play_game(state.game, [reader, "MT", "MT"], 1)
    assert asked
    assert all(isinstance(view, kibitz.View) for view in asked)


@pytest.mark.parametrize("text", ["greedy", "noisy(greedy, 0.1)", "always-ask", "lookup(place=1)", "MT_mOT"])
def test_any_model_is_read_from_the_file_that_it_wrote(text: str, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text(kibitz.model(text).to_json())
    assert kibitz.model(str(path)) == kibitz.model(path) == kibitz.model(text)
    assert str(kibitz.player(str(path))) == str(kibitz.player(text))


def test_a_player_holds_what_a_file_said_and_not_its_name(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text(kibitz.model("greedy").to_json())
    made = kibitz.player(f"adaptive(candidates=['{path}', random])")
    path.unlink()
    assert str(made) == "adaptive(candidates=[greedy, random])"
    result = kibitz.match("tic-tac-toe", [made, "random"], deals=1, seed=1)
    assert result.games == 2


def test_depths_of_rational_players_are_replied_to_a_ply_further() -> None:
    opponent = Opponent(((3.0, kibitz.model("rational(depth=3)")), (1.0, kibitz.model("strategy(men=1, depth=2)"))))
    assert reply_to(want("evaluation"), [opponent], kibitz.game("checkers")).options["depth"] == 4


def test_candidates_that_cannot_be_told_apart_by_their_text_are_refused() -> None:
    with pytest.raises(kibitz.SpecError, match="must have different texts"):
        Bayes([lambda view: low(view), lambda view: high(view)])


def test_what_comes_back_by_forgetting_is_a_number() -> None:
    state = kibitz.game("spades(cards=5, bids=[1, 2, 2], open=true)").start(seed=4)
    before = Bayes(["MT", "mOT"], forgetting=0.1)
    for move in state.moves()[:3]:
        before = before.see(state, move)
    weights, _ = before.see(state, state.moves()[0]).learned_since(before)
    assert all(0 < weight < float("inf") for weight in weights.values())


def test_old_json_with_fields_as_usual_is_read() -> None:
    assert model_from_json('{"wants": "rational", "others": null, "search": ""}') == kibitz.model("rational")
    assert model_from_json('{"wants": "always-ask", "others": null, "depth": 0}') == kibitz.model("always-ask")


def test_what_is_noisy_still_looks_and_thinks() -> None:
    spades = kibitz.game("spades(cards=3, bids=[1, 1, 1], open=true)")
    assert search_for("noisy(MT, 0.1)", spades) == search_for("MT", spades)
    with pytest.raises(kibitz.SpecError, match="with a single want"):
        predict("model(MT, others=noisy(mOT_ML, 0.1))", spades.start(1))


def test_names_are_free_and_models_can_be_compared() -> None:
    with pytest.raises(kibitz.SpecError, match="choose another"):

        @kibitz.register
        def adaptive(view: kibitz.State) -> dict[str, float]:
            return low(view)

    with pytest.raises(kibitz.SpecError, match="frozen=True"):

        @kibitz.register
        @dataclass
        class Changing(kibitz.Model):
            name = "wavering"

            @classmethod
            def read(cls, spec: object) -> kibitz.Model:
                return cls()

            def policy(self, position: object) -> dict[str, float]:
                return {}

            def __str__(self) -> str:
                return "wavering"

    kibitz.register(low)
    assert kibitz.model("Low") == kibitz.model("low")
    assert kibitz.model(kibitz.search("greedy")) == kibitz.model("greedy")
