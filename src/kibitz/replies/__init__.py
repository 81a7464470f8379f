"""The best reply to weighted models of the other players and their error rates."""
