"""Old imports: found where they were, the same modules as the new ones, with a warning that says where those are."""

import importlib
import re
import subprocess
import sys
import warnings

import pytest

from kibitz.moved import MOVED, find_moved


def imported(name: str, monkeypatch: pytest.MonkeyPatch) -> object:
    """Import a module as if for the first time."""
    for known in list(sys.modules):
        if known == name or known.startswith(f"{name}."):
            monkeypatch.delitem(sys.modules, known)
    return importlib.import_module(name)


@pytest.mark.parametrize(("old", "new"), MOVED.items())
def test_an_old_name_is_the_new_module_with_a_warning(old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if old.endswith("evolution.genome"):
        pytest.importorskip("neat")
    said = f"{old} has moved to {new}; the old name will be removed in 0.3"
    with pytest.warns(DeprecationWarning, match=f"^{re.escape(said)}$"):
        found = imported(old, monkeypatch)
    if old != "kibitz.learning.evolution":  # an old package stays empty but for its modules
        assert found is importlib.import_module(new)


def test_the_warning_points_at_the_import() -> None:
    code = "import kibitz\nfrom kibitz.searches.guess_it_exact import equilibrium\nprint(equilibrium(1).value)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.startswith("<string>:2: DeprecationWarning: kibitz.searches.guess_it_exact has moved to")
    assert float(done.stdout) == 0.5


def test_modules_of_an_old_package_are_not_loaded_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.warns(DeprecationWarning, match=r"^kibitz\.learning\.evolution has moved"):
        package = imported("kibitz.learning.evolution", monkeypatch)
    with pytest.warns(DeprecationWarning, match=r"^kibitz\.learning\.evolution\.run has moved"):
        importlib.import_module("kibitz.learning.evolution.run")
    assert vars(package)["run"] is importlib.import_module("kibitz.specialists.guess_it.evolution.run")


def test_new_names_do_not_warn_and_unknown_ones_are_not_found() -> None:
    find_moved()  # once more changes nothing
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for new in MOVED.values():
            if not new.endswith("genome"):
                importlib.import_module(new)
        with pytest.raises(ModuleNotFoundError, match=r"kibitz\.searches\.guess_it"):
            importlib.import_module("kibitz.searches.guess_it")


def test_a_class_with_a_new_name_is_found_by_its_old_one() -> None:
    from kibitz.specialists.guess_it import plans

    said = (
        r"^kibitz\.specialists\.guess_it\.plans\.Table has moved to kibitz\.specialists\.guess_it\.plans\.TabledPlan;"
    )
    with pytest.warns(DeprecationWarning, match=said):
        assert plans.Table is plans.TabledPlan
    with pytest.raises(AttributeError, match="has no attribute 'Tables'"):
        _ = plans.Tables
