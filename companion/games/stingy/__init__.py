"""Captain Stingy (Reiner Knizia): tiles lie open in groups; a turn is perhaps a trade, then a draw.

Group: all open tiles of one colour and item before one seat. Complete: a group of all tiles of its kind; it is set
aside and scores at the end. The Ghost: the third seat of a game of two.
"""
