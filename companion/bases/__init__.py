"""What games of one shape share: a game states what is its own, and gets the rest."""
