"""Policies with a memory, sitting at a table."""
