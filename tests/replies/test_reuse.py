"""The tree that a player keeps from move to move: what is carried over, and when it is dropped."""

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import support.conformance_games  # noqa: F401  registers the games written in Python

import kibitz
from kibitz.players.play_game import act_seeds
from kibitz.players.searching import Searching
from kibitz.replies.best_response import BestResponse
from kibitz.replies.exploit import Exploit, KeptSearch
from kibitz.replies.opponent import Opponent
from kibitz.searches.safe import Safe

TABLES = {
    "tic-tac-toe": "noisy(greedy, 0.3)",
    "checkers": "greedy",
    "hearts(open=true, cards=5)": "ducks",
    "abalone(players=3, turns=8)": "greedy",
    "spades(open=true, cards=5)": "MT",
    "nim": "random",
}


def kept_player(model: str, options: str = "simulations=60") -> Searching:
    made = kibitz.player(f"exploit(others={model}, {options}, reuse=true)")
    assert isinstance(made, Searching)
    return made


def analysed(seated: Any, state: Any) -> Any:
    return seated.for_position(state).analyse(state)


def decisions(state: Any, ours: Any, other: Any, seat: int = 0, most: int = 8) -> Any:
    """Every position in which the seat decides, with its analysis; the others play by a model."""
    theirs = [kibitz.player(other) for _ in range(state.game.players)]
    ours.begin(state.game, seat, state, ())
    ply = 0
    while not state.over and most:
        if state.to_move == seat:
            found = analysed(ours, state)
            yield state, found
            state, most = state.play(found.best[0]), most - 1
        else:
            state = state.play(theirs[state.to_move].act(state, ply))
        ply += 1


def test_it_is_off_by_default() -> None:
    plain, off = kibitz.player("exploit(others=greedy)"), kibitz.player("exploit(others=greedy, reuse=false)")
    assert str(plain) == str(off) == "exploit(others=greedy)"
    assert "reuse" not in str(plain.full_spec)  # under which results are stored
    assert not plain.watches
    assert kept_player("greedy").watches
    games = [kibitz.play_game("tic-tac-toe", [each, "greedy"], seed=3).moves for each in (plain, off)]
    assert games[0] == games[1]


def test_a_search_by_itself_keeps_nothing() -> None:
    state = kibitz.game("checkers").start()
    on, off = (kibitz.search(f"exploit(others=greedy, simulations=80, reuse={each})") for each in ("true", "false"))
    for each in (state, state.play("9-13").play("22-17")):
        found: Any = on.analyse(each)
        plain: Any = off.analyse(each)
        assert (found.values, found.visits) == (plain.values, plain.visits)


@pytest.mark.parametrize("spec", [spec for spec in TABLES if spec != "nim"])
def test_what_is_carried_over_is_counted(spec: str) -> None:
    carried, model = 0, TABLES[spec]
    start: Any = kibitz.game(spec).start(1)
    while "bidding" in start.game.capabilities and start.game.bidding(start):
        start = start.play(start.game.usual_bid(start))
    for number, (_, found) in enumerate(decisions(start, kept_player(model), model, start.to_move)):
        assert sum(found.visits.values()) == 60 + max(0, found.kept - 1)  # the first ended where it found the position
        assert (f" and {found.kept:,} of earlier moves" in found.notes[0]) == (found.kept > 0)
        assert number or not found.kept
        carried += found.kept
    assert carried > 0


def test_games_written_in_python_are_carried_over() -> None:
    start = kibitz.game("nim(heaps=[4, 5, 6])").start()
    assert sum(found.kept for _, found in decisions(start, kept_player("random"), "random")) > 0


def test_the_first_move_is_that_of_a_player_that_keeps_nothing() -> None:
    state = kibitz.game("checkers").start()
    found, plain = (
        analysed(each, state)
        for each in (kept_player("greedy"), kibitz.player("exploit(others=greedy, simulations=60)"))
    )
    assert (found.values, found.visits, found.best) == (plain.values, plain.visits, plain.best)


def test_asked_again_it_answers_the_same() -> None:
    for state, found in decisions(kibitz.game("checkers").start(), kept := kept_player("greedy"), "greedy", most=3):
        again = analysed(kept, state)
        assert (again.visits, again.kept) == (found.visits, found.kept)


@pytest.mark.parametrize("spec", TABLES)
def test_a_recorded_game_is_played_again(spec: str) -> None:
    game, model, seed = kibitz.game(spec), TABLES[spec], 5
    record = kibitz.play_game(game, [kept_player(model), *[model] * (game.players - 1)], seed)
    fresh, state = kept_player(model), record.start
    fresh.begin(game, 0, state.view(0))
    for ply, move in enumerate(record.moves):
        if state.to_move == 0:
            assert fresh.act(state, (act_seeds(seed, game.players)[0] + ply) % 2**64) == move
        fresh.see(state.event(move, 0))
        state = state.play(move)
    assert kibitz.play_game(game, [kept_player(model), *[model] * (game.players - 1)], seed).moves == record.moves


