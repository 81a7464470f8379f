"""M* against its twin (the figure and the lemmas are in test_figures.py and test_lemmas.py), switches and refusals."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.searches import m_star as twin
from reference.searches.m_star import Strategy
from reference.searches.strategies import trees
from reference.searches.tree import Node, best
from support.native_two_player_searches import ALL_SWITCHES, MORE, ONE_OFF, TWO, m_star, position, positions

import kibitz
from kibitz.errors import MissingCapability, SpecError

thorough = settings(max_examples=120, deadline=None)
TWINS = {
    "cautious": twin.cautious,
    "plain": twin.plain,
    "recursive": twin.recursive,
    "korf": twin.korf,
    "tie-break": twin.tie_break,
}
alternating = trees(players=(2, 2), deepest=5, evaluations=("f", "g"), turns="alternating")
any_turns = trees(players=(2, 2), deepest=5, evaluations=("f", "g"))


@pytest.mark.parametrize("variant", TWINS)
@thorough
@given(any_turns, st.integers(1, 6), st.integers(1, 7), st.sampled_from(ALL_SWITCHES))
def test_values_are_the_twins(
    variant: str, tree: Node, depth: int, model_depth: int, switches: dict[str, bool]
) -> None:
    if variant == "plain":
        depth = max(depth, 2)
        model_depth = min(model_depth, depth - 1)
    player, model = Strategy("f", depth), Strategy("g", model_depth)
    assert m_star(variant, **switches)(tree, player, model) == TWINS[variant](tree, player, model)


@thorough
@given(alternating, st.integers(2, 6), st.data(), st.sampled_from(ALL_SWITCHES))
def test_plain_cuts_nothing_that_counts(tree: Node, depth: int, data: st.DataObject, switches: dict[str, bool]) -> None:
    player, model = Strategy("f", depth), Strategy("g", data.draw(st.integers(1, depth - 1)))
    assert m_star("plain", **switches)(tree, player, model) == twin.plain(tree, player, model)


@pytest.mark.parametrize("variant", TWINS)
@settings(max_examples=60, deadline=None)
@given(any_turns, st.integers(2, 6), st.data())
def test_best_line_and_worst_case(variant: str, tree: Node, depth: int, data: st.DataObject) -> None:
    model_depth = data.draw(st.integers(1, depth - 1))
    search = kibitz.search(
        "m-star",
        variant=variant,
        depth=depth,
        own="evaluation(f=1)",
        model="evaluation(g=1)",
        model_depth=model_depth,
    )
    state = position(tree)
    analysis = search.analyse(state)
    values = TWINS[variant](tree, Strategy("f", depth), Strategy("g", model_depth))
    moves = list(analysis.values)
    assert [moves.index(move) for move in analysis.best] == best(values)  # type: ignore[arg-type]
    assert max(analysis.ranks.values()) == analysis.ranks[analysis.best[0]]
    assert analysis.line[0] == analysis.best[0]
    end = state.play_all(list(analysis.line))
    assert end.over or len(analysis.line) == depth
    safe = kibitz.search("alpha-beta", depth=depth, own="evaluation(f=1)", exact=True).analyse(state)
    assert analysis.worst == min(safe.values[move] for move in analysis.best)
    if variant in ("cautious", "recursive"):
        value = end.game.feature_values(end, state.to_move)["f"]  # type: ignore[attr-defined]
        assert value == analysis.values[analysis.best[0]]


@pytest.mark.parametrize("variant", TWINS)
def test_switches_change_nothing(variant: str) -> None:
    states = positions("checkers", [4, 25, 40]) + positions("checkers(quiet=10, repetitions=2)", [50])
    states += positions("spades(players=2, cards=5)", [2]) + positions("tic-tac-toe", [3])
    for state in states:
        options = {"depth": 4, "variant": variant, "model_depth": 3}
        plain = kibitz.search("m-star", **options).analyse(state)
        for off in ONE_OFF:
            other = kibitz.search("m-star", **options, **off).analyse(state)
            assert (other.values, other.best, other.worst, other.line) == (
                plain.values,
                plain.best,
                plain.worst,
                plain.line,
            )


def test_m_star_finds_the_moves_that_do_not_lose() -> None:
    state = kibitz.game("tic-tac-toe").start().play_all("a1, b2, c3")
    for variant in TWINS:
        analysis = kibitz.search("m-star", variant=variant).analyse(state)
        assert set(analysis.best) == {"b1", "a2", "c2", "b3"}  # the corners lose


def test_model_deeper_than_we_look() -> None:
    state = kibitz.game("checkers").start()
    assert kibitz.search("m-star(depth=2, model_depth=5)").choose(state) in state.moves()


def test_plain_needs_a_shallower_model() -> None:
    for spec in ("depth=3, model_depth=3", "depth=1", "model_depth=2"):
        with pytest.raises(SpecError, match="variant=plain needs a model_depth from 1 to depth - 1"):
            kibitz.search(f"m-star(variant=plain, {spec})")


@pytest.mark.parametrize("spec", TWO)
def test_plays_what_it_claims(spec: str) -> None:
    for state in positions(spec, [0, 5]):
        assert kibitz.search("m-star(depth=2)").choose(state, seed=1) in state.moves()


@pytest.mark.parametrize("spec", MORE)
def test_refuses_more_than_two(spec: str) -> None:
    with pytest.raises(MissingCapability, match=r"m-star is for two players .* maxn and paranoid"):
        kibitz.search("m-star(depth=2)").analyse(kibitz.game(spec).start())


def test_why_says_what_is_safe() -> None:
    state = kibitz.game("checkers").start()
    assert "still guarantees" in kibitz.search("m-star(depth=3, model_depth=1)").analyse(state).why()
    assert "the minimax value first" in kibitz.search("m-star(depth=3, variant=tie-break)").analyse(state).why()
