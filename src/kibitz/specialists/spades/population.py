"""Opponents at Spades, with scoring by bids or by tricks, with open or with hidden hands."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.games.game import Game
from kibitz.random import Random
from kibitz.specialists.card_rules import CardRule
from kibitz.specialists.members import (
    Drawn,
    Family,
    Member,
    Population,
    drawn_blend,
    drawn_choices,
    drawn_noise,
    drawn_rules,
    drawn_simulations,
    drawn_strategies,
    rule_members,
    searching,
    simulating,
    strategy,
)
from kibitz.specialists.spades.thumb_rules import SpadesRule

RANGES = {
    "saves-high-cards": {"above": (6, 13)},
    "late-attack": {"tricks": (1, 5)},
    "fears-one-seat": {"seat": (1, 2)},
    "trumps-late": {"left": (1, 6)},
}
"""The numbers from which the parameters of held-out rules are drawn."""
EXPRESSIBLE = frozenset(["draws-trumps", "never-leads-spades", "leads-long-suit", "leads-short-suit", "wins-if-last"])
"""Rules that can be described by weights of features; this was checked on sampled positions."""
FEATURES = (
    "lead_rank",
    "win_rank",
    "lose_rank",
    "throw_rank",
    "takes",
    "takes_last",
    "suit_left",
    "trump",
    "trump_led",
)
"""The features of moves that get weights when a choice model is drawn at random."""
OF_BIDS = frozenset(["sets-bidders"])
"""Rules that look at bids."""
WITH_BIDS = {"points": 1.0, "made": 10.0, "bags": -9.0, "high_cards": 0.5, "trumps": 0.5}
BY_TRICKS = {"tricks": 1.0, "high_cards": 0.05, "trumps": 0.05}


def with_bids(game: Game) -> bool:
    """Whether tricks count by bids."""
    return bool(game.options["scoring"] == "bids")


def weights(game: Game) -> dict[str, float]:
    """The game's usual weights."""
    return WITH_BIDS if with_bids(game) else BY_TRICKS


def preferring(game: Game, own: str, others: str = "") -> str:
    """A search of the whole hand for a preference; if hands are hidden, it searches two sampled worlds."""
    thought = f", others={others}" if others else ""
    return searching(game, f"maxn(own={own}{thought})", worlds=2)


def types(game: Game) -> Iterator[Member]:
    """The types of sturtevant2006 if the game is scored by bids, or the searches of hashavit2011 if it is scored by
    tricks."""
    if with_bids(game):
        yield Member("most-tricks", preferring(game, "MT"), "types", False, "wants as many tricks as it can get")
        yield Member(
            "fewest-overtricks", preferring(game, "mOT"), "types", False, "wants to make its bid, with few overtricks"
        )
        yield Member(
            "most-opponents-set",
            preferring(game, "ML"),
            "types",
            False,
            "wants to make its bid, and others to miss theirs",
        )
        yield Member(
            "fewest-expecting-most",
            preferring(game, "mOT", "MT"),
            "types",
            False,
            "wants few overtricks, and expects that the others want most tricks",
        )
        yield Member(
            "most-expecting-fewest",
            preferring(game, "MT", "mOT"),
            "types",
            False,
            "wants most tricks, and expects that the others want few overtricks",
        )
    else:  # a search of whole hands of 13 cards would not end
        yield Member(
            "most-tricks",
            searching(game, "maxn(own=evaluation(tricks=1), depth=8)"),
            "types",
            False,
            "wants as many tricks as it can get, looking two tricks ahead",
        )
        yield Member(
            "mp-mix",
            searching(game, "mp-mix(depth=3, defend=0, attack=0)"),
            "types",
            False,
            "MP-Mix, looking one trick ahead",
        )
        yield Member(
            "offensive",
            searching(game, "offensive(depth=3)"),
            "types",
            False,
            "harms whoever leads, looking one trick ahead",
        )


def bidders(game: Game) -> Iterator[Member]:
    """Players that bid in their own way."""
    if with_bids(game) and game.options["bids"] == "play":
        yield Member(
            "overbids",
            "bids(cheap, threshold=1.25)",
            "habits",
            False,
            "wins as cheaply as it can, and bids one too many",
        )
        yield Member(
            "underbids",
            "bids(cheap, threshold=-0.75)",
            "habits",
            False,
            "wins as cheaply as it can, and bids one too few",
        )


