"""Adaptive players: one belief an opponent, the search that goes with it, and what they say of it."""

import re
from itertools import pairwise
from pathlib import Path
from time import perf_counter, process_time
from types import SimpleNamespace
from typing import Any

import pytest
import support.conformance_games  # noqa: F401  registers the games written in Python
from support.race import Race, ReadableRace

import kibitz
from kibitz.errors import KibitzError, SpecError
from kibitz.games.capabilities import bidding
from kibitz.learning.bayes import Bayes
from kibitz.learning.choice_belief import RATES, ChoiceBelief
from kibitz.learning.elimination import Elimination, elimination
from kibitz.models.choice import NO_FEATURES
from kibitz.models.move_probabilities import respond
from kibitz.players import adaptive
from kibitz.players.adaptive import Adaptive, reading
from kibitz.players.baseline import Budget, baseline_for, budget_for
from kibitz.players.levels import softened
from kibitz.random import Random
from kibitz.replies import against
from kibitz.replies.reply_table import reply_to, worst_case
from kibitz.searches.clocks import clock_decisions
from kibitz.wants.registry import want

CANDIDATES = "candidates=[MT, mOT, ML]"
NAMES = ["me", "Ann", "Ben"]


def reader(spec: str) -> Adaptive:
    made = kibitz.player(spec)
    assert isinstance(made, Adaptive)
    return made


def play(spec: str, others: list[str], game: str, seed: int = 3, seats: int = 0) -> Adaptive:
    """Sit down with others, all turned by so many seats, and return the reader afterwards."""
    made = reader(spec)
    players = [made, *(kibitz.player(other) for other in others)]
    order = [(number + seats) % len(players) for number in range(len(players))]
    kibitz.play_game(kibitz.game(game), [players[n] for n in order], seed, [NAMES[n] for n in order])
    return made


@pytest.mark.parametrize("seats", [0, 1, 2])
def test_a_belief_about_each_opponent_wherever_it_sits(seats: int) -> None:
    made = play(
        f"adaptive(own=mOT, {CANDIDATES})", ["maxn(own=MT)", "maxn(own=mOT)"], "spades(open=true, hands=12)", 1, seats
    )
    readings = {each.opponent: each for each in made.beliefs()}
    assert set(readings) == {"Ann", "Ben"}
    assert readings["Ann"].weights["MT"] > 0.8
    assert readings["Ben"].weights["mOT"] > 0.8
    assert any("times as likely as expected" in reason for reason in readings["Ann"].reasons)
    assert str(readings["Ann"]).startswith("Ann: most-tricks")


def test_elimination_says_which_move_ruled_out_whom() -> None:
    made = play(f"adaptive(own=mOT, {CANDIDATES}, learner=elimination)", ["mOT", "mOT"], "spades(open=true, hands=8)")
    weights = [each.weights for each in made.beliefs()]
    assert all(each["mOT"] > 0 for each in weights)
    assert any(each["MT"] == 0 for each in weights)
    assert any("not MT: played" in reason for each in made.beliefs() for reason in each.reasons)


@pytest.mark.parametrize(
    ("candidates", "truth"),
    [("MT_mOT, ML_mOT", "MT_mOT"), ("MT_ML, mOT_ML", "mOT_ML"), ("MT_mOT", "MT_mOT"), ("mOT_generic, ML", "ML")],
)
def test_elimination_never_contradicts_the_truth_whatever_it_thinks_of_the_others(candidates: str, truth: str) -> None:
    for seed in range(10):
        made = play(
            f"adaptive(own=mOT, candidates=[{candidates}], learner=elimination)",
            [truth, truth],
            "spades(open=true, hands=3)",
            seed,
        )
        for name in ("Ann", "Ben"):
            belief = made.belief(name)
            assert isinstance(belief, Elimination)
            assert kibitz.model(truth).preferences()[0] not in [event.candidate for event in belief.events]


