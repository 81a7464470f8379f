"""Hashavit & Markovitch 2011: Max-Prob."""
