"""Evolved players at the table play as they do in the core."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.errors import KibitzError, SpecError
from kibitz.specialists.guess_it.evolution.breeding import Breeding
from kibitz.specialists.guess_it.evolution.contests import Contestant, Opponent, by_habit, contests
from kibitz.specialists.guess_it.evolution.run import Run, evolve_here
from kibitz.specialists.guess_it.evolution.tasks import Task, control, decision, identifier, predictor, total_control
from kibitz.specialists.guess_it.network_player import read_network, write_network

pytest.importorskip("neat")
SMALL = Breeding(population=6)


def evolved(task: Task) -> Contestant:
    return task.contestant(evolve_here(Run(task, seed=3, generations=1, fresh=1, breeding=SMALL)).network)


@pytest.fixture(scope="module")
def mixture_player() -> Contestant:
    identifying = evolved(identifier()).identifier
    assert identifying is not None
    return evolved(decision(identifying))


def test_wins_at_the_table_are_those_in_the_core(mixture_player: Contestant, tmp_path: Path) -> None:
    """Draws differ, so rates are compared; without calls remembered games are independent."""
    game, other = kibitz.game("guess-it"), "stationary(bluff=0.4, call=0.3)"
    for name, player in {"decision": mixture_player, "predictor": evolved(predictor())}.items():
        file = tmp_path / f"{name}.json"
        write_network(player, file)
        assert read_network(file) == player
        seated, opponent = kibitz.player("network", file=str(file), carry=False), kibitz.player(other)
        many = 300
        wins = 0
        for seed in range(many):
            players = [seated, opponent] if seed % 2 == 0 else [opponent, seated]
            played = kibitz.play_game(game, players, seed, ["a", "b"])
            wins += played.scores[seed % 2] > 0
        [[score]] = contests([player], [Opponent(by_habit(other), 20_000, player.told)], seed=1, calls_remembered=False)
        share = score.wins / 20_000
        assert abs(wins / many - share) < 4.5 * (share * (1 - share) / many) ** 0.5 + 0.01


def test_who_has_called_is_remembered(tmp_path: Path) -> None:
    file = tmp_path / "control.json"
    write_network(evolved(control()), file)
    player = kibitz.player("network", file=str(file))
    game = kibitz.game("guess-it(cards=6)")
    called: Any = game.start(seed=1)
    own = next(move for move in called.moves() if move == f"ask {called.core.hands[0][0]}")
    called = called.play_all(f"{own}, {own.replace('ask', 'name')}")
    player.begin(game, 0, game.start(seed=1).view(0), ["me", "Ann"])
    player.end(called.view(0))
    assert player._callers == {"Ann"}  # type: ignore[attr-defined]


def test_total_control_makes_moves_that_are_allowed(tmp_path: Path) -> None:
    file = tmp_path / "total.json"
    write_network(evolved(total_control()), file)
    players = [kibitz.player("network", file=str(file)), kibitz.player("always-ask")]
    assert kibitz.play_game(kibitz.game("guess-it"), players, 1, ["a", "b"]).scores in ((1.0, -1.0), (-1.0, 1.0))


def test_files_and_games_that_do_not_fit_are_refused(mixture_player: Contestant, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="which file"):
        kibitz.player("network")
    file = tmp_path / "player.json"
    file.write_text("[]")
    with pytest.raises(KibitzError, match="no network"):
        kibitz.player("network", file=str(file))
    write_network(mixture_player, file)
    game = kibitz.game("guess-it(cards=4)")
    with pytest.raises(SpecError, match="inputs"):
        kibitz.player("network", file=str(file)).begin(game, 0, game.start(seed=1).view(0))
