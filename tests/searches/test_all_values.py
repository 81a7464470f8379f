"""Every search is asked in one way for the exact values of all moves, and the option's old name is read."""

import re
import warnings

import pytest

import kibitz
from kibitz.arena.experiment import Experiment
from kibitz.errors import SpecError
from kibitz.searches.registry import REGISTRY

OLD = {
    "maxn(own=MT, exact=best, line=false)": "maxn(own=MT, values=best, line=false)",
    "paranoid(depth=4, exact=best)": "paranoid(depth=4, values=best)",
    "mp-mix(depth=3, exact=all)": "mp-mix(depth=3)",
}


@pytest.mark.parametrize("old", OLD)
def test_the_old_name_is_read_with_a_warning(old: str) -> None:
    name = old.partition("(")[0]
    said = f"{name}: the option 'exact' is called 'values' now; the old name will be removed in 0.3"
    with pytest.warns(DeprecationWarning, match=f"^{re.escape(said)}$") as told:
        search = kibitz.search(old)
    assert told[0].filename == __file__  # whoever wrote the old name is told, not we
    assert str(search) == OLD[old]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert kibitz.search(OLD[old]) == search


def test_what_is_exact_of_alpha_beta_keeps_its_name() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert str(kibitz.search("alpha-beta(exact=true)")) == "alpha-beta(exact=true)"


def test_both_names_at_once_are_refused() -> None:
    with pytest.raises(SpecError, match="maxn: exact is the old name of values; give one of them"):
        kibitz.search("maxn(exact=best, values=all)")


def test_a_wrong_value_names_the_new_option() -> None:
    with (
        pytest.warns(DeprecationWarning, match="called 'values' now"),
        pytest.raises(SpecError, match="maxn: values=true is not allowed; give all, best"),
    ):
        kibitz.search("maxn(exact=true)")


def test_results_are_kept_under_the_name_they_always_had() -> None:
    """Or a match that 0.1 began would not be found again."""
    assert "exact=all" in str(kibitz.search("maxn").full_spec)
    with pytest.warns(DeprecationWarning, match="called 'values' now"):
        old = Experiment.of("tic-tac-toe", ["maxn(depth=2, exact=best)"])
    assert old.identity == Experiment.of("tic-tac-toe", ["maxn(depth=2, values=best)"]).identity


@pytest.mark.parametrize("name", [name for name in REGISTRY if REGISTRY.kind(name).valuing_all])
def test_a_valued_search_gives_every_move_its_value(name: str) -> None:
    search = kibitz.search(name, depth=3).valued()
    assert not search.unaveraged
    assert search.valued() == search
    state = kibitz.game("checkers").start().play_all("11-15, 22-18, 15x22")
    found = search.analyse(state)
    assert set(found.values) == set(state.moves())
    for option, best in {"values": "best", "exact": False}.items():
        if option in search.options:
            assert kibitz.search(name, depth=3, **{option: best}).valued() == search


def test_others_value_every_move_anyway() -> None:
    search = kibitz.search("soft-maxn(own=mOT)")
    assert search.valued() is search


def test_a_baseline_is_asked_for_every_value() -> None:
    for spec in ("maxn(depth=2, values=best)", "paranoid(depth=2, values=best)", "mp-mix(depth=2, values=best)"):
        made = kibitz.search(f"safe(maxn(own=mOT), baseline={spec})")
        assert made.baseline(3).options["values"] == "all"  # type: ignore[attr-defined]