@pytest.mark.parametrize(
    ("candidates", "message"),
    [
        ("noisy(MT, 0.3), mOT", r"make no mistakes, but noisy\(MT, 0.3\) makes some; try learner=bayes"),
        ("MT_mOT, MT", "MT_mOT and MT want the same; give one of them"),
        ("rational", "^rational is not a preference over outcomes"),
        ("mixture(MT=1, mOT=1)", r"^mixture\(MT=1, mOT=1\) is not a preference over outcomes"),
        ("strategy(men=1, depth=2)", "not a preference over outcomes"),
        ("MT_score", "score is not a preference over outcomes"),
        ("model(MT, search=paranoid)", "search to the end with max.n or soft-max.n"),
    ],
)
def test_elimination_refuses_candidates_that_their_own_moves_would_contradict(candidates: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        reader(f"adaptive(candidates=[{candidates}], learner=elimination)")


def test_without_a_learner_beliefs_stay_as_they_were() -> None:
    made = play(f"adaptive(own=mOT, {CANDIDATES}, learner=none)", ["MT", "mOT"], "spades(open=true, hands=2)")
    assert all(max(each.weights.values()) == pytest.approx(1 / 3) for each in made.beliefs())


def test_the_search_that_goes_with_the_belief() -> None:
    spades, checkers = kibitz.game("spades(open=true)"), kibitz.game("checkers")
    general = [elimination(["MT", "mOT"]).opponent] * 2
    assert str(reply_to(want("mOT"), general, spades)).startswith("soft-maxn(own=mOT, others=[generalise")
    both = [Bayes(["MT", "mOT_MT"], prior=[1, 1]).opponent] * 2
    assert str(reply_to(want("mOT"), both, spades)).startswith("prob-maxn(own=mOT, others=[mixture(MT=0.5, mOT=0.5)")
    strategies = [Bayes(["strategy(men=1, depth=2)"]).opponent]
    rational = [Bayes(["rational"]).opponent]
    assert reply_to(want("evaluation"), strategies, checkers, depth=4).name == "m-star"
    several = reply_to(want("evaluation"), strategies * 2, kibitz.game("chinese-checkers(players=3)"), depth=2)
    assert several.name == "maxn"
    assert reply_to(want("evaluation"), rational, checkers, depth=2).name == "max-prob"
    assert reply_to(want("evaluation"), [rational[0], strategies[0]], checkers, depth=2).name == "exploit"
    assert worst_case([kibitz.model("strategy(men=1, depth=2)")], checkers, want("evaluation"), 4).name == "alpha-beta"


def test_two_strategies_are_told_apart_at_checkers() -> None:
    weak, strong = "strategy(men=1, kings=2, depth=1)", "strategy(men=1, kings=2, advancement=1, depth=3)"
    made = reader(f"adaptive(own=evaluation, depth=2, candidates=[{weak}, {strong}])")
    kibitz.play_game(kibitz.game("checkers"), [made, kibitz.player(strong)], 2, ["me", "Ann"])
    assert str(made.belief("Ann").opponent.likeliest) == str(kibitz.model(strong))


def test_beliefs_follow_the_name_and_a_stranger_is_begun_anew() -> None:
    made = play(f"adaptive(own=mOT, {CANDIDATES})", ["maxn(own=MT)", "maxn(own=ML)"], "spades(open=true, hands=4)")
    known = made.belief("Ann")
    game = kibitz.game("spades(open=true)")
    made.begin(game, 2, game.start(5), ["Ann", "Cleo", "me"])
    assert made.belief("Ann") == known
    assert made.belief("Cleo") == Bayes(["MT", "mOT", "ML"])
    with pytest.raises(KibitzError, match=r"'An' has never played .* did you mean 'Ann'"):
        made.belief("An")


def test_it_says_how_often_an_opponent_errs_and_replies_to_that() -> None:
    made = play(f"adaptive(own=mOT, {CANDIDATES})", ["noisy(MT, 0.4)", "mOT"], "spades(open=true, hands=12)")
    often, never = (each for each in made.beliefs())
    assert re.search(r"\n  errs in about one move in (two|three|four) \(\d+% to \d+%\)", str(often))
    assert re.search(r"\n  (hardly ever errs|errs in about one move in \d\d+ \(0% to \d+%\))", str(never))
    rates = [belief.error_rate for belief in (made.belief("Ann"), made.belief("Ben")) if isinstance(belief, Bayes)]
    game = kibitz.game("spades(open=true)")
    state = game.start(5).play_all("bid 2, bid 2, bid 1")
    made.begin(game, 0, state, NAMES)
    assert made.search(state).options["noise"] == rates
    told = play(f"adaptive(own=mOT, {CANDIDATES}, noise=0.1)", ["MT", "mOT"], "spades(open=true)")
    assert not any("errs" in str(each) for each in told.beliefs())


def test_a_margin_makes_replies_safe() -> None:
    made = reader(f"adaptive(own=mOT, {CANDIDATES}, margin=0)")
    game = kibitz.game("spades(open=true)")
    state = game.start(4).play_all("bid 2, bid 2, bid 1")
    made.begin(game, 0, state, NAMES)
    search = made.search(state)
    assert search.name == "safe"
    sure = worst_case(made.candidates, game, want("mOT")).analyse(state)
    top = max(sure.ranks[move] for move in sure.best)
    chosen = [move for move, share in made.policy(state).items() if share > 0]
    assert all(sure.ranks[move] >= top for move in chosen)


def test_hidden_hands_are_learned_from_when_they_are_played_out() -> None:
    made = play(
        f"adaptive(own=mOT, {CANDIDATES}, worlds=3, noise=0.2)",
        ["maxn(own=MT)", "maxn(own=mOT)"],
        "spades(cards=5, hands=5)",
        2,
        1,
    )
    readings = {each.opponent: each for each in made.beliefs()}
    assert set(readings) == {"Ann", "Ben"}
    assert all(each.weights["MT"] != pytest.approx(1 / 3) for each in readings.values())
    with pytest.raises(KibitzError, match="try learner=bayes"):
        play(f"adaptive({CANDIDATES}, learner=elimination)", ["MT", "mOT"], "spades(cards=3)")


def test_where_a_hand_never_shows_its_deal_worlds_are_learned_from_at_the_end() -> None:
    made = reader("adaptive(own=score, candidates=[score, win], worlds=2, depth=4)")
    others = [kibitz.player("random") for _ in range(3)]
    kibitz.play_game(kibitz.game("hearts(cards=3)"), [made, *others], 1, ["me", "Ann", "Ben", "Cleo"])
    assert any(each.weights["score"] != pytest.approx(0.5) for each in made.beliefs())


def test_hidden_hands_are_searched_over_worlds_weighted_by_belief() -> None:
    made = reader(f"adaptive(own=mOT, {CANDIDATES}, worlds=4)")
    game = kibitz.game("spades(cards=5)")
    state = game.start(4).play_all("bid 1, bid 2, bid 1")
    state = state.play(state.moves()[0]).play(state.play(state.moves()[0]).moves()[0])
    made.begin(game, 2, state.view(2), ["Ann", "Ben", "me"])
    search = made.search(state.view(2))
    assert search.name == "sampled"
    assert "weighted by a belief" in " ".join(search.analyse(state.view(2)).notes)
    assert made.act(state.view(2), seed=1) in state.moves()


@pytest.mark.parametrize(
    "spec",
    [
        f"adaptive(own=mOT, {CANDIDATES}, margin=2.0)",
        "adaptive(candidates=[strategy(men=1, depth=2)], forgetting=0.1, depth=4)",
        "adaptive(candidates=MT_mOT, learner=elimination)",
        "adaptive(candidates=[MT, mOT], noise=0.1)",
        "adaptive(candidates=[MT, mOT], noise=[0, 0.1, 0.3])",
    ],
)
def test_an_adaptive_player_is_equal_to_what_its_text_makes(spec: str) -> None:
    assert str(kibitz.player(spec)) == spec
    assert kibitz.player(str(kibitz.player(spec))) == kibitz.player(spec)


def test_bad_options_are_refused_with_a_sentence() -> None:
    with pytest.raises(SpecError, match="there is no want 'foo'"):
        kibitz.player(f"adaptive(own=foo, {CANDIDATES})")
    with pytest.raises(SpecError, match="learner=guess"):
        kibitz.player("adaptive(candidates=[MT], learner=guess)")
    for noise in ("0", "1.5", "[0]", "[0.1, 0.1]", "guessed"):
        with pytest.raises(SpecError, match="noise="):
            kibitz.player(f"adaptive({CANDIDATES}, noise={noise})")
    assert str(kibitz.player(f"adaptive({CANDIDATES}, noise=learned)")) == f"adaptive({CANDIDATES})"
    assert "considered again" in str(reading("Ann", _exhausted()))


def _exhausted() -> Elimination:
    """What elimination says of one who contradicts its only candidate."""
    state: kibitz.State = kibitz.game("spades(cards=3, bids=[1, 1, 1], open=true)").start(3)
    return elimination(["MT"]).see(state, "5C")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            "own=order(odd, [1, 3]), candidates=[MT]",
            "own=order(odd, [1, 3]) only orders outcomes, but numbers are needed",
        ),
        (
            "own=order(odd, [1, 3]), candidates=[MT], learner=elimination, margin=1",
            "learner=elimination without a margin",
        ),
        ("candidates=[MT, noisy(order(odd, [1, 3]), 0.1)], depth=3", "if depth= is given: leave out depth="),
        ("candidates=[MT, generalise(MT, mOT)], depth=3", "candidate generalise(MT, mOT) only orders"),
    ],
)
def test_orders_that_nothing_replies_to_are_refused_before_the_table(options: str, message: str) -> None:
    with pytest.raises(SpecError, match=re.escape(message)):
        kibitz.player(f"adaptive({options})")


