"""Free pieces found by their edges: a vote over rectangles, refinement, suppression."""
