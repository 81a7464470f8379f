"""max^n over the outcome reached: every speed-up of whole hands against the plain search, under every rule for ties."""

import pytest

import kibitz

PLAIN = {"merge": False, "table": False, "clip": False, "foresee": False, "prune": "none"}
SWITCHES = {
    "merge": {**PLAIN, "merge": True},
    "table": {**PLAIN, "table": True},
    "clip": {**PLAIN, "table": True, "clip": True},
    "foresee": {**PLAIN, "foresee": True},
    "prune": {**PLAIN, "prune": "immediate"},
    "all": {**dict.fromkeys(PLAIN, True), "prune": "all"},
}


@pytest.mark.parametrize("ties", ["left-low", "left-high", "random", "average"])
@pytest.mark.parametrize("others", ["MT", "mOT", "ML", "generic"])
def test_switches_change_nothing_in_spades(ties: str, others: str) -> None:
    game = kibitz.game("spades(players=3, cards=4, bids=[1, 1, 2])")
    fewer = 0
    for seed in range(12):
        state, own = game.start(seed), ["mOT", "MT", "ML"][seed % 3]
        plain = kibitz.search("maxn", own=own, others=others, ties=ties, seed=7, **PLAIN).analyse(state)
        for name, switches in SWITCHES.items():
            fast = kibitz.search("maxn", own=own, others=others, ties=ties, seed=7, **switches).analyse(state)
            if ties == "average":
                assert {move: pytest.approx(vector) for move, vector in plain.values.items()} == fast.values, name
            else:
                assert (fast.values, fast.best) == (plain.values, plain.best), name
            fewer += plain.nodes - fast.nodes
    assert fewer > 0


@pytest.mark.parametrize("ties", ["left-low", "left-high", "random"])
@pytest.mark.parametrize("options", ["", "moon=true", "moon=true, first_trick=no-points"])
def test_switches_change_nothing_in_hearts(ties: str, options: str) -> None:
    game = kibitz.game(f"hearts(players=3, cards=3{', ' if options else ''}{options})")
    for seed in range(30):
        state = game.start(seed)
        plain = kibitz.search("maxn", own="MT", ties=ties, seed=3, **PLAIN).analyse(state)
        for name, switches in SWITCHES.items():
            fast = kibitz.search("maxn", own="MT", ties=ties, seed=3, **switches).analyse(state)
            assert (fast.values, fast.best) == (plain.values, plain.best), (name, seed)


@pytest.mark.parametrize("ties", ["left-low", "left-high", "random"])
def test_the_line_leads_to_the_outcome_of_the_best_move(ties: str) -> None:
    game = kibitz.game("spades(players=3, cards=5, bids=[1, 2, 2])")
    for seed in range(10):
        state = game.start(seed)
        analysis = kibitz.search("maxn", own="MT", ties=ties).analyse(state)
        end = state.play_all(", ".join(analysis.line))
        assert end.over
        assert tuple(end.outcome) == analysis.values[analysis.best[0]]


def test_whole_hands_of_seven_cards() -> None:
    """Too long for the plain search in a test: with and without the table's sharing."""
    game = kibitz.game("spades(players=3, cards=7, bids=[2, 2, 2])")
    for seed in range(3):
        state = game.start(seed)
        for spec in ("maxn(own=mOT, others=MT", "soft-maxn(own=mOT, others=generic"):
            fast = kibitz.search(f"{spec})").analyse(state)
            slow = kibitz.search(f"{spec}, clip=false, foresee=false)").analyse(state)
            assert (fast.values, fast.best) == (slow.values, slow.best)


def test_bidding_is_part_of_the_game() -> None:
    """Before the bids only preferences without them are compared, and bids do not change the play."""
    game = kibitz.game("spades(players=2, cards=2, lowest_bid=1)")
    for seed in range(10):
        state = game.start(seed)
        for ties in ("left-low", "random"):
            plain = kibitz.search("maxn", own="MT", ties=ties, **PLAIN).analyse(state)
            fast = kibitz.search("maxn", own="MT", ties=ties).analyse(state)
            assert fast.values == plain.values
