"""Stands for the display library that picamera2 imports and this rig, which has no screen, never uses."""


class _Names:
    def __getattr__(self, name: str) -> str:
        return name


PixelFormat = _Names()
