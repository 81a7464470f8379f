"""The commands by name, in the order in which ``kibitz --help`` lists them."""

COMMANDS = {
    "doctor": (
        "doctor",
        "Show versions, cores, whether the native core loads, and which optional parts are missing.",
    ),
    "evolve": ("evolve", "Evolve a player of Guess It, and save it to play against."),
    "games": ("games", "List the games, or one game with its options and features."),
    "show": ("games", "Draw a position in the terminal, as SVG, or as JSON."),
    "perft": ("games", "Count the move sequences of exactly DEPTH moves from the start."),
    "league": ("league", "Measure how much players gain against opponents that they have never met."),
    "learn": ("learning", "Learn a model of a player from recorded games, and save it."),
    "match": ("matches", "Play a game many times, and say with confidence intervals who is better."),
    "results": ("matches", "Show or export the results of a match or a league from its file."),
    "replay": ("matches", "List recorded games, or replay one and draw it."),
    "demo": (
        "matches",
        "Watch a player read three strangers: how that changes its moves, and what it gains (under a minute).",
    ),
    "reproduce": ("papers", "Repeat a table, figure or claim of a paper, and say whether it holds."),
    "play": ("play", "Play yourself in the terminal, and see after each game what an opponent believes about you."),
    "records": (
        "records",
        "Check recorded games: every field, every move and the result. docs/records.md describes the format.",
    ),
    "searches": ("searches", "List the searches, or one search with its options and what it needs of a game."),
    "players": ("searches", "List the players: those that learn, every search, every model."),
    "analyse": ("searches", "Analyse a position with a search, and explain the result."),
    "bench": (
        "searches",
        "Run a fixed set of searches, and count their nodes. Different counts mean that a search has changed.",
    ),
    "serve": (
        "serve",
        "Play in the browser, watch players, and see what they think of you. --load adds games and players of your "
        "own.",
    ),
}
"""The module of this package that has each command, and the first paragraph of its help.

A module is loaded when one of its commands is called: loading all of them takes longer than most commands do."""
