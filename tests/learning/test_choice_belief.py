"""Reading strangers by choices."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.learning import choice_belief
from kibitz.learning.bayes import LEVELS
from kibitz.learning.choice_belief import (
    LEARNED,
    NAMED,
    RATES,
    SAMPLED,
    SEARCHES,
    SIMULATES,
    ChoiceBelief,
    depths_of,
)
from kibitz.learning.choice_fit import whole_fit
from kibitz.replies.exploit import Exploit


def moves_of(game: Any, player: Any, games: Any, seed: Any = 1) -> Any:
    """(position, move) of one player, whose opponents make any move half of the time."""
    model, seats = kibitz.model(player), kibitz.game(game).players
    for number in range(games):
        random = kibitz.Random(seed, "test", number)
        state: Any = kibitz.game(game).start(100 * seed + number)
        while not state.over:
            if state.to_move == number % seats:
                view = state.view(state.to_move)
                policy = model.policy(view)
                move = random.weighted(dict(policy))
                yield view, move
            else:
                any_move = random.uniform() < 0.5
                move = (
                    random.choice(state.moves())
                    if any_move
                    else max(found := kibitz.model("greedy").policy_in_whole(state), key=lambda each: found[each])
                )
            state = state.play(move)


def believed(game: Any, player: Any, games: Any, belief: Any = None) -> Any:
    belief = belief or ChoiceBelief()
    for position, move in moves_of(game, player, games):
        belief = belief.see(position, move)
    return belief


def loss(belief: Any, game: Any, player: Any, games: Any = 3) -> Any:
    """Beyond that of the player itself, on other games."""
    model, total, count = kibitz.model(player), 0.0, 0
    for position, _ in moves_of(game, player, games, seed=9):
        policy, said = model.policy(position), belief.expects(position)
        if len(policy) > 1:
            total += sum(share * (math.log(share) - math.log(said[move])) for move, share in policy.items() if share)
            count += 1
    return total / count


@pytest.mark.parametrize(
    ("game", "player", "depth"),
    [
        ("checkers", "greedy", 1),
        ("checkers", "strategy(men=60, kings=90, back_row=9, centre=5, advancement=4, mobility=3, depth=3)", 3),
        ("checkers", "strategy(men=3, kings=5, mobility=1, depth=2)", 2),
        ("hearts(open=true)", "strategy(penalties=1, danger=0.1, depth=4)", 4),
        ("tic-tac-toe", "strategy(open_lines=1, depth=2)", 2),
    ],
)
def test_the_depth_of_a_stranger_is_found(game: Any, player: Any, depth: Any) -> None:
    belief = believed(game, player, 8)
    assert belief.depth == depth
    assert belief.depths[depth] > 0.7
    assert sum(belief.depths.values()) == pytest.approx(1)
    assert loss(belief, game, player) < 0.35


def test_other_weights_than_the_games_are_learned() -> None:
    player = "strategy(men=60, kings=126, advancement=-11, threats=-11, depth=2)"
    few, many = believed("checkers", player, 1), believed("checkers", player, 10)
    assert loss(many, "checkers", player) < 0.5 * loss(few, "checkers", player)
    assert many.kinds[LEARNED] + many.kinds[SAMPLED] + many.kinds["whole"] > 0.9
    assert "think two moves ahead" in many.words


def test_a_named_type_is_recognised() -> None:
    belief = believed("hearts(open=true)", "ducks", 4, ChoiceBelief(["ducks", "lowest-card"]))
    assert belief.likeliest.model == kibitz.model("ducks")
    assert belief.kinds[NAMED] > 0.9


def test_one_who_moves_at_random_is_no_searcher() -> None:
    belief = believed("checkers", "random", 6)
    assert loss(belief, "checkers", "random") < 0.05


def test_somebody_who_searches_for_itself_is_told_from_one_who_moves_at_random() -> None:
    belief = believed("tic-tac-toe", "mcts(simulations=300)", 15)
    assert belief.kinds[SEARCHES] > belief.kinds["random"]


def test_every_move_counts_before_it_is_fitted() -> None:
    """The likelihood of a move is what was expected before it was seen."""
    belief, total = ChoiceBelief(), 0.0
    for position, move in moves_of("tic-tac-toe", "strategy(open_lines=1, depth=2)", 8):
        if len(position.moves()) > 1:
            total += math.log(belief.expects(position)[move])
        belief = belief.see(position, move)
    assert belief.refitted > 0
    assert belief.log_likelihood == pytest.approx(total, abs=0.05 * belief.moves)


def test_weights_are_those_of_a_plain_bayes_without_fits(monkeypatch: Any) -> None:
    """Without refits, forgetting and changes of noise, the posterior is prior times likelihood over experts and noise
    levels."""
    monkeypatch.setattr(choice_belief, "REFITS", (10**6,))
    monkeypatch.setattr(choice_belief, "STEADY_ERRORS_CHANGE", 0.0)
    monkeypatch.setattr(choice_belief, "DEPTH_ASLEEP", -1.0)
    monkeypatch.setattr(choice_belief, "ASLEEP", -1.0)
    belief = ChoiceBelief(rates={0.0: 1.0}, itself=False, without=frozenset({"plain"}))
    logs: Any = None
    for position, move in moves_of("tic-tac-toe", "strategy(open_lines=1, depth=2)", 4):
        if len(position.moves()) > 1:
            begun = belief if belief.experts else belief.begun(position.game)
            logs = np.log(begun.prior) if logs is None else logs
            levels = list(LEVELS)
            for place, expert in enumerate(begun.experts):
                share = expert.model.policy(position).get(move, 0.0)
                share = (1 - choice_belief.SURE_NOISE) * share + choice_belief.SURE_NOISE / len(position.moves())
                for number, level in enumerate(levels):
                    logs[place, number] += math.log((1 - level) * share + level / len(position.moves()))
        belief = belief.see(position, move)
    weights = np.exp(logs - np.max(logs)).sum(axis=1)
    assert belief.weights.tolist() == pytest.approx((weights / weights.sum()).tolist())


@pytest.mark.parametrize("rates", [{0.0: 1.0}, dict(RATES)])
def test_one_who_changes_is_followed_only_if_something_is_forgotten(rates: Any) -> None:
    first, then = "greedy", "strategy(men=1, kings=1, advancement=-2, depth=1)"
    belief = believed("checkers", then, 4, believed("checkers", first, 12, ChoiceBelief(rates=rates)))
    steady = believed("checkers", first, 12, ChoiceBelief(rates=rates))
    assert loss(steady, "checkers", first) < 0.1
    if rates == {0.0: 1.0}:
        plain = loss(belief, "checkers", then)
        following = believed("checkers", then, 4, believed("checkers", first, 12))
        assert loss(following, "checkers", then) < plain


def test_the_same_moves_give_the_same_belief() -> None:
    one, other = (believed("checkers", "strategy(men=2, kings=3, depth=2)", 2) for _ in range(2))
    assert one.posterior == other.posterior
    assert one.words == other.words


def test_it_reads_hidden_hands_from_what_the_mover_saw() -> None:
    belief = believed("hearts", "lowest-card", 8)
    assert loss(belief, "hearts", "lowest-card") < 0.6


def test_bids_and_passes_are_decisions() -> None:
    for spec in ("spades(open=true)", "hearts(open=true, passing=left)"):
        state: Any = kibitz.game(spec).start(1)
        belief = ChoiceBelief()
        for move in (state.moves()[0], state.moves()[1]) if "spades" in spec else state.moves()[:2]:
            belief = belief.see(state, move)
        assert belief.moves == 2
        assert sum(belief.expects(state).values()) == pytest.approx(1)


def test_who_weighs_only_features_of_moves_looks_one_ply_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole weights that were found at four plies, and weigh no position, are those of a habit."""

    def weights(fit: Any, *given: Any) -> Any:
        return replace(whole_fit(fit, *given), weights={"lead_rank": -1.0, "danger": 1.0 * (fit.depth == 1)})

    monkeypatch.setattr(choice_belief, "whole_fit", weights)
    belief = believed("hearts(open=true)", "ducks", 1)
    whole = {each.key: (each.depth, each.model.depth_looked) for each in belief.experts if each.kind == "whole"}
    assert whole == {"whole 1": (1, 1), "whole 4": (1, 1)}
    monkeypatch.setattr(choice_belief, "whole_fit", whole_fit)
    later = believed("hearts(open=true)", "choice(penalties=1, danger=0.5, depth=4)", 4, belief)
    assert {each.key: each.depth for each in later.experts if each.kind == "whole"}["whole 4"] == 4


