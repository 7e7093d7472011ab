"""Hidden standings: the snapshot without how people stand, for every screen alike; at the end all of it is shown."""

from dataclasses import replace

from companion.table.snapshot import Snapshot


def veiled(snapshot: Snapshot) -> Snapshot:
    """Return a snapshot without scores, places and what was earned. What was read stays, for people to correct it."""
    return replace(
        snapshot,
        seats=tuple(replace(seat, score=0, rank=1, why=None) for seat in snapshot.seats),
        chapters=tuple(replace(chapter, results=()) for chapter in snapshot.chapters),
        moment=None,
        leads=None,
    )