def test_orders_are_candidates_where_whole_hands_are_searched() -> None:
    game = kibitz.game("spades(open=true, cards=3, bids=[1, 1, 1])")
    for options in (
        "candidates=[MT, order(odd, [1, 3])]",
        "own=order(odd, [1, 3]), candidates=[MT], learner=elimination",
    ):
        players = [kibitz.player(f"adaptive({options})"), kibitz.player("MT"), kibitz.player("MT")]
        assert kibitz.play_game(game, players, seed=1).end.over


# Strangers: learner=choice.

CHOICE = "adaptive(learner=choice, simulations=40, worlds=4)"


@pytest.mark.parametrize(
    ("game", "other", "games"),
    [
        ("checkers(quiet=8)", "strategy(men=1, kings=1, depth=1)", 1),
        ("hearts(cards=6)", "lowest-card", 2),
        ("hearts(open=true, cards=6)", "lowest-card", 2),
        ("hearts(open=true, cards=6, passing=left)", "random", 1),
        ("spades(cards=5, hands=2)", "random", 1),
        ("spades(cards=5, open=true, hands=2)", "MT", 1),
        ("tic-tac-toe", "greedy", 3),
        ("nim", "random", 2),
        ("whist", "random", 2),
        ("kuhn", "random", 4),
    ],
)
def test_strangers_are_read_without_candidates(game: str, other: str, games: int) -> None:
    """It learns of everybody, replies with exploit, and says what it found; at hidden hands after each hand."""
    made, played = reader(CHOICE), kibitz.game(game)
    names = ["me", "Ann", "Ben", "Cleo"][: played.players]
    for seed in range(games):
        assert kibitz.play_game(played, [made, *(kibitz.player(other) for _ in names[1:])], seed, names).end.over
    for name in names[1:]:
        belief = made.belief(name)
        assert isinstance(belief, ChoiceBelief)
        assert belief.moves > 0
        told = str(next(each for each in made.beliefs() if each.opponent == name))
        assert told.startswith(f"{name}: ")
        assert "%" in told
        assert belief.words in told
        for _, each in belief.opponent.models:
            assert "simulations=250" not in str(each)  # long searches are not answered
            assert "simulations=200" not in str(each)


