"""The command line, run as a person would."""

import inspect
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pytest
from support.commands import answer
from support.commands import command as kibitz
from support.conformance_games import IN_PYTHON

from kibitz import game as game_named
from kibitz.cli.app import app
from kibitz.cli.commands import COMMANDS
from kibitz.cli.commands_here import serve_command
from kibitz.games.registry import REGISTRY, named_alone
from kibitz.searches.registry import REGISTRY as SEARCHES

NIM = Path(__file__).parent.parent / "docs" / "examples" / "nim.py"


@pytest.mark.parametrize("words", [["games"], ["league", "tic-tac-toe", "--opponents", "gredy"], ["gamse"]])
def test_a_new_interpreter_answers_as_the_process_that_the_tests_use(words: list[str]) -> None:
    code = "import sys; from kibitz.cli import main; sys.argv[0] = 'kibitz'; main()"
    anew = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
    used = kibitz(*words)
    assert (anew.returncode, anew.stdout, anew.stderr) == (used.returncode, used.stdout, used.stderr)


def test_games_lists_every_game() -> None:
    listed = answer("games")
    assert all(name in listed for name in REGISTRY if name not in IN_PYTHON)
    rows = json.loads(answer("games", "--json"))
    assert {row["name"] for row in rows} == set(REGISTRY) - IN_PYTHON
    assert all(row["summary"] and row["players"] for row in rows)


def test_one_game_shows_options_and_features() -> None:
    described = json.loads(answer("games", "spades", "--json"))
    assert {"players", "cards", "bids"} <= {option["name"] for option in described["options"]}
    assert described["features"]
    text = answer("games", "checkers")
    assert "`" not in answer("games", "hearts")
    assert "quiet" in text
    assert "back_row" in text


def test_perft_json() -> None:
    counted = json.loads(answer("perft", "checkers", "6", "--json"))
    assert counted.keys() == {"game", "depth", "leaves", "nodes", "seconds"}
    assert (counted["game"], counted["depth"], counted["leaves"]) == ("checkers", 6, 36768)
    assert counted["nodes"] == 1 + 7 + 49 + 302 + 1469 + 7361 + 36768


def test_perft_in_words() -> None:
    assert "127,872 leaves, 549,946 nodes" in answer("perft", "tic-tac-toe", "9")


def test_show_draws_and_writes(tmp_path: Path) -> None:
    assert "a b c" in answer("show", "tic-tac-toe", "--moves", "b2,a1")
    shown = json.loads(answer("show", "spades(players=3, cards=7)", "--seed", "5", "--json"))
    assert shown["legal"]
    game = game_named("spades(players=3, cards=7)")
    assert str(game.from_json(shown["state"])) == shown["text"]
    assert shown["to_move"] == 0
    again = json.loads(answer("show", "spades(players=3, cards=7)", "--seed", "5", "--json"))
    assert again == shown
    file = tmp_path / "board.svg"
    answer("show", "checkers", "--plies", "9", "--svg", str(file), "--size", "300")
    assert 'width="300"' in file.read_text()


def test_show_for_a_seat_hides_the_rest() -> None:
    whole = json.loads(answer("show", "guess-it", "--json"))
    seen = json.loads(answer("show", "guess-it", "--seat", "1", "--json"))
    assert seen != whole
    assert seen["legal"] is None


def test_a_game_of_ones_own() -> None:
    assert "0: ooo" in answer("--load", str(NIM), "show", "nim")
    assert json.loads(answer("--load", str(NIM), "perft", "nim(heaps=[1, 2])", "2", "--json"))["leaves"] == 2 + 2 + 1


def test_searches_are_listed_with_a_line_each() -> None:
    listed = answer("searches")
    assert all(name in listed for name in SEARCHES)
    rows = json.loads(answer("searches", "--json"))
    assert {row["name"] for row in rows} == set(SEARCHES)
    assert all(row["summary"] and row["source"] for row in rows)
    described = json.loads(answer("searches", "is-mcts", "--json"))
    assert described["needs"] == ["hidden"]
    assert "simulations" in {option["name"] for option in described["options"]}
    assert "what the mover may know" in answer("searches", "is-mcts")


def test_analyse_says_why() -> None:
    moves = ("--moves", "a1, b1, b2, c3")
    assert "a2, a3 of 5 moves" in answer("analyse", "tic-tac-toe", "--search", "maxn", *moves)
    found = json.loads(answer("analyse", "tic-tac-toe", "--search", "maxn", *moves, "--json"))
    assert found["best"] == ["a2", "a3"]
    assert found["values"]["a2"] == [1, -1]
    assert found["nodes"] > 5
    assert found["reproducible"] is True
    hurried = answer("analyse", "checkers", "--search", "alpha-beta(seconds=0.01)", "--json")
    assert json.loads(hurried)["reproducible"] is False


