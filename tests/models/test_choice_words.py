"""A choice in words: every number and every threshold, from the sentences that a person reads."""

import pytest

from kibitz.models.choice_words import EACH, errs_in, looks_ahead, what_it_values

COUNTED = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "11"]


@pytest.mark.parametrize(("count", "word"), list(enumerate(COUNTED, start=2)))
def test_small_numbers_are_words(count: int, word: str) -> None:
    assert errs_in(1 / count) == f"errs in one move of {word}"
    assert looks_ahead(count) == f"think {word} moves ahead"
    assert what_it_values({}, count) == f"makes any move, looks {word} plies ahead"


def test_one_ply_has_words_of_its_own() -> None:
    assert looks_ahead(1) == "think about the next move only"
    assert what_it_values({}, 1) == "makes any move, looks one ply ahead"


def test_who_errs_less_than_once_in_two_hundred_moves_hardly_errs() -> None:
    assert errs_in(0.005) == "errs in one move of 200"
    assert errs_in(0.00499) == ""
    assert errs_in(0.0) == ""


def test_who_errs_in_more_than_two_moves_of_three_errs_in_most() -> None:
    assert errs_in(0.66) == "errs in one move of two"  # 1.5 is rounded to 2
    assert errs_in(0.67) == "errs in most moves"
    assert errs_in(1.0) == "errs in most moves"


@pytest.mark.parametrize(
    ("ratio", "words"),
    [
        (1.0, "as high as"),
        (1.24, "as high as"),
        (1.25, "one and a half times as high as"),
        (1.74, "one and a half times as high as"),
        (1.75, "twice as high as"),
        (3.0, "three times as high as"),
        (4.0, "four times as high as"),
        (5.0, "five times as high as"),
        (6.0, "6 times as high as"),
    ],
)
def test_two_liked_features_are_compared(ratio: float, words: str) -> None:
    assert what_it_values({"men": 1.0, "kings": ratio}, 1).startswith(
        f"values men {words} kings" if ratio == 1 else f"values kings {words} men"
    )


def test_infinite_weights_are_not_compared() -> None:
    assert what_it_values({"men": float("inf"), "kings": float("inf")}, 1).startswith("values men as high as kings")


def test_the_largest_weights_are_named_first_whatever_their_sign() -> None:
    assert what_it_values({"a": 1, "b": -4}, 1) == "likes a, avoids b, looks one ply ahead"
    assert what_it_values({"a": 1, "b": 2, "c": 4}, 1) == "values c twice as high as b, likes a, looks one ply ahead"


def test_at_most_three_things_are_said_about_the_four_largest_weights() -> None:
    four = {"a": 8, "b": 4, "c": -3, "d": -2}
    assert what_it_values(four, 1) == "values a twice as high as b, avoids c, avoids d, looks one ply ahead"
    assert what_it_values({**four, "e": 1}, 1) == what_it_values(four, 1)
    alone = {"a": 8, "c": -4, "d": -3, "e": -2}
    assert what_it_values(alone, 1) == "likes a, avoids c, avoids d, looks one ply ahead"


def test_weights_below_a_twentieth_of_the_largest_are_not_mentioned() -> None:
    assert what_it_values({"a": 1, "b": 0.05}, 1) == "values a 20 times as high as b, looks one ply ahead"
    assert what_it_values({"a": 1, "b": 0.049}, 1) == "likes a, looks one ply ahead"
    assert what_it_values({"a": -1, "b": -0.05}, 1) == "avoids a, avoids b, looks one ply ahead"


def test_weights_of_zero_say_nothing() -> None:
    assert what_it_values({"a": 0.0}, 1) == "looks one ply ahead"


def test_features_of_other_players_say_whose_they_are() -> None:
    whose = [
        "of the next player",
        *(f"of the {each} player after it" for each in ("second", "third", "fourth", "fifth")),
    ]
    for begins, words in zip(EACH, whose, strict=True):
        assert what_it_values({f"{begins}open_lines": 1}, 1) == f"likes open lines {words}, looks one ply ahead"
    assert what_it_values({"others_men": -1}, 1) == "avoids men of the others, looks one ply ahead"
    assert what_it_values({"back_row": 1}, 1) == "likes back row, looks one ply ahead"