def test_bids_are_learned_from() -> None:
    """One who always bids high is expected to bid high; other learners leave bids alone."""
    game, state = kibitz.game("spades(cards=5, open=true)"), None
    made = reader(CHOICE)
    for seed in range(12):
        state = game.start(seed)
        made.begin(game, 0, state, NAMES)
        while not state.over:
            move = state.moves()[-1] if bidding(state) else kibitz.player("random").act(state, seed=seed)
            made.see(state.event(move, 0))
            state = state.play(move)
        made.end(state)
    belief = made.belief("Ann")
    assert isinstance(belief, ChoiceBelief)
    state = game.start(99).play("bid 1")
    expected = belief.expects(state)
    assert max(expected, key=lambda bid: expected[bid]) == state.moves()[-1]


def test_a_hand_is_not_learned_from_before_it_is_played_out() -> None:
    game = kibitz.game("spades(cards=5, hands=2)")
    made, state = reader(CHOICE), game.start(1)
    made.begin(game, 0, state.view(0), NAMES)
    counts: list[int] = []
    while not state.over:
        if state.to_move == 0:
            made.policy(state.view(0))
        move = kibitz.player("random").act(state.view(state.to_move), seed=len(counts))
        made.see(state.event(move, 0))
        belief = made.belief("Ann")
        assert isinstance(belief, ChoiceBelief)
        counts.append(belief.moves)
        state = state.play(move)
    hand = len(counts) // 2
    assert set(counts[: hand - 1]) == {0}
    assert len(set(counts[hand - 1 : -1])) == 1
    assert 0 < counts[hand] < counts[-1]


def test_candidates_may_be_named_beside_what_is_learned() -> None:
    made = reader("adaptive(learner=choice, candidates=[lowest-card, greedy], simulations=40)")
    game = kibitz.game("hearts(open=true, cards=6)")
    others = [kibitz.player("lowest-card") for _ in range(3)]
    for seed in range(4):
        kibitz.play_game(game, [made, *others], seed, ["me", "Ann", "Ben", "Cleo"])
    told = made.beliefs()[0].weights
    assert max(told, key=lambda name: told[name]) == "lowest-card"
    assert str(made) == "adaptive(candidates=[lowest-card, greedy], learner=choice, simulations=40)"
    assert kibitz.player(str(made)) == made


def test_a_stranger_at_another_game_is_a_stranger_again() -> None:
    made = reader(CHOICE)
    for spec in ("tic-tac-toe", "checkers(quiet=4)", "tic-tac-toe"):
        kibitz.play_game(kibitz.game(spec), [made, kibitz.player("random")], 1, NAMES[:2])
        belief = made.belief("Ann")
        assert isinstance(belief, ChoiceBelief)
        assert {each.position.game.name for each in belief.watched} == {kibitz.game(spec).name}


def test_nothing_is_known_before_the_first_move() -> None:
    made, game = reader(CHOICE), kibitz.game("tic-tac-toe")
    made.begin(game, 0, game.start(), NAMES[:2])
    assert str(made.beliefs()[0]) == "Ann:\n  nothing is known yet"
    expected = made.belief("Ann").opponent
    assert expected.likeliest != kibitz.model("random")  # it begins with the game's own weights
    reply = made.search(game.start())
    assert reply.name == "exploit"
    assert [each.itself for each in reply.opponents] == [1.0]  # type: ignore[attr-defined]  # nobody is trusted yet
    asked = reader("adaptive(learner=choice, reply=exploit, simulations=40, worlds=4)")
    asked.begin(game, 0, game.start(), NAMES[:2])
    assert len(asked.search(game.start()).opponents) == 1  # type: ignore[attr-defined]


def test_a_margin_needs_no_candidates_either() -> None:
    for spec, baseline in (("spades(cards=5, open=true)", "paranoid"), ("tic-tac-toe", "alpha-beta")):
        assert worst_case([], kibitz.game(spec), want("score")).name == baseline
    made = reader("adaptive(learner=choice, margin=0, simulations=40)")
    game = kibitz.game("tic-tac-toe")
    for seed in range(3):
        assert kibitz.play_game(game, [made, kibitz.player("maxn")], seed).scores == (0, 0)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("learner=choice, noise=0.1", "noise=0.1 is not allowed with learner=choice"),
        ("learner=choice, noise=[0.1, 0.2]", "is not allowed with learner=choice"),
        ("learner=bayes", r"adaptive\(learner=bayes\) needs candidates.*learner=choice can"),
        ("learner=elimination", r"adaptive\(learner=elimination\) needs candidates"),
        ("learner=none", r"adaptive\(learner=none\) needs candidates.*learner=choice-without-learning can"),
    ],
)
def test_what_a_learner_cannot_take_is_refused(options: str, told: str) -> None:
    with pytest.raises(SpecError, match=told):
        kibitz.player(f"adaptive({options})")


