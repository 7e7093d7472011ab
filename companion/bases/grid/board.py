"""A player board: a grid of squares, each bare or with one face on it."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.bases.faces import split


@dataclass(frozen=True, slots=True)
class Board:
    """The labels of a seat's squares, row by row from the top left of the mat; a square is known by its number from
    0."""

    rows: int
    cols: int
    labels: tuple[str, ...]

    def __iter__(self) -> Iterator[str]:
        return iter(self.labels)

    def __getitem__(self, square: int) -> str:
        return self.labels[square]

    def beside(self, square: int) -> tuple[int, ...]:
        """Return the squares that share an edge with this one."""
        row, col = divmod(square, self.cols)
        steps = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
        return tuple(r * self.cols + c for r, c in steps if 0 <= r < self.rows and 0 <= c < self.cols)

    def kind(self, square: int) -> str:
        """Return what lies on a square, its number left out."""
        return split(self.labels[square])[0]

    def number(self, square: int) -> int:
        """Return the number of what lies on a square; 0 where it has none."""
        return int(split(self.labels[square])[1] or 0)
