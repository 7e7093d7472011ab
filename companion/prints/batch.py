"""Practice pieces that are printed together, with what is on their backs."""

from dataclasses import dataclass

from companion.prints.piece import Art


@dataclass(frozen=True)
class Batch:
    """Pieces of one size under one title. `backs` has one for each of `fronts`, or is empty: the back stays blank."""

    title: str
    fronts: tuple[Art, ...]
    backs: tuple[Art, ...] = ()