def bids_of(belief: ChoiceBelief, count: int, bid: Any) -> tuple[ChoiceBelief, Any]:
    """The belief after this many first bids at Spades, and the next hand."""
    game: Any = kibitz.game("spades")
    for number in range(count):
        view = game.start(number).view(0)
        belief = belief.see(view, bid(view))
    return belief, game.start(count).view(0)


def test_bids_by_the_rule_say_nothing_of_how_cards_are_played() -> None:
    """Players made from models bid by the rule. Before, only experts that do the same were believed after some bids: at
    Spades every player was called random."""
    belief, view = bids_of(ChoiceBelief(), 12, lambda view: view.game.usual_bid(view))
    assert belief.expects(view)[view.game.usual_bid(view)] > 0.9
    begun = ChoiceBelief().begun(view.game)
    assert belief.kinds == pytest.approx(begun.kinds, abs=1e-6)
    assert belief.in_world(view.game.start(12), view.game.usual_bid(view))[1] > math.log(0.9)
    assert belief.moves == 12


def test_who_always_bids_low_is_expected_to_bid_low() -> None:
    belief, view = bids_of(ChoiceBelief(), 12, lambda view: view.moves()[0])
    assert belief.expects(view)[view.moves()[0]] > 0.6
    assert belief.kinds == pytest.approx(ChoiceBelief().begun(view.game).kinds, abs=1e-6)


