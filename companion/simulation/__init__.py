"""The table without hardware: drawn pieces, scripted keys, people who play by themselves, and the judge of it all."""
