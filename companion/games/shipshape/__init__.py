"""ShipShape (Calliope Games, Rob Daviau): three voyages, three crates a hold, secret bids for them.

Hold: a seat's 3×3 ship. Crate: three squares of goods and six holes, laid on the hold. Crew card: a bid, 1 to 10.
"""