def test_forgetting_is_the_single_rate() -> None:
    game = kibitz.game("tic-tac-toe")
    for spec, rates in (("", set(RATES)), (", forgetting=0.2", {0.2})):
        made = reader(f"adaptive(learner=choice{spec})")
        made.begin(game, 0, game.start(), NAMES[:2])
        belief = made.belief("Ann")
        assert isinstance(belief, ChoiceBelief)
        assert set(belief.rates) == rates


def test_a_reply_does_not_play_games_to_fit_the_models_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Choices that look ahead are renewed again and again: below the tree the learner's own fit moves for them."""

    def refuse(*_: object) -> None:
        raise AssertionError("a model was distilled")

    monkeypatch.setattr(against, "distilled", refuse)
    made = play(CHOICE, ["strategy(men=1, kings=1, depth=2)"], "checkers(quiet=6)")
    state = kibitz.game("checkers(quiet=6)").start()
    assert max(each.depth_looked for _, each in made.belief("Ann").opponent.models) > 1
    why = made.search(state).analyse(state).why()
    assert "below the tree" in why
    assert "runs in the core" in why
    assert "asked in Python" not in why


# Without arguments.


@pytest.mark.parametrize(
    "spec",
    ["tic-tac-toe", "checkers(quiet=4)", "hearts(cards=3)", "spades(cards=5)", "guess-it(cards=2)", "abalone(turns=4)",
     "chinese-checkers(turns=4)", "tree", "nim", "kuhn", "whist(cards=2)"],
)  # fmt: skip
def test_it_plays_every_game_without_candidates(spec: str) -> None:
    game = kibitz.game(spec)
    made = reader("adaptive(simulations=20)")
    others = [kibitz.player("random") for _ in range(game.players - 1)]
    for seed in range(2):
        played = kibitz.play_game(game, [made, *others], seed)
        assert played.end.over
    assert len(made.beliefs()) == game.players - 1


def test_it_plays_as_the_baseline_until_it_trusts_its_models() -> None:
    game = kibitz.game("checkers")
    made, plain = reader("adaptive(simulations=60, baseline=first-move)"), kibitz.player("first-move")
    names = ["me", "Ann"]
    made.begin(game, 0, game.start(0), names)
    assert made.policy(game.start(0)) == plain.policy(game.start(0))
    for seed in range(2):
        kibitz.play_game(game, [made, kibitz.player("greedy")], seed, names)
    made.begin(game, 0, game.start(0), names)
    assert made.belief("Ann").opponent.itself < 0.1
    moves = {max(policy, key=lambda move: policy[move]) for policy in map(made.policy, positions(game, 6))}
    assert moves != {state.moves()[0] for state in positions(game, 6)}


def positions(game: Any, count: int) -> list[Any]:
    found: list[Any] = []
    state, random = game.start(0), kibitz.Random(5, "test")
    while len(found) < count:
        if state.to_move == 0:
            found.append(state)
        state = state.play(random.choice(state.moves()))
    return found


def test_its_limits_are_those_of_its_baseline() -> None:
    checkers, tree = kibitz.game("checkers"), kibitz.game("tree")
    assert str(baseline_for(tree)) == "mcts(simulations=500)"
    assert budget_for(checkers).positions > 1000  # what was measured for the game
    assert budget_for(checkers, seconds=0.5) == Budget(500, 0, 0.5)
    assert budget_for(checkers, simulations=90) == Budget(90)
    assert Budget(100, 1000).shared(20) == Budget(5, 50)


def test_a_gain_that_is_no_share_of_the_win_is_not_told() -> None:
    """Where hands are hidden, moves may be worth points: 22 of them are not 2200%."""
    game = kibitz.game("spades(players=3, cards=5)")
    for seed in range(3):
        made, state = kibitz.player("adaptive(level=2)"), game.start(seed)
        made.begin(game, 0, state.view(0), ["me", "Ann", "Ben"])
        while not state.over:
            seat = state.to_move
            move = made.act(state.view(0), seed) if seat == 0 else state.moves()[0]
            event, state = state.event(move, 0), state.play(move)
            made.see(event)
            assert seat != 0 or "00%" not in made.why()


def test_it_explains_its_last_move() -> None:
    game, names = kibitz.game("checkers"), ["me", "Ann"]
    made = reader("adaptive(simulations=60)")
    with pytest.raises(KibitzError, match="has not moved"):
        made.explain()
    made.begin(game, 0, game.start(0), names)
    with pytest.raises(KibitzError, match="has not moved"):
        made.explain()
    for seed in range(3):
        played = kibitz.play_game(game, [made, kibitz.player("greedy")], seed, names)
    told = made.explain()
    assert told.move in played.moves[0::2]
    assert told.relied
    assert told.opponents[0].opponent == "Ann"
    assert (told.opponents[0].sure or 0) > 0.5
    assert "think about the next move only" in str(told)
    assert sum(told.expected.values()) == pytest.approx(1) or not told.expected
    assert "Without models of the others I would have played" in str(told)


