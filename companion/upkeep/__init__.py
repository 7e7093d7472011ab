"""What the host looks after on the page: the taught sets, the camera, its lens, the settings."""
