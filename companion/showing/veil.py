"""Hidden standings: the snapshot without how people stand, for every screen alike; at the end all of it is shown."""

from dataclasses import replace

from companion.game import Block, View
from companion.table.snapshot import Snapshot


def of_view(view: View, *, hidden: bool) -> View:
    """Return a game's picture, where standings are `hidden` without what tells of them: what each seat has is worth."""
    if not hidden:
        return view
    blocks = tuple(_of_block(block) for block in view.blocks if block.kind != "tally" or block.seat is None)
    return replace(view, worth={}, blocks=blocks)


def _of_block(block: Block) -> Block:
    """Return a block without what its groups are worth."""
    cells = tuple(replace(cell, note=None) for cell in block.cells) if block.kind == "groups" else block.cells
    return replace(block, cells=cells)


def veiled(snapshot: Snapshot) -> Snapshot:
    """Return a snapshot without scores, places and what was earned. What was read stays, for people to correct it."""
    return replace(
        snapshot,
        seats=tuple(replace(seat, score=0, rank=1, why=None) for seat in snapshot.seats),
        chapters=tuple(replace(chapter, results=()) for chapter in snapshot.chapters),
        moment=None,
        leads=None,
    )
