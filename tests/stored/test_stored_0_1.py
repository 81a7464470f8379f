"""What people stored with a development version of 0.1.0 is read by every later version, and says the same.

The samples in ``0.1`` were written by such a version (``write_0_1.py`` says how) and are never written again. A test
that fails here is a break for somebody who has such a file: mend the code, not the sample. A new name may print
differently and an old one may warn, so specifications and players are compared as objects and not as text.
"""

import csv
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import listed_0_1 as listed
import pytest

import kibitz
from kibitz.cli import main
from kibitz.games.registry import REGISTRY as GAMES
from kibitz.players.loading import load
from kibitz.players.registry import REGISTRY as PLAYERS
from kibitz.searches.registry import REGISTRY as SEARCHES

SAMPLES = Path(__file__).parent / "0.1"
GONE_IN = re.compile(r"\d+\.\d+")
"""A version, as a warning about an old name says when it goes."""

pytestmark = pytest.mark.filterwarnings("default::DeprecationWarning")


def sample(name: str) -> Any:
    return json.loads((SAMPLES / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the samples to work in, with the user's own game and players known while these tests run."""
    copied = tmp_path_factory.mktemp("stored") / "0.1"
    shutil.copytree(SAMPLES, copied)
    with pytest.MonkeyPatch.context() as patch:
        for registry in (GAMES, PLAYERS):
            patch.setattr(registry, "_rows", dict(registry))
        patch.chdir(copied)
        load("own.py")
        yield copied


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What the command line prints."""

    def run(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["kibitz", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        assert not ended.value.code, printed.err
        return printed.out

    return run


def make(kind: str, spec: str) -> Any:
    from kibitz.wants.registry import want

    makers: dict[str, Callable[[str], Any]] = {"want": want, "game": kibitz.game, "search": kibitz.search}
    return (makers | {"model": kibitz.model, "player": kibitz.player})[kind](spec)


def position(name: str) -> Any:
    game, seed, moves, seen = listed.POSITIONS[name]
    state = kibitz.game(game).start(seed)
    state = state.play_all(moves) if moves else state
    return state.view(state.to_move) if seen else state


# Specifications.


@pytest.mark.parametrize("row", sample("specifications.json"), ids=lambda row: f"{row['kind']} {row['spec'][:60]}")
def test_a_specification_is_read_and_printed(row: dict[str, str]) -> None:
    made = make(row["kind"], row["spec"])
    assert make(row["kind"], row["printed"]) == made
    assert make(row["kind"], str(made)) == made


@pytest.mark.parametrize(("kind", "first", "second"), listed.EQUAL)
def test_two_texts_of_the_same_are_equal(kind: str, first: str, second: str) -> None:
    assert make(kind, first) == make(kind, second)


@pytest.mark.parametrize("kind", ["game", "search", "player"])
def test_every_name_is_listed_or_warns(kind: str) -> None:
    """A name that is not listed any more says in a warning which is, and with which version the old one goes."""
    registries: dict[str, Iterable[str]] = {"game": GAMES, "search": SEARCHES, "player": PLAYERS}
    now = set(registries[kind])
    specs = [row["spec"] for row in sample("specifications.json") if row["kind"] == kind]
    for name in sample("names.json")[kind]:
        if name in now:
            continue
        spec = next(each for each in specs if re.match(rf"{re.escape(name)}\b(?!-)", each))
        with pytest.warns(DeprecationWarning, match=GONE_IN) as told:
            make(kind, spec)
        assert any(other in str(warning.message) for warning in told for other in now), name


@pytest.mark.parametrize("row", sample("analyses.json"), ids=lambda row: f"{row['search'][:60]} {row['position']}")
def test_a_search_chooses_the_same_moves(row: dict[str, Any]) -> None:
    analysis = kibitz.search(row["search"]).analyse(position(row["position"]))
    assert list(analysis.best) == row["best"]
    assert [analysis.choose(seed) for seed in range(4)] == row["drawn"]


@pytest.mark.parametrize("row", sample("predictions.json"), ids=lambda row: f"{row['model'][:60]} {row['position']}")
def test_a_model_predicts_the_same(row: dict[str, Any]) -> None:
    assert dict(kibitz.predict(row["model"], position(row["position"]))) == pytest.approx(row["shares"], abs=1e-9)


@pytest.mark.parametrize("row", sample("played.json"), ids=lambda row: f"{row['game']} {row['seed']}")
def test_players_play_the_same_game(row: dict[str, Any]) -> None:
    players = [kibitz.player(each) for each in row["players"]]
    played = kibitz.play_game(kibitz.game(row["game"]), players, row["seed"])
    assert list(played.moves) == row["moves"]
    assert list(played.scores) == row["scores"]


# Imports.


def test_names_that_the_documentation_shows_are_imported() -> None:
    """In a process of its own, so that nothing is there because another test asked for it.

    An old name may warn; the warning then says the new one and with which version the old one goes.
    """
    code = """
import importlib, json, sys, warnings
missing, told = [], []
for module, name in json.load(sys.stdin):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            found = importlib.import_module(module)
            if name:
                getattr(found, name)
        except (ImportError, AttributeError) as error:
            missing.append(f"{module} {name}: {error}")
    told += [str(each.message) for each in caught if each.category is DeprecationWarning and "kibitz" in str(each)]
json.dump([missing, told], sys.stdout)
"""
    pairs = json.dumps([pair[:2] for pair in sample("imports.json")])
    done = subprocess.run([sys.executable, "-c", code], input=pairs, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    missing, told = json.loads(done.stdout)
    assert missing == []
    assert [each for each in told if not (GONE_IN.search(each) and "kibitz." in each)] == []


# Models.


@pytest.mark.parametrize("row", sample("models.json"), ids=lambda row: row["spec"][:60])
def test_a_model_is_read_from_json(row: dict[str, str]) -> None:
    from kibitz.models.registry import model_from_json

    found = model_from_json(row["json"])
    assert found == kibitz.model(row["spec"])
    assert model_from_json(found.to_json()) == found


@pytest.mark.parametrize(
    ("file", "game"), [("strategy", "checkers"), ("preference", "spades(cards=5, open=true)")], ids=str
)
def test_a_learned_model_is_read_and_plays(file: str, game: str, answer: Callable[..., str]) -> None:
    from kibitz.models.stored import read_model

    path = f"learned/{file}.json"
    model = read_model(path, kibitz.game(game))
    assert model == kibitz.model(sample(path)["model"])
    match = json.loads(answer("match", game, path, "random", "--deals", "1", "--jobs", "1", "--json"))
    assert kibitz.player(match["players"][0]) == kibitz.player(str(model))


def test_the_learned_strategy_weighs_what_it_weighed() -> None:
    from kibitz.models.stored import read_model

    saved = sample("learned/strategy.json")
    model: Any = read_model("learned/strategy.json", kibitz.game("checkers"))
    assert model.depth == saved["depth"] == 2
    weights = model.wants.weights
    assert {name: weights.get(name, 0) for name in saved["weights"]} == pytest.approx(saved["weights"])


EVOLVED = ["control", "decision", "ids-moves", "predictor", "total-control"]


@pytest.mark.parametrize("task", EVOLVED)
def test_an_evolved_player_is_read(task: str) -> None:
    """What they play is kept with the games above."""
    from kibitz.specialists.guess_it.network_player import read_network

    assert json.loads(json.dumps(read_network(f"evolved-{task}.json").data())) == sample(f"evolved-{task}.json")


def test_an_identifier_is_read(answer: Callable[..., str], tmp_path: Path) -> None:
    from kibitz.specialists.guess_it.network_player import read_network

    few = ["--population", "4", "--generations", "1", "--seed", "1", "--option", "champion=best"]
    out = tmp_path / "decision.json"
    answer("evolve", "decision", "--identifier", "evolved-identifier.json", *few, "--out", str(out))
    assert read_network(out).data()["identifier"] == read_network("evolved-decision.json").data()["identifier"]


def test_a_checkpoint_goes_on_or_is_refused(tmp_path: Path) -> None:
    """Evolution may have changed since: then a sentence says so, and the file stays."""
    file = tmp_path / "checkpoint"
    shutil.copy(SAMPLES / "id-only.checkpoint", file)
    size = ["--population", "4", "--generations", "1", "--seed", "3", "--out", str(tmp_path / "id-only.json")]
    command = [sys.executable, "-c", "from kibitz.cli import main; main()", "evolve", "id-only", *size]
    done = subprocess.run([*command, "--checkpoint", str(file)], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    if done.returncode == 0:
        assert json.loads((tmp_path / "id-only.json").read_text())["kind"] == "network"
    else:
        assert "checkpoint" in done.stderr
        assert file.read_bytes() == (SAMPLES / "id-only.checkpoint").read_bytes()


# States and records.


@pytest.mark.parametrize("row", sample("states.json"), ids=lambda row: f"{row['game'][:40]} {row['text'][:30]}")
def test_a_state_is_read_from_text_and_json(row: dict[str, Any]) -> None:
    game = kibitz.game(row["game"])
    state = game.parse(row["text"])
    assert str(state) == row["text"]
    assert game.from_json(row["json"]) == state
    assert game.from_json(state.to_json()) == state
    assert (state.to_move, state.moves(), state.over) == (row["to_move"], row["moves"], row["over"])
    assert [list(state.scores), list(state.outcome)] == [row["scores"], row["outcome"]]
    assert sorted(state.winners) == row["winners"]
    for seat, seen in enumerate(row["views"]):
        now = state.view(seat).to_dict()
        assert kibitz.game(seen.pop("game")) == kibitz.game(now.pop("game"))
        assert json.loads(json.dumps({name: now.get(name) for name in seen})) == seen


def told(record: Any) -> dict[str, Any]:
    scores = None if record.scores is None else list(record.scores)
    states = [str(state) for state in record.states()]
    about = {"game": record.game, "players": list(record.players)}
    return {**about, "moves": list(record.moves), "scores": scores, "states": states}


def recorded() -> list[dict[str, Any]]:
    return [{**row, "game": kibitz.game(row["game"])} for row in sample("records/games.json")]


@pytest.mark.parametrize("file", ["games.jsonl", "games.jsonl.gz"])
def test_records_are_read(file: str) -> None:
    from kibitz.games import records

    found = records.read(f"records/{file}")
    assert not found.problems
    assert [told(record) for record in found.records] == recorded()
    assert {record.game.name for record in found.records} >= {"checkers", "spades", "hearts", "guess-it", "tree"}


def test_pdn_is_read() -> None:
    from kibitz.games import records

    game = kibitz.game("checkers(quiet=5)")
    found = records.read("records/games.pdn", game)
    assert not found.problems
    assert [told(record) for record in found.records] == [row for row in recorded() if row["game"] == game]


def test_records_are_replayed(answer: Callable[..., str]) -> None:
    for number, row in enumerate(recorded(), start=1):
        shown = json.loads(answer("replay", "records/games.jsonl", "--game", str(number), "--json"))
        assert (shown["moves"], shown["states"]) == (row["moves"], row["states"])


# Results.

RESULTS = sorted(file.stem for file in (SAMPLES / "results").glob("*.kibitz"))
KILLED = [name for name in RESULTS if "killed" in name]


def copied(name: str, folder: Path) -> str:
    """A copy of a results file, with the journal of one that was killed."""
    for file in (SAMPLES / "results").glob(f"{name}.kibitz*"):
        shutil.copy(file, folder)
    return str(folder / f"{name}.kibitz")


def player_of(label: str) -> Any:
    """Who is meant by a name in a table, numbered where two are the same."""
    spec, _, number = label.partition(" #")
    return kibitz.player(spec), number


def means(value: Any) -> Any:
    """The same without the ends of intervals, which have a test of their own; players are compared as objects."""
    if isinstance(value, Mapping):
        named = {name: each for name, each in value.items() if name not in ("low", "high", "identity", "p")}
        return {
            name: player_of(each) if name in ("player", "first", "second") and isinstance(each, str) else means(each)
            for name, each in named.items()
        }
    if isinstance(value, list):
        return [means(each) for each in value]
    return pytest.approx(value) if isinstance(value, float) else value


@pytest.mark.parametrize("name", RESULTS)
def test_results_say_the_same_numbers(name: str, tmp_path: Path, answer: Callable[..., str]) -> None:
    now, then = json.loads(answer("results", copied(name, tmp_path), "--json")), sample(f"results/{name}.json")
    assert kibitz.game(now["game"]) == kibitz.game(then.pop("game"))
    players = then.pop("players")
    assert list(map(player_of, now["players"])) == list(map(player_of, players))
    by_seat = {player_of(label)[0]: row for label, row in now["by_seat"].items()}
    assert {player_of(label)[0]: row for label, row in means(then.pop("by_seat")).items()} == means(by_seat)
    then.pop("differences")  # with their intervals
    assert means({field: now[field] for field in then}) == means(then)


@pytest.mark.parametrize("name", RESULTS)
def test_results_say_the_same_means_within_intervals(name: str, tmp_path: Path, answer: Callable[..., str]) -> None:
    """Intervals are worked out anew: those of 0.1 were too narrow where hardly any deal differed."""
    now, then = json.loads(answer("results", copied(name, tmp_path), "--json")), sample(f"results/{name}.json")
    for field in ("standings", "by_seat", "differences"):
        old, new = list(estimates(then[field])), list(estimates(now[field]))
        assert [each["mean"] for each in new] == pytest.approx([each["mean"] for each in old])
        known = [each for each in new if each["low"] is not None]
        assert all(each["low"] <= each["mean"] <= each["high"] for each in known)


def estimates(value: Any) -> Iterator[Mapping[str, Any]]:
    """All estimates within plain values, in order."""
    if isinstance(value, Mapping):
        if {"mean", "low", "high"} <= value.keys():
            yield value
        for each in value.values():
            yield from estimates(each)
    elif isinstance(value, list):
        for each in value:
            yield from estimates(each)


@pytest.mark.parametrize("name", RESULTS)
def test_games_are_exported_the_same(name: str, tmp_path: Path, answer: Callable[..., str]) -> None:
    answer("results", copied(name, tmp_path), "--csv", str(tmp_path / "games.csv"))
    then, now = (
        list(csv.DictReader(file.open())) for file in (SAMPLES / f"results/{name}.csv", tmp_path / "games.csv")
    )
    assert len(now) == len(then) > 0
    for old, new in zip(then, now, strict=True):
        assert player_of(new["player"]) == player_of(old.pop("player"))
        assert {field: new[field] for field in old} == old


@pytest.mark.parametrize("name", RESULTS)
def test_results_are_printed(name: str, tmp_path: Path, answer: Callable[..., str]) -> None:
    """Words may change, but the line of every player has its numbers in the order of 0.1."""
    printed = answer("results", copied(name, tmp_path)).splitlines()
    then = sample(f"results/{name}.json")
    assert any(f"{then['games']:,} games" in line for line in printed)
    for row in then["standings"]:
        share, plain = (f"{row[each]['mean']:.1%}" for each in ("points", "wins")), ("score", "place")
        cells = [str(row["games"]), *share, *(f"{row[each]['mean']:.2f}" for each in plain)]
        cells.append(str(row["crashes"] + row["time_outs"]))
        wanted = re.compile(r"(?![\d.]).*(?<![\d.-])".join(map(re.escape, cells)))
        assert any(wanted.search(line) for line in printed), cells


def test_what_failed_is_counted_against_who_failed() -> None:
    from kibitz.arena.results import MatchResult

    failed = {}
    for name in ("forfeits", "time-outs"):
        standings = MatchResult.open(f"results/{name}.kibitz").standings
        failed[name] = {row.player.partition("(")[0]: (row.crashes, row.time_outs) for row in standings}
    assert failed["forfeits"] == {"crashing": (5, 0), "last": (0, 0), "maxn": (0, 0)}
    assert failed["time-outs"] == {"mcts": (0, 1), "random": (0, 0)}


def test_the_sessions_of_a_series_and_its_records_are_kept(tmp_path: Path) -> None:
    from kibitz.arena.results import MatchResult
    from kibitz.games import records

    for name, games in (("series", 8), ("version-1", 12)):
        result = MatchResult.open(f"results/{name}.kibitz")
        assert result.games == games
        result.write_records(tmp_path / "games.jsonl")
        found, then = records.read(tmp_path / "games.jsonl"), records.read(f"results/{name}.jsonl")
        assert not found.problems
        assert [each.moves for each in found.records] == [each.moves for each in then.records]
        assert [each.scores for each in found.records] == [each.scores for each in then.records]
        assert len(then.records) == games


def test_pdn_of_a_match_is_written_and_read(tmp_path: Path) -> None:
    from kibitz.arena.results import MatchResult
    from kibitz.games import records

    MatchResult.open("results/opening.kibitz").write_records(tmp_path / "games.pdn")
    game = kibitz.game("checkers(quiet=5)")
    now, then = (records.read(file, game).records for file in (tmp_path / "games.pdn", "results/opening.pdn"))
    assert [(each.start, each.moves, each.scores) for each in now] == [
        (each.start, each.moves, each.scores) for each in then
    ]
    assert len(then) == 4


@pytest.mark.parametrize("name", ["version-1", "version-1-killed"])
def test_version_1_does_not_know_about_clocks(name: str, tmp_path: Path) -> None:
    from kibitz.arena.results import MatchResult

    assert MatchResult.open(copied(name, tmp_path)).reproducible is None


@pytest.mark.parametrize("name", KILLED)
def test_a_killed_match_goes_on_or_is_refused(name: str, tmp_path: Path) -> None:
    """Another core or version is another experiment: it is refused, and what is there can still be read."""
    from kibitz.arena.results import MatchResult

    file, asked = copied(name, tmp_path), sample(f"results/{name}.match.json")
    before = list(MatchResult.open(file).rows())
    refused = ""
    try:
        kibitz.match(**asked, out=file)
    except kibitz.KibitzError as error:
        refused = str(error)
    result = MatchResult.open(file)
    assert list(result.rows())[: len(before)] == before
    assert (result.deals == asked["deals"]) != ("another match" in refused)


# Memories.


def candidates(weights: Mapping[str, float]) -> dict[Any, float]:
    """Weights by what each is a weight of: a model, or where moves are counted what was seen."""
    counted = "bluffed" in weights
    return {name if counted else kibitz.model(name): weight for name, weight in weights.items()}


@pytest.mark.parametrize("row", sample("memories/memories.json"), ids=lambda row: row["file"])
def test_a_memory_is_read(row: dict[str, Any]) -> None:
    from kibitz.players.memory import Memory

    memory, game = Memory(row["file"]), kibitz.game(row["game"])
    for profile in row["profiles"]:
        found = memory.load(game, profile["opponent"])
        assert found is not None
        assert candidates(found.weights) == pytest.approx(candidates(profile["weights"]))
        assert (found.decisions, found.games) == (profile["decisions"], profile["games"])


@pytest.mark.parametrize("row", sample("memories/memories.json"), ids=lambda row: row["file"])
def test_a_player_begins_with_what_it_remembers_and_adds_to_it(row: dict[str, Any], tmp_path: Path) -> None:
    from kibitz.players.memory import Memory

    file = tmp_path / "opponents.db"
    shutil.copy(SAMPLES / row["file"], file)
    game, spec = kibitz.game(row["game"]), f'{row["player"][:-1]}, memory="{file}")'
    opponents = [profile["opponent"] for profile in row["profiles"]]
    reader: Any = kibitz.player(spec)
    reader.begin(game, 0, game.start(seed=1).view(0), ["me", *opponents])
    beliefs = {reading.opponent: reading.weights for reading in reader.beliefs()}
    for opponent, weights in row["beliefs"].items():
        assert candidates(beliefs[opponent]) == pytest.approx(candidates(weights), abs=1e-6)
    players = [kibitz.player(spec), *(kibitz.player("random") for _ in opponents)]
    kibitz.play_game(game, players, 5, ["me", *opponents])
    for profile in row["profiles"]:
        found = Memory(file).load(game, profile["opponent"])
        assert found is not None
        assert found.games == profile["games"] + 1
        assert found.decisions > profile["decisions"]


# Papers.


def test_a_report_comes_out_the_same_in_its_folder(folder: Path, answer: Callable[..., str]) -> None:
    name = "reproduced/figure-2/carmel1993-figure-2.json"
    then = sample(name)
    answer("reproduce", "carmel1993", "figure-2", "--scale", "quick", "--jobs", "1", "--out", "reproduced/figure-2")
    now = json.loads((folder / name).read_text())
    assert (now["verdict"], now["seed"]) == (then["verdict"], then["seed"])
    assert [[row[each] for each in ("paper", "ours", "verdict")] for row in now["rows"]] == [
        [row[each] for each in ("paper", "ours", "verdict")] for row in then["rows"]
    ]


def test_the_games_of_a_paper_are_read() -> None:
    """A folder of ``kibitz reproduce`` holds results files, here one with records."""
    from kibitz.arena.results import MatchResult
    from kibitz.games.records import read_line

    [file] = Path("reproduced/pushes").glob("*.kibitz")
    result = MatchResult.open(file)
    games = [stored.result for stored in result.store.games(result.sessions)]
    kept = [read_line(line) for line in result.store.record_lines(result.sessions)]
    assert [(len(each.moves), each.scores) for each in kept] == [(each.moves, each.scores) for each in games]
    assert len(games) == 48
