"""Pictures of one place compared: still, covered, agreement over frames."""
