"""The teach walk: pieces are laid on the mat sheet by sheet, and what the set does not know or doubts is asked."""
