"""The taught set: its faces on disk, their index, and the set as one file."""
