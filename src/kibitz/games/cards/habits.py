"""The habits of players who like or avoid a feature of a card in a trick-taking game."""

HABITS = {
    "lead_rank": ("lead high cards", "lead low cards"),
    "win_rank": ("win tricks with high cards", "win tricks as cheaply as possible"),
    "lose_rank": ("play high cards to lost tricks", "play low cards to lost tricks"),
    "throw_rank": ("discard high cards", "discard low cards"),
    "takes": ("take tricks where possible", "avoid taking tricks"),
    "takes_last": ("take the trick when playing last", "leave the trick to others when playing last"),
    "suit_left": ("play from long suits", "play short suits first, to be rid of them"),
}
"""For each feature: the habit of players who like it, and of players who avoid it."""
