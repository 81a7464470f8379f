"""lockett2007, section 7: an opponent that changes in the middle, and how soon each reader notices."""

from __future__ import annotations

from dataclasses import replace

from kibitz.arena.figures import curves
from kibitz.arena.intervals import Estimate, estimate
from kibitz.models.registry import model
from kibitz.papers.cached_work import spread
from kibitz.papers.claims import FINDINGS_RULE, PERCENT, Claim, Row, decided, exactly
from kibitz.papers.item import Findings, Item, Setting
from kibitz.papers.lockett2007.switching_games import HALF, MOVES, bayes_says, identifier_says, noticed_after, series
from kibitz.papers.lockett2007.training import (
    Trained,
    choices_note,
    choices_of,
    mixture_players,
    size_of,
    trials_of,
)
from kibitz.papers.lockett2007.validation import PAPER, TRIALS_RULE
from kibitz.papers.paired import apart
from kibitz.random import Random
from kibitz.specialists.guess_it.evolution.contests import Contestant, Opponent, Said, by_habit, trace
from kibitz.specialists.guess_it.evolution.network_plan import NetworkPlan
from kibitz.specialists.guess_it.evolution.network_runs import CONTROL, DECISION, Size, task_named
from kibitz.specialists.guess_it.evolution.options import OPTIONS
from kibitz.specialists.guess_it.evolution.tasks import Choices
from kibitz.specialists.guess_it.exact import best_response, reader, win_rate
from kibitz.specialists.guess_it.plans import Changing, Plan, habits
from kibitz.specialists.guess_it.stationary import CARDINALS

CHANGES_AFTER = 2
FORGETTING = (1.0, 0.9, 0.7, 0.5)
GAMES_BEFORE, GAMES_AFTER = 10, 20
SHOWN_AFTER = (0, 5, 10, 20)
ENOUGH = 0.01  # the share of games that must reach a query for it to be shown
SWITCHING_RULE = (
    f"{TRIALS_RULE} The claim: the identifier notices the change. The paper's player noticed it within two rounds of "
    "one game; here the identifier must notice it by the end of the game, on average. How fast readers with "
    f"forgetting notice it is a finding. {FINDINGS_RULE}"
)


def trajectories(found: list[list[Said]], games: int, part: str) -> tuple[list[int], list[Estimate]]:
    """The identifiers' outputs at each query, averaged over trials, up to the last query that enough games reach."""
    places, means = [], []
    for query in range(min(map(len, found))):
        if all(each[query].games >= ENOUGH * games for each in found):
            places.append(query + 1)
            means.append(estimate([getattr(each[query], part) for each in found]))
    return places, means


def reader_named(forgetting: float) -> str:
    """The reader, with or without forgetting.

    >>> reader_named(1.0), reader_named(0.9)
    ('reader', 'reader(forgetting=0.9)')
    """
    return "reader" if forgetting == 1 else f"reader(forgetting={forgetting:g})"


def switching(setting: Setting) -> Findings:
    """An opponent that changes from always-bluff to always-ask, and how soon each reader notices."""
    choices, size, trials = choices_of(setting), size_of(setting), trials_of(setting)
    identifiers, decisions, controls = mixture_players(setting, choices, trials, size)
    found = traced_changes(setting, choices, size, identifiers)
    lines = {name: trajectories(said, size.evaluation_games, "bluff") for name, said in found.items()}
    last = min(len(places) for places, _ in lines.values()) - 1
    noticed = [
        same[last].bluff - changed[last].bluff
        for same, changed in zip(found["does not change"], found["changes"], strict=True)
    ]
    cases = [
        (forgetting, setting.seed + run, GAMES_BEFORE, GAMES_AFTER)
        for forgetting in FORGETTING
        for run in range(trials)
    ]
    played = iter(spread(setting, "series of games", series, cases))
    by_reader = {forgetting: [next(played) for _ in range(trials)] for forgetting in FORGETTING}
    games = {
        forgetting: [float(noticed_after([bluff for bluff, _ in each])) for each in runs]
        for forgetting, runs in by_reader.items()
    }
    claims = [
        Claim(
            "identifier's bluff output at the last query: for an opponent that does not change minus for one that does",
            None,
            noticed,
        ),
        *(
            Claim(
                f"games until the change is noticed: reader minus {reader_named(each)}",
                None,
                apart(games[1.0], games[each]),
                finding=True,
            )
            for each in FORGETTING[1:]
        ),
    ]
    asks = MOVES - CHANGES_AFTER
    said = [identifier_says(each.network, CHANGES_AFTER, asks, choices.steps) for each in identifiers]
    rows = [
        *decided(claims, setting.seed, "trials"),
        Row(
            "identifier: asks until the change is noticed",
            None,
            estimate([float(noticed_after(each)) for each in said], setting.seed),
        ),
        Row(
            f"identifier: share of trials in which it expects a bluff after {CHANGES_AFTER} bluffs",
            None,
            estimate([100.0 * (each[0] > HALF) for each in said], setting.seed, PERCENT),
            unit="%",
        ),
    ]
    for forgetting in FORGETTING:
        until = noticed_after(bayes_says(CHANGES_AFTER, asks, forgetting))
        rows.append(Row(f"{reader_named(forgetting)}: asks until the change is noticed", None, exactly(until)))
    for forgetting, counts in games.items():
        rows.append(
            Row(f"{reader_named(forgetting)}: games until the change is noticed", None, estimate(counts, setting.seed))
        )
    rows += changing_wins(choices, identifiers, decisions, controls, setting.seed)
    for forgetting, runs in by_reader.items():
        for number in SHOWN_AFTER:
            label = f"{reader_named(forgetting)}, {number} games after the change: winning rate"
            rows.append(Row(label, None, estimate([100 * run[number][1] for run in runs], setting.seed), unit="%"))
    for name, (places, means) in lines.items():
        for place, mean in zip(places, means, strict=True):
            rows.append(Row(f"identifier, opponent {name}: bluff output at query {place}", None, mean))
    pictures = {"Bluff probability": curves(lines, "query", "bluff")}
    return Findings(tuple(rows), (choices_note(choices, size, trials), *SWITCHING_NOTES), pictures)


