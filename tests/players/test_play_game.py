"""The table tells every seat what it may know, draws by address, and refuses what cannot be seated."""

import sys
from collections.abc import Sequence
from typing import Any

import pytest
from support.conformance_games import SPECS

import kibitz
from kibitz import _core
from kibitz.errors import IllegalMove, KibitzError, SpecError
from kibitz.games.game import Event, Game
from kibitz.games.native_game import NativeGame, NativeState
from kibitz.players.play_game import Blame, PlayedGame
from kibitz.players.player import Player, Policy, Position
from kibitz.random import Random


class Watching(Player):
    """Makes any move, and keeps what it was told."""

    name = "watching"

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        super().begin(game, seat, view, names)
        self.views: list[Position] = [view]
        self.events: list[Event] = []

    def see(self, event: Event) -> None:
        self.events.append(event)

    def policy(self, view: Position) -> Policy:
        self.views.append(view)
        return dict.fromkeys(view.moves(), 1.0)


class Unwatching(Player):
    """Makes any move, bids among them."""

    name = "unwatching"
    watches = False

    def policy(self, view: Position) -> Policy:
        return dict.fromkeys(view.moves(), 1.0)


@pytest.mark.parametrize("spec", ["spades", "hearts(cards=5)", "guess-it(cards=3)", "checkers", "tree"])
def test_a_player_is_told_what_its_seat_may_know_and_nothing_else(spec: str) -> None:
    game = kibitz.game(spec)
    players = [Watching() for _ in range(game.players)]
    played = kibitz.play_game(game, players, seed=3)
    state = played.start
    for ply, move in enumerate(played.moves):
        for seat, player in enumerate(players):
            assert player.events[ply] == state.event(move, seat)
        state = state.play(move)
    for seat, player in enumerate(players):
        for view in player.views:
            assert view.seat == seat if game.hidden else isinstance(view, kibitz.State)  # type: ignore[union-attr]
    assert state == played.end
    assert state.over
    assert played.scores == state.scores


def test_the_deal_does_not_depend_on_who_sits_where_and_a_game_is_decided_by_its_seed() -> None:
    game = kibitz.game("spades(cards=5)")

    def play(*specs: str) -> PlayedGame:
        return kibitz.play_game(game, [kibitz.player(spec) for spec in specs], seed=5)

    assert play("random", "random", "MT") == play("random", "random", "MT")
    assert play("random", "random", "MT").start == play("MT", "mOT", "random").start


def test_whole_games_of_many_hands_are_played_hand_by_hand() -> None:
    game = kibitz.game("spades(open=true, limit=60)")
    played = kibitz.play_game(game, [kibitz.player(spec) for spec in ("maxn(own=MT)", "mOT", "ML_MT")], seed=2)
    assert max(played.scores) >= 60


@pytest.mark.parametrize("spec", ["spades(hands=5, open=true)", "spades(hands=5)", "spades(hands=4, bids=[2, 1, 3])"])
def test_the_part_of_a_long_game_is_its_hand_with_the_leader_in_seat_0(spec: str) -> None:
    state: kibitz.State = kibitz.game(spec).start(seed=7)
    while not state.over:
        part = state.game.part(state)
        hand = state.to_dict()["hand"]
        assert part.moves() == state.moves()
        assert part.to_move == (state.to_move - hand) % 3
        assert "enumerable" in part.game.capabilities
        view = state.view(state.to_move)
        assert view.moves() == state.game.part(view).moves()
        if state.game.hidden:
            assert state.game.part(view) == part.view(part.to_move)
        state = state.play(Random(7, "any", state.key).choice(state.moves()))


def test_a_hand_that_is_played_out_shows_its_deal() -> None:
    state: kibitz.State = kibitz.game("spades(hands=4)").start(seed=7)
    moves: list[tuple[int, str]] = []
    first = state.game.part(state)
    hand = 0
    while not state.over:
        move = Random(7, "any", state.key).choice(state.moves())
        moves.append((state.to_move, move))
        state = state.play(move)
        found = state.game.played_out(hand, moves)
        finished = state.over or state.to_dict()["hand"] > hand
        assert (found is not None) == finished
        if found is not None:
            assert found == first
            hand, moves = hand + 1, []
            first = None if state.over else state.game.part(state)
    assert hand == 4