def test_bench_prints_the_signature() -> None:
    assert answer("bench", "--signature") == (Path(__file__).parent / "node_counts.txt").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["show", "checkrs"], "did you mean 'checkers'?"),
        (["show", "chinese checkers"], "a name has no spaces; did you mean 'chinese-checkers'?"),
        (["match", "tic-tac-toe", "ducks", "random"], "ducks is a habit of other games (habits of people at Hearts)"),
        (["match", "tic-tac-toe", "mtcs", "random"], "no player 'mtcs'; did you mean 'mcts'? 'kibitz players' lists"),
        (["show", "spades(player=3)"], "did you mean 'players'?"),
        (["show", "spades(players=9)"], "give a whole number from 2 to 4"),
        (["show", "tic-tac-toe", "--moves", "b2,b2"], "move 2 of 2: tic-tac-toe: 'b2' is not legal here. Legal: a1"),
        (["perft", "checkers", "99999999999999999"], "depth must be a whole number from 0 to 500"),
        (["show", "spades(scoring=tricks, bag_penalty=7)"], "leave it out"),
        (["show", "tic-tac-toe", "--seat", "5"], "seat 5 is not one of 0 to 1"),
        (["show", "tic-tac-toe", "--svg", "/no/such/folder/x.svg"], "cannot write /no/such/folder/x.svg"),
        (["--load", "missing.py", "games"], "there is no file missing.py"),
        (["perft", "tic-tac-toe", "-3"], "-3"),
        (["analyse", "checkers", "--search", "alpha-beta"], "give depth=, nodes= or seconds="),
    ],
)
def test_mistakes_are_one_sentence(words: list[str], message: str) -> None:
    finished = kibitz(*words)
    assert finished.returncode == 2
    assert message in finished.stderr
    assert "Traceback" not in finished.stderr


def test_only_errors_about_specifications_link_to_their_page() -> None:
    page = "see docs/specifications.md"
    assert page in kibitz("match", "tic-tac-toe", "mtcs", "random").stderr
    assert page not in kibitz("reproduce", "no-such-paper").stderr
    assert page not in kibitz("reproduce", "sturtevant2006", "figure-1", "--scale", "huge").stderr


def test_a_mistyped_player_is_answered_with_the_guess_alone() -> None:
    said = kibitz("match", "tic-tac-toe", "mtcs", "random").stderr
    assert "ducks" not in said
    unlike = kibitz("match", "tic-tac-toe", "qqqq", "random").stderr
    assert unlike.index("adaptive") < unlike.index("searches: alpha-beta") < unlike.index("lowest-card")


