"""What several test files share: games, positions and searches to run on, and both sides of a comparison."""
