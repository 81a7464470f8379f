"""How much of OpenSpiel's exact best response `is-exploit` gains at Kuhn and Leduc poker, against fixed policies.

    python -m benchmarks.poker                 the table of benchmarks/README.md, with 10,000 simulations a move
    python -m benchmarks.poker --simulations 500 --games kuhn_poker
    python -m benchmarks.poker --adaptive      what `adaptive` gains over 200 hands; --missing leaves out known rows

The value of a player is exact: its move is asked for at every information state that it can reach, and OpenSpiel
computes what these moves are worth against the policy. Nothing is estimated from played hands. The gain is the value
minus that of an equilibrium (CFR+, 2,000 iterations) against the same policy, and the share is the gain divided by the
gain of the exact best response. Each row is written to docs/results/poker.json as soon as it is known.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import expected_game_score
from open_spiel.python.policy import Policy, TabularPolicy

import kibitz
from kibitz.adapters.openspiel.bots import policy_model
from kibitz.replies.is_exploit import IsExploit
from kibitz.replies.opponent import Opponent

RESULTS = Path(__file__).parent.parent / "docs" / "results" / "poker.json"
GAMES = {"kuhn_poker": "kuhn_poker", "leduc_poker": "leduc_poker(suit_isomorphism=true)"}
"""At Leduc poker the two suits differ only in their names. OpenSpiel can treat them as one."""
EQUILIBRIUM = 2_000  # iterations of CFR+
EARLY = 10  # iterations after which CFR's average still has large errors
NOISE = 0.2  # the share of random moves of the noisy equilibrium
WORLDS = 1000
WHOLE, SIMULATED, SAMPLED = "is-exploit", "is-exploit(exact=false)", "sampled(exploit)"
HANDS, SESSIONS = 200, 20
MARK = "<!-- table poker -->"


class Raising(Policy):  # type: ignore[misc]
    """Always bets or raises while it may, and calls otherwise."""

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        legal = state.legal_actions()
        return {action: float(action == max(legal)) for action in legal}


class Noisy(Policy):  # type: ignore[misc]
    """Another policy that moves at random sometimes."""

    def __init__(self, game: Any, base: Any) -> None:
        super().__init__(game, list(range(game.num_players())))
        self.base = base

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        legal, base = state.legal_actions(), dict(self.base.action_probabilities(state))
        return {action: (1 - NOISE) * base.get(action, 0.0) + NOISE / len(legal) for action in legal}


@cache
def cfr(name: str, iterations: int, plus: bool) -> Any:
    game = pyspiel.load_game(name)
    solver = (pyspiel.CFRPlusSolver if plus else pyspiel.CFRSolver)(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return solver.tabular_average_policy()


def opponents(game: Any) -> dict[str, Any]:
    return {
        "uniform": TabularPolicy(game),
        "always raises": Raising(game, [0, 1]),
        f"CFR after {EARLY} iterations": cfr(str(game), EARLY, False),
        f"equilibrium, {NOISE:.0%} random": Noisy(game, cfr(str(game), EQUILIBRIUM, True)),
    }


class Asked(Policy):  # type: ignore[misc]
    """The moves of one of our searches, asked for once at every information state."""

    def __init__(self, game: Any, ours: kibitz.Game, choose: Callable[[Any], str]) -> None:
        super().__init__(game, [0, 1])
        self.ours, self.choose = ours, choose
        self.known: dict[str, int] = {}
        self.seconds = 0.0

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        key = state.information_state_string()
        if key not in self.known:
            position: Any = self.ours.replayed(state.history())  # type: ignore[attr-defined]
            began = perf_counter()
            move = self.choose(position.view(position.to_move))
            self.seconds += perf_counter() - began
            self.known[key] = position.by_text[move]
        return {action: float(action == self.known[key]) for action in state.legal_actions()}


def value(game: Any, seat: int, ours: Any, theirs: Any) -> float:
    """The exact value for a seat; positions that our moves never reach are not looked at."""
    policies = [ours, theirs] if seat == 0 else [theirs, ours]
    return float(expected_game_score.policy_value(game.new_initial_state(), policies)[seat])


def best_response(game: Any, seat: int, theirs: Any) -> float:
    responder = pyspiel.TabularBestResponse(game, seat, tabular(game, theirs))
    return float(responder.value_from_state(game.new_initial_state()))


def tabular(game: Any, policy: Any) -> dict[str, list[tuple[int, float]]]:
    """A policy as OpenSpiel's best response takes it."""
    found: dict[str, list[tuple[int, float]]] = {}

    def visit(state: Any) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            shares = dict(policy.action_probabilities(state))
            found[state.information_state_string()] = [
                (action, shares.get(action, 0.0)) for action in state.legal_actions()
            ]
        for action in state.legal_actions():
            visit(state.child(action))

    visit(game.new_initial_state())
    return found