def test_every_game_begins_with_an_empty_tree() -> None:
    """One player object for several games: from the same start, the tree of the last game would be found again."""
    used = kept_player("greedy")
    games = [kibitz.play_game("tic-tac-toe", [used, "greedy"], seed).moves for seed in (1, 2, 1)]
    fresh = [kibitz.play_game("tic-tac-toe", [kept_player("greedy"), "greedy"], seed).moves for seed in (1, 2, 1)]
    assert games == fresh


def second_move() -> tuple[Any, Any]:
    """Two positions of a seat that follow each other as a greedy opponent plays."""
    start = kibitz.game("checkers").start()
    first, second = [state for state, _ in decisions(start, kept_player("greedy"), "greedy", most=2)]
    return first, second


def opponents(*weighted: tuple[float, str], noise: float = 0.0) -> list[Opponent]:
    return [Opponent(tuple((weight, kibitz.model(each)) for weight, each in weighted), noise)]


CHANGED: dict[str, tuple[list[Opponent], dict[str, Any]]] = {
    "nothing": (opponents((1.0, "greedy"), (1.0, "random")), {}),
    "model": (opponents((1.0, "greedy"), (1.0, "strategy(depth=2)")), {}),
    "weights": (opponents((1.0, "greedy"), (2.0, "random")), {}),
    "noise": (opponents((1.0, "greedy"), (1.0, "random"), noise=0.1), {}),
    "objective": (opponents((1.0, "greedy"), (1.0, "random")), {"objective": "win"}),
    "exploration": (opponents((1.0, "greedy"), (1.0, "random")), {"exploration": 0.7}),
    "simulations": (opponents((1.0, "greedy"), (1.0, "random")), {"simulations": 61}),
}


@pytest.mark.parametrize("changed", CHANGED)
def test_the_tree_of_another_question_is_dropped(changed: str) -> None:
    first, second = second_move()
    before = Exploit(CHANGED["nothing"][0], simulations=60, reuse=True).following(None)
    before.analyse(first)
    believed, options = CHANGED[changed]
    fresh = Exploit(believed, **{"simulations": 60, "reuse": True, **options})
    after: Any = fresh.following(before).analyse(second)
    alone: Any = fresh.following(None).analyse(second)
    assert (after.kept > 0) == (changed == "nothing")
    assert (after.visits == alone.visits) == (changed != "nothing")


def test_a_position_that_is_not_in_the_tree_begins_anew() -> None:
    seated, start = kept_player("greedy"), kibitz.game("checkers").start()
    analysed(seated, start)
    elsewhere = kibitz.game("checkers").start().play_all("11-15, 23-18, 8-11, 27-23, 4-8, 23-19")
    found = analysed(seated, elsewhere)
    assert found.kept == 0
    assert found.visits == analysed(kept_player("greedy"), elsewhere).visits


def test_the_tree_of_another_seat_is_dropped() -> None:
    seated, start = kept_player("greedy"), kibitz.game("checkers").start()
    analysed(seated, start)
    after = start.play("9-13")
    assert analysed(seated, after).visits == analysed(kept_player("greedy"), after).visits


def test_a_search_that_was_interrupted_leaves_no_tree() -> None:
    """The tree is taken by the search that continues it, so that an error leaves nothing half done."""
    refusing: list[bool] = []

    def first(view: Any) -> Any:
        if refusing:
            raise ZeroDivisionError
        return {view.moves()[0]: 1.0}

    start = kibitz.game("tic-tac-toe").start()
    search = Exploit([Opponent(((1.0, kibitz.model(first)),))], simulations=4, distil=False, reuse=True)
    begun = search.following(None)
    second = start.play(begun.analyse(start).best[0])
    second = second.play(second.moves()[0])
    refusing.append(True)
    with pytest.raises(ZeroDivisionError):
        begun.following(begun).analyse(second)
    refusing.clear()
    found: Any = begun.following(begun).analyse(second)
    assert found.kept == 0
    assert found.visits == search.following(None).analyse(second).visits  # type: ignore[attr-defined]


