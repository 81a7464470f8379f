"""LearnStrategy as a belief: a strategy that is learned again after games, from the moves that were watched."""

from pathlib import Path

import pytest

import kibitz
from kibitz.errors import KibitzError, MissingCapability, SpecError
from kibitz.learning.strategy_belief import FEWEST, FIRST, StrategyBelief

READER = "adaptive(own=evaluation, learner=strategy, depth=3)"
STRANGER = "model(evaluation(men=1, kings=1, advancement=-1), depth=1, ties=left-low)"


def watched(games: int) -> StrategyBelief:
    game, stranger = kibitz.game("checkers"), kibitz.player(STRANGER)
    belief = StrategyBelief()
    for seed in range(games):
        belief = belief.at(game)
        state = game.start()
        while not state.over and len(state.moves()) > 0 and belief.moves < 40 * (seed + 1):
            move = (
                stranger.act(state, seed)
                if state.to_move
                else kibitz.Random(seed, "other", belief.moves).choice(state.moves())
            )
            if state.to_move:
                belief = belief.see(state, move)
            state = state.play(move)
    return belief.at(game)


def test_what_is_learned_predicts_the_player_better_than_what_was_assumed() -> None:
    belief = watched(3)
    assert belief.learned_from >= FEWEST
    known = [(each.state, each.move) for each in belief.watched]

    def right(model: str) -> int:
        policies = [(dict(kibitz.model(model).policy(state)), move) for state, move in known]
        return sum(policy[move] / max(policy.values()) for policy, move in policies)  # type: ignore[misc]

    assert right(str(belief.model)) > right(FIRST) + 10


def test_nothing_is_learned_within_a_game_or_from_a_few_moves() -> None:
    game = kibitz.game("checkers")
    belief, state = StrategyBelief(), game.start()
    for _ in range(FEWEST + 3):
        belief, state = belief.see(state, state.moves()[0]), state.play(state.moves()[0])
    assert (str(belief.model), belief.told().reasons) == (FIRST, ("assumed, nothing was learned yet",))
    begun = StrategyBelief(watched=belief.watched[:5], moves=5)
    assert begun.at(game) is begun
    assert belief.at(game).learned_from == belief.moves
    assert belief.at(kibitz.game("tic-tac-toe")).moves == 0


@pytest.mark.parametrize("game", ["hearts", "hearts(open=true)", "guess-it"])
def test_it_needs_two_players_who_see_everything(game: str) -> None:
    with pytest.raises((MissingCapability, KibitzError), match=r"two players|open positions"):
        kibitz.play_game(game, [kibitz.player(READER), *["random"] * (kibitz.game(game).players - 1)], 1)


def test_what_it_does_not_use_is_refused() -> None:
    for given in ("candidates=[greedy]", "noise=0.1", "forgetting=0.1"):
        with pytest.raises(SpecError, match="takes no candidates, noise or forgetting"):
            kibitz.player(f"adaptive(own=evaluation, learner=strategy, depth=3, {given})")


def test_a_memory_keeps_its_decisions(tmp_path: Path) -> None:
    file = str(tmp_path / "memory.jsonl")
    first = kibitz.player(READER, memory=file)
    kibitz.play_game("checkers", [first, kibitz.player(STRANGER)], 1, ["me", "Ann"])
    again = kibitz.player(READER, memory=file)
    start = kibitz.game("checkers").start()
    again.begin(start.game, 0, start, ["me", "Ann"])
    assert again.belief("Ann").moves == first.belief("Ann").moves  # type: ignore[attr-defined]
