"""What a person reads: messages with gaps, and their translations."""
