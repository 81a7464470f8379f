"""``kibitz play``, typed as a person would: slips, questions, leaving, and the same deals again."""

import re
from dataclasses import replace

import pytest
from typer.testing import CliRunner, Result

import kibitz
from kibitz.cli.app import app
from kibitz.players.person import Person, meant
from kibitz.specialists.registry import GUIDES, guide


def typed(*words: str, lines: str = "") -> Result:
    return CliRunner().invoke(app, ["play", *words], input=lines)


def middle(view: kibitz.State | kibitz.View) -> dict[str, str]:
    moves = view.moves()
    return {"go": moves[len(moves) // 2]}


@pytest.fixture
def anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """``go`` is a legal move in every game."""
    for name in ("abalone", "checkers", "guess-it", "hearts", "spades", "tic-tac-toe", "tree"):
        monkeypatch.setitem(GUIDES, name, replace(guide(kibitz.game(name)), words=middle))


def test_a_whole_game_ends_with_what_the_opponent_believes() -> None:
    # Seed 3 deals the person 4 6 8 10 11 12, and 9 to the centre; it asks for that and then names it.
    found = typed("guess-it", "--seed", "3", "--games", "1", lines="ask 9\nname 9\n")
    assert found.exit_code == 0
    assert "seat 0   4   6   8  10  11  12    to move" in found.output
    assert "You win. Scores: you 1, bayes-reader(carry=true) -1" in found.output
    assert "believes about you: " in found.output
    assert "seen: asked 1" in found.output
    assert found.output.rstrip().endswith("You have won 1 of 1 game. Goodbye.")


@pytest.mark.usefixtures("anything")
@pytest.mark.parametrize("game", ["tic-tac-toe", "hearts", "checkers(quiet=2)"])
def test_the_usual_opponent_says_what_it_thinks_in_sentences(game: str) -> None:
    found = typed(game, "--seed", "1", "--games", "1", lines="go\n" * 200).output
    thoughts = found[found.index("What adaptive thinks of you:") :]
    assert re.match(r"What adaptive thinks of you:\n  You .+ \(\d+% likely\)\.\n", thoughts)
    assert thoughts.count("What adaptive thinks of you:") == 1
    assert " 0%" not in thoughts
    assert "=" not in thoughts


def test_at_checkers_squares_have_numbers_and_seats_have_sides() -> None:
    found = typed("checkers", "random", "--seed", "1", "--seat", "0", lines="quit\n").output
    assert "you have seat 0 of 2 (Black: b, kings B), and you begin." in found
    assert "20    19    18    17" in found


def test_a_ten_may_be_written_with_digits() -> None:
    game = kibitz.game("hearts(open=true)")
    state = next(state for seed in range(50) if "TH" in (state := _hearts_led(game, seed)).moves())
    lines = iter(["10h"])
    assert Person(show=lambda text: None, read=lambda prompt: next(lines)).policy(state) == {"TH": 1.0}


def _hearts_led(game: kibitz.Game, seed: int) -> kibitz.State:
    """The first position of a hand in which the mover has a choice that includes hearts."""
    state = game.start(seed)
    while not state.over and not (len(state.moves()) > 1 and any(move.endswith("H") for move in state.moves())):
        state = state.play(state.moves()[0])
    return state


def test_the_rules_can_be_read_again() -> None:
    found = typed("guess-it", "always-ask", "--seed", "3", lines="rules\nquit\n").output
    assert found.count("asking for your own card is a bluff") == 2


def test_nonsense_after_a_game_is_asked_again() -> None:
    found = typed("guess-it(cards=1)", "always-bluff", "--seat", "1", "--seed", "1", lines="call\nperhaps\nn\n").output
    assert found.count("another game? [Y/n]") == 2
    assert "Type y for yes, n for no." in found
    assert "in the middle of a game" not in found


@pytest.mark.parametrize("seed", ["0", "1", "2", "3"])
def test_it_says_who_begins(seed: str) -> None:
    """At Hearts whoever holds the two of clubs does."""
    found = typed("hearts", "random", "--seed", seed, "--seat", "1").output
    start = kibitz.game("hearts").start(kibitz.Random(int(seed), "play", 0).next())
    expected = "and you begin." if start.to_move == 1 else f"seat {start.to_move} begins."
    assert f"A new game: you have seat 1 of 4, {expected}" in found


def test_equal_opponents_are_told_apart_by_their_seats() -> None:
    found = typed("hearts", "random", "--seed", "1", "--seat", "0").output
    assert "random in seat 1: 2C" in found
    alone = typed("tic-tac-toe", "random", "--seed", "1", "--seat", "1").output
    assert "random: " in alone


def test_the_same_seed_deals_the_same_and_draws_the_same() -> None:
    lines = "ask 9\nask 4\nask 1\nask 2\n"
    first, again, other = (typed("guess-it", "--seed", seed, lines=lines).output for seed in ("3", "3", "4"))
    assert first == again
    assert first != other


def test_what_it_learned_in_one_game_it_knows_in_the_next() -> None:
    lines = "name 9\n\nname 1\nname 2\nname 3\n"  # a guess, and in the second game an answer that is one too
    found = typed("guess-it", "--seed", "3", lines=lines).output
    assert "from 0 decisions" in found
    assert "A new game: you have seat 1 of 2" in found


def test_help_slips_and_beginnings_of_words() -> None:
    lines = "?\nmoves\nboard\nfoo\naks 3\ny\nname 3\nquit\n"
    found = typed("guess-it", "always-ask", "--seed", "3", lines=lines).output
    assert "type a move, such as ask 1" in found
    assert "ask 1, ask 2, ask 3" in found
    assert "'foo' is not a move here" in found
    assert "did you mean 'ask 3'?" in found
    assert "'name 3' is not a move here" in found  # it lies face up
    assert found.count("seat 1   ?   ?   ?   ?   ?   ?") == 2
    assert "Goodbye" in found


def test_a_jump_that_may_be_two_moves_is_asked_for_again() -> None:
    shown: list[str] = []
    lines = iter(["2x25", "2x9x18x25"])
    person = Person(show=shown.append, read=lambda prompt: next(lines))
    assert person.policy(kibitz.game("checkers").parse("B:W6,7,14,15,22,23:BK2")) == {"2x9x18x25": 1.0}
    assert shown[-1] == "'2x25' may be 2x9x18x25, 2x11x18x25"


def test_a_card_that_waits_can_be_called() -> None:
    found = typed("guess-it(cards=1)", "always-bluff", "--seat", "1", "--seed", "1", "--games", "1", lines="call\n")
    assert "always-bluff: ask" in found.output
    assert "always-bluff won." in found.output


@pytest.mark.parametrize(
    ("text", "moves", "expected"),
    [
        ("ask5", ["ask 5", "name 5"], (["ask 5"], True)),
        ("1115", ["11-15", "11-16"], (["11-15"], True)),
        ("n 5", ["ask 5", "name 5"], (["name 5"], True)),
        ("nmae 5", ["ask 5", "name 5", "name 15"], (["name 5"], False)),
        ("5", ["ask 5", "name 5"], ([], False)),
        ("", ["ask 5"], ([], False)),
    ],
)
def test_a_typed_move_is_matched_to_legal_ones(text: str, moves: list[str], expected: tuple[list[str], bool]) -> None:
    assert meant(text, moves) == expected


def test_leaving_is_polite_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for lines in ("", "quit\n", "exit\n"):
        found = typed("guess-it", "--seed", "1", lines=lines)
        assert (found.exit_code, found.exception) == (0, None)
        assert "You left in the middle of a game, which does not count." in found.output
        assert "You have won 0 of 0 games. Goodbye." in found.output

    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    found = typed("guess-it", "--seed", "1")
    assert found.exit_code == 0
    assert "Goodbye" in found.output


@pytest.mark.usefixtures("anything")
@pytest.mark.parametrize("game", ["guess-it", "tic-tac-toe", "tree", "spades", "hearts", "spades(hands=2)"])
def test_any_game_is_played_to_its_end(game: str) -> None:
    found = typed(game, "random", "--seed", "1", "--games", "1", lines="go\n" * 100)
    assert found.exit_code == 0, found.output
    assert "Scores: " in found.output
    assert "of 1 game. Goodbye." in found.output


@pytest.mark.usefixtures("anything")
@pytest.mark.parametrize("game", ["checkers", "abalone"])
def test_a_long_game_can_be_left(game: str) -> None:
    assert "of 0 games. Goodbye." in typed(game, "random", "--seed", "1", lines="go\n" * 3).output


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["guess-it", "random", "random"], "1 other seat"),
        (["guess-it", "--seat", "2"], "seat"),
        (["guess-it", "random", "--name", "random"], "choose another name"),
        (["guess-it", "always-aks"], "did you mean 'always-ask'"),
    ],
)
def test_what_cannot_be_seated_is_refused(words: list[str], complaint: str) -> None:
    found = typed(*words)
    assert isinstance(found.exception, ValueError)
    assert complaint in str(found.exception)
