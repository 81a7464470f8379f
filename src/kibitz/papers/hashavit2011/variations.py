"""Variations of Table 1 of hashavit2011: other intervals, more or less of the indirect part, MP-Mix tuned."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kibitz.papers.claims import DEPENDS, FINDINGS_RULE, RULE, Claim, Row, decided, exactly
from kibitz.papers.hashavit2011.contests import (
    ABALONE,
    COLUMNS,
    HEARTS,
    MAX_PROB,
    MP_MIX,
    SINGLE,
    SPADES,
    Contest,
)
from kibitz.papers.hashavit2011.mix_tuning import DEALS, DEPTH_OF_TUNING, OPENINGS, tuned
from kibitz.papers.hashavit2011.victory_rows import ahead, share_rows, shares_drawn, what_was_played
from kibitz.papers.item import Findings, Setting
from kibitz.papers.paired import apart

USUAL = "as in Table 1"
Versions = Mapping[str, Mapping[str, str]]
"""Who plays, by version and column."""

INTERVALS_RULE = (
    f"{RULE} The claims: with final values above the heuristic, as in Table 1, Max-Prob has more than each of the "
    "others. The paper does not try values below the heuristic, or within what is reachable, so Max-Prob's lead "
    f"and the change of its share there are findings. {FINDINGS_RULE}"
)


def intervals(setting: Setting) -> Findings:
    """The effect of where Max-Prob assumes final values: above the heuristic, below it, or within what is reachable."""

    def versions(contest: Contest) -> Versions:
        others = {f"interval={way}": contest.player(MAX_PROB, interval=way) for way in ("down", "reachable")}
        return {name: contest.seated() | {MAX_PROB: player} for name, player in others.items()}

    return _versions_compared(setting, (HEARTS, SPADES), versions, changes_claimed=False)


HEAVY = "five times the indirect part"
INDIRECT_RULE = (
    f"{RULE} There are three claims. If no heuristic has an indirect part, Max-Prob has a larger share than in Table "
    "1. If that part has five times the weight, Max-Prob has a smaller share. With the heuristics of Table 1 it has "
    f"more than each of the others. Its lead in the other versions is a finding. {FINDINGS_RULE}"
)


def indirect(setting: Setting) -> Findings:
    """Whether Max-Prob does better if the indirect part of all heuristics has less weight."""

    def versions(contest: Contest) -> Versions:
        heuristics = {"no indirect part": contest.direct, HEAVY: contest.heavy}
        return {name: contest.seated(own=own) for name, own in heuristics.items() if own}

    return _versions_compared(setting, (SPADES, HEARTS, ABALONE), versions, changes_claimed=True)


def _versions_compared(
    setting: Setting, contests: Sequence[Contest], versions: Callable[[Contest], Versions], changes_claimed: bool
) -> Findings:
    """Play several versions of contests on the same deals, and compare Max-Prob's share with that in the usual version.

    ``changes_claimed`` says whether the paper claims that its share changes; other results are findings of ours.
    """
    claims, shares, notes = [], [], []
    for contest in contests:
        sized, deals = contest.sized(setting), contest.times_beyond(setting)
        usual = sized.played(setting, sized.seated(), deals)
        for name, players in {USUAL: sized.seated(), **versions(sized)}.items():
            points = usual if name == USUAL else sized.played(setting, players, deals)
            label = f"{contest.label}, {name}"
            shares += share_rows(label, points, setting.seed)
            if name != USUAL:
                change = apart(points.shares(MAX_PROB), usual.shares(MAX_PROB))
                changes = f"{label}: share of Max-Prob minus its share as in Table 1"
                claims.append(Claim(changes, None, change, 0.0, name != HEAVY, "%", finding=not changes_claimed))
            claims += ahead(label, MAX_PROB, COLUMNS[1:], points, finding=name != USUAL)
            notes.append(what_was_played(label, contest, points, setting))
    return Findings((*shares, *decided(claims, setting.seed)), tuple(notes), shares_drawn(shares))


TUNED_RULE = (
    f"{RULE} The claims: MP-Mix with tuned thresholds has a larger share than with those of Table 1, on the same "
    f"deals. Whether Max-Prob is still ahead of it is a finding, because the paper does not say. {FINDINGS_RULE} "
    f"Thresholds are chosen by the largest share on a few deals of another seed. At cards these are {DEALS} hands, at "
    f"boards {OPENINGS} openings with a depth of {DEPTH_OF_TUNING} plies; a quick run has fewer. If the thresholds of "
    "Table 1 are chosen, nothing changes, and the verdict is that it depends on the tuning."
)
UNCHANGED = f"{DEPENDS} the tuning: it chose the thresholds of Table 1"


def mp_mix_tuned(setting: Setting) -> Findings:
    """MP-Mix with thresholds chosen for each game, which the paper did not do."""
    claims, shares, unchanged, notes = [], [], [], []
    for contest in SINGLE:
        sized, deals = contest.sized(setting), contest.times_beyond(setting)
        chosen = tuned(setting, sized)
        points = usual = sized.played(setting, sized.seated(), deals)
        label = f"{contest.label}, MP-Mix tuned"
        changes = f"{label}: share of MP-Mix minus its share with the thresholds of Table 1"
        if chosen.usual:
            unchanged.append(Row(changes, None, exactly(0, usual.deals), UNCHANGED, "%"))
        else:
            points = sized.played(setting, sized.seated() | {MP_MIX: sized.player(MP_MIX, **chosen.options)}, deals)
            claims.append(Claim(changes, None, apart(points.shares(MP_MIX), usual.shares(MP_MIX)), unit="%"))
        shares += share_rows(label, points, setting.seed)
        claims += ahead(label, MAX_PROB, (MP_MIX,), points, finding=True)
        notes.append(f"{what_was_played(label, contest, points, setting)} The tuned MP-Mix {chosen}.")
    return Findings((*shares, *decided(claims, setting.seed), *unchanged), tuple(notes), shares_drawn(shares))
