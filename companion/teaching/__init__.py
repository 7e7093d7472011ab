"""Teaching the owner's pieces: the walk, corrections that teach, and the worker that fits."""
