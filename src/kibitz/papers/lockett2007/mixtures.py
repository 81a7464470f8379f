"""lockett2007, sections 5 to 7: the Mixture Identifier, the Decision Module on top of it, and the Control."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import dist
from pathlib import Path
from tempfile import TemporaryDirectory

from kibitz.arena.figures import curves
from kibitz.arena.intervals import estimate
from kibitz.papers.cached_work import spread
from kibitz.papers.claims import FINDINGS_RULE, Claim, Row, contradicted, decided, exactly
from kibitz.papers.item import Findings, Item, Setting, scale_of
from kibitz.papers.lockett2007.reader_games import Exact, exact_players, written
from kibitz.papers.lockett2007.switching import SWITCHING, trajectories
from kibitz.papers.lockett2007.training import (
    Trained,
    Trial,
    Way,
    as_asked,
    choices_note,
    choices_of,
    mixture_players,
    other_ways,
    size_of,
    train_together,
    trained,
    trials_of,
    whole_trials,
)
from kibitz.papers.lockett2007.validation import PAPER, TRIALS_RULE, fitness_rows, rescored
from kibitz.papers.paired import apart
from kibitz.random import Random
from kibitz.specialists.guess_it.evolution.contests import (
    EVEN,
    Contestant,
    Opponent,
    Said,
    by_habit,
    cardinals,
    contests,
    totals,
    trace,
)
from kibitz.specialists.guess_it.evolution.network_runs import (
    CONTROL,
    DECISION,
    IDENTIFIER,
    IDENTIFIER_GOAL,
    PREDICTOR,
    Size,
    task_named,
)
from kibitz.specialists.guess_it.evolution.options import OPTIONS
from kibitz.specialists.guess_it.evolution.tasks import TABLE_1, Choices, mixtures
from kibitz.specialists.guess_it.stationary import CARDINALS

# The identifier.


def constant_fitness(games: int, seed: int) -> float:
    """The fitness, in one generation, of an identifier that always outputs a quarter for each.

    >>> round(constant_fitness(400, seed=1))
    297
    """
    return sum(1 - dist(weights, EVEN) for weights in mixtures(games, seed))


IDENTIFICATION_RULE = (
    "The paper's identifier reached 302 of 400 in training in each of ten trials. The claim holds if our identifier "
    "reaches 302 in every trial within its generations, and does not hold otherwise. Training ends when 302 is "
    "reached, so the mean fitness in training would be meaningless. The fitness in fresh games, and its difference to "
    "a constant output, are findings. The interval is the Clopper-Pearson interval of the share of trials; the other "
    "intervals count a trial as one observation."
)


def identification(setting: Setting) -> Findings:
    """The fitness of identifiers, compared with that of a constant output."""
    choices, size, trials = choices_of(setting), size_of(setting), trials_of(setting)
    found = trained(setting, IDENTIFIER, choices, trials, size)
    games = found[0].games
    constant, luckiest = [], []
    for trial, each in enumerate(found):
        seeds = [Random(setting.seed, "constant", trial, number).next() for number in range(each.generations)]
        scores = [constant_fitness(games, seed) for seed in seeds]
        constant.append(sum(scores) / len(scores))
        luckiest.append(max(scores))
    short = [int(each.best < IDENTIFIER_GOAL) for each in found]
    findings = {
        "fitness of the identifiers in fresh games, out of 400": rescored(found),
        "fitness of the identifiers minus fitness of a constant output, in fresh games": apart(
            rescored(found), constant
        ),
    }
    rows = [
        contradicted("identifiers that do not reach a fitness of 302 (of 400) in training", short),
        *(Row(label, None, estimate(values, setting.seed), finding=True) for label, values in findings.items()),
        Row("fitness of the identifiers in training", 302.48, estimate([each.best for each in found], setting.seed)),
        Row(
            "generations until the end of training", 466.6, estimate([each.generations for each in found], setting.seed)
        ),
        Row("fitness of a constant output (a quarter each)", None, estimate(constant, setting.seed)),
        Row(
            "highest fitness of a constant output, evaluated once a generation", None, estimate(luckiest, setting.seed)
        ),
    ]
    note = "The constant needs no network. Its fitness is the baseline for the 302 of 400."
    return Findings(tuple(rows), (choices_note(choices, size, trials), note))


# The two players.


def modules(setting: Setting) -> Findings:
    """Training of the Decision Module and of the Control."""
    choices, size, trials = choices_of(setting), size_of(setting), trials_of(setting)
    _, decisions, controls = mixture_players(setting, choices, trials, size)
    better = apart(rescored(controls), rescored(decisions))
    rows = [
        *decided(
            [Claim("fitness of the control minus fitness of the mixture player, out of 600", 19.4, better)],
            setting.seed,
            "trials",
        ),
        *fitness_rows("mixture player", 543.1, decisions, setting.seed),
        *fitness_rows("control", 562.5, controls, setting.seed),
    ]
    return Findings(
        tuple(rows), (choices_note(choices, size, trials), "Fitness is the number of games won, out of 600.")
    )


def players(trial: Trial, choices: Choices) -> tuple[Contestant, Contestant]:
    """The Mixture-Based Player and the Control of a trial."""
    mixture = task_named(DECISION, choices, trial.identifier.network).contestant(trial.decision.network)
    return mixture, task_named(CONTROL, choices, None).contestant(trial.control.network)


def bank(trial: Trial, choices: Choices) -> dict[str, Contestant]:
    """The seven networks among the evaluation opponents: six of Table 1 and the predictor."""
    named: dict[str, Trained] = {**trial.rows, PREDICTOR: trial.predictor}
    return {name: task_named(name, choices, None).contestant(each.network) for name, each in named.items()}


def evaluated(player: Contestant, trial: Trial, choices: Choices, games: int, seed: int, told: bool) -> list[float]:
    """The winning rate of a player against each of the eleven, in percent: first the four cardinal opponents, then the
    networks."""
    known = told and choices.known == "told"
    opponents = [
        *cardinals(games, known, told=told and (known or player.identifier is None)),
        *(Opponent(each, games, player.told) for each in bank(trial, choices).values()),
    ]
    [row] = contests([player], opponents, seed, choices.cards, choices.calls_remembered)
    return [100 * score.wins / games for score in row]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


class IdentifierMeasures:
    """Both players of every trial against the eleven opponents."""

    def __init__(self, setting: Setting, choices: Choices, size: Size, trials: list[Trial]) -> None:
        self.mixture: list[list[float]] = []
        self.control: list[list[float]] = []
        self.untold: list[list[float]] = []
        self.constant: list[list[float]] = []
        for trial in trials:
            seed = Random(setting.seed, "evaluation", trial.number).next()
            mixture, control = players(trial, choices)
            games = size.evaluation_games

            def wins(
                player: Contestant, told: bool, trial: Trial = trial, games: int = games, seed: int = seed
            ) -> list[float]:
                return evaluated(player, trial, choices, games, seed, told)

            self.mixture.append(wins(mixture, told=True))
            self.control.append(wins(control, told=False))
            self.untold.append(wins(mixture, told=False))
            self.constant.append(wins(replace(mixture, identifier=None, told=EVEN), told=True))
            setting.say("evaluating", trial.number + 1, len(trials))

    @staticmethod
    def all(found: list[list[float]]) -> list[float]:
        """The mean winning rate against all eleven opponents, one number for each trial."""
        return [_mean(row) for row in found]

    @staticmethod
    def unseen(found: list[list[float]]) -> list[float]:
        """The mean winning rate against the seven networks, which were not seen in training; one number for each
        trial."""
        return [_mean(row[len(CARDINALS) :]) for row in found]

    def ahead(self, unseen: bool = False) -> list[float]:
        """How much more the mixture player wins than the control."""
        part = self.unseen if unseen else self.all
        return apart(part(self.mixture), part(self.control))


READERS = {
    "within": "reader within a game",
    "pure": "reader within a game, pure=1/3",
    "across": "reader across games",
    "equilibrium": "equilibrium",
}
"""The exact players on the same evaluation, by field of ``Exact``."""
NEAR = 1.0  # at most this many points below the best reply count as near it
EVALUATION_RULE = (
    f"{TRIALS_RULE} The claims: the mixture player wins more than the control, from all eleven opponents and from "
    "the unseen ones. Findings: its results if it is not told who is cardinal, its results with a constant "
    f"identifier, and the results of readers. {FINDINGS_RULE}"
)


def read_by_all(setting: Setting, choices: Choices, size: Size, trials: list[Trial]) -> list[list[Exact]]:
    """The winning rates of the exact players against each of the eleven, in percent, one row for each trial."""
    cases, more = [], (choices.cards, choices.calls_remembered)
    for trial in trials:
        seed = Random(setting.seed, "readers", trial.number).next()
        opponents = [*CARDINALS, *map(written, bank(trial, choices).values())]
        cases += [(each, size.evaluation_games, seed, *more) for each in opponents]
    found = iter(spread(setting, "exact players", exact_players, cases))
    many = len(cases) // len(trials)
    return [[Exact(*(each and 100 * each for each in next(found))) for _ in range(many)] for _ in trials]


def missing(rows: list[list[Exact]], cardinal: bool) -> list[float]:
    """How far the reader across games is behind the best reply, in points; one number for each trial. Opponents whose
    best reply is unknown are left out."""
    parts = [row[: len(CARDINALS)] if cardinal else row[len(CARDINALS) :] for row in rows]
    return [_mean([each.ceiling - each.across for each in part if each.ceiling is not None]) for part in parts]


def evaluation(setting: Setting) -> Findings:
    """The eleven evaluation opponents, all of them and those never seen in training."""
    choices, size, trials = choices_of(setting), size_of(setting), trials_of(setting)
    whole = whole_trials(setting, choices, trials, size)
    found, exact = IdentifierMeasures(setting, choices, size, whole), read_by_all(setting, choices, size, whole)
    readers = {name: [[getattr(each, name) for each in row] for row in exact] for name in READERS}
    within = found.unseen(readers["within"])
    claims = [
        Claim("games won from all eleven opponents: mixture player minus control", 13.6, found.ahead(), unit="%"),
        Claim("games won from unseen opponents: mixture player minus control", 6.9, found.ahead(unseen=True), unit="%"),
        Claim(
            "games won from all eleven opponents: mixture player that is not told who is cardinal minus control",
            None,
            apart(found.all(found.untold), found.all(found.control)),
            unit="%",
            finding=True,
        ),
        Claim(
            "games won from unseen opponents: mixture player minus mixture player with a constant identifier",
            None,
            apart(found.unseen(found.mixture), found.unseen(found.constant)),
            unit="%",
            finding=True,
        ),
        *(
            Claim(
                f"games won from unseen opponents: reader within a game minus {name}",
                None,
                apart(within, found.unseen(wins)),
                unit="%",
                finding=True,
            )
            for name, wins in (("mixture player", found.mixture), ("control", found.control))
        ),
        Claim(
            "games won from cardinal opponents: best reply minus reader across games",
            None,
            missing(exact, cardinal=True),
            NEAR,
            above=False,
            unit="%",
            finding=True,
        ),
        Claim(
            "games won from IDs + Moves and from ID Only: best reply minus reader across games",
            None,
            missing(exact, cardinal=False),
            NEAR,
            above=False,
            unit="%",
            finding=True,
        ),
    ]
    printed = {"mixture player": (found.mixture, 71.3, 61.5), "control": (found.control, 57.7, 54.6)}
    rows = decided(claims, setting.seed, "trials")
    for name, (wins, everybody, strangers) in printed.items():
        rows.append(Row(f"{name}: all eleven", everybody, estimate(found.all(wins), setting.seed), unit="%"))
        rows.append(Row(f"{name}: unseen", strangers, estimate(found.unseen(wins), setting.seed), unit="%"))
    more = {
        "mixture player, not told who is cardinal": found.untold,
        "mixture player, constant identifier": found.constant,
    }
    more |= {READERS[name]: wins for name, wins in readers.items()}
    for name, wins in more.items():
        rows.append(Row(f"{name}: all eleven", None, estimate(found.all(wins), setting.seed), unit="%"))
        rows.append(Row(f"{name}: unseen", None, estimate(found.unseen(wins), setting.seed), unit="%"))
    players_shown = {**{name: wins for name, (wins, _, _) in printed.items()}, **more}
    for place, opponent in enumerate([*CARDINALS, *TABLE_1, PREDICTOR]):
        for name, wins in players_shown.items():
            against = [row[place] for row in wins]
            rows.append(Row(f"{name} v. {opponent}", None, estimate(against, setting.seed), unit="%"))
        best = [row[place].ceiling for row in exact]
        if None not in best:
            known = [each for each in best if each is not None]
            ours = exactly(known[0], trials) if opponent in CARDINALS else estimate(known, setting.seed)
            rows.append(Row(f"the best reply v. {opponent}", None, ours, unit="%"))
    notes = (
        choices_note(choices, size, trials),
        f"{size.evaluation_games:,} games against each opponent, half of them moving first; intervals count a trial as "
        "one observation.",
        "The reader assumes that everybody is a mixture drawn from the paper's prior. The reader with pure=1/3 assumes "
        "a cardinal opponent in one game of three, as in the networks' training. Across games the reader computes a "
        "new reply after 1, 2, 5, 10, 20, 50, .. games. The games between two of these numbers are a separate series: "
        "the reader moves first in its first game, and the opponent's input 'has ever called' is reset. The winning "
        "rate of the best reply is exact; it is known only for opponents that see no cards.",
    )
    return Findings(tuple(rows), notes)


def head_to_head(setting: Setting) -> Findings:
    """The Mixture-Based Player against the Control of the same trial."""
    choices, size, trials = choices_of(setting), size_of(setting), trials_of(setting)
    _, decisions, controls = trio = mixture_players(setting, choices, trials, size)
    shares = []
    for trial in range(trials):
        identifying = trio[0][trial].network
        player = task_named(DECISION, choices, identifying).contestant(decisions[trial].network)
        other = task_named(CONTROL, choices, None).contestant(controls[trial].network)
        seed = Random(setting.seed, "head to head", trial).next()
        opponent = Opponent(other, size.evaluation_games)
        [score] = totals([player], [opponent], seed, choices.cards, choices.calls_remembered)
        shares.append(100 * score.wins / size.evaluation_games)
    claims = [Claim("share of games that the mixture player wins from the control", 77.6, shares, 50.0, unit="%")]
    lost = sum(share < 50 for share in shares)
    games = f"{size.evaluation_games:,} games each"
    note = f"The control was ahead in {lost} of {trials} trials (1 of 10 in the paper); {games}."
    return Findings(tuple(decided(claims, setting.seed, "trials")), (choices_note(choices, size, trials), note))


# Trajectories.

THIRD = 3  # the round by which the paper's identifier recognises the cardinal opponents


def figure_2(setting: Setting) -> Findings:
    """The identifier's output for each opponent while the Mixture-Based Player plays against it."""
    choices, size, trials = choices_of(setting), size_of(setting), trials_of(setting)
    whole = whole_trials(setting, choices, trials, size)
    said: dict[str, list[list[Said]]] = {}
    for trial in whole:
        mixture, control = players(trial, choices)
        others = {"mixture player": mixture, "control": control, **bank(trial, choices)}
        opponents = {**{name: by_habit(name) for name in CARDINALS}, **others}
        for name, player in opponents.items():
            opponent = Opponent(player, size.evaluation_games)
            seed = Random(setting.seed, "figure 2", trial.number, name).next()
            said.setdefault(name, []).append(trace(mixture, opponent, seed, choices.cards, choices.calls_remembered))
    groups = {
        "the cardinal opponents": list(CARDINALS),
        "the networks": [each for each in said if each not in CARDINALS],
    }
    figures = {
        f"{part.capitalize()} probability of {group}": curves(
            {name: trajectories(said[name], size.evaluation_games, part) for name in names}, "query", part
        )
        for group, names in groups.items()
        for part in ("bluff", "call")
    }

    def told_apart(query: int) -> list[float]:
        pairs = zip(said["always-bluff"], said["always-ask"], strict=True)
        return [bluffs[query].bluff - asks[query].bluff for bluffs, asks in pairs]

    shortest = min(len(each) for name in ("always-bluff", "always-ask") for each in said[name])
    later = min(THIRD, shortest)  # a player who always calls asks no more than twice
    claims = [
        Claim(f"bluff output at query {later}: for always-bluff minus for always-ask", None, told_apart(later - 1))
    ]
    rows = [
        *decided(claims, setting.seed, "trials"),
        Row(
            "bluff output at the first query: for always-bluff minus for always-ask",
            0.0,
            estimate(told_apart(0), setting.seed),
        ),
        *(
            Row(
                f"{name}: {part} output at the last query shown",
                None,
                trajectories(each, size.evaluation_games, part)[1][-1],
            )
            for name, each in said.items()
            for part in ("bluff", "call")
        ),
    ]
    note = "The player uses the identifier's answer for cardinal opponents too."
    return Findings(tuple(rows), (choices_note(choices, size, trials), note), figures)


