"""What is lost without a right model, and how much of it learners win back (beyond sturtevant2006)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from kibitz.arena.figures import curves
from kibitz.arena.intervals import Estimate, estimate
from kibitz.papers.claims import FINDINGS_RULE, RULE, Claim, Row, decided
from kibitz.papers.item import QUICK, Findings, Setting
from kibitz.papers.paired import apart, averaged
from kibitz.papers.sturtevant2006.learners import HANDS_SHOWN, LEARNERS, NOISE, OPPONENTS, LearnerGames, learned
from kibitz.papers.sturtevant2006.model_tables import RIGHT
from kibitz.papers.sturtevant2006.spades_pairs import USUAL

GENERIC, MODELLED, MODELLED_ODDS = "generic", "right model", "right model, prob-max^n"
LEARNED, UNLEARNED = ("Bayes", "safe Bayes"), "Bayes that never learns"
"""Players that differ only in learning, and the same search with a right model as the upper limit."""
LEARNING_DEALS = 50
LEARNING_SEATINGS, QUICK_SEATINGS = "2", "1"
"""How many of the six arrangements are drawn for every deal; more deals give more information than more seatings of the
same cards."""
LEARNING_RULE = (
    f"{RULE} There are two claims about points a hand over the first {HANDS_SHOWN} hands, averaged over four "
    "opponents. A right model does better than the generic one (Table 4). So does inference by elimination (section "
    f"4.3). The gains of prob-max^n and of the other learners are findings. {FINDINGS_RULE}"
)
CLAIMED = ("right model", "elimination")
"""The players that do better than the generic model according to the paper."""


def learning(setting: Setting) -> Findings:
    """How much learners win back of what is lost without a right model, over whole games and hand by hand."""
    deals = setting.times(LEARNING_DEALS, 2)
    seatings = QUICK_SEATINGS if setting.scale == QUICK else LEARNING_SEATINGS

    def against(opponent: str, name: str, player: str) -> LearnerGames:
        return learned(setting, name, player, opponent, deals, seatings)

    found = {
        GENERIC: [against(each, GENERIC, USUAL.player("mOT_generic")) for each in OPPONENTS],
        MODELLED: [against(each, MODELLED, USUAL.player(RIGHT[each])) for each in OPPONENTS],
        MODELLED_ODDS: [against(each, MODELLED_ODDS, _knowing(each)) for each in OPPONENTS],
        **{name: [against(each, name, player) for each in OPPONENTS] for name, player in LEARNERS.items()},
    }
    wins = {name: averaged([each.wins for each in all_of]) for name, all_of in found.items()}
    points = {name: averaged([each.all_hands.means for each in all_of]) for name, all_of in found.items()}
    claims = [
        Claim(
            f"{name}: points a hand minus those of the generic model",
            None,
            apart(points[name], points[GENERIC]),
            finding=name not in CLAIMED,
        )
        for name in found
        if name != GENERIC
    ]
    rows = decided(claims, setting.seed)
    for name in found:
        if name != GENERIC:
            won = estimate(apart(wins[name], wins[GENERIC]), setting.seed)
            rows.append(Row(f"{name}: games won minus those of the generic model", None, won, "", "%"))
    for name in (MODELLED_ODDS, *LEARNED):
        for what, each, unit in (("points a hand", points, ""), ("games won", wins, "%")):
            more = estimate(apart(each[name], each[UNLEARNED]), setting.seed)
            rows.append(Row(f"{name}: {what} minus those of Bayes that never learns", None, more, "", unit))
    for number, opponent in enumerate(OPPONENTS):
        for name, all_of in found.items():
            rows.append(
                Row(
                    f"{name}, against {opponent}: games won", None, estimate(all_of[number].wins, setting.seed), "", "%"
                )
            )
    lines = {name: so_far(all_of, found[GENERIC], setting.seed) for name, all_of in found.items() if name != GENERIC}
    fewest = min(line[-1].played for line in lines.values())
    notes = (
        f"{deals:,} deals, each in {seatings} of the six arrangements, against four types; games to 300. Points are "
        f"means over the hands that were played, up to hand {HANDS_SHOWN}; a game that ended earlier does not count "
        f"in later hands. A game counts once for each seat of the player: of {_played(found[GENERIC], 0):,} games of "
        f"every player, at least {fewest:,} reached hand {len(lines[MODELLED])}. According to the paper, a right "
        "model wins 4 to 8 more games in a hundred.",
    )
    values = {"points_more_than_generic": {name: [asdict(each) for each in line] for name, line in lines.items()}}
    return Findings(tuple(rows), notes, {"Points won back, hand by hand": _drawn(lines)}, values)


def _knowing(opponent: str) -> str:
    """The player that knows what an opponent wants and searches as the Bayes learner does."""
    return f"prob-maxn(own=mOT, others={opponent.split('_')[0]}, noise={NOISE})"


@dataclass(frozen=True)
class SoFar:
    """The lead of a player over the generic player, in points, after a number of hands.

    ``played`` is the number of games that reached this hand, counted once for each seat of the player: its own games or
    those of the generic player, whichever are fewer.
    """

    hand: int
    played: int
    ahead: Estimate


def so_far(own: Sequence[LearnerGames], generic: Sequence[LearnerGames], seed: int) -> list[SoFar]:
    """The lead after each hand that both reached against every opponent; opponents have equal weight."""
    found: list[SoFar] = []
    total = [0.0] * len(own[0].wins)
    for hand in range(HANDS_SHOWN):
        played = min(_played(own, hand), _played(generic, hand))
        if not all(sum(each.by_hand[hand].hands) for each in (*own, *generic)):
            break
        more = apart(*(averaged([each.by_hand[hand].means for each in all_of]) for all_of in (own, generic)))
        total = [before + now for before, now in zip(total, more, strict=True)]
        found.append(SoFar(hand + 1, played, estimate(total, seed)))
    return found


def _played(all_of: Sequence[LearnerGames], hand: int) -> int:
    return sum(sum(each.by_hand[hand].hands) for each in all_of)


def _drawn(lines: Mapping[str, Sequence[SoFar]]) -> str:
    drawn = {name: ([float(each.hand) for each in line], [each.ahead for each in line]) for name, line in lines.items()}
    return curves(drawn, "hands played", "points more than generic", level=0.0, bars=True)
