"""Models as text and as JSON, there and back, and what is refused."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.errors import KibitzError, NotationError, SpecError
from kibitz.models.mixed import Mixed
from kibitz.models.model import Model
from kibitz.models.noisy import Noisy, noisy
from kibitz.models.registry import model, model_from_json
from kibitz.models.want_seeker import Rational, Seeker
from kibitz.wants.evaluation import Evaluation
from kibitz.wants.mixture import Mixture
from kibitz.wants.preference import Preference
from kibitz.wants.registry import want
from kibitz.wants.want import Want

FINITE = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-100, 100)
NAMED = ["MT", "mOT", "ML", "generic", "win", "placement", "spite", "score"]
LISTED = ["mOT(missed=indifferent)", "generalise(MT, mOT)", "order(odd, [1, 3], [3, 2])"]
WANTS: st.SearchStrategy[Want] = st.one_of(
    st.sampled_from(NAMED + LISTED).map(want),
    st.dictionaries(st.sampled_from(["men", "kings", "depth", "back_row"]), FINITE, min_size=1, max_size=3).map(
        Evaluation
    ),
    st.just(Evaluation()),
)
LOOKS = {
    "search": st.sampled_from(["", "paranoid", "maxn(ties=left-high, seed=3)"]),
    "depth": st.integers(0, 200),
    "ties": st.sampled_from(["even", "left-low", "left-high"]),
}
NOISE = st.sampled_from([0.0, 1.0]) | st.floats(0, 1)
PLAIN = st.builds(noisy, st.builds(Seeker, WANTS, **LOOKS) | st.builds(Rational, **LOOKS), NOISE)
THINKING = st.builds(noisy, st.builds(Seeker, WANTS, **LOOKS, others=PLAIN), NOISE)
SEARCHED = st.sampled_from(["greedy", "random", "mcts(simulations=200)", "always-bluff"]).map(model)
ONE = st.one_of(PLAIN, THINKING, st.builds(Seeker, WANTS), SEARCHED)
MIXED = st.lists(st.tuples(st.floats(1e-6, 1e6), ONE), min_size=2, max_size=4).map(
    lambda parts: Mixed(Mixture(tuple(parts)))
)
MODELS = ONE | MIXED | st.builds(noisy, MIXED, st.floats(0, 1))


@settings(max_examples=400, deadline=None)
@given(MODELS)
def test_there_and_back_as_json(given: Model) -> None:
    assert model_from_json(given.to_json()) == given
    assert model_from_json(json.loads(given.to_json())) == given


@settings(max_examples=400, deadline=None)
@given(ONE)
def test_there_and_back_as_text(given: Model) -> None:
    assert model(str(given)) == given
    assert hash(model(str(given))) == hash(given)


@settings(max_examples=200, deadline=None)
@given(MIXED)
def test_mixtures_there_and_back_as_text(given: Model) -> None:
    assert model(str(given)) == given


@pytest.mark.parametrize(
    ("text", "wants", "others"),
    [
        ("MT", "MT", None),
        ("MT_mOT", "MT", "mOT"),
        ("mOT_generic", "mOT", "generic"),
        ("score_MT", "score", "MT"),
        ("model(mOT(missed=indifferent), others=MT)", "mOT(missed=indifferent)", "MT"),
    ],
)
def test_x_y_of_the_paper(text: str, wants: str, others: str | None) -> None:
    read = kibitz.model(text)
    assert isinstance(read, Seeker)
    assert str(read.wants) == wants
    assert (str(read.others) if read.others else None) == others
    assert str(read) == text


def test_noise_adds_up() -> None:
    assert model("noisy(noisy(MT, 0.5), 0.5)").noise == 0.75


def test_noise_may_be_all_or_nothing() -> None:
    assert [Noisy(model("MT"), share).noise for share in (0, 0.0, 1, 1.0)] == [0, 0, 1, 1]


def test_a_mixture_of_one_part_is_that_part() -> None:
    assert model("mixture(MT_mOT=3)") == model("MT_mOT")


def test_wants_of_a_mixture_come_together() -> None:
    mixed = model("mixture([mixture(mOT=1, ML=1), 2], MT_mOT=1, MT=1)").wanted()
    assert {str(wanted): weight for weight, wanted in mixed.parts} == {"mOT": 0.25, "ML": 0.25, "MT": 0.5}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("MTT", "there is no model 'MTT'"),
        ("MT_mot", "there is no model 'mot'"),
        ("strategy(3)", "feature=weight"),
        ("strategy(men=heavy)", "finite"),
        ("strategy(men=1, depth=-1)", "1 to 200"),
        ("rational(4)", "name=value"),
        ("rational(deep=4)", "no option 'deep'"),
        ("noisy(MT)", "the share of random moves"),
        ("noisy(MT, 2)", "from 0 to 1"),
        ("noisy(MT, often)", "the share of random moves"),
        ("mixture(MT=-1)", "not a weight"),
        ("mixture", "above 0"),
        ("model(MT, ties=random)", "even, left-low"),
        ("model(MT, mOT)", "wants one thing"),
    ],
)
def test_wrong_models_say_why(text: str, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        kibitz.model(text)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("{", "not JSON"),
        ("[]", "field 'wants'"),
        ('{"want": "MT"}', "field 'wants'"),
        ('{"wants": 3}', "a text, or a list of pairs"),
        ('{"wants": "MT", "deep": 3}', "no field 'deep'"),
        ('{"wants": "MT", "search": 3}', "field 'search'"),
    ],
)
def test_wrong_json_says_why(source: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        model_from_json(source)


@pytest.mark.parametrize(
    "source",
    ['{"wants": "MT", "noise": NaN}', '{"wants": [[Infinity, {"wants": "MT"}]]}', '{"wants": "evaluation(men=inf)"}'],
)
def test_numbers_that_are_not_finite_are_refused(source: str) -> None:
    with pytest.raises(SpecError, match="number"):
        model_from_json(source)


def test_what_was_made_in_code_is_not_written() -> None:
    made = Seeker(Preference("fewest", lambda outcome, seat, goals: -outcome[seat]))
    with pytest.raises(KibitzError, match="made in code"):
        made.to_json()


def test_a_mixture_does_not_look_itself() -> None:
    with pytest.raises(SpecError, match="a mixture has no search of its own"):
        model_from_json('{"wants": [[1, {"wants": "MT"}], [1, {"wants": "mOT"}]], "depth": 3}')


def test_the_constructor_of_0_1_says_what_to_write_now() -> None:
    for wanted in ((want("MT"),), ()):
        with pytest.raises(SpecError, match=r"Write kibitz.model\('MT_mOT'\).*Seeker\(wants, others=...\)"):
            Model(*wanted)  # type: ignore[abstract]


def test_a_search_that_plays_cards_bids_as_is_usual() -> None:
    state = kibitz.game("spades(open=true)").start(4)
    usual = state.game.usual_bid(state)  # type: ignore[attr-defined]
    for spec in ("maxn(own=mOT)", "mcts(simulations=20)"):
        assert kibitz.model(spec).policy(state)[usual] == 1.0
