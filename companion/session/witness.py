"""What the camera saw of a seat's dock when it was scored, kept with the score: its photo, and what it read."""

from collections.abc import Sequence, Set
from typing import Any

from companion import evening as evenings
from companion.evening import Evening
from companion.session.ledger import Ledger
from companion.signals import ZoneLook
from vision.observation import GridSeen, Reading


def keep(
    ledger: Ledger, evening: Evening, line: int, seat: str, look: ZoneLook, counted: Sequence[str], said: Set[int]
) -> None:
    """Keep what event `line` was made from in `evening`: the look, and what `counted` in each cell where that is
    something else; `said` are the cells for which a person's word counted. Nothing was read of a hold that people
    entered."""
    if look.picture is not None:
        ledger.store.photo(evening.game_id, line, seat, look.picture)
    if isinstance(look.seen, GridSeen):
        read = () if seat in evening.by_hand else evenings.readings(look.seen)
        cells = [_kept(reading, counted[cell], cell in said) for cell, reading in enumerate(read)]
        ledger.store.readings(evening.game_id, line, seat, cells)


def _kept(reading: Reading, counted: str, said: bool) -> dict[str, Any]:
    ranking = [[label, round(by, 4)] for label, by in reading.ranking]
    kept: dict[str, Any] = {"label": reading.label, "sure": reading.sure, "ranking": ranking}
    if counted != reading.label:
        kept["counted"] = counted
    if said:
        kept["said"] = True
    return kept
