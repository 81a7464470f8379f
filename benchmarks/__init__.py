"""Benchmarks. Each compares Kibitz with something that you could use instead, in the same run. See README.md."""
