"""What a model says about itself, and what it assumes if nothing is said."""

from collections.abc import Mapping

import pytest

import kibitz


def test_facts_leave_out_what_a_model_does_not_have() -> None:
    facts = kibitz.model("first-move").facts()
    assert facts["specification"] == "first-move"
    assert facts["what it does"] == "makes the first move that the game lists"
    assert not {"random moves", "depth in plies", "offers", "part, 100%"} & set(facts)


def test_facts_do_not_repeat_the_specification() -> None:
    """In a sentence, mcts(simulations=20) is only called mcts(simulations=20)."""
    facts = kibitz.model("mcts(simulations=20)").facts()
    assert [name for name, text in facts.items() if text == "mcts(simulations=20)"] == ["specification"]
    assert "what it does" in facts


def test_facts_list_the_parts_of_a_mixture_and_the_depth_of_a_strategy() -> None:
    facts = kibitz.model("mixture(most-tricks=0.75, fewest-overtricks=0.25)").facts()
    assert facts["part, 75%"] == "most-tricks"
    assert facts["part, 25%"] == "fewest-overtricks"
    assert kibitz.model("noisy(strategy(depth=3), 0.125)").facts()["random moves"] == "12.5%"
    assert kibitz.model("strategy(depth=3)").facts()["depth in plies"] == "3"


@pytest.mark.parametrize("spec", ["first-move", "mcts(simulations=20)"])
def test_a_model_is_its_own_only_part_and_assumes_nothing_of_others(spec: str) -> None:
    made = kibitz.model(spec)
    assert made.parts == ((1.0, made),)
    assert made.depth_looked == 0
    assert not made.thinks_of_others
    assert made.noise == 0


def test_a_player_who_sees_a_view_is_assumed_to_search_twenty_worlds() -> None:
    """With this deal the twenty-first world decides between two cards."""
    view = kibitz.game("spades(players=3, cards=4, scoring=tricks)").start(seed=4).view(0)
    made = kibitz.model("strategy(depth=3)")
    assert made.policy(view) == made.policy_over(view, 20, 0) == {"8C": 0, "QD": 0.5, "7H": 0, "JH": 0.5}
    assert made.policy_over(view, 21, 0) == {"8C": 0, "QD": 0, "7H": 0, "JH": 1}


# Rules of thumb.


def test_rules_choose_by_the_order_of_the_list() -> None:
    state = kibitz.game("tic-tac-toe").start().play("a1")  # eight moves: b1 c1 a2 b2 c2 a3 b3 c3

    def chosen(name: str) -> Mapping[str, float]:
        policy = kibitz.model(name).policy(state)
        assert list(policy) == state.moves()
        return {move: share for move, share in policy.items() if share}

    assert chosen("first-move") == {"b1": 1.0}
    assert chosen("last-move") == {"c3": 1.0}
    assert chosen("middle-move") == {"c2": 1.0}


def test_a_rule_names_only_the_parameters_that_are_not_as_usual() -> None:
    assert str(kibitz.model("trades-when-ahead(lead=3)")) == "trades-when-ahead(lead=3)"
    assert str(kibitz.model("trades-when-ahead(lead=1)")) == "trades-when-ahead"
