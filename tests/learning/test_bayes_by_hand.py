"""Everything that a belief says besides its posterior, on numbers that can be worked out by hand."""

from math import exp, inf, log

import pytest

import kibitz
from kibitz.errors import KibitzError, SpecError
from kibitz.learning.bayes import LEAST, Bayes, log_sum, noise_prior, predicted
from kibitz.models.prediction import predict_from_view
from kibitz.searches.clocks import clock_decided, clock_decisions

SPADES = kibitz.game("spades(players=3, cards=5, bids=[1, 2, 1], open=true)")


def joint(belief: Bayes) -> list[float]:
    return [exp(each) for each in belief.joint]


def test_a_sum_of_nothing_is_nothing() -> None:
    assert log_sum([-inf, -inf]) == -inf
    assert log_sum([-inf, 0.0]) == 0.0


def test_a_prediction_that_a_clock_decided_says_so_each_time() -> None:
    def hurried(position: kibitz.State) -> dict[str, float]:
        clock_decided()
        return dict.fromkeys(position.moves(), 1.0)

    state, before = SPADES.start(3), clock_decisions()
    predicted(kibitz.model("MT"), state)
    assert clock_decisions() == before
    in_a_hurry = kibitz.model(hurried)
    predicted(in_a_hurry, state)
    once = clock_decisions()
    assert once > before
    predicted(in_a_hurry, state)  # remembered now
    assert clock_decisions() > once


def test_views_are_searched_in_twenty_worlds_of_their_own() -> None:
    view = kibitz.game("spades(players=3, cards=5, bids=[1, 2, 1])").start(3).view(0)
    expected = predict_from_view("mOT", view, worlds=20, seed=1)
    assert predicted(kibitz.model("mOT"), view) == expected
    belief = Bayes(["mOT"], noise=0.1)
    move = max(expected, key=lambda each: expected[each])
    assert belief.see(view, move).log_likelihood == pytest.approx(log(0.9 * expected[move] + 0.1 / len(expected)))
    assert belief.expects(view)[move] == pytest.approx(0.9 * expected[move] + 0.1 / len(expected))


LEVELS = {0.0: 0.03, 0.1: 0.04, 0.2: 0.5, 0.4: 0.385, 0.6: 0.045}  # 0.03, 0.07, 0.57, 0.955, 1 so far


@pytest.mark.parametrize(
    ("share", "expected"),
    [(0.9, (0.1, 0.4)), (0.5, (0.2, 0.4)), (0.92, (0.1, 0.6)), (0.95, (0.0, 0.6)), (0.999, (0.0, 0.6))],
)
def test_the_range_of_the_noise_leaves_out_at_most_half_of_the_rest_at_each_end(
    share: float, expected: tuple[float, float]
) -> None:
    belief = Bayes(["MT"], noise=LEVELS)
    assert belief.error_range(share) == expected
    assert belief.error_range() == belief.error_range(0.9)


def test_a_level_at_the_limit_is_left_out_below_and_taken_in_above() -> None:
    assert Bayes(["MT"], noise=[0.0, 0.1, 0.2, 0.3]).error_range(0.5) == (0.1, 0.2)


def test_the_whole_range_ends_with_the_last_level_whatever_is_lost_by_rounding() -> None:
    for count in range(2, 30):
        levels = [number / 40 for number in range(count)]
        assert Bayes(["MT"], noise=levels).error_range(1.0) == (0.0, levels[-1])


@pytest.mark.parametrize(
    ("noise", "words"),
    [
        (0.2, ""),
        ({0.0: 1000.0, 0.1: 1.0}, "hardly ever errs"),
        ([0.1, 0.3], "errs in about one move in five (10% to 30%)"),
        ({0.0: 11.0, 0.1: 9.0}, "errs in about one move in 22 (0% to 10%)"),
    ],
)
def test_errors_in_words(noise: float | list[float] | dict[float, float], words: str) -> None:
    assert Bayes(["MT"], noise=noise).errs == words


def test_weights_alone_are_no_more_noise() -> None:
    assert noise_prior([0.1, 0.3]) == noise_prior({0.1: 7.0, 0.3: 7.0}) == {0.1: 0.5, 0.3: 0.5}


def test_the_noise_levels_that_are_learned() -> None:
    assert noise_prior("learned") == pytest.approx({0.0: 2 / 3, **dict.fromkeys((0.05, 0.1, 0.2, 0.4, 0.6), 1 / 15)})


def test_infinite_weights_are_refused() -> None:
    with pytest.raises(SpecError, match="noise="):
        Bayes(["MT"], noise={0.1: inf})
    with pytest.raises(SpecError, match="a finite weight"):
        Bayes(["MT"], prior=[inf])


def test_what_a_memory_knew_is_multiplied_with_the_prior() -> None:
    belief = Bayes(["MT", "mOT"], prior=[3, 1], noise={0.1: 1.0, 0.3: 3.0})
    weights = {"noisy(MT, 0.1)": 0.2, "noisy(MT, 0.3)": 0.1, "noisy(mOT, 0.1)": 0.8, "noisy(mOT, 0.3)": 0.0}
    products = [3 * 0.2, 3 * 3 * 0.1, 0.8, 3 * LEAST]
    found = belief.remembered(weights, "Ann")
    assert joint(found) == pytest.approx([each / sum(products) for each in products])
    assert found.prior == belief.prior


def test_with_fixed_noise_the_nearest_level_of_a_memory_counts() -> None:
    weights = {"noisy(MT, 0.1)": 0.9, "noisy(MT, 0.3)": 0.1, "noisy(mOT, 0.1)": 0.3, "noisy(mOT, 0.3)": 0.3}
    for noise, expected in ((0.12, 0.75), (0.25, 0.25)):
        found = Bayes(["MT", "mOT"], noise=noise).remembered(weights, "Ann")
        assert found.posterior["MT"] == pytest.approx(expected)