@pytest.mark.parametrize("tree", ["ucb1", "puct"])
def test_the_tree_has_a_bound(tree: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a game is long and a great part of the tree is kept."""

    def sizes() -> list[int]:
        seated = kept_player("greedy", f"simulations=400, tree={tree}")
        found = []
        for _ in decisions(kibitz.game("checkers").start(), seated, "greedy", most=12):
            last: Any = seated._last
            found.append(last._kept.tree.nodes)
        return found

    assert max(sizes()) > 300
    monkeypatch.setattr(KeptSearch, "MOST_NODES", 300)
    bounded = sizes()
    assert max(bounded) <= 300
    assert bounded.count(300) > 1  # it grew until there was no more room, at more than one move


def test_nothing_is_held_after_a_game() -> None:
    seated = kept_player("greedy")
    kibitz.play_game("tic-tac-toe", [seated, "greedy"], 1)
    assert seated._last is None


def test_in_a_tree_that_is_kept_values_come_to_those_of_the_exact_response() -> None:
    """What is carried over counts as much as what is new, and none of it is about another position."""
    start: Any = kibitz.game("hearts(players=3, open=true, cards=5)").start(4)
    model = kibitz.model("noisy(ducks, 0.2)")
    seated = [Opponent(((1.0, model),))] * 2
    exact = BestResponse(seated, objective="score")
    ours = Searching(Exploit(seated, objective="score", simulations=4000, reuse=True, rollout="random"))
    carried = 0
    for state, found in decisions(start, ours, model, start.to_move):
        values = exact.analyse(state).values
        best, spread = max(values.values()), max(values.values()) - min(values.values())
        assert best - values[found.best[0]] <= 0.1 * spread + 1e-9
        assert found.values[found.best[0]] == pytest.approx(best, abs=0.3)
        carried = max(carried, found.kept)
    assert carried > 1000


READER = "adaptive(candidates={candidates}, reply=exploit, simulations=60, noise=0.05, reuse=true)"


@pytest.mark.parametrize(("candidates", "keeps"), [("[greedy]", True), ("[greedy, random]", False)])
def test_an_adaptive_player_keeps_it_while_its_beliefs_stay(candidates: str, keeps: bool) -> None:
    reader: Any = kibitz.player(READER.replace("{candidates}", candidates))
    kept = []
    original = reader.search

    def search(position: Any) -> Any:
        found = original(position)
        kept.append(found.analyse(position).kept)
        return found

    reader.search = search
    kibitz.play_game("tic-tac-toe", [reader, "greedy"], seed=1)
    assert len(kept) > 2
    assert (sum(kept[:2]) > 0) == keeps  # the first replies move the belief, if there is one to move


def test_around_it_safe_keeps_it_as_well() -> None:
    first, second = second_move()
    inner = Exploit(opponents((1.0, "greedy")), simulations=60, reuse=True)
    begun = Safe(inner, baseline="alpha-beta(depth=2)", margin=1).following(None)
    begun.analyse(first)
    after: Any = begun.following(begun)
    after.analyse(second)
    assert after.inner._kept.last.kept > 0
    assert not Safe(kibitz.search("exploit(others=greedy)"), margin=1).continues


def test_where_hands_are_hidden_it_changes_nothing() -> None:
    game = kibitz.game("hearts(cards=3)")
    games = [
        kibitz.play_game(game, [f"exploit(others=ducks, simulations=5, reuse={each})", *["ducks"] * 3], 1).moves
        for each in ("true", "false")
    ]
    assert games[0] == games[1]


PLAYERS = ["exploit(others=greedy, simulations=40, reuse=true)", READER.replace("{candidates}", "[greedy]")]
KILLED = """
import os, signal, sys
import kibitz

def kill(progress):
    if progress.done >= 3:
        os.kill(os.getpid(), signal.SIGKILL)

kibitz.match("tic-tac-toe", sys.argv[2:], deals=4, seed=2, series=2, out=sys.argv[1], chunk=1, progress=kill)
"""


def played(file: Path | None, **running: Any) -> Any:
    found = kibitz.match("tic-tac-toe", PLAYERS, deals=4, seed=2, series=2, out=file, **running)
    return found.summary(), list(found.rows())


def test_a_match_that_is_killed_and_resumed_comes_to_the_same(tmp_path: Path) -> None:
    """Whichever sessions a process plays: no tree goes from one game or session to the next."""
    file = tmp_path / "match.kibitz"
    run = subprocess.run([sys.executable, "-c", KILLED, str(file), *PLAYERS], check=False)
    assert run.returncode == -signal.SIGKILL
    done: list[int] = []
    whole = played(None)
    assert played(file, jobs=2, chunk=1, progress=lambda progress: done.append(progress.done)) == whole
    assert 4 < done[0] < done[-1] == 16  # the games before the kill were not played again
    assert played(None, jobs=2, chunk=3) == whole
