"""Whom a reply trusts to be as modelled."""

from typing import Any

import pytest

import kibitz
from kibitz.replies.opponent import Opponent
from kibitz.replies.reply_table import reply_to
from kibitz.wants.registry import want
from kibitz.wants.score import Score

CHOICE = ((1.0, kibitz.model("choice(men=1, depth=2)")),)
DUCKS = ((1.0, kibitz.model("ducks")),)


@pytest.mark.parametrize(("itself", "name"), [(0.0, "exploit"), (0.5, "exploit"), (0.6, "mcts"), (1.0, "mcts")])
def test_one_who_searches_for_itself_is_answered_without_a_model(itself: Any, name: Any) -> None:
    reply = reply_to(Score(), [Opponent(CHOICE, itself=itself)], kibitz.game("checkers"), simulations=70)
    assert reply.name == name
    assert reply.options["simulations"] == 70


def test_most_of_several_decide() -> None:
    game = kibitz.game("hearts(open=true)")
    one, most = ([Opponent(DUCKS, itself=each) for each in shares] for shares in ((1, 0, 0), (1, 1, 0)))
    assert reply_to(Score(), one, game).name == "exploit"
    assert reply_to(Score(), most, game).name == "mcts"


def test_a_reply_that_is_asked_for_is_given() -> None:
    asked = [Opponent(CHOICE, itself=1.0)]
    assert reply_to(Score(), asked, kibitz.game("checkers"), reply="exploit").name == "exploit"
    with pytest.raises(kibitz.MissingCapability, match="a search of their own"):
        reply_to(Score(), [Opponent(CHOICE)], kibitz.game("checkers"), reply="mcts")


def test_what_we_want_is_passed_on() -> None:
    reply = reply_to(want("evaluation(men=1)"), [Opponent(CHOICE, itself=1.0)], kibitz.game("checkers"), simulations=30)
    assert str(reply) == "mcts(simulations=30, own=evaluation(men=1))"
