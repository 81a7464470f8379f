"""Options of the searches over outcomes that change only the speed, never a result."""

from kibitz.specs import Option

MERGE = Option("merge", True, "search equivalent moves only once, if the game declares them")
TABLE = Option(
    "table", True, "store results at the ends of tricks in a table, if the game has the capability remainder"
)
CLIP = Option("clip", True, "share table entries between positions if tricks already won cannot affect any preference")
FORESEE = Option("foresee", True, "do not play forced moves at the end, if the game can compute its outcome")

SPEEDUPS = (MERGE, TABLE, CLIP, FORESEE)
