"""The practice set and the simulated people of this game: artwork and players."""
