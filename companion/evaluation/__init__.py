"""A piece set measured against labelled pictures."""
