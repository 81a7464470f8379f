"""Papers, table by table: what they found beside what we find."""
