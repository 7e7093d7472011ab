"""The small display: the snapshot as a picture of one colour, letters and all."""
