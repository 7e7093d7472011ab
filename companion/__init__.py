"""The app: rules at its ground, wiring at its top."""

import vision as vision  # before NumPy, whose threads it sets
