"""Whole games to begin with, one for each base: `companion new-game` writes one of them under another name."""
