"""lockett2007, section 4: what information helps most, prediction, and total control."""

from __future__ import annotations

from kibitz.arena.figures import compared
from kibitz.arena.intervals import estimate
from kibitz.papers.claims import FINDINGS_RULE, Claim, Row, decided, inside, rule_over
from kibitz.papers.item import Findings, Item, Setting
from kibitz.papers.lockett2007.training import (
    Trained,
    choices_note,
    choices_of,
    size_of,
    trained,
    trials_of,
)
from kibitz.papers.paired import apart
from kibitz.random import Random
from kibitz.specialists.guess_it.evolution.contests import Opponent, by_habit, totals
from kibitz.specialists.guess_it.evolution.network_runs import PREDICTOR, TOTAL, task_named
from kibitz.specialists.guess_it.evolution.networks import Network
from kibitz.specialists.guess_it.evolution.options import OPTIONS
from kibitz.specialists.guess_it.evolution.tasks import TABLE_1, Choices
from kibitz.specialists.guess_it.exact import best_response
from kibitz.specialists.guess_it.stationary import CARDINALS

PAPER = "lockett2007"
TRIALS_RULE = (
    f"{rule_over('trials')} Networks are compared by their fitness in fresh games. The paper prints the maximum of "
    "many noisy numbers instead; both are shown."
)
TABLE_1_RULE = (
    f"{TRIALS_RULE} The paper says that «ID Only» stays below 400. This is not tested as a claim, because nobody can "
    "have more. The fitness of «ID Only» in fresh games is a finding. The reason, that always-ask cannot be "
    f"defeated in every game, is a claim of the item relations. {FINDINGS_RULE}"
)
TOTAL_RULE = (
    f"{TRIALS_RULE} The paper says that total control reaches 150 to 200 of 400 after 100 generations, and 300 to "
    "350 after 10,000. This holds if the whole 95% interval of its best fitness is in the range, and does not "
    "hold if the whole interval is outside. There is no verdict for other numbers of generations."
)
PRINTED = {
    "Cards": 327.9,
    "Cards + IDs": 377.0,
    "Cards + Moves": 357.0,
    "Cards + IDs + Moves": 369.7,
    "IDs + Moves": 382.3,
    "ID Only": 395.8,
}
"""Table 1: average best fitness of 400."""
PREDICTOR_PRINTED = 346.0
TOTAL_PRINTED = {100: (150.0, 200.0), 10_000: (300.0, 350.0)}
"""The range of fitness that the paper prints for total control, by number of generations."""
WITH_IDS = [row for row, sees in TABLE_1.items() if "mixture" in sees]
WITHOUT_IDS = [row for row in TABLE_1 if row not in WITH_IDS]


def rescored(found: list[Trained]) -> list[float]:
    """The fitness of the champions in fresh games, one number for each trial."""
    return [each.rescored for each in found]


def fitness_rows(label: str, printed: float | None, found: list[Trained], seed: int) -> list[Row]:
    """The best fitness as the paper counts it, and that of the champion in fresh games."""
    return [
        Row(f"{label}: best fitness", printed, estimate([each.best for each in found], seed)),
        Row(
            f"{label}: generation in which it was reached",
            None,
            estimate([each.best_generation for each in found], seed),
        ),
        Row(f"{label}: fitness in fresh games", None, estimate(rescored(found), seed)),
    ]


def table_1(setting: Setting) -> Findings:
    """Six sets of inputs against the four cardinal opponents."""
    choices, size, trials = choices_of(setting), size_of(setting), trials_of(setting)
    found = {row: trained(setting, row, choices, trials, size) for row in TABLE_1}
    scores = {row: rescored(each) for row, each in found.items()}
    worst_with = [min(each) for each in zip(*(scores[row] for row in WITH_IDS), strict=True)]
    best_without = [max(each) for each in zip(*(scores[row] for row in WITHOUT_IDS), strict=True)]
    claims = [
        *(
            Claim(
                f"fitness of ID Only minus fitness of {row}, out of 400",
                395.8 - PRINTED[row],
                apart(scores["ID Only"], scores[row]),
            )
            for row in TABLE_1
            if row != "ID Only"
        ),
        Claim(
            "lowest fitness with IDs minus highest fitness without IDs, out of 400",
            12.7,
            apart(worst_with, best_without),
        ),
        Claim(
            "fitness of Cards + Moves minus fitness of Cards, out of 400",
            29.1,
            apart(scores["Cards + Moves"], scores["Cards"]),
        ),
        Claim(
            "fitness of IDs + Moves minus fitness of Cards + IDs + Moves, out of 400",
            12.6,
            apart(scores["IDs + Moves"], scores["Cards + IDs + Moves"]),
        ),
        Claim(
            "fitness of ID Only in fresh games, out of 400", None, scores["ID Only"], 400.0, above=False, finding=True
        ),
    ]
    shown = [row for name, each in found.items() for row in fitness_rows(name, PRINTED[name], each, setting.seed)]
    drawn = [(row.label.split(":")[0], row.paper, row.ours) for row in shown if row.paper is not None]
    picture = {"Best fitness of 400, the paper's and ours": compared(drawn, "best fitness of 400")}
    rows = (*decided(claims, setting.seed, "trials"), *shown)
    return Findings(rows, (choices_note(choices, size, trials), ceiling_note(choices.cards)), picture)


