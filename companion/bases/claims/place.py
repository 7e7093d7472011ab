"""A place of a map, which one seat claims."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A place that can be claimed: a town, a tile, a route. `at_mm` is the top left corner of its first space, on the
    map. Of several `spaces`, which are claimed together, the next lies right of it, or below where they go `down`."""

    name: str
    at_mm: tuple[float, float]
    spaces: int = 1
    down: bool = False