# The effect of the open choices.

CHOICE_TRIALS, QUICK_CHOICE_TRIALS = 4, 2
SMALLER = Size(population=60, generations=40, identifier_generations=80, evaluation_games=2_000)
TINY = Size(population=16, generations=3, identifier_generations=3, total_generations=1, evaluation_games=300)


def which_choices(setting: Setting) -> Findings:
    """The main result with each unspecified choice changed in turn; shared networks are trained once."""
    if setting.folder is None:
        with TemporaryDirectory() as folder:
            return which_choices(replace(setting, folder=Path(folder)))
    trials, size = setting.times(CHOICE_TRIALS, QUICK_CHOICE_TRIALS), SMALLER
    if scale_of(setting.scale) is None:
        size, setting = TINY, setting.alone  # starting processes would take longer than the work
    plain, size = choices_of(setting), as_asked(size, setting)
    ways = [Way("as in all other items", plain, size), *other_ways(plain, size)]
    train_together(setting, ways, trials)
    claims = []
    for name, choices, taken in ways:
        found = IdentifierMeasures(setting, choices, taken, whole_trials(setting, choices, trials, taken))
        claims.append(
            Claim(
                f"{name}: all eleven opponents, games won by the mixture player minus by the control",
                13.6,
                found.ahead(),
                unit="%",
            )
        )
        claims.append(
            Claim(
                f"{name}: unseen opponents, games won by the mixture player minus by the control",
                6.9,
                found.ahead(unseen=True),
                unit="%",
            )
        )
    rows = decided(claims, setting.seed, "trials")
    note = (
        f"Each row changes one choice. So that all can be tried, everything is smaller than in the other items: "
        f"{size.generations} generations, at most {size.identifier_generations} generations for an identifier, and "
        f"{size.evaluation_games:,} games against each opponent."
    )
    return Findings(tuple(rows), (choices_note(plain, size, trials), note, changed_note(rows)))


