"""Cache of fitted recognisers, beside the piece set that they were fitted to: plain arrays, no code.

An entry's name is the digest of all that it was made from: the exemplars pixel by pixel, what was asked of the fit, the
networks' files, the fitted numbers and this program's own code. So an entry is never stale; where any of it differs,
the set is fitted anew. It begins with the checksum of what follows: what a dying card has altered is made anew, too. A
folder that can't be written to keeps nothing, and neither does one with little room left: the games need that.
"""

import contextlib
import functools
import hashlib
import logging
import os
import shutil
import threading
import types
import typing
import zlib
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np

from vision.pieceset.set_index import INDEX, Exemplar
from vision.recognition import network, odds
from vision.recognition.recogniser import Recogniser, fit

log = logging.getLogger(__name__)

_KEPT = 4
"""How many fits stay beside a set: one for each shape and way of lying of its places, open and complete."""
_SHARE = 0.25
"""Of the free room: what a fit may take at the most (a complete one of 160 exemplars takes some 100 MB)."""
_NAME = ".fit-{key}.npz"
_CHECKSUM_BYTES = 4
"""What a CRC-32 takes."""
_WRITING = threading.Lock()


def fitted(
    folder: Path, exemplars: Sequence[Exemplar], turns: int, *, complete: bool, by_markers: bool = False
) -> Recogniser:
    """Return the exemplars of the set in that folder, fitted as `recogniser.fit` does it, from the cache where it is
    there."""
    path = folder / _NAME.format(key=_key(exemplars, turns, complete, by_markers))
    known = _read(path)
    if known is not None:
        return known
    made = fit(exemplars, turns, complete=complete, by_markers=by_markers)
    if (folder / INDEX).is_file():
        with contextlib.suppress(OSError):
            _write(path, made)
    return made


def _key(exemplars: Sequence[Exemplar], turns: int, complete: bool, by_markers: bool) -> str:
    digest = hashlib.blake2b(_program() + repr((turns, complete, by_markers)).encode(), digest_size=16)
    for each in exemplars:
        light = (each.lamp_bgr, each.white_bgr, each.black_bgr)
        digest.update(repr((each.label, light, each.ratio, each.turned, each.picture)).encode())
        digest.update(each.patch.tobytes())
    return digest.hexdigest()


@functools.cache
def _program() -> bytes:
    """Return the digest of what a fit depends on beside the set: networks, fitted numbers, the code that fits."""
    digest = hashlib.blake2b(f"{np.__version__}".encode())
    code = Path(__file__).parents[1]
    for path in sorted([*network.FOLDER.glob("*.onnx"), *code.rglob("*.py"), odds.NUMBERS]):
        digest.update(path.read_bytes())
    return digest.digest()


def _write(path: Path, value: Recogniser) -> None:
    """Keep a fit, unless little room is left; raise an OSError where that can't be done."""
    arrays: Any = dict(flattened(value))
    with _WRITING:
        # Nobody else in this process is at one. Another process whose draft goes here keeps nothing, this once.
        for left_over in path.parent.glob(_NAME.format(key="*") + ".*.part"):
            left_over.unlink(missing_ok=True)
        if sum(each.nbytes for each in arrays.values()) > _SHARE * shutil.disk_usage(path.parent).free:
            return
        draft = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            with draft.open("w+b") as file:
                file.write(bytes(_CHECKSUM_BYTES))
                np.savez(file, **arrays)
                checksum = _checksum(file)
                file.seek(0)
                file.write(checksum)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
        newest = sorted(path.parent.glob(_NAME.format(key="*")), key=lambda each: each.stat().st_mtime, reverse=True)
        for old in newest[_KEPT:]:
            old.unlink(missing_ok=True)


def _read(path: Path) -> Recogniser | None:
    """Return the fit that was kept there; None, and nothing is there any more, where it can't be read as it was."""
    try:
        with path.open("rb") as file:
            if file.read(_CHECKSUM_BYTES) != _checksum(file):
                raise ValueError("it is not as it was written")
            file.seek(_CHECKSUM_BYTES)
            with np.load(file, allow_pickle=False) as arrays:
                made: Recogniser = built(Recogniser, arrays)
                return made
    except FileNotFoundError:
        return None
    except Exception as error:  # a damaged archive can raise anything; the set itself is whole
        log.warning("%s can't be read (%s): the set is fitted anew", path, error)
        with contextlib.suppress(OSError):
            path.unlink()
        return None


def _checksum(file: IO[bytes]) -> bytes:
    """Return the CRC-32 of all that follows the checksum's own place."""
    file.seek(_CHECKSUM_BYTES)
    checksum = 0
    while part := file.read(1 << 20):
        checksum = zlib.crc32(part, checksum)
    return checksum.to_bytes(_CHECKSUM_BYTES, "big")


def flattened(value: Any, name: str = "") -> list[tuple[str, np.ndarray]]:
    """Return a dataclass of arrays, numbers, texts and other such dataclasses as arrays by dotted names."""
    if is_dataclass(value):
        return [pair for each in fields(value) for pair in flattened(getattr(value, each.name), f"{name}.{each.name}")]
    return [] if value is None else [(name[1:], np.asarray(value))]


def built(wanted: Any, arrays: Any, name: str = "") -> Any:
    """Return what `flattened` took apart, as the dataclass `wanted`; raise a KeyError, TypeError or ValueError where it
    is not there."""
    if is_dataclass(wanted) and isinstance(wanted, type):
        hints = typing.get_type_hints(wanted)
        return wanted(**{each.name: built(hints[each.name], arrays, f"{name}.{each.name}") for each in fields(wanted)})
    if isinstance(wanted, types.UnionType):
        if not any(key == name[1:] or key.startswith(f"{name[1:]}.") for key in arrays):
            return None
        return built(next(each for each in typing.get_args(wanted) if each is not types.NoneType), arrays, name)
    found = arrays[name[1:]]
    if typing.get_origin(wanted) is tuple:
        return tuple(each.item() for each in found)
    make: Callable[[Any], Any] | None = {bool: bool, int: int, float: float, str: str}.get(wanted)
    return found if make is None else make(found.item())
