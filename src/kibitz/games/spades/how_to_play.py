"""How to play Spades, for people: one thought in a line."""

from kibitz.games.instructions import lines

HOW_TO_PLAY = lines(
    """
    Say how many tricks you will take, then take at least that many. Everybody plays alone.
    A trick is one card from each player. You must follow the suit that was led, if you can; otherwise you may play
      any card.
    The highest spade wins the trick; without a spade, the highest card of the suit that was led. The winner leads
      the next trick.
    A spade may be led only after somebody has played one, or if you have nothing else (unless the table allows it).
    A bid that you make is worth 10 points for each trick, and every trick more is worth one point. A missed bid
      costs 10 points for each trick that was bid.
    Tricks beyond your bid are called bags: ten of them cost 100 points.
    Moves are bid 3, or a card as rank and suit: QS is the queen of spades, TD the ten of diamonds.
    """
)
PRESETS = {
    "Four players, to 500 points": "spades(players=4, limit=500)",
    "Four players, one hand": "spades(players=4)",
    "Three players, one short hand": "spades",
}
"""Well-known variants: for each name, a specification."""
OPTION_TITLES = {
    "players": "Players",
    "cards": "Cards for each player",
    "scoring": "Scoring",
    "bids": "Bids",
    "lead": "Leading spades",
    "bag_limit": "Overtricks that cost a penalty",
    "bag_penalty": "Points of that penalty",
    "lowest_bid": "Lowest bid",
    "hands": "Number of hands",
    "limit": "The game ends at (points)",
    "open": "Open hands",
}
"""Labels of options, in words."""
