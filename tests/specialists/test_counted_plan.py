"""The best reply to a known player at Guess It: what is counted is what the player does, and the reply is exact."""

import pytest

from kibitz.specialists.guess_it.counted_plan import _reply, counted
from kibitz.specialists.guess_it.exact import Duel, best_response, equilibrium, plan, win_rate


@pytest.mark.parametrize("name", ["always-ask", "call-then-bluff", "stationary(bluff=0.3, call=0.6)"])
def test_players_that_decide_by_numbers_of_cards_are_answered_as_well_as_possible(name: str) -> None:
    best = best_response(name, 4)
    duel = Duel(_reply(name, 4), plan(name, 4))
    reached = (duel.wins(0, 4) + 1 - duel.wins(1, 4)) / 2
    assert reached == pytest.approx(best.mean, abs=0.01)


def test_the_equilibrium_is_counted_as_it_is() -> None:
    found, known = counted("equilibrium", 4), equilibrium(4).plan
    assert {(4, 4, False), (3, 4, True)} <= set(found.calls) | set(found.choices)
    for (own, other, answering), share in found.calls.items():
        assert share == pytest.approx(known.call(own, other, answering, ()))
    for (own, other, answering), choice in found.choices.items():
        assert choice.bluff == pytest.approx(known.choice(own, other, answering, ()).bluff)
    assert win_rate(_reply("equilibrium", 4), "equilibrium", 4).mean == pytest.approx(0.5, abs=0.01)


def test_what_never_came_up_is_taken_for_the_average() -> None:
    found = counted("always-bluff", 3)
    assert found.choice(9, 9, False, ()).bluff == 1.0
    assert found.call(9, 9, False, ()) == 0.0
