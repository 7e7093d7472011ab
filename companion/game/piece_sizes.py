"""How large the owner's pieces are: asked once, kept in one file of the data folder, used by mat, layout and practice
set."""

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeGuard

from vision import durable
from vision.reasoned import ReasonedError

FILE = "sizes.toml"
LARGEST_MM = 1000.0


class SizesError(ReasonedError):
    """Sizes that can't be used or kept; the message names the file."""


class DamagedSizesError(SizesError):
    """The file can be read, and it is no TOML."""


def load(data: Path) -> dict[str, float]:
    """Return the width in mm of each game's pieces (a tile, a card), as far as it was said; raise a SizesError
    that names the file and the key."""
    found = {}
    for game, width in _said(data / FILE).items():
        if not _is_size(width):
            raise _absurd(data / FILE, game)
        found[game] = float(width)
    return found


def keep(data: Path, game: str, width_mm: float) -> None:
    """Keep a game's size beside those of the others; what is damaged of these is asked again. Raise a SizesError where
    that can't be done, or nobody knows what would be lost by it."""
    file = data / FILE
    if not _is_size(width_mm):
        raise _absurd(file, game)
    sizes = dict[str, float]()
    with suppress(DamagedSizesError):
        sizes = {name: float(width) for name, width in _said(file).items() if _is_size(width)}
    sizes[game] = float(width_mm)
    text = "# The width of the owner's pieces, game by game.\n"
    text += "".join(f"\n[{name}]\nwidth_mm = {size!r}\n" for name, size in sorted(sizes.items()))
    try:
        durable.folder(data)
        durable.write(file, text.encode())
    except OSError as error:
        raise SizesError("{file} can't be written: {why}", file=file, why=error.strerror) from None


def _said(file: Path) -> dict[str, object]:
    """Return what the file says of each game's width; raise a SizesError that names it."""
    try:
        raw = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return {}
    except PermissionError as error:
        raise SizesError("{file}: {why}; ask with sudo", file=file, why=error.strerror) from None
    except OSError as error:
        raise SizesError("{file}: {reason}; mend it, or remove it to be asked again", file=file, reason=error) from None
    except (ValueError, RecursionError) as error:  # a ValueError is no text, no TOML, or a number too long
        why = "{file}: {reason}; mend it, or remove it to be asked again"
        raise DamagedSizesError(why, file=file, reason=error) from None
    return {game: value.get("width_mm") if isinstance(value, Mapping) else None for game, value in raw.items()}


def of(data: Path, game: str) -> float | None:
    """Return the size of a game's pieces, None where nobody has said it."""
    return load(data).get(game)


def _absurd(file: Path, game: str) -> SizesError:
    return SizesError(
        "{file}: {key} must be a number of mm above 0, at most {most}",
        file=file,
        key=f"{game}.width_mm",
        most=f"{LARGEST_MM:g}",
    )


def _is_size(value: object) -> TypeGuard[float]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 < value <= LARGEST_MM  # nor is it what is no number, or endless