def test_a_candidate_with_bids_of_its_own_is_found_by_them() -> None:
    low = "choice(bid=-5)"
    belief, _ = bids_of(ChoiceBelief([low, "greedy"]), 6, lambda view: view.moves()[0])
    assert belief.posterior[str(kibitz.model(low))] > 0.9


def test_a_forced_move_says_nothing() -> None:
    state: Any = kibitz.game("checkers").start().play_all("11-15, 22-18")
    belief = ChoiceBelief()
    assert belief.see(state, state.moves()[0]) is belief


def test_exploit_takes_what_is_believed() -> None:
    belief = believed("checkers", "strategy(men=3, kings=5, mobility=1, depth=2)", 2)
    state: Any = kibitz.game("checkers").start(0)
    analysis = Exploit([belief.opponent], simulations=50).analyse(state)
    assert analysis.best


def test_depths_are_as_deep_as_can_be_afforded() -> None:
    assert depths_of(kibitz.game("checkers")) == (1, 2, 3, 4, 5)
    assert depths_of(kibitz.game("hearts")) == (1, 4)
    assert 4 not in depths_of(kibitz.game("abalone(players=3)"))


def test_before_anything_was_seen() -> None:
    belief = ChoiceBelief()
    assert belief.words == "nothing is known yet"
    assert belief.told().shares == {}
    state: Any = kibitz.game("checkers").start()
    assert sum(belief.expects(state).values()) == pytest.approx(1)
    with pytest.raises(kibitz.KibitzError, match="nothing was seen yet"):
        _ = belief.game
    with pytest.raises(kibitz.SpecError, match="forgetting"):
        ChoiceBelief(rates={1.5: 1.0})


