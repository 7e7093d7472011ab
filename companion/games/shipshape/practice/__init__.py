"""The practice set and the simulated people of this game: artwork, laying, sheets, players."""
