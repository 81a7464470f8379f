"""Learning from moves: from predictions and observed moves to a belief over models."""
