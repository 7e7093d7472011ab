"""What the host does on the page: the taught sets, the camera, its lens, the setup."""
