"""What is printed, as shapes in millimetres: mats, practice pieces, the wiring; to paper and to pictures."""
