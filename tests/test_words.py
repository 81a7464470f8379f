"""Words with two spellings: both are read everywhere, and what is stored under either is the same."""

import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import kibitz
from kibitz.arena.experiment import Experiment
from kibitz.models.registry import model_from_json
from kibitz.searches.registry import REGISTRY as SEARCHES
from kibitz.words import LETTERS, RENAMED, in_letters, in_words

IDENTITIES = [  # as experiments with a core called "a core" had them before any name changed
    (
        "8fc7f68b762d9850c57f869b2425b5c5",
        "checkers",
        ["destroyed(plies=3, within=20, outside=clamp)", "expecting(destroyed(plies=2), plies=4)"],
        ["clipped-minimax(plies=3, within=20, outside=clamp)", "m-star-with(clipped-minimax(plies=2), plies=4)"],
    ),
    (
        "0e53ce4ee08283fbc06d5ee8cdb0ec13",
        "spades(cards=5, open=true)",
        ["maxn(own=mOT, others=[MT, ML])", "MT_mOT", "adaptive(own=mOT, candidates=[MT, mOT_MT, ML])"],
        [
            "maxn(own=fewest-overtricks, others=[most-tricks, most-opponents-set])",
            "most-tricks_fewest-overtricks",
            "adaptive(own=fewest-overtricks, candidates=[most-tricks, fewest-overtricks_most-tricks, "
            "most-opponents-set])",
        ],
    ),
    (
        "20cd55deaa9bfaf61f6fdefee77d9602",
        "spades(cards=5, open=true)",
        [
            "prob-maxn(own=mOT, others=mixture(MT=0.5, mOT=0.5))",
            "noisy(mixture(MT=0.5, mOT=0.5), 0.05)",
            "safe(maxn(own=mOT(missed=indifferent)), margin=1e300)",
        ],
        [
            "prob-maxn(own=fewest-overtricks, others=mixture(most-tricks=0.5, fewest-overtricks=0.5))",
            "noisy(mixture(most-tricks=0.5, fewest-overtricks=0.5), 0.05)",
            "safe(maxn(own=fewest-overtricks(missed=indifferent)), margin=1e300)",
        ],
    ),
    (
        "6405e2d951569d4f33322d27e9a681da",
        "checkers",
        [
            "model(evaluation(men=1), search=destroyed(plies=2))",
            "adaptive(candidates=[destroyed(plies=2)])",
            "safe(m-star(depth=3), baseline=destroyed(plies=3), margin=2)",
        ],
        [
            "model(evaluation(men=1), search=clipped-minimax(plies=2))",
            "adaptive(candidates=[clipped-minimax(plies=2)])",
            "safe(m-star(depth=3), baseline=clipped-minimax(plies=3), margin=2)",
        ],
    ),
]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(("identity", "game", "old", "new"), IDENTITIES)
def test_results_are_stored_under_what_they_always_were(
    identity: str, game: str, old: list[str], new: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.arena.experiment.core_signature", lambda: "a core")
    assert Experiment.of(game, old, seed=1).identity == identity
    assert Experiment.of(game, new, seed=1).identity == identity
    assert [kibitz.player(each) for each in old] == [kibitz.player(each) for each in new]


@pytest.mark.parametrize(("letters", "word"), LETTERS.items())
def test_a_word_means_what_the_letters_of_the_paper_mean(letters: str, word: str) -> None:
    assert kibitz.model(word) == kibitz.model(letters)
    assert model_from_json(f'{{"wants": "{word}"}}') == model_from_json(f'{{"wants": "{letters}"}}')
    assert kibitz.search("maxn", own=word) == kibitz.search("maxn", own=letters) == kibitz.search(f"maxn(own={word})")
    assert kibitz.Bayes([word, "generic"]).candidates == kibitz.Bayes([letters, "generic"]).candidates
    assert in_letters(in_words(letters)) == letters


@pytest.mark.parametrize(("old", "new"), RENAMED.items())
def test_an_old_name_of_a_search_warns_and_is_the_new_search(old: str, new: str) -> None:
    said = f"'{old}' is called '{new}' now; the old name will be removed in 0.3"
    inner = "(greedy)" if new == "m-star-with" else ""
    for made in (kibitz.search, kibitz.player, kibitz.model):
        with pytest.warns(DeprecationWarning, match=f"^{re.escape(said)}$") as told:
            found = made(f"{old}{inner}")
        assert {warning.filename for warning in told} == {__file__}
        assert found == made(f"{new}{inner}")
    with pytest.warns(DeprecationWarning, match=re.escape(new)):
        assert SEARCHES.kind(old) is SEARCHES.kind(new)
    assert new in SEARCHES
    assert old not in SEARCHES


def test_the_command_line_says_the_new_name() -> None:
    command = [sys.executable, "-m", "kibitz.cli", "searches", "destroyed"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    said = "warning: 'destroyed' is called 'clipped-minimax' now; the old name will be removed in 0.3"
    assert " ".join(done.stderr.split()) == said
    assert done.stdout.startswith("clipped-minimax: ")


def test_texts_in_quotes_stay_as_they_are(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        memory = tmp_path / "destroyed.db"
        spec = f'adaptive(candidates=[MT, mOT], memory="{memory}")'
        assert kibitz.player(spec).options["memory"] == str(memory)
        assert in_words(f'adaptive(candidates=MT, memory="{tmp_path}/MT")').endswith('/MT")')


def test_nobody_can_register_a_word_that_is_taken() -> None:
    for word in LETTERS.values():
        with pytest.raises(kibitz.SpecError, match="cannot be the name of a player"):

            @kibitz.register
            class Own(kibitz.Player):
                name = word

                def policy(self, view: object) -> dict[str, float]:
                    return {}
