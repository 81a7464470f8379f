"""What games with playing cards share: the text of cards, states as a deal and its moves, a table seen from above."""
