"""The mats of a game: which layouts may lie under the camera, and what their zones are called."""

from collections.abc import Iterator
from pathlib import Path

from companion.game import piece_sizes, registry
from companion.game.manifest import Mat
from companion.game.marker_ids import deal
from companion.language.message import Message, name
from vision.layout import Layout

MOST_SEATS = 6


def layout_for(game: str, seats: int, width_mm: float | None = None) -> Layout:
    """Return the mat of a game for so many seats, for pieces of that width (the usual one where nobody said); a
    ValueError says which numbers of seats and widths there is a mat for, or that the game has none (yet)."""
    mat = mat_of(game)
    return deal(game, mat.layout(seats) if width_mm is None else mat.layout(seats, width_mm))


def mat_of(game: str) -> Mat:
    """Return a game's mat; raise a PartError where it has none."""
    mat = registry.manifest(game).mat
    if mat is None:
        raise registry.PartError(game, "mat")
    return mat


def candidates(game: str, seats: int, width_mm: float | None = None) -> tuple[Layout, ...]:
    """Return the mats that a table with so many seats may use, likeliest first: its own, larger ones, and the one whose
    single place serves all; none for a game without a mat."""
    return tuple(_mats(game, (*range(seats, MOST_SEATS + 1), 1), width_mm))


def of_any_number(game: str, width_mm: float | None = None) -> tuple[Layout, ...]:
    """Return the mats of a game for any number of seats, those with most places first: a smaller one's markers may lie
    in a larger one as they lie in its own, which has places beside them."""
    mats = candidates(game, 1, width_mm)
    return tuple(sorted(mats, key=lambda mat: len(mat.zones), reverse=True))


def named_for(game: str, named: Layout | None) -> Layout | None:
    """Return the mat that the owner named, where it may lie under this game: where it is this one's, or none's that is
    known. The other games' mats are recognised as if none were named."""
    return named if named is None or game_of(named) in (None, game) else None


def everywhere(data: Path, game: str | None = None) -> tuple[Layout, ...]:
    """Return the mats of one game or of all, each once, for pieces of the sizes that are kept in `data`."""
    found: dict[tuple[str, int], Layout] = {}
    for each in registry.names() if game is None else (game,):
        try:
            width_mm = piece_sizes.of(data, each)
        except piece_sizes.SizesError:
            width_mm = None
        for mat in candidates(each, 1, width_mm):
            found.setdefault((mat.name, len(mat.zones)), mat)
    return tuple(found.values())


def called(game: str | None, zone: str) -> Message:
    """Return what people call a zone of a game's mat: its name, where nothing is said."""
    mat = None if game is None else registry.manifest(game).mat
    return name(zone) if mat is None else mat.called(zone)


def game_of(mat: Layout) -> str | None:
    """Return the game whose mat that is, by its name; None where it is none of those there are."""
    numbers = range(1, MOST_SEATS + 1)
    return next(
        (game for game in registry.names() if any(mat.name == each.name for each in _mats(game, numbers, None))), None
    )


def _mats(game: str, numbers: tuple[int, ...] | range, width_mm: float | None) -> Iterator[Layout]:
    for seats in numbers:
        try:
            yield layout_for(game, seats, width_mm)
        except ValueError:
            continue