SWITCHING_NOTES = (
    f"Within a game the opponent bluffs {CHANGES_AFTER} times and then asks. The change counts as noticed when the "
    f"reader's probability of a bluff is below one half. At most {MOVES - CHANGES_AFTER} asks can follow; a value one "
    "above that means that the change is never noticed. Winning rates are exact; the reader moves first in half of "
    "the games. The paper's player noticed within two rounds of a game against a person.",
    f"Across games the opponent always bluffs for {GAMES_BEFORE} games and then always asks; the reader keeps its "
    f"counts. A value of {GAMES_AFTER + 1} games means that the change was not noticed.",
    "The rows for each query show the identifier's output. Its own seat is played by a player that always bluffs and "
    "never calls, so that games last long. A reader with forgetting assumes that its opponent may change.",
)


def traced_changes(
    setting: Setting, choices: Choices, size: Size, identifiers: list[Trained]
) -> dict[str, list[list[Said]]]:
    """The identifiers' outputs for an opponent that changes and for one that does not, query by query."""
    bluffs, asks = CARDINALS["always-bluff"], CARDINALS["always-ask"]
    changing = Contestant("habits", habits=bluffs, later=asks, changes_after=CHANGES_AFTER)
    found: dict[str, list[list[Said]]] = {"changes": [], "does not change": []}
    for trial, each in enumerate(identifiers):
        watcher = replace(choices.contestant("habits"), identifier=each.network, habits=bluffs)
        for name, player in {"changes": changing, "does not change": by_habit("always-bluff")}.items():
            opponent = Opponent(player, size.evaluation_games)
            seed = Random(setting.seed, "switching", trial).next()
            found[name].append(trace(watcher, opponent, seed, choices.cards, choices.calls_remembered))
    return found


def changing_wins(
    choices: Choices, identifiers: list[Trained], decisions: list[Trained], controls: list[Trained], seed: int
) -> list[Row]:
    """The exact winning rates of all players against the opponent that changes within a game."""
    changing = Changing(habits(model("always-bluff")), habits(model("always-ask")), CHANGES_AFTER)

    def won(player: Plan | str) -> float:
        return 100 * win_rate(player, changing, choices.cards).mean

    networks: dict[str, list[float]] = {"mixture player": [], "control": []}
    for identifying, deciding, controlling in zip(identifiers, decisions, controls, strict=True):
        player = task_named(DECISION, choices, identifying.network).contestant(deciding.network)
        networks["mixture player"].append(won(NetworkPlan(player, choices.cards)))
        other = task_named(CONTROL, choices, None).contestant(controlling.network)
        networks["control"].append(won(NetworkPlan(other, choices.cards)))
    shown = {name: estimate(each, seed) for name, each in networks.items()}
    shown |= {reader_named(each): exactly(won(reader(forgetting=each))) for each in FORGETTING}
    shown["equilibrium"] = exactly(won("equilibrium"))
    shown["the best reply"] = exactly(100 * best_response(changing, choices.cards).mean)
    return [
        Row(f"{name}: games won from an opponent that changes within the game", None, each, unit="%")
        for name, each in shown.items()
    ]


SWITCHING = Item(
    PAPER,
    "switching",
    "Section 7: an opponent that changes in the middle",
    switching,
    SWITCHING_RULE,
    tuple(option for option in OPTIONS if option.name != "cards"),  # a change after two of six moves
)