@pytest.mark.parametrize(("noise", "names"), [(0.1, ["MT", "mOT"]), ([0.1, 0.3], None)])
def test_what_was_learned_since_is_the_likelihood_of_the_moves_since(
    noise: float | list[float], names: list[str] | None
) -> None:
    before = Bayes(["MT", "mOT"], noise=noise).weigh([0.1, 0.9], 3)
    shares, moves = before.weigh([0.8, 0.2], 3).weigh([0.6, 0.3], 3).learned_since(before)
    assert moves == 2
    expected = [0.48 / 0.54, 0.06 / 0.54]
    if names is None:  # two levels for each
        names = ["noisy(MT, 0.1)", "noisy(MT, 0.3)", "noisy(mOT, 0.1)", "noisy(mOT, 0.3)"]
        expected = [each / 2 for each in expected for _ in range(2)]
    assert shares == pytest.approx(dict(zip(names, expected, strict=True)))


def test_what_is_ruled_out_keeps_a_little_in_a_memory() -> None:
    state = SPADES.start(3)
    shares = kibitz.predict("MT", state)
    never = min(shares, key=lambda move: shares[move])
    assert shares[never] == 0
    before = Bayes(["MT"], noise=[0, 0.3])
    gained, _ = before.see(state, never).learned_since(before)
    assert gained["noisy(MT, 0.0)"] == pytest.approx(LEAST)
    assert gained["noisy(MT, 0.3)"] == pytest.approx(1)


def spoken() -> Bayes:
    belief = Bayes(["MT", "mOT"], noise=0.1)
    for number, likelihoods in enumerate([[0.8, 0.2], [0.5, 0.5], [0.9, 0.3], [0.2, 0.4], [0.3, 0.4]]):
        belief = belief.weigh(likelihoods, 3, f"position {number}", f"move {number}")
    return belief


def test_reasons_are_the_moves_that_spoke_the_strongest_first() -> None:
    told = spoken().told()
    assert told.shares == spoken().posterior
    assert told.reasons == (
        "for most-tricks: move 0 (its decision 1) was 1.6 times as likely as expected",
        "for most-tricks: move 2 (its decision 3) was 1.2 times as likely as expected",
        "against most-tricks: move 3 (its decision 4) was 0.93 times as likely as expected",
        "against most-tricks: move 4 (its decision 5) was 0.95 times as likely as expected",
    )
    assert [each.move for each in spoken().evidence("MT", most=1)[0]] == ["move 0"]


def test_the_24_most_telling_moves_are_kept() -> None:
    belief = Bayes(["MT", "mOT"], noise=0.1)
    for number in range(40):
        belief = belief.weigh([0.5, 0.5 + 0.01 * number], 3, "", str(number))
        assert len(belief.sightings) == min(number + 1, 24)
    assert [each.move for each in belief.sightings] == list(map(str, range(16, 40)))


def test_three_moves_are_named_for_and_three_against() -> None:
    belief = Bayes(["MT", "mOT"], noise=0.1)
    for likelihoods in [[0.8, 0.4], [0.4, 0.8]] * 6:
        belief = belief.weigh(likelihoods, 3)
    assert [len(side) for side in belief.evidence("MT")] == [3, 3]
    assert len(belief.told().reasons) == 6
    assert len(belief.told(most=5).reasons) == 10


def test_beliefs_are_equal_whatever_the_positions_were_called() -> None:
    belief = Bayes(["MT", "mOT"], noise=0.1)
    assert belief.weigh([0.8, 0.4], 3, "one", "a") == belief.weigh([0.8, 0.4], 3, "another", "b")


def test_mean_log_probabilities() -> None:
    assert Bayes(["MT"]).log_score == Bayes(["MT"]).log_score_of_a_guess == 0.0
    belief = Bayes(["MT"], noise=0.1).weigh([0.5], 2).weigh([0.25], 8)
    assert belief.log_score == pytest.approx((log(0.5) + log(0.25)) / 2)
    assert belief.log_score_of_a_guess == pytest.approx(-(log(2) + log(8)) / 2)


def test_a_single_candidate_is_expected_to_do_what_it_does() -> None:
    state = SPADES.start(3)
    assert Bayes(["MT"], noise=0.2).expects(state) == pytest.approx(kibitz.predict("noisy(MT, 0.2)", state))


def test_the_likelihood_in_a_world_is_that_of_the_last_move_only() -> None:
    state = SPADES.start(3)
    belief = Bayes(["MT"], noise=0.2).weigh([0.25], 4)
    seen, told = belief.in_world(state, state.moves()[0])
    assert told == pytest.approx(log(kibitz.predict("noisy(MT, 0.2)", state)[state.moves()[0]]))
    assert seen.moves == 2


def test_beliefs_of_worlds_are_averaged_by_weight() -> None:
    first, second = (Bayes(["MT", "mOT"], prior=prior, noise=0.1) for prior in ([1, 1], [9, 1]))
    found = first.averaged([first, second], [log(0.25), log(0.75)])
    assert found.posterior["MT"] == pytest.approx(0.25 * 0.5 + 0.75 * 0.9)


@pytest.mark.parametrize("likelihoods", [[inf, 0.5], [0.5, -0.1], [0.5, 0.5, 0.5]])
def test_likelihoods_are_finite_and_one_for_each(likelihoods: list[float]) -> None:
    with pytest.raises(KibitzError, match="above 0 for every candidate"):
        Bayes(["MT", "mOT"]).weigh(likelihoods, 2)
