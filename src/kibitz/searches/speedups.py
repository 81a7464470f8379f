"""Switches of the searches over outcomes. None of them changes a result, only how long it takes."""

from kibitz.specs import Option

MERGE = Option("merge", True, "search equivalent moves once, where the game knows them")
TABLE = Option("table", True, "remember what was found at the ends of tricks, where the game knows what is left")
CLIP = Option("clip", True, "let positions share what is remembered if what is settled makes no difference to anybody")
FORESEE = Option("foresee", True, "do not play what nobody can choose any more, where the game knows how it ends")

SPEEDUPS = (MERGE, TABLE, CLIP, FORESEE)