def test_an_explanation_of_a_hidden_hand_says_nothing_of_answers() -> None:
    game = kibitz.game("hearts(cards=3)")
    made = reader("adaptive(simulations=20)")
    kibitz.play_game(game, [made, *[kibitz.player("lowest-card") for _ in range(3)]], 1, ["me", "Ann", "Ben", "Cem"])
    assert not made.explain().expected


def test_levels_err_where_it_costs_little() -> None:
    values = {"best": 0.6, "nearly": 0.59, "bad": 0.2}
    shares = [softened(values, level) for level in range(1, 10)]
    assert all(low["best"] < high["best"] for low, high in pairwise(shares))
    assert all(each["nearly"] > 20 * each["bad"] for each in shares[3:])
    game = kibitz.game("tic-tac-toe")
    gentle = reader("adaptive(level=1, simulations=100)")
    gentle.begin(game, 0, game.start(), ["me", "Ann"])
    policy = gentle.policy(game.start())
    assert len([share for share in policy.values() if share > 0.01]) > 1


def test_models_of_hidden_hands_are_answered_over_worlds_once_they_are_trusted() -> None:
    game, names = kibitz.game("hearts(cards=8)"), ["me", "Ann", "Ben", "Cem"]
    made = reader("adaptive(simulations=20, baseline=first-move)")
    state = game.start(2)
    view = state.view(state.to_move)
    made.begin(game, view.to_move, view, names)
    assert made.policy(view) == kibitz.player("first-move").policy(view)
    for seed in range(6):
        kibitz.play_game(game, [made, *[kibitz.player("lowest-card") for _ in range(3)]], seed, names)
    assert all(made.belief(name).opponent.itself < 0.5 for name in names[1:])
    made.begin(game, view.to_move, view, names)
    chosen = made.search(view)
    assert chosen.name == "exploit-worlds"
    assert made.policy(view) == respond(chosen.analyse(view))


def test_bids_are_part_of_the_reply_of_one_who_reads_bids() -> None:
    game: Any = kibitz.game("spades(open=true, cards=6)")
    names = ["me", "Ann", "Ben"]
    for spec, chosen in (("adaptive(simulations=300)", True), ("adaptive(candidates=[MT, mOT])", False)):
        made = reader(spec)
        for seed in range(6):
            kibitz.play_game(game, [made, kibitz.player("highest-card"), kibitz.player("highest-card")], seed, names)
        starts = [game.start(seed) for seed in range(10, 22)]
        differ = 0
        for start in starts:
            made.begin(game, start.to_move, start, names)
            differ += max(policy := made.policy(start), key=policy.__getitem__) != game.usual_bid(start)
        assert (differ > 0) == chosen


def test_a_game_with_a_reader_of_its_own_is_played_by_it() -> None:
    game, opponent = kibitz.game("guess-it"), kibitz.player("always-bluff")
    made, own = reader("adaptive"), kibitz.player("bayes-reader(carry=true, prior=habits)")
    games = [
        [kibitz.play_game(game, [each, opponent], seed, ["me", "Ann"]).moves for seed in range(8)]
        for each in (made, own)
    ]
    assert games[0] == games[1]
    assert made.beliefs() == list(own.beliefs())
    assert "Ann: bluffs 9" in str(made.explain())
    other = reader("adaptive(learner=bayes, candidates=[always-ask, always-bluff])")
    kibitz.play_game(game, [other, opponent], 1, ["me", "Ann"])
    assert set(other.beliefs()[0].weights) == {"always-ask", "always-bluff"}


def test_a_reader_of_one_game_keeps_its_memory(tmp_path: Path) -> None:
    game, opponent = kibitz.game("guess-it"), kibitz.player("always-bluff")
    told = []
    for seed in range(2):
        made = reader(f"adaptive(memory='{tmp_path / 'memory.json'}')")
        kibitz.play_game(game, [made, opponent], seed, ["me", "Ann"])
        made.begin(game, 0, game.start(5).view(0), ["me", "Ann"])
        told.append(made.beliefs()[0].reasons[0])
    assert told[0] != told[1]


@pytest.mark.parametrize("spec", ["checkers", "hearts(cards=8)", "spades(cards=5)"])
def test_gentle_levels_err_also_against_strangers_of_whom_nothing_is_known(spec: str) -> None:
    """The reply has to say what moves are worth: visits of a search would always give its best move."""
    game = kibitz.game(spec)
    state = game.start(1)
    while len(state.moves()) < 4:  # the two of clubs is led
        state = next(state.play(move) for move in state.moves() if len(state.play(move).moves()) > 3)
    view = state.view(state.to_move)
    sure = []
    for level in (1, 5, 9):
        made = reader(f"adaptive(level={level})")
        made.begin(game, state.to_move, view, [str(seat) for seat in range(game.players)])
        sure.append(max(made.policy(view).values()))
    assert sure[0] < 0.9
    assert sure[0] < sure[2]


