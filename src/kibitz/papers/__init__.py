"""The experiments of the papers, with our results next to the printed ones."""