def changed_note(rows: Sequence[Row]) -> str:
    """A note that names the ways (``training.Way``) whose verdict differs from that of the first way, on all opponents
    or on the unseen ones.

    >>> sure = estimate([1.0, 2.0])
    >>> changed_note([Row(name, None, sure, said) for name, said in
    ...     [("as is: all", "holds"), ("as is: unseen", "holds"), ("a=1: all", "fails"), ("a=1: unseen", "holds")]])
    'Choices that change a verdict, compared with everything as is: a=1 (all, fails).'
    """
    split = [(*row.label.split(": ", 1), row.verdict) for row in rows]
    first = split[0][0]
    plain = {what: verdict for name, what, verdict in split if name == first}
    other = [f"{name} ({what.split(',')[0]}, {verdict})" for name, what, verdict in split if verdict != plain[what]]
    return f"Choices that change a verdict, compared with everything {first}: {', '.join(other) or 'none'}."


MIXTURES = (
    Item(
        PAPER, "identifier", "Section 5: how well mixtures are identified", identification, IDENTIFICATION_RULE, OPTIONS
    ),
    Item(PAPER, "modules", "Section 6: training of the mixture player and the control", modules, TRIALS_RULE, OPTIONS),
    Item(PAPER, "evaluation", "Section 6: eleven evaluation opponents", evaluation, EVALUATION_RULE, OPTIONS),
    Item(
        PAPER, "head-to-head", "Section 6: the mixture player against the control", head_to_head, TRIALS_RULE, OPTIONS
    ),
    Item(
        PAPER, "figure-2", "Figure 2: the identifier's output in the course of a game", figure_2, TRIALS_RULE, OPTIONS
    ),
    SWITCHING,
    Item(PAPER, "choices", "Effects of the choices that the paper leaves open", which_choices, TRIALS_RULE, OPTIONS),
)