def test_nobody_is_trusted_before_a_few_decisions_nor_if_he_searches_for_himself() -> None:
    state: Any = kibitz.game("checkers").start(0)
    fresh = ChoiceBelief().see(state, state.moves()[0])
    assert fresh.opponent.itself == 1
    assert ChoiceBelief().opponent.itself == 1
    assert ChoiceBelief(itself=False).opponent.itself == 0
    assert believed("checkers", "greedy", 1, ChoiceBelief(itself=False)).opponent.itself == 0
    read = believed("checkers", "greedy", 3)
    assert read.opponent.itself < 0.01
    assert 1 - read.trust == pytest.approx(read.kinds[SEARCHES])
    searcher = believed("hearts(open=true)", "mcts(simulations=400)", 10)
    assert searcher.opponent.itself > 0.5


def test_models_that_predict_no_better_than_a_search_are_not_trusted() -> None:
    good, bad = believed("checkers", "greedy", 3), believed("hearts(open=true)", "mcts(simulations=400)", 10)
    assert good.saved > 0.5 > 0.1 > bad.saved
    worse = replace(good, losses=(1.3 * good.losses[1], good.losses[1]))
    assert good.trust > 0.99
    assert worse.trust == 0


def test_models_that_look_as_far_as_any_have_to_predict_better() -> None:
    deep = believed("checkers", "strategy(men=1, kings=2, depth=5)", 4)
    assert deep.depth == 5
    less = replace(deep, losses=(0.9 * deep.losses[1], deep.losses[1]))
    shallow = believed("checkers", "greedy", 2)
    as_little = replace(shallow, losses=(0.9 * shallow.losses[1], shallow.losses[1]))
    assert less.trust < 0.5
    assert as_little.trust > 0.9


# Parts that are left out, to measure what they are worth.


def without(part: str) -> ChoiceBelief:
    reader = kibitz.player(f"adaptive(candidates=[greedy], learner=choice-without-{part})")
    reader.begin(kibitz.game("checkers"), 0, kibitz.game("checkers").start(), ["me", "Ann"])
    found = reader.belief("Ann")  # type: ignore[attr-defined]
    assert isinstance(found, ChoiceBelief)
    return found


def test_a_belief_without_depth_looks_one_ply_ahead() -> None:
    assert set(without("types").depths) == set(without("trust").depths) == {1, 2, 3, 4, 5}
    assert set(without("depth").depths) == {1}
    assert without("depth").at(kibitz.game("checkers")) is not None
    again = without("depth")
    assert again.at(kibitz.game("checkers")) is again  # and keeps what it knows


def test_a_belief_without_types_has_only_what_it_learns() -> None:
    assert "named" in without("depth").kinds
    assert "named" not in without("types").kinds
    elsewhere = without("types").at(kibitz.game("hearts(open=true)"))
    assert set(elsewhere.kinds) == {*without("types").kinds, "strict"}  # moves have many features there


def test_a_belief_without_trust_answers_models_from_the_first_move_on() -> None:
    assert without("depth").opponent.itself == 1.0
    assert without("trust").opponent.itself == 0.0
    seen = without("trust")
    state = kibitz.game("checkers").start()
    for _ in range(12):
        seen, state = seen.see(state, state.moves()[0]), state.play(state.moves()[0])
    assert seen.opponent.itself == 0.0


def test_a_depth_that_predicts_the_same_as_a_smaller_one_is_not_answered() -> None:
    """At Chinese Checkers, who only counts its own distance moves the same with one ply and with two."""
    state, belief = kibitz.game("chinese-checkers").start(1), ChoiceBelief(hurried=True)
    stranger = kibitz.model("strategy(distance=1, depth=1)")
    for number in range(36):
        move = max(policy := stranger.policy(state), key=lambda each: policy[each])
        if number % 3 == 0:
            belief = belief.see(state, move)
        state = state.play(move)
    assert set(belief.depths) == {1, 2}
    assert belief.depths[2] > 0.2
    assert {each.depth_looked for _, each in belief.opponent.models} == {1}


