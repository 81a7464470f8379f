"""Belief over hidden cards and models together.

A world is a deal that fits what a seat has seen. Its weight is the likelihood of the observed moves in it, under the
beliefs about the players. The belief about each player is averaged over the worlds. In a world, a player is assumed
to see all cards, as in sampled searches (sturtevant2006 section 2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, fsum
from time import perf_counter
from typing import Any, Generic, TypeVar, cast

from kibitz.errors import IllegalMove, KibitzError, MissingCapability
from kibitz.games.game import CHANCE, State
from kibitz.games.view import View, steps
from kibitz.learning.bayes import normalised
from kibitz.learning.belief import Belief
from kibitz.random import Random
from kibitz.searches.clocks import clock_decided
from kibitz.searches.sampled import DrawnWorlds

Believed = TypeVar("Believed", bound=Belief)


@dataclass(frozen=True)
class World(Generic[Believed]):
    """A position that a seat cannot tell from the real one, and the beliefs about the others if it is the real one."""

    state: State
    beliefs: Mapping[int, Believed]
    log_likelihood: float
    moves: int
    decided: tuple[tuple[State, str], ...] = ()
    """The decisions of the others that were seen, each with its position."""

    def after(self, moves: Iterable[str | None], random: Random) -> World[Believed]:
        """The world some moves later; a secret move (None) is drawn at random and is no evidence."""
        state, beliefs, likelihood, count = self.state, dict(self.beliefs), self.log_likelihood, self.moves
        decided = list(self.decided)
        for before, move, after in steps(state, moves, random):
            state, count = after, count + 1
            belief = beliefs.get(before.to_move) if move is not None and before.to_move != CHANCE else None
            if move is not None and belief is not None:
                beliefs[before.to_move], told = belief.in_world(before, move)
                likelihood += told
                decided.append((before, move))
        return World(state, beliefs, likelihood, count, tuple(decided))


class WorldBelief(DrawnWorlds, Generic[Believed]):
    """The belief of a seat about the hidden cards and about the other players, given what it has seen.

    ``believed`` is a belief about each other seat as it was when this hand began. ``count`` deals that fit are
    drawn, or ``starts`` lists them. With ``seconds``, drawing stops after this time, with at least one world. Called
    with a world, it returns the weight of the world, as ``sampled`` needs: ``Sampled(search, belief=belief)`` searches
    these worlds, and draws others only if it needs more.

    >>> import kibitz
    >>> from kibitz.learning.bayes import Bayes
    >>> view = kibitz.game("spades(players=3, cards=4, bids=[1, 1, 2])").start(seed=3)
    >>> view = view.play_all("5C, TC").view(0)
    >>> belief = WorldBelief(view, {seat: Bayes(["MT", "mOT"]) for seat in (1, 2)}, count=50)
    >>> {name: round(share, 1) for name, share in belief.about(1).posterior.items()}
    {'MT': 0.5, 'mOT': 0.5}
    """

    def __init__(
        self,
        view: Any,
        believed: Mapping[int, Believed],
        count: int = 100,
        seed: int = 0,
        starts: Sequence[State] | None = None,
        _kept: Sequence[World[Believed]] = (),
        seconds: float = 0.0,
    ) -> None:
        if not isinstance(view, View):
            raise KibitzError(
                "a belief about worlds needs the view of one seat, in a game with hidden hands: give state.view(seat)"
            )
        self.view, self.believed, self.seed = view, dict(believed), seed
        # No worlds are added to a given list; only those that no longer fit are removed.
        self.count = count if starts is None else 0
        self.seat = int(view.seat)
        if not self.believed or self.seat in self.believed:
            raise KibitzError(f"a belief about worlds takes a belief about each seat but {self.seat}, whose view it is")
        self._history: Sequence[str | None] = view.game.history(view)
        worlds, began = list(_kept), perf_counter()
        first = len(worlds)
        for number in range(first, count if starts is None else len(starts)):
            if seconds and worlds and perf_counter() - began > seconds:
                clock_decided()
                break
            random = view.draws(seed, number)
            start = view.game.sample_deal(view, random) if starts is None else starts[number]
            worlds.append(World(start, self.believed, 0.0, 0).after(self._history, random))
        if not worlds:
            raise KibitzError("a belief about worlds needs at least one; give a count of 1 or more")
        # Only these worlds have a seed and a number.
        self._drawn = range(first, len(worlds)) if starts is None else range(0)
        self.worlds = worlds
        self._top = max(world.log_likelihood for world in worlds)
        self._weighed = {world.state: world.log_likelihood for world in worlds}

    @property
    def weights(self) -> list[float]:
        """The probability of every world."""
        return [exp(each) for each in normalised([world.log_likelihood for world in self.worlds])]

    @property
    def effective(self) -> float:
        """The effective number of worlds; if it is much lower than the number drawn, draw more."""
        return 1 / fsum(weight**2 for weight in self.weights)

    def about(self, seat: int) -> Believed:
        """The belief about a seat, averaged over the worlds; its evidence is that of the likeliest world."""
        self._require(seat)
        weights = normalised([world.log_likelihood for world in self.worlds])
        likeliest = self.worlds[max(range(len(weights)), key=lambda place: weights[place])]
        return likeliest.beliefs[seat].averaged([world.beliefs[seat] for world in self.worlds], weights)

    def learned(self, seat: int, worlds: int) -> Believed:
        """The belief about a seat after the game, averaged over the worlds.

        Some beliefs cannot be updated in each world (``learns_in_worlds`` is false). Such a belief learns from a single
        world, which is drawn by weight: from every decision of the seat in it, as the seat saw the position.
        """
        self._require(seat)
        belief = self.believed[seat]
        if belief.learns_in_worlds:
            return self.about(seat)
        random = Random(self.seed, "learned", self.view.key)
        drawn = self.worlds[random.weighted(dict(enumerate(self.weights)))]
        for position, move in drawn.decided:
            if position.to_move == seat:
                belief = belief.see(position.view(seat), move, worlds)
        return belief

    def _require(self, seat: int) -> None:
        if seat not in self.believed:
            raise KibitzError(f"there is no belief about seat {seat}, only about {', '.join(map(str, self.believed))}")

    def then(self, view: Any) -> WorldBelief[Believed]:
        """The belief after more moves of the same hand: worlds that still fit are kept, the others are replaced by new
        ones.

        Kept deals are still uniform among those that fit, so kept and new deals can be combined.
        """
        history = view.game.history(view)
        kept = []
        for number, world in enumerate(self.worlds):
            try:
                later = world.after(history[world.moves :], Random(self.seed, "later", view.key, number))
            except IllegalMove:
                continue
            if later.state.view(self.seat) == view:
                kept.append(later)
        return WorldBelief(view, self.believed, self.count, self.seed, _kept=kept)

    def world(self, view: Any, seed: int, number: int) -> State:
        """The world of a view with this seed and number: one of these worlds, or a new one."""
        if number in self._drawn and seed == self.seed and view == self.view:
            return self.worlds[number].state
        return cast("State", view.world(view.draws(seed, number)))

    def __call__(self, world: State) -> float:
        """The weight of a world, relative to the likeliest world here.

        For the worlds of this belief it is already computed. A world that was drawn by other code is replayed from its
        deal, for which the game needs ``dealt``.
        """
        if world not in self._weighed:
            game: Any = world.game
            if "dealt" not in game.capabilities:
                raise MissingCapability(
                    f"{game} does not say how a position was dealt, so the weight of a world drawn by other code "
                    "cannot be computed: write dealt(state), the start from which history(state) leads to the state"
                )
            replayed = World(game.dealt(world), self.believed, 0.0, 0).after(game.history(world), Random(self.seed))
            return exp(min(replayed.log_likelihood - self._top, 700.0))
        return exp(self._weighed[world] - self._top)
