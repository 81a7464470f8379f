"""The page: games in the browser, what the opponents believe, and a service for game developers."""