def test_hidden_hands_are_described_in_fewer_worlds_in_a_hurry() -> None:
    game = kibitz.game("hearts(cards=5)")
    view = game.start(1).view(game.start(1).to_move)
    calm, hurried = ChoiceBelief().at(game), ChoiceBelief(hurried=True).at(game)
    assert set(calm.depths) == {1, 4}
    assert set(hurried.depths) == {1}
    assert set(hurried.expects(view)) == set(calm.expects(view)) == set(view.moves())


def test_a_belief_describes_the_likeliest_kind_and_not_the_likeliest_expert() -> None:
    """Several experts of one kind may share more than the one expert that is the likeliest."""
    game = kibitz.game("checkers")
    belief = kibitz.ChoiceBelief()
    state, random = game.start(), kibitz.Random(1, "x")
    contradicted = False
    for _ in range(30):
        move = random.choice(state.moves())
        belief = belief.at(game).see(state, move)
        shares = belief.told().shares
        name = max(shares, key=lambda each: shares[each])
        assert belief._name_told(belief.typical) == name
        contradicted |= belief._name_told(belief.likeliest) != name
        state = state.play(move)
        if state.over:
            break
    assert contradicted  # so this test would notice


def test_somebody_who_searches_a_little_is_answered() -> None:
    weak = believed("hearts(open=true)", "mcts(simulations=10)", 10)
    assert weak.kinds[SIMULATES] > weak.kinds[SEARCHES]
    assert any("simulations=60" in str(model) for _, model in weak.opponent.models)
    assert not any("simulations=250" in str(model) for _, model in weak.opponent.models)


def test_long_searches_sleep_while_they_are_unlikely() -> None:
    fresh = ChoiceBelief().at(kibitz.game("checkers"))
    assert sum("simulations=200" in str(each) for each in fresh._awake) == 2
    read = believed("checkers", "greedy", 3)
    assert read.kinds[SEARCHES] < choice_belief.LONG_ASLEEP
    assert not any("simulations=200" in str(each) for each in read._awake)
    assert len(read._awake) == len(read.experts)


def test_a_candidate_may_look_ahead_by_a_depth_that_is_not_fitted() -> None:
    assert 2 not in depths_of(kibitz.game("hearts(open=true)"))
    other = "strategy(penalties=1, danger=0.5, depth=2)"
    read = believed("hearts(open=true)", other, 3, ChoiceBelief([other]))
    assert read.refitted > 8
    assert read.likeliest.key == str(kibitz.model(other))


def test_a_belief_without_learning_answers_its_prior_whatever_it_sees() -> None:
    """The control of the reader: the same experts with the same weights, and moves that change nothing."""
    first, usual = without("learning"), without("trust")
    assert first.posterior == usual.posterior
    assert first.opponent == usual.opponent
    assert first.opponent.itself == 0.0
    seen, state = first, kibitz.game("checkers").start()
    for _ in range(12):
        seen, state = seen.see(state, state.moves()[0]), state.play(state.moves()[0])
    assert seen is first
    reader = kibitz.player("adaptive(learner=choice-without-learning, simulations=20)")
    game = kibitz.game("tic-tac-toe")
    kibitz.play_game(game, [reader, kibitz.player("first-move")], 1, ["me", "Ann"])
    prior = reader.belief("Ann")  # type: ignore[attr-defined]
    kibitz.play_game(game, [reader, kibitz.player("first-move")], 2, ["me", "Ann"])
    assert reader.belief("Ann").posterior == prior.posterior  # type: ignore[attr-defined]
    assert "nothing is learned" in str(reader.beliefs())
    assert reader.why()
