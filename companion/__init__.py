"""The app: rules at its ground, wiring at its top."""
