"""What moves tell about who made them: from predictions and moves to a belief over models."""
