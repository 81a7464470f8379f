"""Specifications: what is written is read back, and what is wrong is explained."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.errors import SpecError
from kibitz.specs import Option, Spec, fill, parse, value_text

names = st.from_regex(r"[a-z][a-z0-9_-]{0,8}", fullmatch=True).filter(lambda word: word not in ("true", "false"))
plain = st.one_of(
    st.booleans(),
    st.integers(-(10**9), 10**9),
    st.floats(allow_nan=False, allow_infinity=False),
    names,
    st.text(st.characters(exclude_characters="\"'", exclude_categories=["Cs"]), max_size=8),
)
values = st.recursive(
    plain,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.builds(
            Spec,
            names,
            st.lists(inner, max_size=2).map(tuple),
            st.dictionaries(names, inner, min_size=1, max_size=3),
        ),
    ),
    max_leaves=8,
)


@given(names, st.lists(values, max_size=2), st.dictionaries(names, values, max_size=3))
def test_what_is_written_is_read_back(name: str, arguments: list[object], options: dict[str, object]) -> None:
    spec = Spec(name, tuple(arguments), options)
    assert parse(str(spec)) == spec


@given(st.text(max_size=30))
def test_any_text_is_read_or_explained(text: str) -> None:
    try:
        spec = parse(text)
    except SpecError:
        return
    assert parse(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("spades(players=3", r"at character 17: expected ',' or '\)', found the end"),
        ("spades(players=)", r"at character 16: expected a name or a value, found '\)'"),
        ("spades(players=3) x", "expected the end, found 'x'"),
        ("", "expected a name or a value, found the end"),
        ("7", "expected a name such as"),
        ("spades(players=3, players=4)", "'players' is given twice"),
        ("a(" * 60, "nested more than 50 deep"),
        ("spades(players=3, 4)", "expected an option as name=value"),
    ],
)
def test_malformed_text_says_where(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tictactoe", "did you mean 'tic-tac-toe'"),
        ("tic-tac-toe(size=4)", "tic-tac-toe has no option 'size'"),
        ("tic-tac-toe(3)", "takes options as name=value, not '3' alone"),
    ],
)
def test_a_game_that_cannot_be_made_says_why(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        kibitz.game(text)


PLAYERS = Option("players", 3, "how many play", 2, 4)
STOP = Option("stop", "own", "where to stop", choices=("own", "anywhere"))
BIDS = Option("bids", "play", "who bids", 0, 13, choices=("play", "none"), lists=True)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        (PLAYERS, 5, "players=5 is not allowed; give a whole number from 2 to 4"),
        (PLAYERS, 2.5, "give a whole number from 2 to 4"),
        (PLAYERS, True, "give a whole number from 2 to 4"),
        (PLAYERS, "three", "give a whole number from 2 to 4"),
        (STOP, "anywere", "give own, anywhere; did you mean 'anywhere'?"),
        (BIDS, [1, 14], "give play, none or a list of numbers from 0 to 13"),
        (BIDS, 3, "give play, none or a list of numbers from 0 to 13"),
    ],
)
def test_an_option_out_of_range_says_the_range(option: Option, value: object, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        fill("game", [option], {option.name: value})
    assert message in str(caught.value)


def test_defaults_are_filled_in() -> None:
    assert fill("game", [PLAYERS, STOP, BIDS], {"bids": [1, 2]}) == {"players": 3, "stop": "own", "bids": [1, 2]}


def test_words_that_look_like_values_are_quoted() -> None:
    assert [value_text(word) for word in ("true", "3", "a b", "MT")] == ['"true"', '"3"', '"a b"', "MT"]


def test_infinity_is_a_number() -> None:
    assert parse("safe(maxn, margin=inf)").options == {"margin": float("inf")}
    assert parse("x(low=-inf, word=info)").options == {"low": float("-inf"), "word": "info"}
    assert parse(str(Spec("x", (), {"a": "inf"}))).options == {"a": "inf"}
    searching = kibitz.search("safe(maxn(own=MT))", margin=float("inf"))
    assert kibitz.search(str(searching)) == searching


@pytest.mark.parametrize(
    ("none", "number", "printed"),
    [
        ("maxn(depth=none, nodes=none, seconds=none)", "maxn(depth=0, nodes=0, seconds=0)", "maxn"),
        ("m-star(depth=3, model_depth=none)", "m-star(depth=3, model_depth=0)", "m-star(depth=3, model_depth=none)"),
        ("mcts(depth=none, seconds=none)", "mcts(depth=0, seconds=0)", "mcts"),
        ("safe(maxn, margin=none)", "safe(maxn, margin=inf)", "safe(maxn, margin=none)"),
        ("clipped-minimax(within=none)", "clipped-minimax(within=1e300)", "clipped-minimax"),
        (
            "adaptive(candidates=MT, margin=none, depth=none)",
            "adaptive(candidates=MT, margin=inf)",
            "adaptive(candidates=MT)",
        ),
        ("model(score, depth=none)", "model(score, depth=0)", "score"),
    ],
)
def test_no_limit_is_none_and_the_old_number_is_read(none: str, number: str, printed: str) -> None:
    import kibitz
    from kibitz.words import as_stored

    made, old = kibitz.player(none), kibitz.player(number)
    assert made == old
    assert str(made) == str(old) == printed
    assert "none" not in as_stored(str(kibitz.search("sampled(m-star(depth=3, model_depth=none))").full_spec))
    assert "none" not in as_stored(str(made.full_spec)).replace("learner=none", "")


@pytest.mark.parametrize(
    ("none", "number"),
    [
        ("checkers(quiet=none, repetitions=none)", "checkers(quiet=0, repetitions=0)"),
        ("spades(bag_limit=none, limit=none)", "spades(bag_limit=0)"),
        ("hearts(limit=none)", "hearts"),
    ],
)
def test_games_take_none_too(none: str, number: str) -> None:
    import kibitz

    assert kibitz.game(none) == kibitz.game(number)
    assert str(kibitz.game(none).full_spec) == str(kibitz.game(number).full_spec)
    assert kibitz.game(str(kibitz.game(number))) == kibitz.game(none)


def test_none_is_refused_where_a_number_is_needed() -> None:
    import kibitz

    with pytest.raises(SpecError, match="worlds=none is not allowed; give a whole number from 1"):
        kibitz.player("adaptive(candidates=MT, worlds=none)")
    assert kibitz.search("maxn", depth=None) == kibitz.search("maxn")
