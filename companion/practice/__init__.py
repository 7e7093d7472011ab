"""Practice games: the contract of the simulated people and drawn pieces that a game's folder brings."""
