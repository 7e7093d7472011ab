"""Frame in, observation out: no files beyond a piece set, no clock, no game."""

import os

# OpenBLAS reads this once, as NumPy is imported. On matrices as small as these its threads mostly wait for each other,
# wide awake: a game took a third more processor with them. One thread also adds up in the same order on every machine.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
