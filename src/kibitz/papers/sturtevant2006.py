"""Sturtevant & Bowling, Robust Game Play Against Unknown Opponents, 2006: its tables and claims.

What the paper leaves open is pinned down in ``docs/papers/sturtevant2006.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from kibitz.arena.intervals import Estimate, estimate
from kibitz.papers import inference_counts
from kibitz.papers.claims import DEPENDS, FAILS, HOLDS, RULE, Claim, Row, decided
from kibitz.papers.figures import compared, curves
from kibitz.papers.item import Findings, Item, Setting
from kibitz.papers.learners import HANDS_SHOWN, LEARNERS, OPPONENTS, Learned, averaged, learned
from kibitz.papers.spades_pairs import USUAL, Pairs, Variant, apart, pairs_played, variants_played

PAPER = "sturtevant2006"
DEALS, QUICK_DEALS = 100, 8  # of the paper, and for a rough answer
QUICK_VARIANT_DEALS, QUICK_TREND_DEALS = 3, 2


class Printed(NamedTuple):
    """A row as it is printed: two types, the mean score of each, and how many games in a hundred the first wins."""

    letter: str
    first: str
    second: str
    first_score: float
    wins: float
    second_score: float

    @property
    def label(self) -> str:
        """As in the paper, with g for generic."""
        return f"({self.letter}) {self.first} v. {self.second}".replace("generic", "g")


TABLE_2 = (
    Printed("a", "mOT_MT", "MT_mOT", 248.6, 74.7, 163.8),
    Printed("b", "mOT_MT", "MT_MT", 235.4, 59.0, 199.2),
    Printed("c", "mOT_mOT", "MT_mOT", 198.2, 53.5, 191.4),
    Printed("d", "mOT_mOT", "MT_MT", 178.2, 44.0, 207.3),
    Printed("e", "mOT_MT", "mOT_mOT", 212.4, 37.2, 250.8),
    Printed("f", "MT_mOT", "MT_MT", 157.3, 36.0, 218.4),
)
TABLE_4 = (
    Printed("a", "mOT_generic", "MT_mOT", 241.7, 68.5, 178.2),
    Printed("b", "mOT_generic", "MT_MT", 218.2, 53.5, 206.1),
    Printed("c", "mOT_generic", "mOT_MT", 242.2, 54.8, 228.7),
    Printed("d", "mOT_generic", "mOT_mOT", 230.6, 46.0, 243.8),
)
GAIN_LOSS = {"a": (15.0, 6.2), "b": (9.5, 5.5), "c": (4.8, 8.0), "d": (8.8, 4.0)}
"""Of Table 4, in points of percent; the paper prints 6.8 as the loss of (a), where 74.7 - 68.5 is 6.2."""

RIGHT = {"MT_mOT": "mOT_MT", "MT_MT": "mOT_MT", "mOT_MT": "mOT_mOT", "mOT_mOT": "mOT_mOT"}
WRONG = {"MT_mOT": "mOT_mOT", "MT_MT": "mOT_mOT", "mOT_MT": "mOT_MT", "mOT_mOT": "mOT_MT"}
"""Which mOT player models an opponent rightly, and which wrongly."""
SAME_TESTS = (
    "The gain in (c) is over mOT_MT against itself and the loss in (d) to mOT_mOT against itself, which is half of the "
    "games: so they are the same tests as the wins in these rows, and Holm's correction is for 10 tests, not 12."
)


# Tables 2 and 4.


def table_2(setting: Setting) -> Findings:
    """Who wins with which model of the others, and what wrong models cost."""
    pairs = pairs_played(setting, setting.times(DEALS, QUICK_DEALS))
    wins = {row.letter: pairs.wins(row.first, row.second) for row in TABLE_2}
    scored = {row.letter: _both_scores(pairs, row) for row in TABLE_2}
    first_level = averaged([apart(wins["a"], wins["c"]), apart(wins["b"], wins["d"])])
    second_level = averaged([apart(wins["a"], wins["b"]), apart(wins["c"], wins["d"])])
    claims = [
        *(_direction(row, wins[row.letter]) for row in TABLE_2),
        Claim("a wrong model of MT_mOT costs, (a) - (c)", 21.2, apart(wins["a"], wins["c"]), unit="%"),
        Claim("a wrong model of MT_MT costs, (b) - (d)", 15.0, apart(wins["b"], wins["d"]), unit="%"),
        Claim(
            "errors of the first level cost more than of the second", 5.5, apart(first_level, second_level), unit="%"
        ),
        Claim(
            "scores in (f) are lower than elsewhere, by",
            _printed_scores("abcde") - _printed_scores("f"),
            apart(averaged([scored[letter] for letter in "abcde"]), scored["f"]),
        ),
    ]
    rows = decided(claims, setting.seed)
    return Findings((*rows, *_score_rows(pairs, TABLE_2, setting.seed)), _notes(pairs), _picture(rows[: len(TABLE_2)]))


def table_4(setting: Setting) -> Findings:
    """The generic model against each type, what it gains on a wrong model, and what it loses to a right one."""
    pairs = pairs_played(setting, setting.times(DEALS, QUICK_DEALS))
    claims = [_direction(row, pairs.wins(row.first, row.second)) for row in TABLE_4]
    for row in TABLE_4:
        gain, loss = GAIN_LOSS[row.letter]
        generic = pairs.wins(row.first, row.second)
        wrong, right = (_against(pairs, models[row.second], row.second) for models in (WRONG, RIGHT))
        claims += [
            Claim(f"{row.label}: gain on a wrong model", gain, apart(generic, wrong), unit="%"),
            Claim(f"{row.label}: loss to a right model", loss, apart(right, generic), unit="%"),
        ]
    rows = decided(claims, setting.seed)
    notes = (*_notes(pairs), SAME_TESTS)
    return Findings((*rows, *_score_rows(pairs, TABLE_4, setting.seed)), notes, _picture(rows))


def _against(pairs: Pairs, own: str, other: str) -> list[float]:
    """What a type wins; against itself it is half of the games."""
    return [50.0] * pairs.deals if own == other else pairs.wins(own, other)


def _direction(row: Printed, wins: list[float], label: str = "") -> Claim:
    return Claim(label or f"{row.label}: wins of the first", row.wins, wins, 50.0, row.wins > 50, "%")


def _both_scores(pairs: Pairs, row: Printed) -> list[float]:
    return averaged([pairs.scores(row.first, row.second), pairs.scores(row.second, row.first)])


def _printed_scores(letters: str) -> float:
    """The mean of the scores that Table 2 has in some of its rows."""
    printed = [score for row in TABLE_2 if row.letter in letters for score in (row.first_score, row.second_score)]
    return sum(printed) / len(printed)


def _score_rows(pairs: Pairs, table: Sequence[Printed], seed: int) -> list[Row]:
    rows = []
    for row in table:
        sides = ((row.first, row.second, row.first_score), (row.second, row.first, row.second_score))
        for own, other, printed in sides:
            label = f"({row.letter}) score of {own.replace('generic', 'g')}"
            rows.append(Row(label, printed, estimate(pairs.scores(own, other), seed)))
    return rows


def _picture(rows: Sequence[Row]) -> dict[str, str]:
    shown = [row for row in rows if "wins of" in row.label]
    drawn = [(row.label.split(":")[0], row.paper, row.ours) for row in shown]
    return {"Games won by the first, the paper's and ours": compared(drawn, "games won by the first, %", level=50)}


def _notes(pairs: Pairs) -> tuple[str, ...]:
    return (
        f"{pairs.deals:,} deals, each a game to 300 for every two types in all six arrangements. "
        "Intervals and tests are by deal.",
    )


# Hands per game, inference.

HANDS_RULE = (
    "A row holds if its whole 95% interval lies within one hand of 15, does not hold if all of it lies outside, and "
    "otherwise depends on the deals."
)


def hands_per_game(setting: Setting) -> Findings:
    """How many hands a game to 300 takes."""
    pairs = pairs_played(setting, setting.times(DEALS, QUICK_DEALS))
    rows = []
    for row in (*TABLE_2, *TABLE_4):
        ours = estimate(pairs.hands(row.first, row.second), setting.seed)
        label = f"{'Table 2' if row in TABLE_2 else 'Table 4'} {row.label}"
        rows.append(Row(label, 15.0, ours, _inside(ours, 14, 16)))
    return Findings(tuple(rows), _notes(pairs))


def _inside(ours: Estimate, low: float, high: float) -> str:
    if low <= ours.low and ours.high <= high:
        return HOLDS
    if ours.high < low or high < ours.low:
        return FAILS
    return f"{DEPENDS} the deals: {ours.clusters:,} cannot tell"


INFERENCE_RULE = (
    f"{RULE} «About one in six» holds if our whole 95% interval lies from one in seven to one in five. «Sound» "
    "holds if the truth is never ruled out."
)
COUNTS = {"MT": 103, "mOT": 106, "ML": 51}
EVENTS = 423
HANDS_EACH, PAIRS_OF_OPPONENTS = 100, 9


def inference(setting: Setting) -> Findings:
    """How often one of three candidates is ruled out, per 900 hands as the paper counts."""
    found = inference_counts.inferences(setting, setting.times(HANDS_EACH, 10))
    per_hand = found.per_hand
    printed = HANDS_EACH * PAIRS_OF_OPPONENTS

    def counted(name: str) -> list[float]:
        return [printed * count for count in per_hand[name]]

    claims = [
        Claim(
            f"{name} is ruled out more often than ML, by",
            COUNTS[name] - COUNTS["ML"],
            apart(counted(name), counted("ML")),
        )
        for name in ("MT", "mOT")
    ]
    share = estimate([50 * count for count in per_hand["opponents"]], setting.seed)
    wrong = 100 * found.wrong / (2 * found.hands)
    rows = [
        *decided(claims, setting.seed),
        Row("opponent-hands with an inference", 100 / 6, share, _inside(share, 100 / 7, 100 / 5), "%"),
        Row(
            "sound: the truth ruled out",
            0.0,
            Estimate(wrong, wrong, wrong, found.hands),
            FAILS if wrong else HOLDS,
            "%",
        ),
        *(
            Row(f"{name} ruled out for an opponent", COUNTS[name], estimate(counted(name), setting.seed))
            for name in COUNTS
        ),
        Row("inferences, repeated ones too", EVENTS, estimate(counted("events"), setting.seed)),
        Row("decisions that told something", None, estimate(counted("decisions"), setting.seed)),
    ]
    notes = (
        f"{found.hands:,} hands with {found.seen:,} decisions of opponents; counts are per {printed} hands. "
        "Intervals: by hand.",
    )
    return Findings(tuple(rows), notes)


# What the paper leaves open, or says does not matter.

SENSITIVE_RULE = f"{RULE} The claims are the directions of Tables 2 and 4, each under every setting."
PAPER_ROWS = (*((row, "2") for row in TABLE_2), *((row, "4") for row in TABLE_4))


def sensitivity(variants: dict[str, Variant]) -> Callable[[Setting], Findings]:
    """An item that runs every direction of both tables under several variants."""

    def work(setting: Setting) -> Findings:
        deals = setting.times(DEALS, QUICK_VARIANT_DEALS)
        rows = decided(_directions(variants_played(setting, deals, variants)), setting.seed)
        fewer = {name: variant.deals(deals) for name, variant in variants.items() if variant.deals(deals) != deals}
        others = "".join(f" {count:,} under {name}, which takes longer." for name, count in fewer.items())
        return Findings(tuple(rows), (f"{deals:,} deals under every setting.{others}",))

    return work


def _directions(played: Mapping[str, Pairs]) -> list[Claim]:
    """The directions of both tables under every setting."""
    claims = []
    for name, pairs in played.items():
        for row, table in PAPER_ROWS:
            label = f"{name}: {table}{row.label[1:]}".replace(") ", " ", 1)
            claims.append(_direction(row, pairs.wins(row.first, row.second), label))
    return claims


USUAL_THRESHOLD = 0.25
THRESHOLDS = (0.0, 0.1, 0.2, USUAL_THRESHOLD, 0.3, 0.4, 0.5)


def _bidding(threshold: float) -> Variant:
    """With this threshold of the bidding rule; the usual one is the rule's own."""
    return USUAL if threshold == USUAL_THRESHOLD else replace(USUAL, threshold=threshold)


