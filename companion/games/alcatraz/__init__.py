"""Alcatraz (Laila Terra): a row of face-down cards before each player; claims add two or three neighbours up to an
objective that lies open.

Row: a player's cards in a line. Claim: two or three neighbours turned up for an objective. Circle: a mark for having
emptied one's row in a round.
"""
