"""What the camera saw of what was scored, as it is kept, corrected and added to."""