VARIANTS: dict[str, tuple[str, dict[str, Variant]]] = {
    "bid-threshold": (
        "Sensitivity: the threshold of the bidding rule",
        {f"threshold {value:g}": _bidding(value) for value in THRESHOLDS},
    ),
    "tie-order": (
        "Sensitivity: which of equally good moves is made",
        {ties: replace(USUAL, ties=ties) for ties in ("left-low", "left-high", "random")},
    ),
    "breaking-rule": (
        "Sensitivity: when spades may be led",
        {"once broken": USUAL, "any time": replace(USUAL, lead="any")},
    ),
    "missed-bid": (
        "Sensitivity: what mOT wants when its bid is lost",
        {"more tricks": USUAL, "indifferent": replace(USUAL, missed="indifferent")},
    ),
}

TRENDS: dict[str, Variant] = {
    **{f"{cards} cards": replace(USUAL, cards=cards) for cards in (5, 6, 8, 9)},
    **{f"to {limit}": replace(USUAL, limit=limit) for limit in (200, 300, 400, 500)},
    **{f"threshold {value:g}": _bidding(value) for value in (0.0, 0.1, 0.4, 0.5)},
}
"""Seven cards, a game to 300 and the usual threshold where nothing else is said."""
TRENDS_RULE = (
    f"{SENSITIVE_RULE} The claim as a whole holds if every direction holds under every setting; it does not hold if "
    "under every setting some direction does not; it depends on the settings under which some direction does not hold, "
    "if there are others; and where none fails but some are open, it depends on the deals."
)


