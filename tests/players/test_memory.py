"""Memory survives: several processes at once, locks, damage, other games, weights that are none."""

import json
import multiprocessing
import os
import shutil
import signal
import sqlite3
import warnings
from math import exp
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.race import ChangedRace, Race

import kibitz
from kibitz.errors import KibitzError
from kibitz.games.capabilities import bidding
from kibitz.learning.bayes import Bayes
from kibitz.learning.choice_belief import ChoiceBelief
from kibitz.learning.decisions import Decision
from kibitz.learning.noise_levels import pair
from kibitz.players import memory as remembering
from kibitz.players.adaptive import Adaptive
from kibitz.players.memory import (
    HUNDRED,
    TELLING,
    Kept,
    Memory,
    Notes,
    Profile,
    combined,
    kept_decisions,
    most_telling,
)
from kibitz.players.play_game import PlayedGame

SPADES = kibitz.game("spades")
ADDED = 40
STORED = Path(__file__).parents[1] / "stored" / "0.1" / "memories"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "opponents.db"


def test_what_is_saved_is_there_in_another_run(path: Path) -> None:
    Memory(path).save(Profile("spades", "Ann", {"MT": 0.75, "mOT": 0.25}, 12, 3))
    assert Memory(path).load(SPADES, "Ann") == Profile("spades", "Ann", {"MT": 0.75, "mOT": 0.25}, 12, 3)
    assert Memory(path).load(SPADES, "Ben") is None
    Memory(path).forget(SPADES, "Ann")
    assert Memory(path).profiles() == []


def _add_many(path: Path, weight: float) -> None:
    memory = Memory(path)
    for _ in range(ADDED):
        memory.add(Profile("spades", "Ann", {"MT": weight, "mOT": 1.0}, decisions=1))
        memory.save(Profile("spades", f"friend {weight}", {"MT": 1.0}))


