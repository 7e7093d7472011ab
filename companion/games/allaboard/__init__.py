"""All aboard! (Paco Yáñez): four rounds; animals board the boats, which sail or sink from left to right.

Boat: a capacity and who is aboard. In love: two of a kind in a boat. Fight: three or more of a kind in a boat. Cupid: 2
points for an animal in love.
"""
