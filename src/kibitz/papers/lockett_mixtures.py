"""lockett2007, sections 5 to 7: the Mixture Identifier, the Decision Module on top of it, and the Control."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import dist

from kibitz.arena.intervals import Estimate, estimate
from kibitz.learning.evolution.contests import (
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
from kibitz.learning.evolution.tasks import TABLE_1, Choices, mixtures
from kibitz.models.stationary import CARDINALS
from kibitz.papers.claims import Claim, Row, decided
from kibitz.papers.figures import curves
from kibitz.papers.item import Findings, Item, Setting, scale_of
from kibitz.papers.lockett_training import (
    CONTROL,
    DECISION,
    IDENTIFIER,
    IDENTIFIER_GOAL,
    PREDICTOR,
    Size,
    Trained,
    Trial,
    choices_note,
    mixture_players,
    other_choices,
    size_of,
    task_named,
    trained,
    trials_of,
    whole_trials,
)
from kibitz.papers.lockett_validation import PAPER, TRIALS_RULE, difference, fitness_rows, rescored
from kibitz.random import Random
from kibitz.searches.guess_it_exact import unknown
from kibitz.searches.guess_it_plans import Happening

# The identifier.


def constant_fitness(games: int, seed: int) -> float:
    """What an identifier that always says a quarter of each would score in a generation.

    >>> round(constant_fitness(400, seed=1))
    297
    """
    return sum(1 - dist(weights, EVEN) for weights in mixtures(games, seed))


def identification(setting: Setting) -> Findings:
    """The fitness of identifiers, beside that of one that says the same whatever it sees."""
    choices, size, trials = Choices(), size_of(setting), trials_of(setting)
    found = trained(setting, IDENTIFIER, choices, trials, size)
    games = found[0].games
    constant, luckiest = [], []
    for trial, each in enumerate(found):
        seeds = [Random(setting.seed, "constant", trial, number).next() for number in range(each.generations)]
        scores = [constant_fitness(games, seed) for seed in seeds]
        constant.append(sum(scores) / len(scores))
        luckiest.append(max(scores))
    claims = [
        Claim("an identifier reaches 302 of 400 in training", 302.48, [each.best for each in found], IDENTIFIER_GOAL),
        Claim("an identifier reaches 302 of 400 in fresh games", None, rescored(found), IDENTIFIER_GOAL),
        Claim("an identifier beats the constant in fresh games, by", None, difference(rescored(found), constant)),
    ]
    rows = [
        *decided(claims, setting.seed, "trials"),
        Row("generations", 466.6, estimate([each.generations for each in found], setting.seed)),
        Row("constant (a quarter each): fitness", None, estimate(constant, setting.seed)),
        Row("constant: best of as many generations", None, estimate(luckiest, setting.seed)),
    ]
    note = "The constant needs no network: what it reaches is what 302 of 400 is to be measured by."
    return Findings(tuple(rows), (choices_note(choices, size, trials), note))


# The two players.


def modules(setting: Setting) -> Findings:
    """Training of the Decision Module and of the Control."""
    choices, size, trials = Choices(), size_of(setting), trials_of(setting)
    _, decisions, controls = mixture_players(setting, choices, trials, size)
    better = difference(rescored(controls), rescored(decisions))
    rows = [
        *decided([Claim("the control is better in training, by", 19.4, better)], setting.seed, "trials"),
        *fitness_rows("mixture player", 543.1, decisions, setting.seed),
        *fitness_rows("control", 562.5, controls, setting.seed),
    ]
    return Findings(tuple(rows), (choices_note(choices, size, trials), "Fitness is of 600 games."))


def players(trial: Trial, choices: Choices) -> tuple[Contestant, Contestant]:
    """The Mixture-Based Player and the Control of a trial."""
    mixture = task_named(DECISION, choices, trial.identifier.network).contestant(trial.decision.network)
    return mixture, task_named(CONTROL, choices, None).contestant(trial.control.network)


def bank(trial: Trial, choices: Choices) -> dict[str, Contestant]:
    """The seven networks among the evaluation opponents: six of Table 1 and the predictor."""
    named: dict[str, Trained] = {**trial.rows, PREDICTOR: trial.predictor}
    return {name: task_named(name, choices, None).contestant(each.network) for name, each in named.items()}


def evaluated(player: Contestant, trial: Trial, choices: Choices, games: int, seed: int, told: bool) -> list[float]:
    """What a player wins from each of the eleven, in percent: the four cardinal opponents, then the networks."""
    known = told and choices.known == "told"
    opponents = [
        *cardinals(games, known, told=told and (known or player.identifier is None)),
        *(Opponent(each, games, player.told) for each in bank(trial, choices).values()),
    ]
    [row] = contests([player], opponents, seed, choices.cards, choices.calls_remembered)
    return [100 * score.wins / games for score in row]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


class Evaluation:
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
        """Over all eleven, a number a trial."""
        return [_mean(row) for row in found]

    @staticmethod
    def unseen(found: list[list[float]]) -> list[float]:
        """Over the seven networks."""
        return [_mean(row[len(CARDINALS) :]) for row in found]

    def ahead(self, unseen: bool = False) -> list[float]:
        """How much more the mixture player wins than the control."""
        part = self.unseen if unseen else self.all
        return difference(part(self.mixture), part(self.control))


def evaluation(setting: Setting) -> Findings:
    """The eleven evaluation opponents, all of them and those never seen in training."""
    choices, size, trials = Choices(), size_of(setting), trials_of(setting)
    found = Evaluation(setting, choices, size, whole_trials(setting, choices, trials, size))
    claims = [
        Claim("the mixture player wins more than the control, all eleven, by", 13.6, found.ahead(), unit="%"),
        Claim("the same, unseen opponents only, by", 6.9, found.ahead(unseen=True), unit="%"),
        Claim(
            "the same, all eleven, when it is not told who is cardinal, by",
            None,
            difference(found.all(found.untold), found.all(found.control)),
            unit="%",
        ),
        Claim(
            "its identifier is worth more than a constant one, unseen opponents, by",
            None,
            difference(found.unseen(found.mixture), found.unseen(found.constant)),
            unit="%",
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
    for name, wins in more.items():
        rows.append(Row(f"{name}: all eleven", None, estimate(found.all(wins), setting.seed), unit="%"))
    for place, opponent in enumerate([*CARDINALS, *TABLE_1, PREDICTOR]):
        for name, (wins, _, _) in printed.items():
            against = [row[place] for row in wins]
            rows.append(Row(f"{name} v. {opponent}", None, estimate(against, setting.seed), unit="%"))
    note = f"{size.evaluation_games:,} games against each opponent, half of them moving first; errors are by trial."
    return Findings(tuple(rows), (choices_note(choices, size, trials), note))


def head_to_head(setting: Setting) -> Findings:
    """The Mixture-Based Player against the Control of the same trial."""
    choices, size, trials = Choices(), size_of(setting), trials_of(setting)
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
    claims = [Claim("the mixture player wins from the control", 77.6, shares, 50.0, unit="%")]
    lost = sum(share < 50 for share in shares)
    games = f"{size.evaluation_games:,} games each"
    note = f"The control was ahead in {lost} of {trials} trials (1 of 10 in the paper); {games}."
    return Findings(tuple(decided(claims, setting.seed, "trials")), (choices_note(choices, size, trials), note))


# Trajectories.

THIRD = 3  # by which round the paper's identifier has placed the cardinal opponents
ENOUGH = 0.01  # of the games must last so long for a query to be shown


def trajectories(found: list[list[Said]], games: int, part: str) -> tuple[list[int], list[Estimate]]:
    """What identifiers said at each query, as means over trials, while enough games last."""
    places, means = [], []
    for query in range(min(map(len, found))):
        if all(each[query].games >= ENOUGH * games for each in found):
            places.append(query + 1)
            means.append(estimate([getattr(each[query], part) for each in found]))
    return places, means


def figure_2(setting: Setting) -> Findings:
    """What the identifier says of each opponent while the Mixture-Based Player plays it."""
    choices, size, trials = Choices(), size_of(setting), trials_of(setting)
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

    def apart(query: int) -> list[float]:
        pairs = zip(said["always-bluff"], said["always-ask"], strict=True)
        return [bluffs[query].bluff - asks[query].bluff for bluffs, asks in pairs]

    shortest = min(len(each) for name in ("always-bluff", "always-ask") for each in said[name])
    later = min(THIRD, shortest)  # a player who always calls asks no more than twice
    claims = [Claim(f"always-bluff and always-ask are told apart by query {later}, by", None, apart(later - 1))]
    rows = [
        *decided(claims, setting.seed, "trials"),
        Row("how far apart they are at the first query", 0.0, estimate(apart(0), setting.seed)),
        *(
            Row(f"{name}, {part} at the last query shown", None, trajectories(each, size.evaluation_games, part)[1][-1])
            for name, each in said.items()
            for part in ("bluff", "call")
        ),
    ]
    note = "The identifier is asked of cardinal opponents, too, and the player then goes by what it says."
    return Findings(tuple(rows), (choices_note(choices, size, trials), note), figures)


# An opponent that changes.

CHANGES_AFTER = 2


def bayes_after(bluffs: int, asks: int) -> float:
    """How likely one who watched takes the next move to be a bluff, after so many of each, under the paper's prior.

    >>> round(bayes_after(0, 0), 3), bayes_after(2, 0) > bayes_after(2, 2)
    (0.5, True)
    """
    stranger = unknown()
    memory = stranger.first
    for bluffed in [True] * bluffs + [False] * asks:
        memory = stranger.after(memory, Happening(bluffed, answering=False), mine=True)
    return stranger.choice(6, 6, False, memory).bluff


def switching(setting: Setting) -> Findings:
    """An opponent that goes from always-bluff to always-ask in the middle, and what each reader makes of it."""
    choices, size, trials = Choices(), size_of(setting), trials_of(setting)
    identifiers = trained(setting, IDENTIFIER, choices, trials, size)
    bluffs, asks = CARDINALS["always-bluff"], CARDINALS["always-ask"]
    changing = Contestant("habits", habits=bluffs, later=asks, changes_after=CHANGES_AFTER)
    found: dict[str, list[list[Said]]] = {"changes": [], "does not change": []}
    for trial, each in enumerate(identifiers):
        watcher = replace(choices.contestant("habits"), identifier=each.network, habits=bluffs)
        for name, player in {"changes": changing, "does not change": by_habit("always-bluff")}.items():
            opponent = Opponent(player, size.evaluation_games)
            seed = Random(setting.seed, "switching", trial).next()
            found[name].append(trace(watcher, opponent, seed, choices.cards, choices.calls_remembered))
    lines = {name: trajectories(said, size.evaluation_games, "bluff") for name, said in found.items()}
    last = min(len(places) for places, _ in lines.values()) - 1
    noticed = [
        same[last].bluff - changed[last].bluff
        for same, changed in zip(found["does not change"], found["changes"], strict=True)
    ]
    rows = [
        *decided([Claim("the identifier sees the change by the end, by", None, noticed)], setting.seed, "trials"),
        *(
            Row(f"identifier, opponent {name}: bluff at query {place}", None, mean)
            for name, (places, means) in lines.items()
            for place, mean in zip(places, means, strict=True)
        ),
    ]
    for shown in range(4):
        value = bayes_after(CHANGES_AFTER, shown)
        label = f"Bayesian reader: bluff after {CHANGES_AFTER} bluffs and {shown} asks"
        rows.append(Row(label, None, Estimate(value, value, value, 1)))
    note = (
        f"The opponent bluffs {CHANGES_AFTER} times and then asks; the watcher always bluffs and never calls, so that "
        "the game lasts. The Bayesian reader takes its opponent to keep to one mixture, and so is slow to give up what "
        "it has seen. The paper's player noticed within two rounds of a game against a person."
    )
    return Findings(
        tuple(rows), (choices_note(choices, size, trials), note), {"Bluff probability": curves(lines, "query", "bluff")}
    )


# What hangs on the open choices.

CHOICE_TRIALS, QUICK_CHOICE_TRIALS = 4, 2
TINY = Size(population=16, generations=3, identifier_generations=3, total_generations=1, evaluation_games=300)


def which_choices(setting: Setting) -> Findings:
    """The headline with every open choice taken the other way."""
    plain = Choices()
    size = TINY if scale_of(setting.scale) is None else size_of(setting)
    trials = setting.times(CHOICE_TRIALS, QUICK_CHOICE_TRIALS)
    claims = []
    for name, choices in [("as in all other items", plain), *other_choices(plain)]:
        found = Evaluation(setting, choices, size, whole_trials(setting, choices, trials, size))
        claims.append(Claim(f"{name}: all eleven, mixture ahead by", 13.6, found.ahead(), unit="%"))
        claims.append(Claim(f"{name}: unseen, mixture ahead by", 6.9, found.ahead(unseen=True), unit="%"))
    rows = decided(claims, setting.seed, "trials")
    return Findings(tuple(rows), (choices_note(plain, size, trials),))


MIXTURES = (
    Item(PAPER, "identifier", "Section 5: how well mixtures are identified", identification, TRIALS_RULE),
    Item(PAPER, "modules", "Section 6: training of the mixture player and the control", modules, TRIALS_RULE),
    Item(PAPER, "evaluation", "Section 6: eleven evaluation opponents", evaluation, TRIALS_RULE),
    Item(PAPER, "head-to-head", "Section 6: the mixture player against the control", head_to_head, TRIALS_RULE),
    Item(PAPER, "figure-2", "Figure 2: what the identifier says in the course of a game", figure_2, TRIALS_RULE),
    Item(PAPER, "switching", "Section 7: an opponent that changes in the middle", switching, TRIALS_RULE),
    Item(PAPER, "choices", "What hangs on the choices that the paper leaves open", which_choices, TRIALS_RULE),
)