def test_two_processes_that_write_at_once_lose_nothing(path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    weights = (1.01, 1.02)
    processes = [context.Process(target=_add_many, args=(path, weight)) for weight in weights]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
        assert process.exitcode == 0
    found = Memory(path).require(SPADES, "Ann")
    assert found.decisions == found.games == 2 * ADDED
    expected = (weights[0] * weights[1]) ** ADDED
    assert found.weights["MT"] / found.weights["mOT"] == pytest.approx(expected)
    assert len(Memory(path).profiles()) == 3


def test_a_locked_memory_is_waited_for_and_then_left_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = Memory(path)
    memory.save(Profile("spades", "Ann", {"MT": 1.0}))
    monkeypatch.setattr(remembering, "PATIENCE", 0.05)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(KibitzError, match=r"locked for more than 0\.05 seconds; nothing was changed"):
        memory.add(Profile("spades", "Ann", {"MT": 1.0}))
    assert memory.require(SPADES, "Ann").games == 1  # reading goes on while another writes
    holder.execute("ROLLBACK")
    holder.close()
    assert memory.add(Profile("spades", "Ann", {"MT": 1.0}))[0].games == 2


def test_a_file_that_is_no_memory_is_left_as_it_is(path: Path) -> None:
    path.write_bytes(b"this is a letter, not a database" * 100)
    before = path.read_bytes()
    with pytest.raises(KibitzError, match="not a memory of Kibitz or is damaged"):
        Memory(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", [0, 1, 7])
def test_a_database_of_something_else_is_left_as_it_is(path: Path, version: int) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.execute(f"PRAGMA user_version={version}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(KibitzError, match="a database, but not a memory of Kibitz; it was left as it is"):
        Memory(path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_nothing_is_made_before_something_is_written(path: Path) -> None:
    memory = Memory(path)
    assert memory.profiles() == []
    assert memory.load(SPADES, "Ann") is None
    memory.forget(SPADES, "Ann")
    assert not path.exists()
    path.touch()  # as a process leaves it that was killed on the way
    assert memory.profiles() == []
    memory.save(Profile("spades", "Ann", {"MT": 1.0}))
    assert len(memory.profiles()) == 1


def test_profiles_are_written_together_or_not_at_all(path: Path) -> None:
    memory = Memory(path)
    memory.save(Profile("spades", "Ben", {"ML": 1.0}))
    with pytest.raises(KibitzError, match="use the same candidates"):
        memory.add(Profile("spades", "Ann", {"MT": 1.0}), Profile("spades", "Ben", {"MT": 1.0}))
    assert [profile.opponent for profile in memory.profiles()] == ["Ben"]


def test_huge_weights_are_combined(path: Path) -> None:
    huge = Profile("spades", "Ann", {"MT": 1e308, "mOT": 1.5e308})
    assert combined(huge, huge).weights["MT"] == pytest.approx(4 / 13)


def test_a_game_keeps_its_result_when_the_memory_cannot_be_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what was learned is written after the next game, counted once."""
    game = kibitz.game("spades(cards=5, open=true)")
    names = ["me", "Ann", "Ben"]
    reader, alike = (
        kibitz.player("adaptive(own=mOT, candidates=[MT, mOT])", memory=str(file))
        for file in (path, path.with_name("other.db"))
    )

    def play(player: kibitz.Player, seed: int) -> tuple[float, ...]:
        return kibitz.play_game(game, [player, kibitz.player("MT"), kibitz.player("mOT")], seed, names).scores

    Memory(path).save(Profile("spades", "Cleo", {"MT": 1.0}))
    monkeypatch.setattr(remembering, "PATIENCE", 0.05)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.warns(UserWarning, match="was locked .* will be written after the next game"):
        scores = play(reader, 1)
    holder.execute("ROLLBACK")
    holder.close()
    assert scores == play(alike, 1)
    assert Memory(path).load(game, "Ann") is None
    assert play(reader, 2) == play(alike, 2)
    found, expected = (Memory(file).require(game, "Ann") for file in (path, path.with_name("other.db")))
    assert found.games == expected.games == 2
    assert found.decisions == expected.decisions
    assert found.weights == pytest.approx(expected.weights)


def test_damage_in_the_middle_is_a_sentence(path: Path) -> None:
    memory = Memory(path)
    for number in range(200):
        memory.save(Profile("spades", f"opponent {number}", {"MT": 1.0}))
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(bytes(content))
    with pytest.raises(KibitzError, match=r"damaged|cannot"):
        memory.profiles()
    assert path.read_bytes() == bytes(content)


def test_a_folder_that_is_not_there_and_a_later_version(path: Path) -> None:
    with pytest.raises(KibitzError, match="is its folder there"):
        Memory(path.parent / "nowhere" / "opponents.db")
    Memory(path).save(Profile("spades", "Ann", {"MT": 1.0}))
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(KibitzError, match="version 99"):
        Memory(path)


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), -1.0, 10**400])
def test_weights_that_are_not_finite_never_get_in(path: Path, weight: float) -> None:
    memory = Memory(path)
    memory.save(Profile("spades", "Ann", {"MT": 1.0}))
    with pytest.raises(KibitzError, match="finite"):
        memory.save(Profile("spades", "Ann", {"MT": weight}))
    connection = sqlite3.connect(path, isolation_level=None)  # and where another program wrote them, they are refused
    connection.execute("UPDATE profiles SET weights = ?", (json.dumps({"MT": weight}),))
    connection.close()
    with pytest.raises(KibitzError, match="the profile of Ann at spades cannot be read"):
        memory.load(SPADES, "Ann")


def test_a_profile_of_another_game_and_of_nobody(path: Path) -> None:
    memory = Memory(path)
    memory.save(Profile("spades", "Ann", {"MT": 1.0}))
    with pytest.raises(KibitzError, match="the profile of Ann is for spades, not for hearts"):
        memory.require(kibitz.game("hearts"), "Ann")
    with pytest.raises(KibitzError, match="knows nobody called 'Anne'; did you mean 'Ann'"):
        memory.require(SPADES, "Anne")


def test_profiles_about_other_candidates_are_not_mixed() -> None:
    with pytest.raises(KibitzError, match="use the same candidates"):
        combined(Profile("spades", "Ann", {"MT": 1.0}), Profile("spades", "Ann", {"ML": 1.0}))


@pytest.mark.parametrize("learner", ["bayes", "elimination"])
def test_an_adaptive_player_goes_on_where_an_earlier_one_stopped(path: Path, learner: str) -> None:
    game = kibitz.game("spades(cards=5, open=true, hands=3)")

    def sit_down() -> Adaptive:
        reader = kibitz.player("adaptive(own=mOT, candidates=[MT, mOT, ML])", learner=learner, memory=str(path))
        assert isinstance(reader, Adaptive)
        return reader

    def play(reader: Adaptive, seed: int) -> None:
        others = [kibitz.player("maxn(own=MT)"), kibitz.player("maxn(own=ML)")]
        kibitz.play_game(game, [reader, *others], seed, ["me", "Ann", "Ben"])

    once, twice, again = sit_down(), sit_down(), sit_down()
    play(once, 1)
    first = Memory(path).require(game, "Ann")
    assert first.games == 1
    assert first.decisions > 0
    twice.begin(game, 0, game.start(2), ["me", "Ann", "Ben"])
    assert twice.beliefs()[0].weights == pytest.approx(once.beliefs()[0].weights, abs=1e-6)
    play(again, 2)
    assert Memory(path).require(game, "Ann").games == 2
    with pytest.raises(KibitzError, match="this player considers MT"):
        kibitz.player("adaptive(candidates=[MT])", memory=str(path)).begin(game, 0, game.start(), ["me", "Ann", "Ben"])


def test_forgetting_is_the_same_with_a_memory(path: Path) -> None:
    """What is remembered is forgotten too: an opponent that changes is followed as without a memory."""
    game = kibitz.game("spades(cards=5, open=true, hands=4)")
    followed = []
    for options in ({}, {"memory": str(path)}):
        reader = kibitz.player("adaptive(own=mOT, candidates=[MT, mOT], forgetting=0.1)", **options)
        assert isinstance(reader, Adaptive)
        for seed, truth in enumerate(["MT"] * 8 + ["mOT"] * 8):
            others = [kibitz.player(f"maxn(own={truth})") for _ in range(2)]
            kibitz.play_game(game, [reader, *others], seed, ["me", "Ann", "Ben"])
        followed.append([reading.weights["mOT"] for reading in reader.beliefs()])
    assert followed[0] == pytest.approx(followed[1], abs=1e-6)
    assert min(followed[0]) > 0.5


# Noise that is learned.

READER = "adaptive(own=mOT, candidates=[MT, mOT, ML])"
TABLE = kibitz.game("spades(cards=5, open=true, hands=3)")


def seated(path: Path, **options: object) -> Adaptive:
    reader = kibitz.player(READER, memory=str(path), **options)
    assert isinstance(reader, Adaptive)
    return reader


def joined(reader: Adaptive, seeds: range) -> list[PlayedGame]:
    """Play some games with one who errs often and one who never does."""
    others = [kibitz.player("noisy(MT, 0.4)"), kibitz.player("ML")]
    return [kibitz.play_game(TABLE, [reader, *others], seed, ["me", "Ann", "Ben"]) for seed in seeds]


def of_ann(reader: Adaptive) -> Bayes:
    belief = reader.belief("Ann")
    assert isinstance(belief, Bayes)
    return belief


def test_noise_levels_add_up_over_games_and_runs(path: Path) -> None:
    """A player that is made anew for every game knows what a belief knows that saw them all, the noise included."""
    played = [joined(seated(path), range(seed, seed + 1))[0] for seed in range(4)]
    again = seated(path)
    again.begin(TABLE, 0, TABLE.start(9), ["me", "Ann", "Ben"])
    watched = Bayes(["MT", "mOT", "ML"])
    for game in played:
        state = game.start
        for move in game.moves:
            if state.to_move == 1 and not bidding(state):
                watched = watched.see(state, move)
            state = state.play(move)
    assert of_ann(again).posterior == pytest.approx(watched.posterior, abs=1e-6)
    assert of_ann(again).noise_posterior == pytest.approx(watched.noise_posterior, abs=1e-6)
    assert watched.error_rate != pytest.approx(Bayes(["MT", "mOT", "ML"]).error_rate, abs=0.01)


def test_a_memory_without_noise_levels_is_read_and_added_to(path: Path) -> None:
    """As earlier versions wrote it: a weight for every candidate. It says the same of all levels."""
    Memory(path).save(Profile("spades", "Ann", {"MT": 0.7, "mOT": 0.2, "ML": 0.1}, decisions=20, games=2))
    reader = seated(path)
    reader.begin(TABLE, 0, TABLE.start(1), ["me", "Ann", "Ben"])
    assert reader.beliefs()[0].weights == pytest.approx({"MT": 0.7, "mOT": 0.2, "ML": 0.1})
    assert of_ann(reader).noise_posterior == pytest.approx(Bayes(["MT"]).noise_posterior)
    joined(reader, range(1))
    known = Memory(path).require(TABLE, "Ann")
    assert known.games == 3
    assert len(known.weights) == 3 * len(of_ann(reader).levels)
    again = seated(path)
    again.begin(TABLE, 0, TABLE.start(1), ["me", "Ann", "Ben"])
    assert of_ann(again).posterior == pytest.approx(of_ann(reader).posterior, abs=1e-6)
    assert of_ann(again).noise_posterior == pytest.approx(of_ann(reader).noise_posterior, abs=1e-6)


def test_one_who_is_told_the_noise_shares_a_memory_with_one_who_learns_it(path: Path) -> None:
    learning = seated(path)
    joined(learning, range(3))
    told = seated(path, noise=0.2)
    told.begin(TABLE, 0, TABLE.start(1), ["me", "Ann", "Ben"])
    at = of_ann(learning).levels.index(0.2)
    weights = [exp(of_ann(learning).joint[place]) for place in range(at, 18, 6)]
    expected = {name: weight / sum(weights) for name, weight in zip(["MT", "mOT", "ML"], weights, strict=True)}
    assert of_ann(told).posterior == pytest.approx(expected, abs=1e-6)
    joined(told, range(3, 4))
    assert Memory(path).require(TABLE, "Ann").games == 4
    other = seated(path, noise=[0.1, 0.3])
    with pytest.raises(KibitzError, match="use the same candidates and noise levels, or another memory"):
        other.begin(TABLE, 0, TABLE.start(1), ["me", "Ann", "Ben"])


def test_elimination_reads_a_memory_of_one_who_learns_noise(path: Path) -> None:
    joined(seated(path), range(2))
    reader = seated(path, learner="elimination")
    joined(reader, range(2, 3))
    assert Memory(path).require(TABLE, "Ann").games == 3
    assert max(reader.beliefs()[0].weights.values()) > 0


def test_candidates_that_err_themselves_keep_their_names() -> None:
    plain = Profile("spades", "Ann", {"noisy(MT, 0.2)": 0.75, "ML": 0.25})
    pairs = [pair(name, level) for name in plain.weights for level in (0.0, 0.1)]
    learned = Profile("spades", "Ann", dict.fromkeys(pairs, 1.0))
    both = combined(plain, learned)
    assert both.weights == pytest.approx(dict(zip(pairs, [0.375, 0.375, 0.125, 0.125], strict=True)))
    assert combined(learned, plain).weights == pytest.approx(both.weights)


# Watched decisions.

TIC_TAC_TOE = kibitz.game("tic-tac-toe")


def watched_by(watcher: str, count: int, first: int = 0, opponent: str = "Ann") -> tuple[Kept, ...]:
    """Decisions that one process watched; how telling they are is all over the place."""
    random = kibitz.Random(7, watcher)
    start = TIC_TAC_TOE.start()
    told = [Decision.of(start, random.choice(start.moves()), random.below(1000) / 500) for _ in range(count)]
    return kept_decisions(TIC_TAC_TOE, opponent, told, first, watcher)


def _watch_in_parts(path: Path, watcher: str, count: int) -> None:
    memory, decisions = Memory(path), watched_by(watcher, count)
    for start in range(0, count, 35):
        memory.watch(*decisions[start : start + 35])


def test_decisions_are_kept_in_order_and_once(path: Path) -> None:
    first, second = watched_by("one", 20), watched_by("two", 20, first=20)
    memory = Memory(path)
    memory.watch(*second)
    memory.watch(*first, *second)
    assert Memory(path).decisions(TIC_TAC_TOE, "Ann") == [*first, *second]
    assert memory.decisions(TIC_TAC_TOE, "Ben") == []
    assert memory.decisions(kibitz.game("checkers"), "Ann") == []
    assert memory.watched() == {("tic-tac-toe", "Ann"): 40}


def test_a_memory_keeps_what_is_new_and_what_is_telling(path: Path) -> None:
    memory, decisions = Memory(path), watched_by("one", 730)
    for start in range(0, 730, 30):
        memory.watch(*decisions[start : start + 30])
    kept = memory.decisions(TIC_TAC_TOE, "Ann")
    assert kept[TELLING:] == list(decisions[600:])
    older = sorted(decisions[:600], key=lambda each: (-each.decision.telling, each.key))
    assert set(kept[:TELLING]) == set(older[:TELLING])
    assert len(kept) == len(memory.all_decisions()) == TELLING + 130


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_it_makes_no_difference_in_which_order_processes_add(seed: int) -> None:
    """Several watchers, whose numbers overlap; batches in any order, and what is too many is dropped after each."""
    random = kibitz.Random(seed, "orders")
    waiting = [
        each
        for watcher in range(1 + random.below(4))
        for each in watched_by(f"watcher {watcher}", random.below(31), first=random.below(13))
    ]
    expected = most_telling(waiting, hundred=4, telling=5)
    known: list[Kept] = []
    while waiting:
        batch = [waiting.pop(random.below(len(waiting))) for _ in range(1 + random.below(len(waiting)))]
        known = most_telling([*known, *batch], hundred=4, telling=5)
    assert known == expected
    assert len(known) <= 4 * 2 + 5


@pytest.mark.parametrize("order", [("one", "two"), ("two", "one"), "both at once"])
def test_two_processes_that_watch_come_to_the_same(path: Path, order: tuple[str, str] | str) -> None:
    """One after the other in both orders, and at the same time: the same decisions, and more than are kept."""
    count = 350
    context = multiprocessing.get_context("spawn")
    names = ("one", "two")
    processes = {name: context.Process(target=_watch_in_parts, args=(path, name, count)) for name in names}
    for name in names if order == "both at once" else order:
        processes[name].start()
        if order != "both at once":
            processes[name].join(60)
    for process in processes.values():
        process.join(60)
        assert process.exitcode == 0
    expected = most_telling([*watched_by("one", count), *watched_by("two", count)])
    assert Memory(path).decisions(TIC_TAC_TOE, "Ann") == expected
    assert len(expected) == 2 * HUNDRED + TELLING


def _watch_and_die(path: Path) -> None:
    memory = Memory(path)
    with memory._changing() as connection:
        for each in watched_by("one", 30, first=5):
            row = (each.game, each.specification, each.opponent, each.number, each.key, *each.decision)
            connection.execute("INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("known", [0, 5])
def test_a_writer_that_is_killed_leaves_nothing_behind(path: Path, known: int) -> None:
    """Nor does it keep others from writing: also where it was to make the tables."""
    before = watched_by("before", known)
    Memory(path).watch(*before)
    process = multiprocessing.get_context("spawn").Process(target=_watch_and_die, args=(path,))
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL
    memory = Memory(path)
    assert memory.decisions(TIC_TAC_TOE, "Ann") == list(before)
    memory.watch(*watched_by("one", 30, first=5))
    assert len(memory.decisions(TIC_TAC_TOE, "Ann")) == known + 30


def test_a_memory_of_version_1_is_read_and_becomes_one_of_version_2(path: Path) -> None:
    shutil.copy(STORED / "bayes.db", path)
    memory = Memory(path)
    before, profiles = path.read_bytes(), memory.profiles()
    assert [profile.opponent for profile in profiles] == ["Ann", "Ben"]
    assert memory.decisions(TIC_TAC_TOE, "Ann") == memory.all_decisions() == []
    assert memory.watched() == {}
    assert path.read_bytes() == before  # reading changes nothing
    memory.watch(*watched_by("one", 3))
    assert memory.profiles() == profiles
    assert len(memory.decisions(TIC_TAC_TOE, "Ann")) == 3
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (2,)
    connection.close()
    memory.add(Profile("spades", "Ann", dict(profiles[0].weights), decisions=1))
    assert memory.profiles()[0].games == profiles[0].games + 1


def test_forgetting_an_opponent_forgets_its_decisions(path: Path) -> None:
    shutil.copy(STORED / "bayes.db", path)
    memory = Memory(path)
    memory.forget(SPADES, "Ann")  # in a file that has no decisions yet
    assert [profile.opponent for profile in memory.profiles()] == ["Ben"]
    memory.watch(*watched_by("one", 3), *watched_by("one", 4, opponent="Ben"))
    memory.forget(TIC_TAC_TOE, "Ann")
    assert memory.watched() == {("tic-tac-toe", "Ben"): 4}


@pytest.mark.parametrize(
    ("column", "value"), [("number", -1), ("number", "many"), ("telling", "much"), ("telling", -1.0), ("move", b"\xff")]
)
def test_a_damaged_decision_is_refused_and_left_as_it_is(path: Path, column: str, value: object) -> None:
    memory = Memory(path)
    memory.watch(*watched_by("one", 3))
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"UPDATE decisions SET {column} = ? WHERE number = 1", (value,))
    connection.close()
    with pytest.raises(KibitzError, match="a decision of Ann at tic-tac-toe cannot be read"):
        memory.decisions(TIC_TAC_TOE, "Ann")
    with pytest.raises(KibitzError, match="a decision of Ann"):
        memory.watch(*watched_by("two", 3))
    assert memory.watched() == {("tic-tac-toe", "Ann"): 3}


def strangers_read(path: Path, game: kibitz.Game, seeds: range, opponent: str = "greedy") -> Adaptive:
    """A new player that reads the same opponents, game after game."""
    reader = kibitz.player("adaptive(learner=choice, worlds=3, simulations=30)", memory=str(path))
    assert isinstance(reader, Adaptive)
    names = ["me", "Ann", "Ben", "Cleo"][: game.players]
    for seed in seeds:
        kibitz.play_game(game, [reader, *(kibitz.player(opponent) for _ in names[1:])], seed, names)
    reader.begin(game, 0, game.start(0).view(0), names)
    return reader


@pytest.mark.parametrize(
    ("spec", "opponent"), [("tic-tac-toe", "greedy"), ("hearts(cards=5)", "lowest-card"), ("spades(cards=5)", "random")]
)
def test_a_stranger_is_known_again_in_the_next_run(path: Path, spec: str, opponent: str) -> None:
    """As well as by the one who watched it, move by move: a belief depends on the decisions in the file alone."""
    game = kibitz.game(spec)
    watching = strangers_read(path, game, range(4), opponent)
    assert choice_belief(watching).moves > 3
    later = strangers_read(path, game, range(0))
    assert choice_belief(later).posterior == choice_belief(watching).posterior
    assert choice_belief(later).log_likelihood == choice_belief(watching).log_likelihood
    assert [str(each) for each in later.beliefs()] == [str(each) for each in watching.beliefs()]
    assert len(Memory(path).decisions(game, "Ann")) == choice_belief(later).moves


def test_two_players_that_share_a_memory_come_to_the_same(path: Path) -> None:
    """Each learns alone, of the same stranger in other games, and knows at the next game what both have watched."""
    game = kibitz.game("tic-tac-toe")
    first, second = (
        kibitz.player("adaptive(learner=choice, simulations=30)", memory=str(path), margin=margin) for margin in (8, 9)
    )
    names = ["me", "Ann"]
    for reader in (first, second):
        reader.begin(game, 0, game.start(0), names)
    for reader, opponent in ((second, "random"), (first, "greedy")):  # both began before either of them ended
        state = game.start(0)
        seen: list[str] = []
        while not state.over:
            move = kibitz.player(opponent if state.to_move else "random").act(state, seed=len(seen) + len(opponent))
            reader.see(state.event(move, 0))
            seen.append(move)
            state = state.play(move)
        reader.end(state)
    for reader in (first, second):
        reader.begin(game, 0, game.start(0), names)
    assert choice_belief(first).moves == choice_belief(second).moves == len(Memory(path).decisions(game, "Ann")) > 4
    assert choice_belief(first).posterior == choice_belief(second).posterior


def choice_belief(reader: kibitz.Player) -> ChoiceBelief:
    assert isinstance(reader, Adaptive)
    belief = reader.belief("Ann")
    assert isinstance(belief, ChoiceBelief)
    return belief


def test_profiles_and_decisions_share_a_file(path: Path) -> None:
    """One who weighs candidates and one who needs none do not disturb each other."""
    joined(seated(path), range(1))
    profile = Memory(path).require(TABLE, "Ann")
    strangers_read(path, TABLE, range(1), "random")
    assert Memory(path).require(TABLE, "Ann") == profile
    decisions = Memory(path).decisions(TABLE, "Ann")
    assert decisions
    joined(seated(path), range(1, 2))
    assert Memory(path).require(TABLE, "Ann").games == 2
    assert Memory(path).decisions(TABLE, "Ann") == decisions


def test_decisions_that_could_not_be_written_are_written_after_the_next_game(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Memory(path).watch(*watched_by("before", 3))
    notes = Notes(path)
    monkeypatch.setattr(remembering, "PATIENCE", 0.05)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.warns(UserWarning, match="was locked .* will be written after the next game"):
        notes.watch(*watched_by("one", 4, first=3))
    assert len(notes.decisions(TIC_TAC_TOE, "Ann")) == 7
    assert len(Memory(path).decisions(TIC_TAC_TOE, "Ann")) == 3
    holder.execute("ROLLBACK")
    holder.close()
    notes.watch(*watched_by("two", 2, first=7))
    assert len(Memory(path).decisions(TIC_TAC_TOE, "Ann")) == 9


def test_decisions_of_changed_rules_are_skipped_with_a_warning(path: Path) -> None:
    old, new = Race(), ChangedRace()
    seated = [kibitz.player("adaptive(simulations=20)", memory=str(path)), kibitz.player("first-move")]
    kibitz.play_game(old, seated, 1, ["me", "Ann"])
    before = Memory(path).watched()
    again = [kibitz.player("adaptive(simulations=20)", memory=str(path)), kibitz.player("first-move")]
    told = rf"decisions of Ann at race in the memory {path} .*field 'extra' is missing.*forget\("
    with pytest.warns(UserWarning, match=told):
        kibitz.play_game(new, again, 2, ["me", "Ann"])
    with warnings.catch_warnings(action="error"):  # once is enough
        kibitz.play_game(new, again, 3, ["me", "Ann"])
    assert Memory(path).watched()["race", "Ann"] > before["race", "Ann"]
