"""Frame in, observation out: no files beyond a piece set, no clock, no game."""
