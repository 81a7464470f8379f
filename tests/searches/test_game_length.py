"""A search that would never come back says so at once, and what to give it."""

import pytest
from support.conformance_games import SPECS
from support.countdown import Countdown, Pile

import kibitz
from kibitz.errors import MissingCapability
from kibitz.searches.game_length import HOPELESS, PROBES, never_ends, power_of_ten
from kibitz.specs import Option

LONG = ("checkers", "abalone", "chinese-checkers")
TO_THE_END = ["alpha-beta", "maxn", "paranoid", "offensive", "m-star", "soft-maxn", "prob-maxn"]


@pytest.mark.parametrize("spec", TO_THE_END)
def test_long_games_are_not_searched_to_their_end(spec: str) -> None:
    with pytest.raises(
        MissingCapability,
        match=r"checkers is too long to be searched to its end.*: (with buckets=5 )?(give|choose) .*depth=",
    ):
        kibitz.search(spec).analyse(kibitz.game("checkers").start())


@pytest.mark.parametrize("limit", ["depth=2", "nodes=100", "seconds=0.01"])
def test_any_limit_will_do(limit: str) -> None:
    assert kibitz.search(f"alpha-beta({limit})").analyse(kibitz.game("checkers").start()).best


class Forever(Countdown):
    """Stones are never used up; whether anything ends is up to the options."""

    name = "forever"
    options_known = (Option("stage", 0, "moves of a stage; 0: no stage ends", 0, 100),)

    def start(self, seed: int = 0) -> Pile:
        return Pile(self, 0)

    def to_move(self, state: Pile) -> int:
        return state.stones % 2

    def moves(self, state: Pile) -> list[str]:
        return ["1", "2"]

    def play(self, state: Pile, move: str) -> Pile:
        return Pile(self, state.stones + 1)

    def over(self, state: Pile) -> bool:
        return False

    def stage_end(self, state: Pile) -> bool:
        return bool(self.options["stage"]) and state.stones % int(self.options["stage"]) == 0


@pytest.mark.parametrize("spec", ["maxn(depth=3)", "alpha-beta(depth=3)", "paranoid(depth=1)", "m-star(depth=3)"])
def test_a_game_whose_stages_never_end_is_refused(spec: str) -> None:
    """A search stops where a stage ends, and the core looks for that no further than Python games may go."""
    with pytest.raises(MissingCapability, match="forever goes on for more than 600 moves"):
        kibitz.search(spec).analyse(Forever().start())


def test_a_game_without_an_end_is_searched_stage_by_stage_to_a_depth() -> None:
    start = Forever(stage=3).start()
    assert kibitz.search("maxn(depth=3)").analyse(start).depth == 3
    assert kibitz.search("maxn(depth=4, extend=true)").analyse(start).depth == 6
    for limit in ("nodes=100", "seconds=0.01"):
        with pytest.raises(MissingCapability, match="goes on for more than 600 moves; give the search a depth"):
            kibitz.search(f"maxn({limit})").analyse(start)
        assert kibitz.search(f"maxn(depth=3, {limit})").analyse(start).best


def test_near_its_end_a_long_game_is_searched_to_it() -> None:
    state = kibitz.game("checkers").parse("B:W18,26:B15")
    assert kibitz.search("alpha-beta").analyse(state).line == ("15x22x31",)


@pytest.mark.parametrize("spec", SPECS)
def test_which_games_are_long(spec: str) -> None:
    start = kibitz.game(spec).start()
    many_hands = start.game.part(start) is not start or start.game.options.get("limit")
    assert never_ends(start) == start.game.name.startswith(LONG) or many_hands  # some of these are long, some not


def test_a_tree_of_known_size() -> None:
    """Where every line has as many moves at every ply, the estimate is exact; tic-tac-toe has 255,168 lines."""
    assert 10 ** power_of_ten(kibitz.game("tic-tac-toe").start()) == pytest.approx(255_168, rel=0.5)
    state = kibitz.game("tic-tac-toe").start().play_all("a1, b1, c1, a2, c2, b2")
    assert 10 ** power_of_ten(state) <= 6
    assert PROBES > 1
    assert power_of_ten(kibitz.game("checkers").start()) == HOPELESS


def test_players_say_it_at_the_table() -> None:
    with pytest.raises(MissingCapability, match="give depth=, nodes= or seconds="):
        kibitz.match("checkers", ["alpha-beta", "random"], deals=1)