def similar_trends(setting: Setting) -> Findings:
    """Whether the directions of both tables are the same for other cards, score limits and bids."""
    deals = setting.times(DEALS, QUICK_TREND_DEALS)
    claims = _directions(variants_played(setting, deals, TRENDS))
    rows = decided(claims, setting.seed)
    sides = [[value - 50 if claim.above else 50 - value for value in claim.values] for claim in claims]
    ours = estimate(averaged(sides), setting.seed)
    paper = sum(abs(row.wins - 50) for row, _ in PAPER_ROWS) / len(PAPER_ROWS)
    whole = Row("similar trends regardless: games to the paper's side of 50", paper, ours, regardless(rows), "%")
    return Findings((whole, *rows), (f"{deals:,} deals under every setting.",))


def regardless(rows: Sequence[Row]) -> str:
    """The verdict on all settings together, by ``TRENDS_RULE``."""
    settings = dict.fromkeys(row.label.split(":")[0] for row in rows)
    failed = dict.fromkeys(row.label.split(":")[0] for row in rows if row.verdict == FAILS)
    held = sum(row.verdict == HOLDS for row in rows)
    if not failed:
        return HOLDS if held == len(rows) else f"{DEPENDS} the deals: {len(rows) - held} of {len(rows)} cannot tell"
    return FAILS if len(failed) == len(settings) else f"{DEPENDS} the setting: not with {', '.join(failed)}"