def test_with_several_opponents_it_replies_from_the_first_move_on() -> None:
    game = kibitz.game("hearts(open=true, cards=4)")
    made, state = reader("adaptive(simulations=60, baseline=first-move)"), game.start(3)
    made.begin(game, state.to_move, state, ["me", "Ann", "Ben", "Cleo"])
    assert [each.itself for each in made.search(state).opponents] == [1.0] * 3  # type: ignore[attr-defined]
    made.policy(state)
    assert made._decided is not None
    assert made._decided[1] is not None  # an analysis: the baseline did not move


def test_a_margin_holds_before_anybody_is_trusted() -> None:
    game = kibitz.game("tic-tac-toe")
    state = game.start().play_all("a1, b2, c3, a3")  # only c1 does not lose
    made = reader("adaptive(margin=0, simulations=20, baseline=first-move)")
    made.begin(game, 0, state, ["me", "Ann"])
    assert made.policy(state)["c1"] == pytest.approx(1.0)


def test_types_that_the_game_is_known_for_are_candidates() -> None:
    game = kibitz.game("hearts(open=true, cards=4)")
    made, state = reader("adaptive(simulations=20)"), game.start(3)
    made.begin(game, 0, state, ["me", "Ann", "Ben", "Cleo"])
    belief = made.belief("Ann")
    assert isinstance(belief, ChoiceBelief)
    assert "lowest-card" in belief.posterior
    named = reader("adaptive(candidates=[greedy], learner=choice, simulations=20)")
    named.begin(game, 0, state, ["me", "Ann", "Ben", "Cleo"])
    asked = named.belief("Ann")
    assert isinstance(asked, ChoiceBelief)
    assert "greedy" in asked.posterior
    assert "lowest-card" not in asked.posterior


# Games written in Python, without and with features.


def read_in(game: kibitz.Game, spec: str = "adaptive(simulations=20)") -> Adaptive:
    """A player after some games with somebody who always goes one step."""
    made = reader(spec)
    for number in range(6):
        kibitz.play_game(game, [made, kibitz.player("first-move")], number, ["me", "Ann"])
    return made


def test_a_game_without_features_is_not_described_by_a_default() -> None:
    made = read_in(Race())
    [told] = made.beliefs()
    assert told.reasons == (NO_FEATURES,)
    assert set(told.weights) == {"unknown", "searches for itself"}
    assert not told.errs
    assert told.said_to_them() == []
    assert f"\nAnn: {NO_FEATURES}\n" in str(made.explain())


def test_candidates_describe_players_of_a_game_without_features() -> None:
    made = read_in(Race(), "adaptive(learner=choice, candidates=[first-move], simulations=20)")
    [told] = made.beliefs()
    assert told.likeliest == "first-move"
    assert NO_FEATURES not in str(made.explain())


def test_features_of_moves_and_their_habits_describe_a_player() -> None:
    assert "Ann tends to take short steps" in str(read_in(ReadableRace()).explain())


# In one's own loop.


def test_it_explains_a_move_only_after_it_has_seen_it() -> None:
    made = reader("adaptive(simulations=20)")
    state = kibitz.game("tic-tac-toe").start()
    made.begin(state.game, 0, state, ["me", "Ann"])
    with pytest.raises(KibitzError, match="it has not moved in this game yet"):
        made.explain()
    for _ in range(2):
        move = made.act(state, 1)
        with pytest.raises(KibitzError, match=r"tell it its move with see\(\) first"):
            made.explain()
        answer = next(each for each in state.moves() if each != move)
        for played in (move, answer):
            made.see(state.event(played, 0))
            state = state.play(played)
        assert str(made.explain()).startswith(f"I played {move}.")


def test_the_help_says_that_simulations_are_divided_among_worlds() -> None:
    [option] = [each for each in Adaptive.options_known if each.name == "simulations"]
    assert "divided among the worlds" in option.help


def test_studied_decisions_count_like_watched_ones() -> None:
    game, spec = kibitz.game("checkers(quiet=10)"), "adaptive(simulations=20)"
    watching, studying = reader(spec), reader(spec)
    played = kibitz.play_game(game, [watching, kibitz.player("greedy")], 1, ["me", "Ann"])
    decided, state = [], played.start
    for move in played.moves:
        decided += [(state, move)] if state.to_move == 1 else []
        state = state.play(move)
    studying.begin(game, 1, game.start(), ["Ann", "me"])  # the seat in the earlier game does not matter
    studying.study("Ann", decided)
    assert isinstance(first := watching.belief("Ann"), ChoiceBelief)
    assert isinstance(second := studying.belief("Ann"), ChoiceBelief)
    assert first.moves == second.moves > 10
    # The moments of studied decisions are not known, so they tell nothing about players that change their ways.
    assert second.posterior == pytest.approx(first.posterior, abs=0.01)
    with pytest.raises(KibitzError, match="'Ben' does not sit here"):
        studying.study("Ben", decided)


