"""Slow twins of the searches, written from the definitions in the papers and nothing else.

They search the explicit trees of ``tree.py``. Our seat is the one to move at the root. What is said of each root move
is a list in move order; a move is its index. No twin prunes, orders moves or remembers anything.
"""
