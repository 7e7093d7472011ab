"""The table as a value: how far the people are, who sits where, what may be asked for, what reaches it."""
