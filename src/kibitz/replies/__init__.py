"""The best move against models: given what each of the others may be, how likely, and how often it errs."""
