"""Identity and addresses: what counts as the same match, and what does not."""

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.arena.core_identity import file_digest
from kibitz.arena.experiment import Address, Experiment
from kibitz.arena.memories import private_memories
from kibitz.errors import KibitzError, SpecError
from kibitz.learning.decisions import Decision
from kibitz.players.loading import load
from kibitz.players.memory import Memory, Profile, kept_decisions

GAME = "spades(players=3, cards=5, open=true)"


def test_defaults_written_out_change_nothing() -> None:
    plain = Experiment.of("spades(cards=5)", ["maxn", "mcts"], seed=1)
    written = Experiment.of("spades(players=3, cards=5, scoring=bids)", ["maxn(depth=0)", "mcts"], seed=1)
    assert plain.identity == written.identity


@pytest.mark.parametrize(
    "change", [{"seed": 2}, {"series": 2}, {"opening": 1}, {"seatings": "2"}, {"move_seconds": 1.0}]
)
def test_everything_that_decides_what_happens_counts(change: dict[str, Any]) -> None:
    plain = Experiment.of(GAME, ["maxn", "random"], seed=1)
    assert plain.identity != Experiment.of(GAME, ["maxn", "random"], **{"seed": 1, **change}).identity
    assert plain.identity != Experiment.of(GAME, ["random", "maxn"], seed=1).identity


def test_the_core_and_loaded_files_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Experiment.of(GAME, ["random"]).identity
    file = tmp_path / "own_player.py"
    text = "import kibitz\n@kibitz.register\nclass P(kibitz.Player):\n name='own-player'\n policy=lambda s, v: {}\n"
    file.write_text(text)
    loaded = Experiment.of(GAME, ["own-player"], loads=(str(file),)).identity
    file.write_text(text + "# changed\n")
    assert Experiment.of(GAME, ["own-player"], loads=(str(file),)).identity != loaded
    monkeypatch.setattr("kibitz.arena.experiment.core_signature", lambda: "another core")
    assert Experiment.of(GAME, ["random"]).identity != plain


def test_a_file_is_identified_by_a_hash_that_never_changes(tmp_path: Path) -> None:
    """Results files store it: with another hash, no stored match could be continued."""
    file = tmp_path / "loaded.py"
    file.write_bytes(b"abc")
    assert file_digest(str(file)) == "cf4ab791c62b8d2b2109c90275287816"


def test_a_stored_memory_enters_as_a_snapshot(tmp_path: Path) -> None:
    file = tmp_path / "opponents.db"
    memory = Memory(file)
    players = [f'adaptive(own=mOT, candidates=[MT, mOT], memory="{file}")', "MT"]
    before = Experiment.of(GAME, players, seed=1)
    memory.save(Profile("spades", "MT", {"MT": 0.9, "mOT": 0.1}))
    after = Experiment.of(GAME, players, seed=1)
    assert before.identity != after.identity
    assert Experiment.from_json(after.to_json()).identity == after.identity
    kibitz.match(GAME, players, deals=1, seed=1)
    assert memory.profiles() == [Profile("spades", "MT", {"MT": 0.9, "mOT": 0.1})]  # a match leaves it as it is


def test_decisions_in_a_memory_are_part_of_the_snapshot(tmp_path: Path) -> None:
    """Every session begins with them, and a file without decisions is written as before."""
    file = tmp_path / "opponents.db"
    players = [f'adaptive(learner=choice, simulations=20, memory="{file}")', "greedy"]
    memory, start = Memory(file), kibitz.game("tic-tac-toe").start()
    memory.save(Profile("tic-tac-toe", "greedy", {"greedy": 1.0}))
    before = Experiment.of("tic-tac-toe", players, seed=1)
    assert isinstance(json.loads(dict(before.memories)[str(file)]), list)
    watched = kept_decisions(start.game, "greedy", [Decision.of(start, "b2", 0.5)], 0, "an earlier game")
    memory.watch(*watched)
    after = Experiment.of("tic-tac-toe", players, seed=1)
    assert before.identity != after.identity
    assert Experiment.from_json(after.to_json()).identity == after.identity
    with private_memories(after.players, dict(after.memories)) as (reader, _):
        private = Memory(reader.options["memory"])
        assert private.path != file
        assert private.decisions(start.game, "greedy") == list(watched)
        assert private.profiles() == memory.profiles()
    results = [kibitz.match("tic-tac-toe", players, deals=2, seed=1, strict=True) for _ in range(2)]
    assert results[0].to_dict()["standings"] == results[1].to_dict()["standings"]
    assert memory.decisions(start.game, "greedy") == list(watched)


def test_addresses_go_deal_by_deal() -> None:
    experiment = Experiment.of("tic-tac-toe", ["random", "maxn"])
    addresses = [experiment.address(number) for number in range(4)]
    assert addresses == [Address(0, (0, 1)), Address(0, (1, 0)), Address(1, (0, 1)), Address(1, (1, 0))]


