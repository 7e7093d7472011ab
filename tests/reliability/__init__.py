"""Proofs that no game is lost, each a command: see `python -m reliability --help` and docs/reliability.md."""