def rows(names: list[str], simulations: int, seed: int, search: str) -> Any:
    for name in names:
        game = pyspiel.load_game(GAMES[name])
        ours: Any = kibitz.game(f"openspiel({GAMES[name]})")
        even = cfr(str(game), EQUILIBRIUM, True)
        for opponent, policy in opponents(game).items():
            model = kibitz.model(policy_model(policy))
            for seat in (0, 1):
                asked = Asked(game, ours, chooser(search, model, simulations, seed))
                found, exact = value(game, seat, asked, policy), best_response(game, seat, policy)
                without = value(game, seat, even, policy)
                yield {
                    "game": name,
                    "opponent": opponent,
                    "seat": seat,
                    "search": search,
                    "simulations": simulations,
                    "seed": seed,
                    "equilibrium": without,
                    "best_response": exact,
                    "value": found,
                    "share": (found - without) / (exact - without),
                    "decisions": len(asked.known),
                    "seconds_a_move": asked.seconds / max(1, len(asked.known)),
                }


def chooser(search: str, model: kibitz.Model, simulations: int, seed: int) -> Callable[[Any], str]:
    if search != SAMPLED:
        found = IsExploit(
            [Opponent(((1.0, model),))],
            simulations=simulations,
            worlds=WORLDS,
            objective="score",
            seed=seed,
            exact=search == WHOLE,
        )
        return lambda view: found.analyse(view).best[0]
    from kibitz.learning.bayes import Bayes
    from kibitz.learning.worlds import WorldBelief
    from kibitz.replies.exploit import Exploit
    from kibitz.searches.sampled import Sampled

    inner = Exploit([Opponent(((1.0, model),))], simulations=max(1, simulations // 20), objective="score", seed=seed)

    def sampled(view: Any) -> str:
        belief = WorldBelief(view, {1 - view.seat: Bayes([model], noise=0.01)}, count=20, seed=seed)
        return Sampled(inner, belief=belief, worlds=20, seed=seed).analyse(view).best[0]

    return sampled


def pooled(found: list[Mapping[str, Any]]) -> float:
    """The share of the exact gain over all opponents and seats of a game."""
    gained = sum(row["value"] - row["equilibrium"] for row in found)
    return float(gained / sum(row["best_response"] - row["equilibrium"] for row in found))


def adaptive(names: list[str], seed: int, sessions: int, known: set[tuple[str, str]]) -> Any:
    """The gain, by hands played, of a player that knows four candidates but not which of them it plays against."""
    for name in names:
        game = pyspiel.load_game(GAMES[name])
        policies = opponents(game)
        for opponent, policy in policies.items():
            if (name, opponent) in known:
                continue
            player = "adaptive"
            chips = np.zeros((sessions, HANDS))
            for session in range(sessions):
                models = [kibitz.model(policy_model(each, f"p{n}")) for n, each in enumerate(policies.values())]
                reader = kibitz.player(
                    "adaptive", candidates=models, noise=0.01, worlds=5, reply="exploit", simulations=40
                )
                them = kibitz.player(policy_model(policy))
                for hand in range(HANDS):
                    seat = hand % 2
                    seats = [reader, them] if seat == 0 else [them, reader]
                    played = kibitz.play_game(f"openspiel({GAMES[name]})", seats, seed=seed + 1000 * session + hand)
                    chips[session, hand] = played.scores[seat]
            exact = sum(best_response(game, seat, policy) for seat in (0, 1)) / 2
            means = chips.mean(axis=1)
            yield {
                "game": name,
                "opponent": opponent,
                "player": player,
                "hands": HANDS,
                "sessions": sessions,
                "chips_a_hand": float(means.mean()),
                "standard_error": float(means.std(ddof=1) / sessions**0.5),
                "first_20": float(chips[:, :20].mean()),
                "last_100": float(chips[:, 100:].mean()),
                "best_response": exact,
            }


def table(stored: Mapping[str, Any]) -> list[str]:
    """The results as Markdown: the share of the exact gain for each opponent, with all simulations of a search."""
    found = stored["rows"]
    searches = [search for search in (WHOLE, SIMULATED, SAMPLED) if any(row["search"] == search for row in found)]
    lines = [
        " | ".join(["| game", "opponent", "seat", "equilibrium", "best response", *(f"`{each}`" for each in searches)])
        + " |",
        "|---" * (5 + len(searches)) + "|",
    ]
    for row in found:
        if row["search"] != WHOLE:
            continue
        cells = [row["game"], row["opponent"], str(row["seat"])]
        cells += [f"{row[name]:+.3f}" for name in ("equilibrium", "best_response")]
        for search in searches:
            same = [each for each in found if each["search"] == search and _place(each) == _place(row)]
            cells.append(f"{same[0]['value']:+.3f} ({same[0]['share']:.0%})" if same else "")
        lines.append(f"| {' | '.join(cells)} |")
    for game in GAMES:
        shares = []
        for search in searches:
            of_game = [row for row in found if row["game"] == game and row["search"] == search]
            shares.append(f"**{pooled(of_game):.1%}**" if len(of_game) == 8 else "")
        lines.append(f"| **{game}** | all together | | | | {' | '.join(shares)} |")
    return lines


def _place(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return row["game"], row["opponent"], row["seat"]


def write_table() -> None:
    """Put the table where the documentation has a mark."""
    page = RESULTS.parent.parent / "other-libraries.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(MARK)
    after = rest.partition("<!-- end -->")[2]
    body = "\n".join([MARK, "", *table(json.loads(RESULTS.read_text())), "", "<!-- end -->"])
    page.write_text(f"{before}{body}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", nargs="*", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--simulations", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--search", default=WHOLE, choices=[WHOLE, SIMULATED, SAMPLED])
    parser.add_argument("--adaptive", action="store_true")
    parser.add_argument("--sessions", type=int, default=SESSIONS, help="with --adaptive: sessions for each opponent")
    parser.add_argument("--missing", action="store_true", help="with --adaptive: only opponents without a result")
    parser.add_argument("--out", type=Path, default=RESULTS)
    parser.add_argument("--table", action="store_true", help="only write the table of the documentation again")
    given = parser.parse_args()
    if given.table:
        write_table()
        return
    stored = json.loads(given.out.read_text()) if given.out.exists() else {"rows": [], "adaptive": []}
    kind = "adaptive" if given.adaptive else "rows"
    known = stored["adaptive"] if given.missing else []
    found = []
    made = (
        adaptive(given.games, given.seed, given.sessions, {(row["game"], row["opponent"]) for row in known})
        if given.adaptive
        else rows(given.games, given.simulations, given.seed, given.search)
    )
    for row in made:
        found.append(row)
        names = [key for key in ("game", "opponent", "seat", "search", "simulations", "seed", "player") if key in row]
        kept = [each for each in stored[kind] if any(each[key] != row[key] for key in names)]
        stored[kind] = [*kept, row]
        given.out.write_text(json.dumps(stored, indent=1) + "\n")
        print(json.dumps(row), flush=True)
    if not given.adaptive:
        for game in given.games:
            print(f"{game}: {pooled([row for row in found if row['game'] == game]):.1%} of the exact gain")


if __name__ == "__main__":
    main()
