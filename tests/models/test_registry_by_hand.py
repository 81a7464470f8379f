"""What may be a model, under which name, and what is refused with which words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

import kibitz
from kibitz.errors import KibitzError, NotationError, SpecError
from kibitz.models.model import Model, Policy, Position
from kibitz.models.registry import model, model_from_json, register
from kibitz.specs import Spec


def named(text: str) -> type[Model]:
    """A kind of model with this name."""

    @dataclass(frozen=True, repr=False)
    class First(Model):
        name = text

        @classmethod
        def read(cls, spec: Spec) -> Model:
            return cls()

        def policy(self, position: Position) -> Policy:
            return {position.moves()[0]: 1.0}

        def __str__(self) -> str:
            return text

    return First


@pytest.mark.parametrize("name", ["score", "MT", "greedy", "Greedy"])
def test_names_of_wants_and_searches_are_taken(name: str) -> None:
    with pytest.raises(SpecError, match=f"'{name}' is a built-in name of Kibitz; choose another"):
        register(named(name))


@pytest.mark.parametrize("given", [3, 2.5, None, dict, kibitz.Random])
def test_what_is_no_function_is_no_model(given: object) -> None:
    with pytest.raises(KibitzError):
        model(given)


def test_a_function_is_a_model() -> None:
    def first(position: Position) -> Mapping[str, float]:
        return {position.moves()[0]: 1.0}

    assert model(first).policy(kibitz.game("tic-tac-toe").start())["a1"] == 1


@pytest.mark.parametrize("noise", [0, 0.25, 1, 1.0])
def test_a_model_may_move_at_random_sometimes_or_always(noise: float) -> None:
    assert model_from_json({"model": "greedy", "noise": noise}).noise == noise


@pytest.mark.parametrize("noise", [True, False, -0.1, 1.01, 2, "0.1", None, [0.1]])
def test_other_noise_is_refused(noise: Any) -> None:
    with pytest.raises(SpecError, match=r"noise=.* is not allowed; it must be a number from 0 to 1"):
        model_from_json({"model": "greedy", "noise": noise})


def test_a_kind_of_model_takes_the_fields_of_json_as_options() -> None:
    read = model_from_json({"wants": "strategy(men=60)", "depth": 3, "search": "paranoid", "ties": "left-high"})
    assert read == model("strategy(men=60, depth=3, search=paranoid, ties=left-high)")
    thinking = model_from_json({"wants": "rational", "depth": 2, "search": "maxn(ties=left-high)"})
    assert thinking == model("rational(depth=2, search=maxn(ties=left-high))")


@pytest.mark.parametrize("wants", [[["MT", 1, 2]], [{"a": 1, "b": 2}], ["MT"], [["MT"]], 5, {"MT": 1}])
def test_a_mixture_is_a_list_of_pairs(wants: Any) -> None:
    with pytest.raises(NotationError, match="a text, or a list of pairs of a weight and a model"):
        model_from_json({"wants": wants})
    read = model_from_json({"wants": [[3, {"wants": "MT"}], [1, {"wants": "mOT"}]]})
    assert [(round(share, 2), str(part)) for share, part in read.parts] == [(0.75, "MT"), (0.25, "mOT")]
