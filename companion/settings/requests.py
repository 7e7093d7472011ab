"""What the host may ask for beside the game. Form is checked here (msgspec); the rights, by the door."""

from typing import get_args

from companion.table.requests import PageRequest, understood


class RenameFace(PageRequest, frozen=True, tag="rename_face"):
    """Give a face another name, or join it with the one that has it. Without `confirm` a name that the game does not
    know is asked about first."""

    game: str
    face: str
    name: str
    confirm: bool = False


class RemoveFace(PageRequest, frozen=True, tag="remove_face"):
    """Remove a face with all its pictures, or one of them (`file`)."""

    game: str
    face: str
    file: str | None = None


class DeclareSet(PageRequest, frozen=True, tag="declare_set"):
    """Say that every face of the game is taught, or that some are missing."""

    game: str
    complete: bool


class KeepLearnt(PageRequest, frozen=True, tag="keep_learnt"):
    """Say whether what play taught the camera stays in the game's set."""

    game: str
    keep: bool


class TeachPractice(PageRequest, frozen=True, tag="teach_practice"):
    """Teach a game's printed practice set, to try the camera with."""

    game: str


class ForgetPractice(PageRequest, frozen=True, tag="forget_practice"):
    """Take a game's practice set out of what is taught."""

    game: str


class TakeBoard(PageRequest, frozen=True, tag="take_board"):
    """Take one more picture of the printed board."""


class BoardAgain(PageRequest, frozen=True, tag="board_again"):
    """Forget the pictures of the board."""


class KeepLens(PageRequest, frozen=True, tag="keep_lens"):
    """Keep the lens that was measured."""


class Arrange(PageRequest, frozen=True, tag="arrange"):
    """Write a new configuration: see `arranging`."""

    name: str
    wifi: str
    language: str
    camera: str
    pods: int
    display: str
    size: str


class SetPin(PageRequest, frozen=True, tag="set_pin"):
    """Give the table another PIN."""

    pin: str


class SetRoom(PageRequest, frozen=True, tag="set_room"):
    """Name the broker through which a room of tables, and Home Assistant, hear of this one; "" for none. Without a
    password the one that is kept stays, as long as the broker is the same."""

    broker: str
    name: str = ""
    user: str = ""
    password: str = ""
    home_assistant: bool = False


class TestWiring(PageRequest, frozen=True, tag="test_wiring"):
    """Begin the pods' wiring test anew, or end it."""

    on: bool


class PairRoom(PageRequest, frozen=True, tag="pair_room"):
    """Pair the table with the room that shows this code."""

    code: str


class KeepCase(PageRequest, frozen=True, tag="keep_case"):
    """Keep a reading that was wrong, with its zone: of a cell of a seat, or of a free piece of a zone, of an event of
    the game on the table, or of a finished `game`. What lies there is what the record says, or the `label`."""

    line: int
    seat: str
    cell: int
    game: str = ""
    label: str = ""


class RemoveCase(PageRequest, frozen=True, tag="remove_case"):
    """Remove a case."""

    name: str


class SetPerson(PageRequest, frozen=True, tag="person"):
    """Give a player a colour, a drawn face, or the card that they have in a room, as it was typed; "" for none.
    `withheld`: the room is told initials."""

    name: str
    colour: str | None = None
    face: str | None = None
    card: str | None = None
    withheld: bool | None = None


class ForgetPhoto(PageRequest, frozen=True, tag="forget_photo"):
    """Remove a player's photo."""

    name: str


class ForgetPerson(PageRequest, frozen=True, tag="forget_person"):
    """Remove a player's colour, face and photo."""

    name: str


class ShowPhotos(PageRequest, frozen=True, tag="show_photos"):
    """Let wall, overlay and keepsakes show photos of players, too, or not."""

    on: bool


Chore = (
    RenameFace
    | RemoveFace
    | DeclareSet
    | KeepLearnt
    | TeachPractice
    | ForgetPractice
    | TakeBoard
    | BoardAgain
    | KeepLens
    | Arrange
    | SetPin
    | SetRoom
    | TestWiring
    | PairRoom
)
NAMES = frozenset(str(each.__struct_config__.tag) for each in get_args(Chore))


def parse(value: object) -> Chore:
    """Return the chore in a JSON value, or raise a RequestError."""
    chore: Chore = understood(value, Chore)
    return chore