@pytest.mark.parametrize("after", [("--load", str(NIM)), (f"--load={NIM}",)])
def test_own_files_may_be_named_after_the_command(after: tuple[str, ...]) -> None:
    assert answer("show", "nim", *after) == answer("--load", str(NIM), "show", "nim")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1/0", "line 1: ZeroDivisionError"),
        ("import kibitz", "registers no game, player or model"),
        ("import kibitz\n@kibitz.register\nclass G(kibitz.Game): pass", "set 'name'"),
        (
            "import kibitz\n@kibitz.register\nclass G(kibitz.Game):\n name = 'g'",
            "these methods are missing: moves, over",
        ),
    ],
)
def test_mistakes_in_a_game_of_ones_own(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "random.py"  # also the name of a module that others import
    file.write_text(text)
    finished = kibitz("--load", str(file), "games")
    assert finished.returncode == 2
    assert message in finished.stderr
    assert "Traceback" not in finished.stderr


BUG = """
import kibitz
@kibitz.register
class Bug(kibitz.Player):
    name = "bug"
    def policy(self, view):
        raise ValueError("not on purpose")
"""


def test_a_bug_is_shown_with_its_traceback_and_whom_to_tell(tmp_path: Path) -> None:
    file = tmp_path / "bug.py"
    file.write_text(BUG)
    finished = kibitz("--load", str(file), "play", "tic-tac-toe", "bug", "--seat", "1")
    assert finished.returncode == 1
    assert "Traceback" in finished.stderr
    assert "ValueError: not on purpose" in finished.stderr
    assert f"The error was raised in {file}, which --load named" in finished.stderr
    ours = (
        "import kibitz.cli.games as games, kibitz.cli as cli, kibitz.games.registry as r; r.game.__code__ = "
        "(lambda spec, **options: [][0]).__code__; cli.main()"
    )
    command = [sys.executable, "-c", ours, "show", "tic-tac-toe"]
    finished = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert finished.returncode == 1
    assert "IndexError" in finished.stderr
    assert "This is a bug in Kibitz, not a mistake of yours. Please report it" in finished.stderr


def test_ctrl_c_stops_a_long_count() -> None:
    command = [sys.executable, "-c", "from kibitz.cli import main; main()", "perft", "checkers", "40"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    time.sleep(3)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 130
    process.communicate()


def test_the_demonstrations_run() -> None:
    shown = answer("demo", "--boards")
    assert all(name in shown for name in named_alone() if name not in IN_PYTHON)
    shown = answer("demo", "--sessions", "1")
    assert "trick 6" in shown
    assert "the other 7 tricks of this hand are not shown" in shown
    assert re.search(r"Kibitz plays \w+, not \w+: given its beliefs", shown)
    assert "reader" not in shown
    believed = re.findall(r"^(?:Ann|Ben|Cleo) +([\w-]+) \d+% +([\w-]+)", shown, re.MULTILINE)
    assert len(believed) == 3
    assert all(taken_for == truth for taken_for, truth in believed)
    assert "gained by reading" in shown
    found = re.findall(r"^(?:Kibitz, |the same, |mcts, ).*?(\d+\.\d) \([^)]*\)(?: +(\S+) )?", shown, re.MULTILINE)
    shares, gains = [float(share) for share, _ in found], [float(gain) for _, gain in found if gain]
    assert [shares[0] - share for share in shares[1:]] == pytest.approx(gains, abs=0.11)
    assert serve_command() in shown


def test_players_lists_those_who_learn_and_every_search() -> None:
    names = {row["name"] for row in json.loads(answer("players", "--json"))}
    assert {"adaptive", "maxn", "random", "safe", "strategy"} <= names
    assert "candidates" in answer("players", "adaptive")
    assert "most-tricks_fewest-overtricks" in answer("players")
    assert "fewest-overtricks" in answer("players", "mOT")


HEAVY = ("numpy", "scipy", "matplotlib", "polars", "ray", "openskill", "pyspiel", "asyncio", "xml", "kibitz._core")


@pytest.mark.parametrize(
    ("run", "unneeded"),
    [
        ("import kibitz", (*HEAVY, "rich", "typer", "inspect")),
        (
            "from kibitz.cli.app import app; app(['--help'], standalone_mode=False)",
            (*HEAVY, "rich.table", "rich.markdown", "pygments", "kibitz.games", "kibitz.players", "kibitz.cli.games"),
        ),
        (
            "from kibitz.cli.app import app; app(['--version'], standalone_mode=False)",
            (*HEAVY, "rich.table", "rich.markdown", "pygments", "kibitz.games", "kibitz.players", "kibitz.cli.games"),
        ),
    ],
)
def test_what_takes_long_to_load_is_loaded_when_it_is_needed(run: str, unneeded: Sequence[str]) -> None:
    """Not a timing: a library that would make ``import kibitz`` or ``kibitz --help`` slow must not be loaded."""
    code = f"import sys; {run}; sys.stderr.write(repr([each for each in {tuple(unneeded)} if each in sys.modules]))"
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert finished.stderr == "[]"


def test_the_listed_commands_are_those_that_the_modules_have() -> None:
    for module in {module for module, _ in COMMANDS.values()}:
        import_module(f"kibitz.cli.{module}")
    functions = [(each.name, each.callback) for each in app.registered_commands if each.callback is not None]
    registered = {name or function.__name__: function for name, function in functions}
    assert set(COMMANDS) == set(registered)
    for name, (module, summary) in COMMANDS.items():
        assert registered[name].__module__ == f"kibitz.cli.{module}"
        first = (inspect.getdoc(registered[name]) or "").partition("\n\n")[0].replace("\n", " ")
        assert summary == first


def test_the_rules_of_a_loaded_game_are_shown() -> None:
    text = " ".join(answer("--load", str(NIM), "games", "nim").split())
    assert "Take any number of stones from one heap; whoever takes the last stone wins." in text
    lines = json.loads(answer("--load", str(NIM), "games", "nim", "--json"))["how_to_play"]
    assert lines[0].startswith("Take any number")


def test_a_state_without_a_board_is_drawn_in_lines() -> None:
    text = answer("--load", str(NIM.with_name("discard.py")), "show", "discard", "--seed", "3", "--plies", "2")
    assert re.search(r"^hands\n  seat 0: 6 7 8\n  seat 1: 2 3 5\naway: \d \d\nhistory: -$", text, re.MULTILINE)
