"""Sample game: in turn everybody claims one of nine fields with a disc of their own. Each field counts one, and five
more where three lie in a row.
"""

from companion.bases.claims import ClaimsGame, ClaimsState, Face, Place, manifest
from companion.game import Part
from companion.language.message import Message, name, say

COLUMNS, ROWS = "ABC", "123"
FIELDS = tuple(column + row for row in ROWS for column in COLUMNS)
LINES = (
    *({field for field in FIELDS if line in field} for line in COLUMNS + ROWS),
    {"A1", "B2", "C3"},
    {"A3", "B2", "C1"},
)
IN_A_ROW, STEP_MM = 5, 60.0


class SampleGame(ClaimsGame):
    """What each of these means stands in `companion.bases.claims.game`."""

    name = "sample_game"
    title = "Sample game"
    players = range(2, 4)
    places = tuple(
        Place(field, (COLUMNS.index(field[0]) * STEP_MM, ROWS.index(field[1]) * STEP_MM)) for field in FIELDS
    )
    tile_mm = 40.0
    faces = (Face("red", "#d8453a", 5, "1"), Face("blue", "#3f7fd0", 5, "2"), Face("green", "#3f9a5a", 5, "3"))
    task = say("lay a disc on a field")

    def wrong(self, state: ClaimsState, seat: str, place: Place) -> Message | None:
        """Nobody begins in the middle."""
        return say("nobody begins in the middle") if place.name == "B2" and not state.claimed else None

    def parts_of(self, state: ClaimsState, seat: str) -> tuple[Part, ...]:
        """The fields, and those in a row."""
        fields = {*state.of(seat)}
        rows = len([line for line in LINES if line <= fields])
        count = Part(say("Fields"), name(str(len(fields))), len(fields))
        return (count, Part(say("Three in a row"), name(f"{rows} × {IN_A_ROW}"), rows * IN_A_ROW)) if rows else (count,)


MANIFEST = manifest(SampleGame())