# What the paper could not do.

GENERIC, MODELLED, MODELLED_ODDS = "generic", "right model", "right model, prob-max^n"
LEARNING_DEALS = 50
LEARNING_SEATINGS = "2"
"""Of the six arrangements, drawn for every deal: more deals tell more than more seatings of the same cards."""
NOISE = 0.05
"""What learners think how often anybody makes any move: the default of adaptive."""
LEARNING_RULE = f"{RULE} The claims: a right model does better than the generic one, and so does everybody who learns."


def learning(setting: Setting) -> Findings:
    """How much of the loss to a right model learners win back, over whole games and hand by hand."""
    deals = setting.times(LEARNING_DEALS, 2)

    def against(opponent: str, name: str, player: str) -> Learned:
        return learned(setting, name, player, opponent, deals, LEARNING_SEATINGS)

    found = {
        GENERIC: [against(each, GENERIC, USUAL.player("mOT_generic")) for each in OPPONENTS],
        MODELLED: [against(each, MODELLED, USUAL.player(RIGHT[each])) for each in OPPONENTS],
        MODELLED_ODDS: [against(each, MODELLED_ODDS, _knowing(each)) for each in OPPONENTS],
        **{name: [against(each, name, player) for each in OPPONENTS] for name, player in LEARNERS.items()},
    }
    wins = {name: averaged([each.wins for each in all_of]) for name, all_of in found.items()}
    points = {name: averaged([averaged(_columns(each.points)) for each in all_of]) for name, all_of in found.items()}
    lost = sum(loss for _, loss in GAIN_LOSS.values()) / len(GAIN_LOSS)
    claims = [
        Claim(f"{name}: points a hand more than generic", None, apart(points[name], points[GENERIC]))
        for name in found
        if name != GENERIC
    ]
    rows = decided(claims, setting.seed)
    for name in found:
        if name != GENERIC:
            won = estimate(apart(wins[name], wins[GENERIC]), setting.seed)
            rows.append(Row(f"{name}: games won more than generic", lost if name == MODELLED else None, won, "", "%"))
    for number, opponent in enumerate(OPPONENTS):
        for name, all_of in found.items():
            rows.append(
                Row(f"{name} against {opponent}: games won", None, estimate(all_of[number].wins, setting.seed), "", "%")
            )
    notes = (
        f"{deals:,} deals, {LEARNING_SEATINGS} of the six arrangements each, against four types; games to 300; points: "
        f"of the first {HANDS_SHOWN} hands. The paper's loss is the mean of the four in Table 4.",
    )
    return Findings(tuple(rows), notes, {"Points won back, hand by hand": _by_hand(found, setting.seed)})


