"""What happens in a tournament, as the room's book keeps it: an event a line; who did it and when stands beside it."""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from companion.publishing.messages import MOST_SEATS, Count, Id, Moment, Name, Word
from companion.room.tie_breaks import Criterion, Finish

MOST_ROUNDS = 50
LONGEST_CALLED = 30  # of a player's name, as a table's form takes it


class Way(StrEnum):
    """How rounds are drawn."""

    SWISS = "swiss"  # whoever stands near and was not met
    ROUND_ROBIN = "round_robin"  # whoever was met least
    GROUPS = "groups"  # a round robin within groups, dealt at the first draw


class Event(msgspec.Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """What happens in a tournament; who did it and when stands beside it."""


class Begun(Event, frozen=True, tag="begun"):
    """A tournament begins: its terms. `game` is what its tables play, "" for any; `order` the criteria that rank;
    `points` what places give, none for a point for each player beaten; `bye` what a bye gives, in half points; `group`
    about how many make a group."""

    name: Name
    way: Way
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
    least: Annotated[int, Meta(ge=2, le=MOST_SEATS)]
    usual: Annotated[int, Meta(ge=2, le=MOST_SEATS)]
    most: Annotated[int, Meta(ge=2, le=MOST_SEATS)]
    order: Annotated[tuple[Criterion, ...], Meta(max_length=len(Criterion))] = (Criterion.POINTS,)
    points: Annotated[tuple[Annotated[int, Meta(ge=0, le=1000)], ...], Meta(max_length=MOST_SEATS)] = ()
    bye: Annotated[int, Meta(ge=0, le=2000)] = 0
    game: Word = ""
    group: Annotated[int, Meta(ge=2, le=100)] = 4


class OfPlayer(Event, frozen=True):
    """What concerns one player."""

    player: Id


class Entered(OfPlayer, frozen=True, tag="entered"):
    """Somebody enters, before the first round or late."""

    name: Name


class Renamed(OfPlayer, frozen=True, tag="renamed"):
    """Somebody is called otherwise."""

    name: Name


class Dropped(OfPlayer, frozen=True, tag="dropped"):
    """Somebody is not drawn any more."""


class Returned(OfPlayer, frozen=True, tag="returned"):
    """Somebody who had dropped out is drawn again."""


class Excused(OfPlayer, frozen=True, tag="excused"):
    """Somebody sits the next round out, with a bye; or not, after all."""

    excused: bool = True


class TableSeating(msgspec.Struct, frozen=True):
    """Who sits at a table, in the order of its seats. `table` is the room's id of it, "" where it has no companion."""

    table: Annotated[str, Meta(max_length=64, pattern=r"^[A-Za-z0-9_-]*\Z")]
    name: Name
    seats: Annotated[tuple[Id, ...], Meta(max_length=MOST_SEATS)]


class Drawn(Event, frozen=True, tag="drawn"):
    """A round is drawn. `since` is the last result that the room had then: what was finished before is not of it.
    `drawn_at` is when by the room's clock, "" where that was not kept."""

    seatings: tuple[TableSeating, ...]
    byes: tuple[Id, ...] = ()
    groups: tuple[tuple[Id, ...], ...] = ()
    since: Count = 0
    drawn_at: Moment = ""


class Undrawn(Event, frozen=True, tag="undrawn"):
    """The last round is taken back, as long as it has no score."""


class Swapped(Event, frozen=True, tag="swapped"):
    """Two change places in the last round; one of them may have a bye, or no place at all."""

    player: Id
    other: Id


class OfPairing(Event, frozen=True, kw_only=True):
    """What concerns a pairing: both count from one."""

    round: Count
    pairing: Count


class Moved(OfPairing, frozen=True, kw_only=True, tag="moved"):
    """A pairing moves to another table."""

    table: Annotated[str, Meta(max_length=64, pattern=r"^[A-Za-z0-9_-]*\Z")]
    name: Name


class Suggested(OfPairing, frozen=True, kw_only=True, tag="suggested"):
    """A player says how their table finished; a director approves it, or not."""

    finishes: Annotated[tuple[Finish, ...], Meta(max_length=MOST_SEATS)]
    player: Id


class Scored(OfPairing, frozen=True, kw_only=True, tag="scored"):
    """A table finished. `game` names the game that its table told of (TABLE/GAME); "" where somebody entered it."""

    finishes: Annotated[tuple[Finish, ...], Meta(max_length=MOST_SEATS)]
    game: Annotated[str, Meta(max_length=130)] = ""


class Ruled(OfPairing, frozen=True, kw_only=True, tag="ruled"):
    """A director rules how a table finished, whatever its table tells."""

    finishes: Annotated[tuple[Finish, ...], Meta(max_length=MOST_SEATS)]


class Cleared(OfPairing, frozen=True, kw_only=True, tag="cleared"):
    """A score, or what was suggested, is taken away; the game `refused` is not taken for this pairing again."""

    refused: Annotated[str, Meta(max_length=130)] = ""


class Ended(Event, frozen=True, tag="ended"):
    """The tournament is put away: it takes no more results."""


AnyEvent = (
    Begun
    | Entered
    | Renamed
    | Dropped
    | Returned
    | Excused
    | Drawn
    | Undrawn
    | Swapped
    | Moved
    | Suggested
    | Scored
    | Ruled
    | Cleared
    | Ended
)
