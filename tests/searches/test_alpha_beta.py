"""Alpha-beta against its twin, its switches on real games, its limits and its refusals."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.searches.minimax import best_moves, principal_line, root_values
from reference.searches.strategies import trees
from reference.searches.tree import Node, Tree, best, height
from support.interrupts import interrupted
from support.native_two_player_searches import ALL_SWITCHES, MORE, NAMES, ONE_OFF, TWO, alpha_beta, position, positions

import kibitz
from kibitz import Random, State
from kibitz.errors import MissingCapability

thorough = settings(max_examples=150, deadline=None)
two_sided = trees(players=(2, 2), deepest=5, evaluations=("f",))
# King endings, with the rules of repetition and of quiet moves at work within the depth.
ENDINGS = ["B:WK10:BK1,K5", "W:WK18,K22:BK1", "B:WK32,21:BK1,13"]


@thorough
@given(two_sided, st.integers(1, 6), st.sampled_from(ALL_SWITCHES))
def test_values_are_the_twins(tree: Node, depth: int, switches: dict[str, bool]) -> None:
    assert alpha_beta(tree, depth, "f", **switches) == root_values(tree, depth, "f")


@thorough
@given(two_sided, st.integers(0, 6), st.sampled_from(ALL_SWITCHES))
def test_best_move_and_line_are_the_twins(tree: Node, depth: int, switches: dict[str, bool]) -> None:
    """Without ``exact``: the first of the best in move order, its exact value, and the line."""
    analysis = kibitz.search("alpha-beta", depth=depth, own="evaluation(f=1)", **switches).analyse(position(tree))
    depth = depth or height(tree)
    values = root_values(tree, depth, "f")
    moves = list(analysis.values)
    assert analysis.best == (moves[best_moves(tree, depth, "f")[0]],)
    assert analysis.values[analysis.best[0]] == analysis.worst == max(values)
    assert all(analysis.values[move] >= value for move, value in zip(moves, values, strict=True))
    assert max(analysis.ranks, key=lambda move: analysis.ranks[move]) == analysis.best[0]
    here: Tree = tree
    for number, move in zip(principal_line(tree, depth, "f"), analysis.line, strict=True):
        assert isinstance(here, Node)
        here = here.children[number]
        assert here.name == move


@thorough
@given(two_sided, st.integers(1, 6))
def test_exact_ties_are_complete(tree: Node, depth: int) -> None:
    analysis = kibitz.search("alpha-beta", depth=depth, own="evaluation(f=1)", exact=True).analyse(position(tree))
    moves = list(analysis.values)
    assert [moves.index(move) for move in analysis.best] == best(root_values(tree, depth, "f"))


def real_positions() -> list[tuple[State, int]]:
    listed = [(state, 5) for state in positions("checkers", [0, 8, 20, 30, 44, 60])]
    listed += [(state, 4) for state in positions("checkers(quiet=10, repetitions=2)", [30, 50, 70])]
    listed += [(kibitz.game(spec).parse(text), 9) for text in ENDINGS[:1] for spec in ("checkers(repetitions=2)",)]
    listed += [(kibitz.game("checkers(quiet=3)").parse(text), 7) for text in ENDINGS]
    listed += [(kibitz.game("checkers").parse(text), 8) for text in ENDINGS[1:]]
    listed += [(state, 0) for state in positions("tic-tac-toe", [1, 2, 3])]
    listed += [(state, 2) for state in positions("abalone", [0, 12]) + positions("chinese-checkers(players=2)", [9])]
    listed += [(state, 6) for state in positions("spades(players=2, cards=5)", [2, 4])]
    return listed


def ways_off(state: State, depth: int) -> list[dict[str, bool]]:
    """Plain minimax only where it is quick."""
    return ONE_OFF if len(state.moves()) ** (depth or 6) < 200_000 else [off for off in ONE_OFF if "prune" not in off]


@pytest.mark.parametrize("exact", [False, True])
def test_switches_change_nothing(exact: bool) -> None:
    for state, depth in real_positions():
        plain = kibitz.search("alpha-beta", depth=depth, exact=exact).analyse(state)
        for off in ways_off(state, depth):
            other = kibitz.search("alpha-beta", depth=depth, exact=exact, **off).analyse(state)
            assert (other.values, other.best, other.line) == (plain.values, plain.best, plain.line)


def test_repetition_is_not_mixed_up_by_the_table() -> None:
    """Kings shuffle: with a record, the same squares may be a draw or not within the depth."""
    state = kibitz.game("checkers(repetitions=2)").parse("B:WK32,21:BK1,13")
    for ply in range(5):
        for depth in (4, 6):
            with_table = kibitz.search("alpha-beta", depth=depth, exact=True).analyse(state)
            without = kibitz.search("alpha-beta", depth=depth, exact=True, table=False).analyse(state)
            assert with_table.values == without.values
        kings = [move for move in state.moves() if "x" not in move]
        state = state.play(Random(1, "shuffle", ply).choice(kings or state.moves()))
        if state.over:
            break


def test_features_alone_are_the_same() -> None:
    """Few features are asked for one by one, many together: the same numbers."""
    for state in positions("checkers", [0, 20, 40, 60]):
        for feature in state.game.features:  # type: ignore[attr-defined]
            search = kibitz.search("alpha-beta", depth=1, own=f"evaluation({feature}=1)", exact=True)
            for move, value in search.analyse(state).values.items():
                after = state.play(move)
                assert after.over or value == after.features(state.to_move)[feature]


def test_a_node_limit_is_kept_and_reproducible() -> None:
    state = kibitz.game("checkers").start()
    for limit in (1, 100, 5000, 20000):
        first, second = (kibitz.search("alpha-beta", nodes=limit).analyse(state) for _ in range(2))
        assert (first.values, first.nodes, first.notes) == (second.values, second.nodes, second.notes)
        assert first.nodes <= max(limit, 8)  # depth 1 is always finished
        assert "not reproducible" not in first.why()


def test_limits_end_where_the_game_does() -> None:
    state = kibitz.game("tic-tac-toe").start().play_all("a1, b1, b2, c3")
    limited = kibitz.search("alpha-beta(nodes=1000000, exact=true, own=score)").analyse(state)
    assert limited.values == kibitz.search("alpha-beta(exact=true)").analyse(state).values
    assert "looked to the end of the game" in limited.why()
    for spec in ("spades(players=2, cards=3)", "spades(players=2, cards=2, hands=2)"):
        state = positions(spec, [3])[0]
        limited = kibitz.search("alpha-beta(nodes=10000000, exact=true, own=score)").analyse(state)
        assert limited.values == kibitz.search("alpha-beta(exact=true)").analyse(state).values


def test_chance_is_averaged() -> None:
    drawn = {
        "to_move": 0,
        "children": [
            {"name": "safe", "values": [1, -1]},
            {
                "name": "lot",
                "chance": [0.25, 0.75],
                "children": [{"values": [8, -8]}, node_json(1, -4, 2)],
            },
        ],
    }
    from kibitz.games.tree import Tree as TreeGame

    state = TreeGame.of(drawn).start()
    for off in [{}, *ONE_OFF]:
        analysis = kibitz.search("alpha-beta", exact=True, **off).analyse(state)
        assert analysis.values == {"safe": 1.0, "lot": 0.25 * 8 + 0.75 * -4}


def node_json(to_move: int, *values: float) -> dict[str, object]:
    return {"to_move": to_move, "children": [{"values": [value, -value]} for value in values]}


@pytest.mark.parametrize("spec", TWO)
def test_plays_what_it_claims(spec: str) -> None:
    for state in positions(spec, [0, 5]):
        assert kibitz.search("alpha-beta(depth=2)").choose(state, seed=1) in state.moves()


@pytest.mark.parametrize("spec", MORE)
def test_refuses_more_than_two(spec: str) -> None:
    with pytest.raises(MissingCapability, match=r"alpha-beta is for two players .* maxn and paranoid"):
        kibitz.search("alpha-beta(depth=2)").analyse(kibitz.game(spec).start())


def test_too_long_a_game_is_refused_in_words() -> None:
    state = kibitz.game("abalone(turns=10000)").start()
    for search in ("alpha-beta", "alpha-beta(order=false, table=false)", "m-star(variant=korf)", "m-star"):
        with pytest.raises(ValueError, match="too long to be searched to its end"):
            kibitz.search(search).analyse(state)


@pytest.mark.parametrize("search", ["alpha-beta(depth=60)", "m-star(depth=40)", "m-star(depth=40, variant=korf)"])
def test_long_searches_can_be_interrupted(search: str) -> None:
    with interrupted(0.05):
        kibitz.search(search).analyse(kibitz.game("checkers").start())


def test_why_says_what_is_a_bound() -> None:
    words = kibitz.search("alpha-beta(depth=3)").analyse(kibitz.game("checkers").start()).why()
    assert "at most" in words
    assert "exact=true tells how they differ" in words
    assert "looked 3 plies ahead" in words


def test_core_checks_what_could_crash() -> None:
    from kibitz import _core

    state = kibitz.game("checkers").start()
    core = state.core  # type: ignore[attr-defined]
    wants = [_core.Want.score()] * 2
    known = {"depth": 2, "exact": False, "nodes": 0, "seconds": 0.0, "extend": False} | dict.fromkeys(NAMES, True)
    core.alpha_beta(wants, **known)
    for wrong in ({"depth": -1}, {"depth": 10**6}, {"seconds": -1.0}, {"seconds": float("nan")}):
        with pytest.raises(ValueError, match="must be"):
            core.alpha_beta(wants, **(known | wrong))
    with pytest.raises(ValueError, match="one want a seat"):
        core.alpha_beta(wants[:1], **known)
    bad = _core.Want.evaluation([float("nan")] * 12, float("nan"))
    core.alpha_beta([bad, bad], **known)
    with pytest.raises(ValueError, match="two players"):
        kibitz.game("tree").start().core.alpha_beta(wants, **known)  # type: ignore[attr-defined]
