"""The camera's loop: capture, still and clear?, read once, settle; and what it remembers of every zone."""