def _knowing(opponent: str) -> str:
    """The player that knows what an opponent wants and searches as the Bayes learner does."""
    return f"prob-maxn(own=mOT, others={opponent.split('_')[0]}, noise={NOISE})"


def _columns(points: Sequence[Sequence[float]]) -> list[list[float]]:
    """Hand by hand, a number a deal."""
    return [list(column) for column in zip(*points, strict=True)]


def _by_hand(found: dict[str, list[Learned]], seed: int) -> str:
    """How many points more than the generic player everybody has had so far, after every hand."""
    total = {
        name: [averaged(hands) for hands in zip(*(_columns(each.points) for each in all_of), strict=True)]
        for name, all_of in found.items()
    }
    lines: dict[str, tuple[list[float], list[Estimate]]] = {}
    for name, hands in total.items():
        if name == GENERIC:
            continue
        more = [apart(hand, generic) for hand, generic in zip(hands, total[GENERIC], strict=True)]
        so_far = [[sum(column) for column in zip(*more[: hand + 1], strict=True)] for hand in range(len(more))]
        lines[name] = ([hand + 1.0 for hand in range(len(more))], [estimate(each, seed) for each in so_far])
    return curves(lines, "hands played", "points more than generic", level=0.0)


ITEMS = (
    Item(PAPER, "table-2", "The effect of opponent models on play", table_2),
    Item(PAPER, "table-4", "The effect of generalised opponent models on play, gain and loss", table_4),
    Item(PAPER, "inference", "Section 4.3: how often a type is ruled out", inference, INFERENCE_RULE),
    Item(PAPER, "hands-per-game", "Section 4.3: 15 hands a game", hands_per_game, HANDS_RULE),
    Item(PAPER, "learning", "Beyond the paper: what learners win back of the loss", learning, LEARNING_RULE),
    *(Item(PAPER, name, title, sensitivity(variants), SENSITIVE_RULE) for name, (title, variants) in VARIANTS.items()),
    Item(PAPER, "similar-trends", "Section 2: similar trends regardless", similar_trends, TRENDS_RULE),
)