def test_seconds_limit_the_worlds_too() -> None:
    """Thousands of worlds would be weighed otherwise, which takes minutes."""
    player = kibitz.player("adaptive(candidates=[greedy, random], worlds=10000, seconds=0.05)")
    state = kibitz.game("spades(players=3, cards=5, bids=[1, 1, 1])").start(seed=1)
    player.begin(state.game, 0, state.view(0), ["me", "Ann", "Ben"])
    began = process_time()
    assert player.act(state.view(0), 1) in state.moves()
    assert process_time() - began < 2


def _hands_with_random_players(player: Adaptive, hands: int) -> Any:
    """The state after some hands of hidden Spades, of which the player at seat 0 has seen every move."""
    game = kibitz.game("spades(hands=4)")
    state: Any = game.start(seed=5)
    random = Random(5, "moves")
    player.begin(game, 0, state.view(0), NAMES)
    while state.core.hand < hands:
        move = random.choice(state.moves())
        player.see(state.event(move, 0))
        state = state.play(move)
    return state


def test_under_a_limit_it_learns_from_a_hand_at_its_next_moves() -> None:
    """When two hands are over, nothing is learned yet. What the moves leave is learned when the game ends, and the
    decisions are those from which it learns without a limit."""
    limited, unlimited = reader("adaptive(seconds=0.02)"), reader("adaptive")
    state = _hands_with_random_players(limited, 2)
    _hands_with_random_players(unlimited, 2)
    assert isinstance(before := limited.belief("Ann"), ChoiceBelief)
    assert isinstance(learned := unlimited.belief("Ann"), ChoiceBelief)
    assert before.moves == 0 < learned.moves
    limited._catch_up(0.0)  # the time is up
    assert isinstance(before := limited.belief("Ann"), ChoiceBelief)
    assert before.moves == 0
    limited.end(state.view(0))
    assert isinstance(after := limited.belief("Ann"), ChoiceBelief)
    assert [(each.position, each.move) for each in after.watched] == [
        (each.position, each.move) for each in learned.watched
    ]
    assert not after.postpones
    assert after.refitted > 0


def test_under_a_limit_it_learns_what_it_has_time_for() -> None:
    """With enough time it learns everything, and the models are fitted: the clock has decided nothing."""
    player = reader("adaptive(seconds=0.02)")
    _hands_with_random_players(player, 2)
    before = clock_decisions()
    player._catch_up(perf_counter() + 3600)
    assert not player._unlearned
    assert not player._postponed
    assert isinstance(belief := player.belief("Ann"), ChoiceBelief)
    assert belief.refitted > 0
    assert clock_decisions() == before


def test_the_baseline_gets_the_seconds_that_are_left() -> None:
    player = reader("adaptive(seconds=10)")
    state = kibitz.game("spades(hands=4)").start(seed=5)
    player.begin(state.game, 0, state.view(0), NAMES)
    baseline = player._baseline
    assert baseline is not None
    assert player._baseline_in_time(baseline, state.view(0)) is baseline
    player._watched = 8.0
    shorter = player._baseline_in_time(baseline, state.view(0))
    assert re.search(r"seconds=(1\.99|2\.0)", str(shorter))


def test_time_is_left_for_the_garbage_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    """The collector runs before the move is returned: after a slow run, the next search gets less time, and then a
    little more with every move that is quicker."""
    runs = iter([0.3, 0.0])
    monkeypatch.setattr(adaptive, "collected", lambda seconds: next(runs))
    player = reader("adaptive(candidates=[greedy, random], seconds=1)")
    state = kibitz.game("spades(players=3, cards=3, bids=[1, 1, 1])").start(seed=1)
    player.begin(state.game, 0, state.view(0), NAMES)
    assert player._seconds == 1
    player.policy(state.view(0))
    assert player._seconds == pytest.approx(0.7)
    player.policy(state.view(0))
    assert player._seconds == pytest.approx(0.73)


def test_where_replies_do_not_pay_it_watches_and_moves_like_the_baseline() -> None:
    game = kibitz.game("hearts")
    seated, others = reader("adaptive(simulations=20)"), ["Ann", "Ben", "Cid"]
    state: Any = game.start(1)
    seated.begin(game, 0, state.view(0), ["me", *others])
    asked = reader("adaptive(simulations=20, reply=exploit-worlds)")
    asked.begin(game, 0, state.view(0), ["me", *others])
    known = SimpleNamespace(opponent=SimpleNamespace(itself=0.0))
    for player, answers in ((seated, False), (asked, True)):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(player, "_known", dict.fromkeys(others, known))
            assert player._answers(game) is answers
    while state.to_move != 0 or len(state.moves()) == 1:
        move = state.moves()[0]
        seated.see(state.event(move, 0))
        state = state.play(move)
    view = state.view(0)
    assert seated.policy(view) == baseline_for(game, simulations=20).policy(view)
    seated.see(state.event(state.moves()[0], 0))
    state = state.play(state.moves()[0])
    assert "In this game, replies to what I believe about strangers have won less" in seated.why()
    while not state.over:
        move = state.moves()[0]
        seated.see(state.event(move, 0))
        state = state.play(move)
    seated.end(state.view(0))
    learned: Any = seated.belief("Ann")
    assert learned.moves > 0