def test_the_same_player_twice_gets_two_names() -> None:
    assert Experiment.of("tic-tac-toe", ["random", "random"]).labels == ("random", "random #2")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"players": []}, "at least one player"),
        ({"players": ["maxm"]}, "did you mean 'maxn'"),
        ({"seed": -1}, "whole number from 0"),
        ({"series": 0}, "whole number from 1"),
        ({"seatings": "0"}, "would play nothing"),
        ({"seatings": "²"}, "all"),
        ({"move_seconds": -1.0}, "number of seconds"),
    ],
)
def test_mistakes_are_refused_with_a_sentence(options: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"game": "tic-tac-toe", "players": ["random", "maxn"], **options}
    with pytest.raises(KibitzError, match=message):
        Experiment.of(given.pop("game"), given.pop("players"), **given)


def test_what_is_made_in_code_is_refused() -> None:
    class Unknown(kibitz.Player):
        name = "unknown"

        def policy(self, view: object) -> dict[str, float]:
            return {}

    with pytest.raises(SpecError, match=r"Unknown is not registered.* Put @kibitz.register before the class"):
        Experiment.of("tic-tac-toe", [Unknown()])


@pytest.mark.parametrize(("name", "low", "high"), [("seed", 0, 2**64 - 1), ("series", 1, 10**6), ("opening", 0, 10**4)])
def test_numbers_are_whole_and_within_their_limits(name: str, low: int, high: int) -> None:
    for value in (low, high):
        given: dict[str, Any] = {name: value}
        assert getattr(Experiment("tic-tac-toe", ("random",), **given), name) == value
    wrong: Any
    for wrong in (low - 1, high + 1, True, 1.5, "1", None):
        with pytest.raises(SpecError, match=f"{name}=.* whole number from {low} to {high}"):
            Experiment("tic-tac-toe", ("random",), **{name: wrong})


def test_what_is_left_out_is_as_if_it_were_given() -> None:
    usual: Any = {"seed": 0, "series": 1, "opening": 0, "move_seconds": 0.0, "seatings": "all"}
    assert Experiment.of(GAME, ["maxn"]).identity == Experiment.of(GAME, ["maxn"], **usual).identity
    assert Experiment(GAME, ("maxn",)) == Experiment(GAME, ("maxn",), **usual)


def test_an_identity_has_sixteen_bytes() -> None:
    """Results files store it; with another length, no stored match could be continued."""
    assert len(bytes.fromhex(Experiment.of(GAME, ["maxn"]).identity)) == 16


def test_three_players_of_the_same_kind_are_numbered() -> None:
    assert Experiment.of(GAME, ["maxn", "random", "maxn", "maxn"]).labels == ("maxn", "random", "maxn #2", "maxn #3")


def test_positions_are_played_in_turn_and_may_repeat() -> None:
    start = kibitz.game("tic-tac-toe").start()
    positions = [str(start.play(move)) for move in ("a1", "b2", "c3")]
    made = Experiment.of("tic-tac-toe", ["random", "maxn"], positions=positions)
    assert made.deals_a_round == 3
    assert Experiment.of("tic-tac-toe", ["random", "maxn"]).deals_a_round == 1
    assert made.may_repeat
    assert not Experiment.of(GAME, ["random", "maxn"]).may_repeat  # cards are dealt
    won = str(start.play_all("a1, a2, b1, b2, c1"))
    with pytest.raises(SpecError, match="the game is over"):
        Experiment.of("tic-tac-toe", ["random", "maxn"], positions=[won])


def test_some_seatings_are_drawn_for_each_deal() -> None:
    """Of the six seatings of two players in three seats, each deal has two of its own, always the same."""
    made = Experiment.of(GAME, ["random", "maxn"], seed=3, seatings="2")
    assert made.sessions_a_deal == 2
    addresses = [made.address(number) for number in range(12)]
    assert [each.deal for each in addresses] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    pairs = [tuple(each.seating for each in addresses[place : place + 2]) for place in range(0, 12, 2)]
    assert all(first != second for first, second in pairs)
    assert len(set(pairs)) > 2
    assert addresses == [Experiment.of(GAME, ["random", "maxn"], seed=3, seatings="2").address(n) for n in range(12)]
    assert Experiment.of(GAME, ["random", "maxn"], seatings="9").sessions_a_deal == 6


def test_players_that_keep_to_themselves_have_one_seating() -> None:
    assert Experiment.of(GAME, ["random"], seatings="1").sessions_a_deal == 1


def test_an_identity_is_the_hash_of_everything_that_decides_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Written out, with its fields in alphabetical order: a stored match continues only if it is the same."""
    monkeypatch.setattr("kibitz.arena.experiment.core_signature", lambda: "the core")
    monkeypatch.setattr("kibitz.__version__", "0.1.0")
    text = (
        '{"core": "the core", "game": "tic-tac-toe", "loads": [], "memories": [], "move_seconds": 0.0, "opening": 0, '
        '"players": ["first-move", "random"], "seatings": "all", "seed": 1, "series": 1, "version": "0.1.0"}'
    )
    made = Experiment.of("tic-tac-toe", ["first-move", "random"], seed=1)
    assert json.loads(text) == json.loads(json.dumps(made.described()))
    assert made.identity == blake2b(text.encode(), digest_size=16).hexdigest()


def test_chance_is_drawn_by_deal_where_there_is_chance() -> None:
    assert "chance" not in Experiment.of("tic-tac-toe", ["random"]).described()
    load(str(Path(__file__).parents[2] / "docs" / "examples" / "kuhn.py"))
    assert Experiment.of("kuhn", ["random"]).described()["chance"] == "by deal"
