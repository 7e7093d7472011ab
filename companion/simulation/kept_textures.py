"""Least-recently-used cache of textures, bounded by what they take together: a mat takes as much as thirty tiles."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from vision.drawing.scene import Texture

BYTES_A_PX = 11  # its picture, how solid it is, all its levels, and what a renderer takes from one of them


class KeptTextures:
    """See the module. Any thread may ask; two that ask for the same at once may both make it."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, Texture] = OrderedDict()
        self.bytes = 0

    def of(self, key: Hashable, make: Callable[[], Texture]) -> Texture:
        """Return the texture of that key, made where it is not kept; the one asked for last stays, however large."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._lock:
            texture = self._kept.setdefault(key, made)
            self.bytes += _bytes(texture) if texture is made else 0
            while self.bytes > self._most_bytes and len(self._kept) > 1:
                self.bytes -= _bytes(self._kept.popitem(last=False)[1])
        return texture

    def clear(self) -> None:
        """Forget all: another table's pieces come from another printer."""
        with self._lock:
            self._kept.clear()
            self.bytes = 0


def _bytes(texture: Texture) -> int:
    height, width = texture.bgr.shape[:2]
    return int(height * width * BYTES_A_PX)