@pytest.mark.parametrize("spec", ["random", "MT_mOT", "maxn(own=mOT)", "noisy(ML, 0.1)", "strategy(men=1, depth=2)"])
def test_players_are_equal_to_what_their_text_makes(spec: str) -> None:
    assert kibitz.player(str(kibitz.player(spec))) == kibitz.player(spec)


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_asked_for_by_the_core_is_the_same_game(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, asked = kibitz.game(spec), list[kibitz.State]()
    by_core = _core.play_out

    def counted(state: kibitz.State, *rest: Any) -> Any:
        asked.append(state)
        return by_core(state, *rest)

    monkeypatch.setattr(_core, "play_out", counted)
    for seed in range(2):
        quick, slow = (
            kibitz.play_game(game, [Unwatching() for _ in range(game.players)], seed, quick=way)
            for way in (True, False)
        )
        assert quick == slow
        assert all(seconds > 0 for seconds in quick.seconds) == all(seconds > 0 for seconds in slow.seconds)
    assert len(asked) == (2 if isinstance(game, NativeGame) and not game.hidden else 0)


def test_states_of_the_core_hold_on_to_what_they_need_and_to_nothing_else() -> None:
    game = kibitz.game("checkers")
    state = game.start()
    [move, *_] = state.moves()
    before = sys.getrefcount(game), sys.getrefcount(move), sys.getrefcount(state)
    for _ in range(100):
        state.play(move)
        with pytest.raises(IllegalMove):
            state.play("1-2")
    assert (sys.getrefcount(game), sys.getrefcount(move), sys.getrefcount(state)) == before
    kept = [state.play(move) for _ in range(100)]
    assert sys.getrefcount(game) == before[0] + len(kept)


def test_a_state_without_a_position_says_so() -> None:
    empty = NativeState.__new__(NativeState)
    for ask in (lambda: empty.over, lambda: empty.to_move, lambda: empty.play("1-2")):
        with pytest.raises(AttributeError, match="never given a position"):
            ask()
    with pytest.raises(TypeError, match="answers already"):
        _core.answer_quickly(NativeState)


def test_a_state_of_a_class_of_its_own_is_played_as_well() -> None:
    class Marked(NativeState):
        pass

    game = kibitz.game("tic-tac-toe")
    start = game.start()
    assert isinstance(start, NativeState)
    played = kibitz.play_game(game, [Unwatching(), Unwatching()], 1, start=Marked(start.game, start.core))
    assert played.moves == kibitz.play_game(game, [Unwatching(), Unwatching()], 1).moves


class Failing(Player):
    """Goes wrong in the middle."""

    name = "failing"
    watches = False

    def __init__(self, how: BaseException | str) -> None:
        super().__init__()
        self.how = how

    def policy(self, view: Position) -> Policy:
        raise NotImplementedError

    def act(self, view: Position, seed: int = 0) -> str:
        if len(view.moves()) > 4:
            return view.moves()[0]
        if isinstance(self.how, BaseException):
            raise self.how
        return self.how


@pytest.mark.parametrize("quick", [True, False])
def test_what_a_player_does_wrong_is_put_down_to_its_seat(quick: bool) -> None:
    game, blamed = kibitz.game("tic-tac-toe"), list[tuple[int, Exception]]()

    def play(how: BaseException | str, blame: Blame | None = None) -> None:
        kibitz.play_game(game, [kibitz.player("random"), Failing(how)], seed=1, blame=blame, quick=quick)

    def noted(seat: int, error: Exception) -> Exception:
        blamed.append((seat, error))
        return RuntimeError("noted")

    wrong = ValueError("tired")
    with pytest.raises(ValueError, match="tired") as own:
        play(wrong)
    assert "act" in [entry.name for entry in own.traceback]
    with pytest.raises(IllegalMove, match="z9"):
        play("z9")
    with pytest.raises(IllegalMove):
        play(3)  # type: ignore[arg-type]
    with pytest.raises(KeyboardInterrupt):
        play(KeyboardInterrupt(), noted)
    with pytest.raises(RuntimeError, match="noted") as raised:
        play(wrong, noted)
    assert raised.value.__cause__ is wrong
    with pytest.raises(RuntimeError, match="noted"):
        play("z9", noted)
    assert [(seat, type(error)) for seat, error in blamed] == [(1, ValueError), (1, IllegalMove)]


@pytest.mark.parametrize("quick", [True, False])
def test_a_game_without_an_end_is_given_up(quick: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.players.play_game.LONGEST", 5)
    with pytest.raises(KibitzError, match="did not end within 5 moves"):
        kibitz.play_game(kibitz.game("checkers"), [kibitz.player("random"), kibitz.player("random")], quick=quick)


def test_hidden_hands_are_played_from_views_by_any_search_or_model() -> None:
    game = kibitz.game("spades(cards=4, bids=[1, 2, 1])")
    played = kibitz.play_game(game, [kibitz.player(spec) for spec in ("maxn(own=MT)", "mOT_MT", "is-mcts")], seed=2)
    assert sum(played.end.outcome) == 4


def test_what_cannot_be_seated_is_refused_with_a_sentence() -> None:
    game = kibitz.game("tic-tac-toe")
    with pytest.raises(KibitzError, match="for 2 players and 1"):
        kibitz.play_game(game, [kibitz.player("random")])
    with pytest.raises(KibitzError, match="1 names were given for 2 players"):
        kibitz.play_game(game, [kibitz.player("random"), kibitz.player("random")], names=["Ann"])
    same = kibitz.player("random")
    with pytest.raises(KibitzError, match="a player of its own"):
        kibitz.play_game(game, [same, same])
    with pytest.raises(SpecError, match="did you mean 'paranoid'"):
        kibitz.player("paranoit")
    with pytest.raises(SpecError, match="not with a player object"):
        kibitz.player(same, depth=3)


def test_draws_follow_the_policy() -> None:
    counts = [Random(4, "draw", number).weighted({"a": 1, "b": 0, "c": 3}) for number in range(400)]
    assert counts.count("b") == 0
    assert 60 < counts.count("a") < 140


def test_texts_name_the_game_and_the_players() -> None:
    game = kibitz.game("spades(cards=5)")
    seated = kibitz.play_game(game, [kibitz.player(spec) for spec in ("random", "MT", "maxn(own=mOT)")], seed=5)
    assert kibitz.play_game("spades(cards=5)", ["random", "MT", "maxn(own=mOT)"], seed=5) == seated
    with pytest.raises(SpecError, match="did you mean 'maxn'"):
        kibitz.play_game("tic-tac-toe", ["maxm", "random"])
    with pytest.raises(KibitzError, match="give a list of players, one for each seat, not the text 'random' alone"):
        kibitz.play_game("tic-tac-toe", "random")


def test_a_hand_of_several_without_passing_shows_its_deal() -> None:
    state: kibitz.State = kibitz.game("hearts(hands=3, cards=4)").start(seed=7)
    moves: list[tuple[int, str]] = []
    hand, deal = 0, state.to_dict()["deal"]
    while not state.over:
        move = Random(7, "any", state.key).choice(state.moves())
        moves.append((state.to_move, move))
        state = state.play(move)
        found = state.game.played_out(hand, moves)
        finished = state.over or state.to_dict()["hand"] > hand
        assert (found is not None) == finished
        if found is not None:
            assert found.to_dict()["deal"] == deal
            assert found.play_all(", ".join(move for _, move in moves)).over
            hand, moves = hand + 1, []
            deal = state.to_dict()["deal"]
    assert hand == 3


def test_passed_cards_are_secret() -> None:
    game = kibitz.game("hearts(hands=3, cards=4, passing=left)")
    assert game.played_out(0, [(seat, card) for seat in range(4) for card in ("2C", "3C", "4C", "5C")]) is None


def test_every_hidden_hand_of_several_is_learned_from() -> None:
    reader: Any = kibitz.player("adaptive(simulations=5, worlds=2)")
    others = [kibitz.player("lowest-card") for _ in range(3)]
    kibitz.play_game(kibitz.game("hearts(hands=3, cards=5)"), [reader, *others], 1, ["me", "Ann", "Ben", "Cleo"])
    assert reader.belief("Ann").moves > 4  # the decisions of one hand: the last card is forced
