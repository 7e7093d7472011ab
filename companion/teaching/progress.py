"""What is kept of a walk between evenings: what was shown so far, one small file a game."""

from pathlib import Path

import msgspec

from companion.game.tally import Tally
from companion.table.evidence.set_change import Looks
from companion.teaching.walk import Counts
from vision import durable


class KeptWalk(msgspec.Struct, frozen=True):
    """`tally` is what was shown, `counts` what it took; `looks` are the pictures of the set at that time, by which a
    face is known again that has another name since."""

    tally: Tally = Tally()
    counts: Counts = Counts()
    looks: Looks = {}


def load(file: Path) -> KeptWalk:
    """Return what was kept; nothing where there is no such file or it is broken: the faces themselves are in the
    set."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=KeptWalk)
    except (OSError, msgspec.MsgspecError):
        return KeptWalk()


def save(file: Path, kept: KeptWalk) -> None:
    """Keep it; raise an OSError where that can't be done."""
    durable.folder(file.parent)
    durable.write(file, msgspec.json.encode(kept))
