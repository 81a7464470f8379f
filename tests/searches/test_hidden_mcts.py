"""hidden-mcts: hands of cards that are hidden."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from reference.endings import ends, expected
from reference.spades_worlds import worlds_by_hand
from scipy import stats
from support.native_games_in_python import in_python

import kibitz
from kibitz.random import Random
from kibitz.searches.sampled import Sampled

SPECS = [
    "spades(players=3, cards=5)",
    "spades(players=4, scoring=tricks)",
    "spades(players=2, cards=26)",
    "spades(players=3, hands=2, cards=4)",
    "hearts(players=3, cards=6, passing=left)",
    "hearts(players=4, passing=across, moon=true, first_trick=no-points)",
    "hearts(players=5, passing=rotate, hands=2, cards=4)",
    "hearts(players=4, cards=2, moon=true)",
    "guess-it",
]


def positions(spec: str, seed: int) -> Iterator[Any]:
    """The positions of a game of random moves."""
    state, random = kibitz.game(spec).start(seed), Random(seed, "positions")
    while not state.over:
        yield state
        state = state.play(random.choice(state.moves()))


def cards_of(state: Any, seat: int) -> int:
    return int(state.core.hands[seat])


@pytest.mark.parametrize("spec", SPECS)
def test_it_chooses_a_legal_move_in_every_position_of_a_game(spec: str) -> None:
    for options in ({}, {"objective": "game"}, {"evidence": 0.0, "rollout": "random", "guided": False, "merge": False}):
        for number, state in enumerate(positions(spec, 3)):
            analysis = kibitz.search("hidden-mcts(simulations=20)", **options).analyse(state)
            assert set(analysis.ranks) == set(state.moves())
            forced = len(state.moves()) == 1
            assert sum(analysis.ranks.values()) == (1 if forced else 20), (number, options)


@pytest.mark.parametrize("spec", ["spades(players=3, cards=5)", "hearts(players=3, cards=6, passing=left)", "guess-it"])
@pytest.mark.parametrize("evidence", [0.0, 1.0])
def test_it_depends_on_the_view_alone(spec: str, evidence: float) -> None:
    """Worlds that the mover cannot tell apart get the same analysis."""
    search = kibitz.search("hidden-mcts(simulations=50)", evidence=evidence)
    for state in list(positions(spec, 4))[::4]:
        view = state.view(state.to_move)
        expected = search.analyse(view)
        for world in Sampled("greedy", worlds=3, seed=9).worlds(view):
            assert search.analyse(world).values == expected.values


def test_it_plays_hidden_games_written_in_python_in_one_thread() -> None:
    state = in_python(kibitz.game("guess-it(cards=2)").start(seed=5))
    first, again = (kibitz.search("hidden-mcts(simulations=60)").analyse(state) for _ in range(2))
    assert first.values == again.values
    with pytest.raises(kibitz.KibitzError, match="one thread"):
        kibitz.search("hidden-mcts(simulations=60, threads=2)").analyse(state)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_share_the_simulations_and_find_the_same_again(threads: int) -> None:
    state = list(positions("hearts", 2))[9]
    view = state.view(state.to_move)
    first, again = (kibitz.search("hidden-mcts(simulations=1001)", threads=threads).analyse(view) for _ in range(2))
    assert first.values == again.values
    assert first.ranks == again.ranks
    assert sum(first.ranks.values()) == 1001
    assert first.nodes == again.nodes > 1001


def test_a_player_that_wants_the_game_sees_the_points_of_earlier_hands() -> None:
    """Its player gets the whole view, and others the current hand."""
    state = next(each for each in positions("spades(players=3, hands=2, cards=4)", 4) if any(each.scores))
    view = state.view(state.to_move)
    for objective, seen in (("game", view), ("hand", state.game.part(view))):
        search = kibitz.search("hidden-mcts(simulations=50, bids=search)", objective=objective)
        assert search.part_of(view) == seen
        chosen = {move for move, share in kibitz.player(search.spec).policy(view).items() if share > 0}
        assert chosen == set(search.analyse(seen).best)


@pytest.mark.parametrize("spec", ["spades", "spades(players=4, cards=13)", "spades(players=3, hands=2, cards=5)"])
@pytest.mark.parametrize("objective", ["hand", "game"])
def test_every_bid_is_tried(spec: str, objective: str) -> None:
    """Also those that the rules of light play would not make; and bids that cannot be made are worse."""
    state = kibitz.game(spec).start(seed=2)
    search = kibitz.search("hidden-mcts(simulations=600, bids=search)", objective=objective)
    for _ in range(2):
        analysis = search.analyse(state)
        assert min(analysis.ranks.values()) > 0
        worst = f"bid {state.game.options['cards']}"
        assert analysis.values[analysis.best[0]][state.to_move] > analysis.values[worst][state.to_move]
        state = state.play(analysis.best[0])


@pytest.mark.parametrize("spec", ["hearts", "spades(players=4, scoring=tricks)"])
def test_light_play_stops_at_the_end_of_the_trick_after_the_depth(spec: str) -> None:
    """A shorter simulated game looks at fewer positions; a depth beyond the end changes nothing."""
    state = list(positions(spec, 2))[20]
    own = "evaluation" if spec == "hearts" else "score"
    nodes = {
        depth: kibitz.search(f"hidden-mcts(simulations=200, own={own})", depth=depth).analyse(state).nodes
        for depth in (1, 8, 60, "none")
    }
    assert nodes[1] < nodes[8] < nodes[60] == nodes["none"]


def test_a_seed_decides() -> None:
    state = list(positions("hearts", 2))[9]
    values = [kibitz.search("hidden-mcts(simulations=100)", seed=seed).analyse(state).values for seed in (1, 1, 2)]
    assert values[0] == values[1] != values[2]


def test_cards_that_are_neighbours_in_a_hand_count_as_one() -> None:
    """Only one of a run is tried, and with merge=false every card is."""
    state = next(
        each
        for seed in range(50)
        for each in positions("hearts", seed)
        if _run_of_three(cards_of(each, each.to_move)) and each.to_move == _leader(each) and len(each.moves()) > 4
    )
    merged = kibitz.search("hidden-mcts(simulations=500)").analyse(state)
    every = kibitz.search("hidden-mcts(simulations=500, merge=false)").analyse(state)
    assert sum(visits > 0 for visits in merged.ranks.values()) < len(state.moves())
    assert all(visits > 0 for visits in every.ranks.values())


def _run_of_three(hand: int) -> bool:
    return any(hand >> (13 * suit + rank) & 7 == 7 for suit in range(2) for rank in range(11))


def _leader(state: Any) -> int:
    return state.to_move if len(state.core.record) % 4 == 0 and len(state.core.record) > 8 else -1


# Passing.


def test_a_pass_is_chosen_card_by_card() -> None:
    """Cards that are good to pass are in most of the simulated passes, whichever cards go with them."""
    state = kibitz.game("hearts(passing=left, moon=true)").start(seed=3)
    ranks = kibitz.search("hidden-mcts(simulations=3000)").analyse(state).ranks
    assert len(ranks) == 286
    assert sum(ranks.values()) == 3000
    shares = Counter[str]()
    for move, visits in ranks.items():
        shares.update(dict.fromkeys(move.removeprefix("pass ").split(), visits))
    assert max(shares.values()) > 2 * min(shares.values())


def test_a_bare_queen_of_spades_is_passed() -> None:
    """With ace, king and queen of spades and no others, at least two of them go."""
    hands = [
        "AS KS QS 2C 3C 4C 2D 3D 4D 2H 3H 4H 5H",
        "2S 3S 4S 5S 6S 7S 8S 9S TS JS 5C 6C 7C",
        "8C 9C TC JC QC KC AC 5D 6D 7D 8D 9D TD",
        "JD QD KD AD 6H 7H 8H 9H TH JH QH KH AH",
    ]
    game: Any = kibitz.game("hearts(passing=left)")
    start = game.start(seed=1).to_dict()
    state = game.from_fields({**{name: start[name] for name in game.fields}, "deal": hands})
    for seed in range(3):
        chosen = kibitz.search("hidden-mcts(simulations=2000)", seed=seed).choose(state.view(0))
        assert sum(card in chosen for card in ("AS", "KS", "QS")) >= 2


# Worlds weighed by evidence.


def test_worlds_are_drawn_evenly_and_weighed_the_same_as_all_worlds_are() -> None:
    """Against all worlds of a small deal: drawn evenly, and as likely, once weighed, as enumeration says."""
    view = next(whist_like())
    drawn = view.core.weighed_worlds(count=20_000, evidence=1.0, seed=1)
    counts: Counter[tuple[int, ...]] = Counter()
    weights: dict[tuple[int, ...], float] = {}
    for hands, weight in drawn:
        assert weight > 0
        assert weights.setdefault(tuple(hands), weight) == weight
        counts[tuple(hands)] += 1
    every = list(worlds_by_hand(view))
    assert set(counts) == set(every)
    assert stats.chisquare([counts[each] for each in every]).pvalue > 1e-3
    total = sum(weights.values())
    sampled = sum(weight for _, weight in drawn)
    for each in every:
        share = counts[each] * weights[each] / sampled
        assert share == pytest.approx(weights[each] / total, abs=0.02)


def whist_like() -> Iterator[Any]:
    """Views of four-player Spades by tricks when every seat has at most three cards left and nobody is known void."""
    for seed in range(200):
        for state in positions("spades(players=4, scoring=tricks)", seed):
            if len(state.core.record) != 44:
                continue
            view = state.view(state.to_move)
            if 20 <= len(list(worlds_by_hand(view))) <= 300:
                yield view


def test_who_throws_another_card_hardly_has_the_queen_of_spades() -> None:
    """The weights fall where a seat would have thrown the queen; without evidence, all worlds weigh the same."""
    found = 0
    for seed in range(300):
        for state in positions("hearts(moon=true)", seed):
            record = list(state.core.record)
            if len(record) != 8 or 49 in record or cards_of(state, state.to_move) >> 49 & 1:
                continue
            thrower = _thrower(state, record)
            if thrower is None or thrower == state.to_move:
                continue
            drawn = state.view(state.to_move).core.weighed_worlds(count=2000, evidence=1.0, seed=1)
            even = state.view(state.to_move).core.weighed_worlds(count=10, evidence=0.0, seed=1)
            assert {weight for _, weight in even} == {1.0}
            has = [(hands[thrower] >> 49 & 1, weight) for hands, weight in drawn]
            before = sum(queen for queen, _ in has) / len(has)
            if before < 0.1:  # it is known to have no spades
                continue
            after = sum(queen * weight for queen, weight in has) / sum(weight for _, weight in has)
            assert after < 0.7 * before
            found += 1
    assert found >= 3


def _thrower(state: Any, record: list[int]) -> int | None:
    """A seat that did not follow suit in the second trick and threw no spade and no heart."""
    leader = next(iter(positions_leader(state)))
    for place, card in enumerate(record[4:]):
        if card // 13 != record[4] // 13 and card // 13 < 2:
            return int((leader + place) % 4)
    return None


def positions_leader(state: Any) -> Iterator[int]:
    """Who led the second trick: whoever leads the third won it."""
    record = list(state.core.record)[4:8]
    best = max(range(4), key=lambda place: (record[place] // 13 == record[0] // 13, record[place]))
    yield (state.to_move - best) % 4


def test_the_effective_number_of_worlds_is_told() -> None:
    state = list(positions("hearts", 2))[21]
    analysis = kibitz.search("hidden-mcts(simulations=600)").analyse(state)
    assert any("worlds weighed" in note for note in analysis.notes)
    plain = kibitz.search("hidden-mcts(simulations=600, evidence=0)").analyse(state)
    assert not any("worlds weighed" in note for note in plain.notes)


# Objectives.


def test_to_win_the_game_counts_the_win_alone() -> None:
    """Spades by tricks, near the end: the value is 1 for a seat that nobody can reach, and 0 for one that is beaten."""
    search = kibitz.search("hidden-mcts(simulations=100, objective=game)")
    seen = set()
    for seed in range(30):
        for state in list(positions("spades(players=4, scoring=tricks)", seed))[40::4]:
            tricks, seat = [round(each / 10) for each in state.scores], state.to_move
            left = 13 - sum(tricks)
            ahead = tricks[seat] - max(tricks[other] for other in range(4) if other != seat)
            if -left <= ahead <= left:
                continue
            for values in search.analyse(state).values.values():
                assert values[seat] == pytest.approx(1.0 if ahead > 0 else 0.0, abs=0.02)
            seen.add(ahead > 0)
    assert seen == {True, False}


def test_to_win_a_game_of_many_hands_the_points_so_far_count() -> None:
    """Two hands to come: whoever is 40 points ahead nearly wins, whoever is 40 behind hardly does."""
    game: Any = kibitz.game("hearts(hands=4, limit=100)")
    start = game.start(seed=1).to_dict()
    seat = game.from_fields({name: start[name] for name in game.fields} | {"hand": 2}).to_move
    for ours, theirs, low, high in ((0, 40, 0.8, 1.0), (40, 0, -0.01, 0.2)):
        points = [ours if each == seat else theirs for each in range(4)]
        state = game.from_fields({name: start[name] for name in game.fields} | {"hand": 2, "points": points})
        values = kibitz.search("hidden-mcts(simulations=200, objective=game)").analyse(state).values
        assert all(low <= value[seat] <= high for value in values.values())


# Endings.

ENDINGS = [
    "spades(players=4, scoring=tricks)",
    "spades(players=3, cards=5)",
    "hearts",
    "hearts(moon=true)",
    "hearts(players=3, cards=5, moon=true)",
]


def late_positions(spec: str, cards: int, games: int) -> Iterator[Any]:
    """Positions of random games in which nobody has more than so many cards."""
    for seed in range(games):
        for state in positions(spec, seed):
            held = [cards_of(state, seat).bit_count() for seat in range(state.game.players)]
            if 0 < max(held) <= cards and not (state.core.record and state.core.record[-1] >= 52):
                yield state


@pytest.mark.parametrize("spec", ENDINGS)
def test_what_counts_as_decided_has_one_end_however_it_is_played(spec: str) -> None:
    decided = 0
    for state in late_positions(spec, 2, 60):
        if state.core.decided is None:
            continue
        decided += 1
        assert {tuple(state.core.decided)} == set(ends(state)), state
    assert decided > 20


def test_all_that_no_points_can_change_is_decided() -> None:
    """Between tricks of Hearts, when nobody holds points."""
    found = 0
    for state in late_positions("hearts", 3, 60):
        out = sum(cards_of(state, seat) for seat in range(4))
        if state.core.table == 0 and not out & (0x1FFF << 26 | 1 << 49):
            assert state.core.decided is not None
            found += 1
    assert found > 10


def test_the_next_hand_begins_after_a_decided_one() -> None:
    state = next(
        each
        for each in late_positions("hearts(hands=2, moon=true)", 1, 20)
        if each.core.hand == 0 and each.core.decided is not None
    )
    after = state
    while after.core.hand == 0:
        after = after.play(after.moves()[0])
    assert tuple(state.core.decided) == tuple(after.scores)


@pytest.mark.parametrize("spec", ENDINGS[:4])
def test_decided_endings_change_no_value_that_is_certain(spec: str) -> None:
    """Where a move leads to one end only, its value is that end, with and without the short cut."""
    certain = 0
    for state in list(late_positions(spec, 2, 20)):
        if len(state.moves()) < 2:
            continue
        analyses = [
            kibitz.search("hidden-mcts(simulations=60, merge=false)", endings=endings).analyse(state)
            for endings in ("simulated", "decided")
        ]
        if len({tuple(scores) for world in all_worlds(state) for scores in ends(world)}) > 1:
            continue
        certain += 1
        assert analyses[0].values == analyses[1].values
    assert certain > 0


def all_worlds(state: Any) -> list[Any]:
    """Some worlds of the view of the seat to move, the real one among them."""
    return [state, *Sampled("greedy", worlds=20, seed=3).worlds(state.view(state.to_move))]


@pytest.mark.parametrize("spec", ["spades(players=4, scoring=tricks)", "hearts", "hearts(moon=true)"])
def test_known_endings_have_the_values_of_max_n(spec: str) -> None:
    """Where all cards are known, every value is that of the slow twin, and nothing is simulated."""
    known = 0
    for state in late_positions(spec, 3, 40):
        moves = state.moves()
        if len(moves) < 2:
            continue
        analysis = kibitz.search("hidden-mcts(simulations=30, endings=known)").analyse(state)
        if "all cards are known" not in analysis.notes[0]:
            assert sum(analysis.ranks.values()) == 30
            continue
        known += 1
        assert all(world.core.hands == state.core.hands for world in all_worlds(state))
        told = {move: [float(part) for part in expected(state.play(move))] for move in moves}
        for move in moves:
            assert analysis.values[move][: state.game.players] == pytest.approx(told[move])
        best = max(values[state.to_move] for values in told.values())
        assert set(analysis.best) == {move for move in moves if told[move][state.to_move] == pytest.approx(best)}
    assert known > 3


def test_all_cards_are_known_when_one_world_fits() -> None:
    """Against all ways to deal what is unseen, between tricks."""
    seen = Counter[bool]()
    for state in late_positions("spades(players=4, scoring=tricks)", 2, 300):
        if state.core.table or len(state.moves()) < 2:
            continue
        view = state.view(state.to_move)
        analysis = kibitz.search("hidden-mcts(simulations=10, endings=exact)").analyse(view)
        one = len(list(worlds_by_hand(view))) == 1
        assert ("all cards are known" in analysis.notes[0]) == one
        seen[one] += 1
    assert min(seen[True], seen[False]) > 3


# What is kept from move to move.


def own_moves(spec: str, reuse: str, seed: int, simulations: int = 120) -> Iterator[tuple[Any, Any, Any]]:
    """The positions in which a seat decides in a game of random moves, its analysis, and the search it came from."""
    search: Any = None
    for state in positions(spec, seed):
        if state.to_move == 1 and len(state.moves()) > 1:
            search = kibitz.search("hidden-mcts", reuse=reuse, simulations=simulations).following(search)
            yield state, search.analyse(state), search


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("reuse", ["tree", "worlds", "both"])
def test_what_is_kept_counts_once_and_is_the_same_again(spec: str, reuse: str) -> None:
    """Every visit is a simulation of this move, or one of an earlier move that came here."""
    for (state, analysis, _), (_, again, _) in zip(own_moves(spec, reuse, 3), own_moves(spec, reuse, 3), strict=True):
        assert analysis.values == again.values
        assert analysis.notes == again.notes
        assert set(analysis.ranks) == set(state.moves())
        told = [int(note.split(" ")[0].replace(",", "")) for note in analysis.notes if "simulations of earlier" in note]
        assert sum(analysis.ranks.values()) == 120 + sum(told)
        assert reuse in ("tree", "both") or not told


def test_trees_and_worlds_are_kept_within_a_hand() -> None:
    for reuse, words in (("tree", "simulations of earlier moves"), ("worlds", "drawn for earlier moves")):
        notes = [
            note
            for seed in range(5)
            for _, analysis, _ in own_moves("spades(players=3, cards=5, bids=[1, 1, 1])", reuse, seed, 3000)
            for note in analysis.notes
        ]
        assert any(words in note for note in notes), reuse


def test_asked_again_it_answers_the_same() -> None:
    for state, analysis, search in own_moves("hearts(players=3, cards=6)", "both", 2):
        assert search.analyse(state) == analysis


def test_without_anything_kept_the_first_move_is_searched_as_ever() -> None:
    state = next(each for each in positions("hearts", 4) if len(each.moves()) > 1)
    plain = kibitz.search("hidden-mcts(simulations=200)").analyse(state)
    for reuse in ("tree", "worlds", "both"):
        kept = kibitz.search("hidden-mcts(simulations=200)", reuse=reuse).following(None).analyse(state)
        assert kept.values == plain.values
        assert kept.ranks == plain.ranks


def test_what_is_kept_is_searched_in_one_thread() -> None:
    state = list(positions("hearts", 2))[9]
    with pytest.raises(kibitz.KibitzError, match="one thread"):
        kibitz.search("hidden-mcts(reuse=tree, threads=2)").following(None).analyse(state)


def test_a_player_keeps_what_it_asked_for() -> None:
    """The same game twice, by players that keep trees and worlds: nothing is carried from game to game."""
    game = kibitz.game("hearts(players=3, cards=6)")
    players = [kibitz.player("hidden-mcts(simulations=60, reuse=both)") for _ in range(3)]
    first, second = (kibitz.play_game(game, players, 5).moves for _ in range(2))
    assert first == second
