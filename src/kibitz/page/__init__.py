"""The page: games in the browser, what the opponents believe, and a service for makers of games."""
