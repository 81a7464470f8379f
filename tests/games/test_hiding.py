"""Games written in Python that hide something: what they get for free, and what is refused before anybody plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from time import sleep
from typing import Any

import pytest
from discard import Discard, DiscardState
from kuhn import CARDS, Kuhn, KuhnState
from whist import Whist, WhistState

import kibitz
from kibitz.games import checking
from kibitz.games.registry import REGISTRY
from kibitz.players.play_game import random_moves
from kibitz.specs import Option


@pytest.fixture(autouse=True)
def _forget_games() -> Iterator[None]:
    known = set(REGISTRY)
    yield
    for name in set(REGISTRY) - known:
        del REGISTRY._rows[name]


# Secret moves instead of hidden cards.


@dataclass(frozen=True)
class PenniesState(kibitz.State):
    """What was done; None for the penny that the other seat has not seen yet."""

    game: Pennies
    history: tuple[str | None, ...] = ()


class Pennies(kibitz.Game):
    """Seat 0 lays a penny under its hand; seat 1 wins if it says which side is up."""

    name = "pennies"
    state_type = PenniesState
    players = 2

    def start(self, seed: int = 0) -> PenniesState:
        return PenniesState(self)

    def to_move(self, state: PenniesState) -> int:
        return len(state.history)

    def moves(self, state: PenniesState) -> list[str]:
        return [] if self.over(state) else ["heads", "tails"]

    def play(self, state: PenniesState, move: str) -> PenniesState:
        return replace(state, history=(*state.history, move))

    def over(self, state: PenniesState) -> bool:
        return len(state.history) == 2

    def scores(self, state: PenniesState) -> tuple[float, ...]:
        if not self.over(state):
            return (0.0, 0.0)
        return (-1.0, 1.0) if state.history[0] == state.history[1] else (1.0, -1.0)


class Hiding(Pennies):
    """The whole game."""

    def hide(self, state: PenniesState, seat: int) -> PenniesState:
        return replace(state, history=(None,)) if seat == 1 and len(state.history) == 1 else state

    def sample_deal(self, view: kibitz.View, random: kibitz.Random) -> PenniesState:
        return PenniesState(self)


def test_a_secret_move_is_kept_secret() -> None:
    kibitz.register(Hiding)
    state = kibitz.game("pennies").start()
    assert (state.event("heads", 0).move, state.event("heads", 1).move) == ("heads", None)
    assert not state.event("heads", 0).public
    laid = state.play("heads")
    assert laid.view(1) == state.play("tails").view(1)
    assert laid.view(0) != state.play("tails").view(0)
    assert laid.event("tails", 0) == kibitz.Event(1, "tails", public=True)
    worlds = {laid.view(1).world(kibitz.Random(seed)) for seed in range(20)}
    assert worlds == {laid, state.play("tails")}


def test_it_is_played_by_whoever_takes_views() -> None:
    kibitz.register(Hiding)
    reader = "adaptive(candidates=[score, noisy(score, 0.5)])"
    for player in ("is-mcts(simulations=20)", "maxn", "mcts(simulations=20)", reader):
        seated = [kibitz.player("random"), kibitz.player(player)]
        assert kibitz.play_game(kibitz.game("pennies"), seated, seed=3).end.over


def test_hidden_follows_from_what_is_written() -> None:
    class Shown(Hiding):
        name = "pennies-shown"
        options_known = (Option("open", False, "lay the penny on the table"),)

        @property
        def hidden(self) -> bool:
            return not self.options["open"]

    kibitz.register(Shown)
    assert not Pennies().hidden
    assert Hiding().hidden
    closed, shown = kibitz.game("pennies-shown"), kibitz.game("pennies-shown(open=true)")
    assert ("hidden" in closed.capabilities, "hidden" in shown.capabilities) == (True, False)
    state = shown.start()
    assert state.view(1) is state
    assert state.event("heads", 1).move == "heads"


def test_a_game_may_bring_its_own_views() -> None:
    @dataclass(frozen=True)
    class Glance(kibitz.View):
        game: Any
        seat: int
        to_move: int
        over: bool
        history: tuple[str | None, ...] = ()

        @property
        def scores(self) -> tuple[float, ...]:
            return tuple(self.game.scores(self))

        def moves(self) -> list[str]:
            return ["heads", "tails"]

    class Glancing(Pennies):
        name = "pennies-glance"

        def view(self, state: PenniesState, seat: int) -> Glance:
            hidden = seat == 1 and len(state.history) == 1
            return Glance(self, seat, len(state.history), state.over, (None,) if hidden else state.history)

        def sample_deal(self, view: kibitz.View, random: kibitz.Random) -> PenniesState:
            return PenniesState(self)

    kibitz.register(Glancing)
    state = kibitz.game("pennies-glance").start().play("tails")
    assert state.game.hidden
    assert "tails" not in state.view(1).board() + state.view(1).to_json()
    assert kibitz.search("is-mcts(simulations=20)").choose(state.view(1)) in ("heads", "tails")
    assert kibitz.search("sampled(maxn, worlds=4)").choose(state) in ("heads", "tails")


# Refused when the game is registered.


def test_hiding_without_sampling_is_refused() -> None:
    class Half(Pennies):
        hide = Hiding.hide

    with pytest.raises(kibitz.SpecError, match=r"pennies hides a part .* write sample_deal\(view, random\)"):
        kibitz.register(Half)


def test_sampling_without_hiding_is_refused() -> None:
    class Half(Pennies):
        sample_deal = Hiding.sample_deal

    with pytest.raises(kibitz.SpecError, match=r"everybody would see everything: write hide\(state, seat\)"):
        kibitz.register(Half)


def test_to_say_hidden_is_not_enough() -> None:
    class Half(Pennies):
        hidden = True

    with pytest.raises(kibitz.SpecError, match=r"sets 'hidden' but hides nothing.*write hide\(state, seat\)"):
        kibitz.register(Half)


def test_a_state_that_forgets_what_was_played_is_refused() -> None:
    @dataclass(frozen=True)
    class Forgetful(kibitz.State):
        game: Pennies
        penny: str = ""

    class Half(Hiding):
        state_type = Forgetful  # type: ignore[assignment]

    with pytest.raises(kibitz.SpecError, match="does not store the moves: write a field 'history'"):
        kibitz.register(Half)


# Refused when a game is first made: what shows only in play.


def refused(kind: type[kibitz.Game], message: str) -> None:
    kibitz.register(kind)
    for _ in range(2):  # it does not get by the second time
        with pytest.raises(kibitz.SpecError, match=message):
            kibitz.game(kind.name)


def test_a_view_that_hides_nothing() -> None:
    class Glass(Kuhn):
        name = "glass"

        def hide(self, state: KuhnState, seat: int) -> KuhnState:
            return replace(state)

        def sample_deal(self, view: kibitz.View, random: kibitz.Random) -> KuhnState:
            return KuhnState(self, view.known.cards)

    refused(Glass, "hides nothing")


def test_a_view_that_shows_too_much() -> None:
    class Marked(Kuhn):
        name = "marked"

        def hide(self, state: KuhnState, seat: int) -> KuhnState:
            return state if "bet" in state.history else super().hide(state, seat)

        def sample_deal(self, view: kibitz.View, random: kibitz.Random) -> KuhnState:
            mine = view.known.cards[view.seat : view.seat + 1]
            others = random.shuffled(card for card in CARDS if card not in mine)[:1]
            return KuhnState(self, tuple([*mine, *others] if view.seat == 0 else [*others, *mine])[: 2 * len(mine)])

    refused(Marked, r"seat \d can tell a sampled world from the real position: field 'cards' .* hide shows too much")


def test_scores_that_tell_what_is_hidden() -> None:
    class Telling(Kuhn):
        name = "telling"

        def scores(self, state: KuhnState) -> tuple[float, ...]:
            return tuple(map(float, map(CARDS.index, state.cards))) or (0.0, 0.0)

    refused(Telling, r"scores is \(.*\) in the real position and \(.*\) in the sampled one")


def test_a_deal_that_forgets_what_the_seat_holds() -> None:
    class Anything(Kuhn):
        name = "anything"

        def sample_deal(self, view: kibitz.View, random: kibitz.Random) -> KuhnState:
            return KuhnState(self, tuple(random.shuffled(CARDS)[: len(view.known.cards)]))

    refused(Anything, r"or sample_deal does not preserve what hide shows \(after deal ..\)")


def test_a_deal_that_forgets_who_showed_out() -> None:
    class Careless(Whist):
        name = "careless"

        def sample_deal(self, view: kibitz.View, random: kibitz.Random) -> WhistState:
            return self.deal(view.known.hands, random)

    refused(Careless, r"the start that sample_deal drew for seat \d does not allow what was played: .* is not legal")


def test_a_start_from_before_the_deal() -> None:
    class Early(Kuhn):
        name = "early"

        def sample_deal(self, view: kibitz.View, random: kibitz.Random) -> KuhnState:
            return KuhnState(self)  # and the history begins after the deal

    refused(
        Early,
        "can tell a sampled world from the real position: to_move is 0 in the real position and -1 in the sampled one",
    )


def test_an_event_that_tells_what_is_hidden() -> None:
    class Loud(Kuhn):
        name = "loud"

        def event(self, state: KuhnState, move: str, seat: int) -> kibitz.Event:
            return kibitz.Event(self.to_move(state), move, public=True)

    refused(Loud, "event tells seat 0 of 'deal J")


def test_a_view_of_another_kind() -> None:
    class Odd(Kuhn):
        name = "odd"

        def view(self, state: KuhnState, seat: int) -> str:
            return state.cards[seat] if state.cards else ""

    refused(Odd, r"view\(state, seat\) must return a kibitz.View, not str")


def test_moves_that_run_out_are_the_mistake_of_the_game() -> None:
    class Short(Whist):
        """With more than eight cards each, the pack is too small, and somebody has no card to play."""

        name = "short-pack"
        options_known = (Option("cards", 4, "cards dealt to each", 1, 12),)

    kibitz.register(Short)
    with pytest.raises(kibitz.GameError, match=r"moves returned \[\], but over says that the game goes on"):
        kibitz.game("short-pack(cards=12)")


@pytest.mark.parametrize("method", ["deal", "board"])
def test_an_exception_while_views_are_checked_names_the_method(method: str) -> None:
    def broken(self: Whist, *given: Any) -> Any:
        if self.cards > 4:
            raise LookupError("no more cards")
        return getattr(Whist, method)(self, *given)

    kibitz.register(type("Broken", (Whist,), {"name": "broken", method: broken}))
    with pytest.raises(
        kibitz.GameError, match=r"broken\(cards=5\): .* raised LookupError: no more cards \(test_hiding"
    ):
        kibitz.game("broken(cards=5)")


def test_a_start_that_ignores_the_seed() -> None:
    class Same(Whist):
        name = "same"

        def start(self, seed: int = 0) -> WhistState:
            return super().start(1)

    kibitz.register(Same)
    with pytest.raises(kibitz.GameError, match="start returned the same state for 10 seeds"):
        kibitz.game("same")


def test_a_secret_move_on_which_later_moves_depend_is_named() -> None:
    class Recorded(Discard):
        """Puts the secret discard into the history, where a random move replaces it."""

        name = "recorded"

        def play(self, state: DiscardState, move: str) -> DiscardState:
            after = super().play(state, move)
            return replace(after, history=(*state.history, move))

        def to_move(self, state: DiscardState) -> int:
            return len(state.history) % 2

        def over(self, state: DiscardState) -> bool:
            return len(state.history) == 6

        def scores(self, state: DiscardState) -> tuple[float, ...]:
            return super().scores(replace(state, history=state.history[2:]))

        def hide(self, state: DiscardState, seat: int) -> DiscardState:
            hidden = super().hide(state, seat)
            secret = (None if place == 1 - seat else move for place, move in enumerate(state.history))
            return replace(hidden, history=tuple(secret))  # type: ignore[arg-type]

        def sample_deal(self, view: kibitz.View, random: kibitz.Random) -> DiscardState:
            return replace(super().sample_deal(view, random), away=("", ""))

    refused(Recorded, r"is secret \(None\).* keep the secret choice in a field of the state, let sample_deal draw it")


# Sampling by trying again.


def test_dealing_in_vain_names_the_game_the_seat_and_the_moves() -> None:
    class Vain(Whist):
        name = "vain"

        def sample_deal(self, view: kibitz.View, random: kibitz.Random) -> WhistState:
            deal = partial(self.deal, view.known.hands, random)
            return kibitz.deal_until(view, deal, lambda start: not view.known.history, tries=20)

    kibitz.register(Vain)
    with pytest.raises(
        kibitz.GameError, match=r"^vain: sample_deal found no deal for seat 0 in 20 tries \(after \w\w\)"
    ):
        kibitz.game("vain")


def test_dealing_until_the_moves_can_be_played() -> None:
    game = kibitz.game("whist(cards=3)")
    for seed in range(10):
        view = list(random_moves(game.start(seed), seed, 6))[-1].view(1)
        random = kibitz.Random(seed)
        start: Any = kibitz.deal_until(view, partial(game.deal, view.known.hands, random))  # type: ignore[attr-defined]
        assert start.play_all(view.known.history).view(1) == view


def test_a_check_that_does_not_end_says_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(Whist):
        name = "slow"

        def sample_deal(self, view: kibitz.View, random: kibitz.Random) -> WhistState:
            sleep(0.01)
            return super().sample_deal(view, random)

    kibitz.register(Slow)
    monkeypatch.setattr(checking, "SLOW", 0.1)
    with pytest.warns(UserWarning, match=r"the check of slow has taken 0.1 seconds and is in sample_deal \(test_"):
        kibitz.game("slow")