def ceiling_note(cards: int) -> str:
    """A note with the exact fitness of a player that knows the opponent."""
    reached = sum(100 * best_response(name, cards).mean for name in CARDINALS)
    return f"A player that knows the opponent and plays the best reply wins {reached:.1f} of 400 games on average."


def prediction(setting: Setting) -> Findings:
    """A network that predicts bluffs and calls, and a rule that replies to the prediction."""
    choices, size, trials = choices_of(setting), size_of(setting), trials_of(setting)
    predictors = trained(setting, PREDICTOR, choices, trials, size)
    direct = trained(setting, "Cards + Moves", choices, trials, size)
    claims = [
        Claim(
            "fitness of a network that plays minus fitness of the predictor, out of 400",
            11.0,
            apart(rescored(direct), rescored(predictors)),
        )
    ]
    rows = (
        *decided(claims, setting.seed, "trials"),
        *fitness_rows("predictor", PREDICTOR_PRINTED, predictors, setting.seed),
        *fitness_rows("Cards + Moves", PRINTED["Cards + Moves"], direct, setting.seed),
    )
    return Findings(rows, (choices_note(choices, size, trials),))


def total(setting: Setting) -> Findings:
    """Networks that choose every card and may break the rules."""
    choices, size, trials = choices_of(setting), size_of(setting), trials_of(setting)
    freely = trained(setting, TOTAL, choices, trials, size)
    rows = {row: trained(setting, row, choices, trials, size) for row in TABLE_1}
    games = size.evaluation_games
    seeds = [Random(setting.seed, "even-odd", trial).next() for trial in range(trials)]

    def against_even_odd(name: str, found: list[Trained]) -> list[float]:
        return [
            100 * wins_against_even_odd(name, each.network, choices, games, seed)
            for each, seed in zip(found, seeds, strict=True)
        ]

    free = against_even_odd(TOTAL, freely)
    guided = {row: against_even_odd(row, found) for row, found in rows.items()}
    claims = [
        Claim(
            "fitness of total control in fresh games, out of 400 (claim: below 350)",
            None,
            rescored(freely),
            350.0,
            above=False,
        ),
        *(
            Claim(
                f"games won from even-odd: share of {row} minus share of total control",
                None,
                apart(each, free),
                unit="%",
            )
            for row, each in guided.items()
        ),
    ]
    shown = [
        *fitness_rows("total control", None, freely, setting.seed),
        Row("games won from even-odd: share of total control", None, estimate(free, setting.seed), unit="%"),
        *(
            Row(f"games won from even-odd: share of {row}", None, estimate(each, setting.seed), unit="%")
            for row, each in guided.items()
        ),
    ]
    note = (
        "The paper gives 150 to 200 after 100 generations and 300 to 350 after 10,000; ours is after "
        f"{size.total_generations}. Inputs are the cards, the moves and which card is pending; outputs are a number "
        "for each card, and whether to name the card with the largest number or to ask for it. An illegal move loses. "
        "Even-odd bluffs only with even cards and asks only for odd cards, all such moves with equal probability, and "
        "never calls."
    )
    verdicts = (*reached(freely, size.total_generations, setting.seed), *decided(claims, setting.seed, "trials"))
    return Findings((*verdicts, *shown), (choices_note(choices, size, trials), note))


def reached(freely: list[Trained], generations: int, seed: int) -> list[Row]:
    """Whether total control reaches the paper's range, if the paper gives one for this number of generations."""
    if generations not in TOTAL_PRINTED:
        return []
    low, high = TOTAL_PRINTED[generations]
    best = estimate([each.best for each in freely], seed)
    label = f"fitness of total control after {generations:,} generations, out of 400 (claim: {low:g} to {high:g})"
    return [Row(label, None, best, inside(best, low, high, "trials"))]


def wins_against_even_odd(name: str, network: Network, choices: Choices, games: int, seed: int) -> float:
    """How often a network wins from the opponent that bluffs with even cards and asks for odd ones."""
    player = task_named(name, choices, None).contestant(network)
    opponent = Opponent(by_habit("even-odd"), games, choices.told_of_strangers)
    return totals([player], [opponent], seed, choices.cards, choices.calls_remembered)[0].wins / games


VALIDATION = (
    Item(PAPER, "table-1", "Table 1: which inputs help most", table_1, TABLE_1_RULE, OPTIONS),
    Item(PAPER, "predictor", "Section 4: predicting the opponent's moves", prediction, TRIALS_RULE, OPTIONS),
    Item(PAPER, "total-control", "Section 4: networks that choose every card", total, TOTAL_RULE, OPTIONS),
)
