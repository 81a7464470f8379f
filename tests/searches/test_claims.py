"""Every search plays every game it claims to, and refuses the others with a sentence."""

from functools import cache
from typing import Any

import pytest
from support.conformance_games import SPECS
from support.small_searches import TO_THE_END, small

import kibitz
from kibitz.players.play_game import random_moves
from kibitz.searches.registry import REGISTRY

PLIES = (0, 4, 13)
LONGEST = 5_000
MANY_MOVES = 60  # passing cards in Hearts has hundreds: squared and cubed they are no small search


@cache
def positions(spec: str) -> list[kibitz.State]:
    """A few positions of a game in which a seat has a choice."""
    played = list(random_moves(kibitz.game(spec).start(seed=1), 1, max(PLIES)))
    found = [played[ply] for ply in PLIES if ply < len(played)]
    return [state for state in found if not state.over and state.to_move >= 0]


@cache
def late_positions(spec: str) -> list[kibitz.State]:
    """Positions of a random game from which every line ends soon, for searches that look to the end."""
    for seed in range(1, 100):
        played = list(random_moves(kibitz.game(spec).start(seed), seed, LONGEST))
        found = [state for state in played[-3:-1] if state.to_move >= 0 and ends_soon(state)]
        if played[-1].over and found:
            return found
    raise AssertionError(f"no random game of {spec} has a position from which every line ends soon")


def ends_soon(state: kibitz.State, nodes: int = 2000) -> bool:
    """Whether the whole tree from here has few nodes."""
    left = [state]
    while left and nodes > 0:
        here = left.pop()
        left += [] if here.over else [here.play(move) for move in here.moves()]
        nodes -= 1
    return nodes > len(left)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_plays_what_it_claims_to_and_refuses_the_rest(name: str, spec: str) -> None:
    for state in late_positions(spec) if name in TO_THE_END else positions(spec):
        search = small(name, few_nodes=len(state.moves()) > MANY_MOVES)
        refusal = search.refusal(state)
        if refusal is None:
            analysis = search.analyse(state)
            moves = state.moves()
            assert analysis.choose(seed=1) in moves
            assert set(analysis.values) == set(analysis.ranks) == set(moves)
            assert set(analysis.best) <= set(moves)
            assert analysis.nodes >= 1
            assert analysis.why()
        else:
            assert len(refusal.split()) > 4
            with pytest.raises(kibitz.MissingCapability) as error:
                search.analyse(state)
            assert refusal in str(error.value)
            assert name in str(error.value)


@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_every_search_plays_some_game_and_describes_itself(name: str) -> None:
    search = small(name)
    assert any(search.refusal(state) is None for spec in SPECS for state in positions(spec))
    kind: Any = type(search)
    assert kind.name == name
    assert kind.summary
    assert kind.source
    assert kind.__doc__
    assert ">>>" in kind.__doc__
    assert kibitz.search(str(search)) == search


@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_there_is_nothing_to_choose_when_the_game_is_over(name: str) -> None:
    over = kibitz.game("tic-tac-toe").start().play_all("a1, b1, a2, b2, a3")
    with pytest.raises(kibitz.KibitzError, match="over"):
        small(name).analyse(over)


@pytest.mark.parametrize("name", sorted(REGISTRY))
@pytest.mark.parametrize("spec", ["spades(players=3, cards=5)", "guess-it(cards=2)", "hearts(cards=4)"])
def test_views_are_taken_or_refused(name: str, spec: str) -> None:
    state = kibitz.game(spec).start(seed=2)
    search = small(name)
    view = state.view(state.to_move)
    if search.takes_views:
        assert search.choose(view, seed=3) in view.moves()
        assert search.analyse(view).ranks == search.analyse(state).ranks  # of a state it sees only the view
    else:
        with pytest.raises(kibitz.KibitzError, match="sampled"):
            search.analyse(view)
    with pytest.raises(kibitz.KibitzError, match="is to move"):
        search.analyse(state.view((state.to_move + 1) % state.game.players))
