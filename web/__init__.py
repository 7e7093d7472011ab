"""The page: it knows a small Companion protocol and nothing of the app behind it."""
