"""How much of the loss to a right model learners win back, in games and hand by hand (beyond sturtevant2006)."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.arena.intervals import Estimate, estimate
from kibitz.papers.claims import RULE, Claim, Row, decided
from kibitz.papers.figures import curves
from kibitz.papers.item import Findings, Setting
from kibitz.papers.learners import HANDS_SHOWN, LEARNERS, OPPONENTS, Learned, averaged, learned
from kibitz.papers.model_tables import GAIN_LOSS, RIGHT
from kibitz.papers.spades_pairs import USUAL, apart

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
