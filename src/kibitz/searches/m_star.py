"""M*: minimax with a model of the other side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz import _core
from kibitz.errors import SpecError
from kibitz.games.game import State
from kibitz.searches.alpha_beta import SWITCHES, not_two
from kibitz.searches.analysis import Analysis, tied_best
from kibitz.searches.limits import LIMITS, deepens, given, with_reach
from kibitz.searches.search import EXTEND, OWN, Position, Search, core_of, moves_of
from kibitz.specs import Option
from kibitz.wants.want import Want


class MStar(Search):
    """Minimax in which a model predicts the opponent's reply (Carmel & Markovitch 1993, section 2), for two players.

    The model searches ``model_depth`` plies for what ``model`` wants, and assumes that we want the opposite. If it
    finds several replies equally good, the one that is worst for us counts. Variants:

    - ``cautious``: the model decides only the first reply, and minimax everything below it; the "modified" M* of
      section 2.3.
    - ``plain``: as in Figure 1, the model's values are backed up together with ours; needs a model_depth below depth.
    - ``recursive``: the other side does a search of its own at each of its nodes (Carmel & Markovitch 1996, one level).
    - ``korf``: both players know both evaluations, which are applied at our depth (Korf 1989).
    - ``tie-break``: minimax decides, and the cautious value only among moves that minimax finds equal.

    ``worst`` is what a best move guarantees if the model is wrong: its minimax value.

    >>> import kibitz
    >>> state = kibitz.game("checkers").start().play_all("11-15, 23-19, 8-11, 22-17")
    >>> kibitz.search("m-star(depth=4, model=evaluation(men=1), model_depth=1)").analyse(state).best
    ('9-14',)
    """

    name = "m-star"
    summary = "minimax with a model of what the other side replies"
    source = "carmel1993 section 2"
    options_known = (
        *LIMITS,
        OWN,
        Option("model", "", "what the opponent wants; default: like own", spec=True),
        Option(
            "model_depth",
            None,
            "the opponent's depth in plies; none: to the end; default: one less than ours",
            0,
            200,
            none=0,
        ),
        Option(
            "variant",
            "cautious",
            "where the model decides, and where minimax",
            choices=("cautious", "plain", "recursive", "korf", "tie-break"),
        ),
        EXTEND,
        *SWITCHES,
    )

    @classmethod
    def about_others(cls, wanted: Want, depth: int) -> dict[str, Any]:
        """The options for the model of the one opponent."""
        return {"model": wanted, "model_depth": depth}

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        depth, model_depth, variant = (self.options[name] for name in ("depth", "model_depth", "variant"))
        self.model_depth: int = self._one_less(depth) if model_depth is None else model_depth
        if deepens(self.options):
            return
        if variant == "plain" and (self.model_depth > 0 if depth == 0 else not 1 <= self.model_depth < depth):
            raise SpecError(
                "m-star: variant=plain needs a model_depth from 1 to depth - 1, or model_depth=none with depth=none; "
                "variant=cautious takes any"
            )

    def _one_less(self, depth: int) -> int:
        """The default depth of the model, one ply less than ours; -1 if it is not known beforehand."""
        if deepens(self.options):
            return -1
        return max(1, depth - 1) if depth else 0

    def refusal(self, state: State) -> str | None:
        """Refuse games that are not for two players."""
        return not_two(state, self.name) or super().refusal(state)

    def wants(self, state: Position, mover: int | None = None) -> list[_core.Want]:
        """Our own want, and the model's for the other side."""
        position: Any = state
        own = self._want("own", state)
        model = self._want("model", state) if self.options["model"] else own
        return [(own if seat == state.to_move else model).compiled(position, seat) for seat in range(2)]

    def examine(self, state: State) -> Analysis:
        """Search, and rank the moves by what they are worth if the model is right."""
        options = self.options
        found, slack, safe, line, looked, nodes = core_of(state).m_star(
            self.wants(state),
            **given(options),
            variant=options["variant"],
            model_depth=self.model_depth,
            extend=options["extend"],
            **{switch.name: options[switch.name] for switch in SWITCHES},
        )
        texts = moves_of(state, (code for code, _ in found))
        values: dict[str, Any] = {text: value for text, (_, value) in zip(texts, found, strict=True)}
        ranks: dict[str, float] = values
        if options["variant"] == "tie-break":
            values = {text: (sure, values[text]) for text, sure in zip(texts, safe, strict=True)}
            ranks, slack = _places(values, slack), 0.0
        best = tuple(tied_best(ranks, slack))
        worst = min(sure for text, sure in zip(texts, safe, strict=True) if text in best)
        notes = [f"values assume that the opponent is as modelled; otherwise a best move still guarantees {worst:g}"]
        if options["variant"] == "tie-break":
            notes = ["a value is a pair: the minimax value first, then the value if the opponent is as modelled"]
        analysis = Analysis(
            state,
            str(self),
            state.to_move,
            values,
            ranks,
            best,
            worst,
            tuple(moves_of(state, line)),
            nodes,
            tuple(notes),
            slack=slack,
        )
        return with_reach(analysis, options, looked)

    @property
    def unaveraged(self) -> str:
        """With tie-break, a rank only says how a move compares with the other moves of the same position, so ranks of
        different positions have no mean."""
        return "pairs have no mean; the other variants give numbers" if self.options["variant"] == "tie-break" else ""


def _places(pairs: Mapping[str, tuple[float, float]], slack: float) -> dict[str, float]:
    """The rank of each move, counted from 0: pairs are compared by their first number, then by their second."""
    ordered = sorted(pairs.items(), key=lambda item: item[1])
    places, place, last = dict[str, float](), 0.0, ordered[0][1]
    for move, pair in ordered:
        place += any(after > before + slack for before, after in zip(last, pair, strict=True))
        places[move], last = place, pair
    return {move: places[move] for move in pairs}