def members(game: Game) -> tuple[Member, ...]:
    """The opponents."""
    usual = weights(game)
    first = next(iter(usual)) if not with_bids(game) else "made"
    return (
        *types(game),
        Member(
            "counts-tricks", strategy(game, {first: 1}, 1), "strategies", True, "counts tricks, looking 1 ply ahead"
        ),
        Member(
            "usual-3",
            strategy(game, usual, 3),
            "strategies",
            True,
            "wants a high value of the game's usual evaluation, looking 3 plies ahead",
        ),
        Member(
            "saves-spades",
            strategy(game, {first: 1, "trumps": 2}, 3),
            "strategies",
            True,
            "keeps its spades, looking 3 plies ahead",
        ),
        Member(
            "spends-aces",
            strategy(game, {first: 1, "high_cards": -1}, 2),
            "strategies",
            True,
            "plays its high cards early, looking 2 plies ahead",
        ),
        Member("random", "random", "choices", True, "plays random cards"),
        Member("cheap-warm", "cheap(temperature=3)", "choices", True, "usually wins as cheaply as it can"),
        Member(
            "low-warm",
            "choice(lead_rank=-1, win_rank=-1, lose_rank=-1, throw_rank=-1, temperature=2)",
            "choices",
            True,
            "plays random cards, lower ones more often",
        ),
        Member("trump-warm", "choice(trump=1, takes=1, temperature=0.5)", "choices", True, "usually trumps and wins"),
        Member(
            "erring-cheap",
            "noisy(cheap, 0.2)",
            "choices",
            True,
            "wins as cheaply as it can; a fifth of its cards are random",
        ),
        Member(
            "cheap",
            "cheap",
            "habits",
            True,
            "leads its highest card, wins as cheaply as it can, and otherwise plays its lowest card",
        ),
        Member("lowest-card", "lowest-card", "habits", True, "always plays its lowest card"),
        Member("highest-card", "highest-card", "habits", True, "always plays its highest card"),
        Member(
            "never-trumps",
            "choice(trump=-100, lead_rank=1, win_rank=-1)",
            "habits",
            True,
            "plays spades only if it must",
        ),
        *bidders(game),
        *rule_members(SpadesRule, _rules(game), EXPRESSIBLE),
        *rule_members(CardRule, expressible=EXPRESSIBLE),
        Member(
            "paranoid",
            searching(game, "paranoid(depth=6)", worlds=2),
            "searches",
            False,
            "assumes that all others play against it, looking two tricks ahead",
        ),
        Member("simulates-10", simulating(game, 10), "searches", False, "simulates 10 games for each card"),
        Member("simulates-50", simulating(game, 50), "searches", False, "simulates 50 games for each card"),
        Member(
            "tires",
            "changing(cheap, random, after=3)",
            "changing",
            False,
            "wins as cheaply as it can, and after 3 games plays at random",
        ),
        Member(
            "turns-mean",
            "changing(beats-back, stops-leader, after=5)",
            "changing",
            False,
            "beats those who beat it, and after 5 games those who have the most tricks",
        ),
        Member(
            "late-caution",
            "changing(highest-card, lowest-card, moves=3)",
            "changing",
            False,
            "plays its highest card for 3 moves of every game, and then its lowest",
        ),
        Member(
            "reads-habits",
            "adaptive(candidates=[cheap, lowest-card], worlds=1, reply=exploit, simulations=5)",
            "learning",
            False,
            "learns which of two habits the others have, and replies in simulated games",
        ),
        Member(
            "shifts-after-losses",
            "win-stay(cheap, trumps-late)",
            "learning",
            False,
            "wins cheaply until it loses, then keeps its spades until it loses, and so on",
        ),
    )


def _rules(game: Game) -> tuple[str, ...]:
    """All rules, except the one that looks at bids if there are no bids."""
    return tuple(name for name in SpadesRule.rules if with_bids(game) or name not in OF_BIDS)


def drawn_bidder(random: Random) -> Drawn:
    """A habit with a drawn threshold for bids."""
    threshold = round(3 * random.uniform() - 1, 2)
    inner = random.choice(("cheap", "lowest-card", "stops-leader", "beats-back", "second-hand-low"))
    words = f"plays like {inner}, and adds {threshold} to its estimate before it bids"
    return Drawn(f"bids({inner}, threshold={threshold})", False, words)


def population(game: Game) -> Population:
    """The opponents, and the families that held-out ones are drawn from."""
    rows = members(game)
    named = tuple((member.player, member.expressible, member.words) for member in rows if member.group == "types")
    rules = _rules(game)
    return Population.of(
        rows,
        drawn_noise("types", named),
        drawn_strategies(game, weights(game), (1, 2, 3)),
        drawn_choices(game, FEATURES),
        drawn_rules(SpadesRule, RANGES, rules, EXPRESSIBLE),
        drawn_rules(CardRule, RANGES, tuple(CardRule.rules), EXPRESSIBLE),
        drawn_blend((*rules, *CardRule.rules)),
        *([Family("habits", drawn_bidder)] if any(bidders(game)) else []),
        drawn_simulations(game, 50),
    )
