"""Messages of one table: what stands on the wire, as values with their exact JSON (docs/formats.md, *On the wire*).

Each kind has a topic of its own, `table-companion/1/TABLE/KIND`; the 1 is the version of the form, to which keys are
only ever added. Whatever comes from the wire is checked here for form and size before anybody looks at it.
"""

import hmac
import re
from enum import StrEnum
from typing import Annotated, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from web.shown import Lamp, Step

ROOT = "table-companion/1"
LARGEST = 32 * 1024  # bytes of a message; a table's state is some two thousand
LAST_IDS = 200
AT_ONCE = 20  # results in one offer
MOST_SEATS = 12
LONGEST_NAME = 60
BIGGEST = 2**53 - 1  # the largest whole number that every reader of JSON has exactly

# No control characters, and none that turn the reading direction of what stands beside them.
_PLAIN = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*\Z"
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME, pattern=_PLAIN)]
Sentence = Annotated[str, Meta(max_length=300, pattern=_PLAIN)]
Word = Annotated[str, Meta(max_length=40, pattern=r"^[a-z0-9_-]*\Z")]
Language = Annotated[str, Meta(pattern=r"^[a-z]{2}(_[A-Z]{2})?\Z")]
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+\Z")]
Colour = Annotated[str, Meta(pattern=r"^#[0-9a-fA-F]{6}\Z")]
Moment = Annotated[str, Meta(max_length=40, pattern=r"^[0-9TZ:.+-]*\Z")]
Whole = Annotated[int, Meta(ge=-BIGGEST, le=BIGGEST)]
Count = Annotated[int, Meta(ge=0, le=BIGGEST)]
TABLE = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Topic(StrEnum):
    """The kinds of messages; the room alone writes `confirmed` and `pairing`."""

    BIRTH = "birth"
    UPDATE = "update"
    GONE = "gone"
    RESULTS = "results"
    DIGEST = "digest"
    CONFIRMED = "confirmed"
    PAIRING = "pairing"


_TOPICS = {kind.value: kind for kind in Topic}


class Kind(StrEnum):
    """What a result says: a round was finished, a game was, or what was said of it before is otherwise."""

    ROUND = "round"
    GAME = "game"
    CORRECTION = "correction"


class RankingPlace(msgspec.Struct, frozen=True):
    """A place in a ranking; equal ranks share the lower number."""

    player: Name
    score: Whole
    rank: Count


class Seat(msgspec.Struct, frozen=True):
    """A seat as everybody may see it; without score and rank where the table keeps its standings to itself."""

    name: Name
    colour: Colour
    lamp: Lamp
    score: Whole | None = None
    rank: Count | None = None


class State(msgspec.Struct, frozen=True):
    """All that everybody may see of a table: its own name, what it does, in one line by language, and its seats.
    `cards` are those that lie face up. `ailing` are the parts that want attention, by their English words."""

    name: Name
    step: Step
    line: Annotated[dict[Language, Sentence], Meta(max_length=12)]
    game: Annotated[str, Meta(max_length=64, pattern=r"^[A-Za-z0-9_-]*\Z")] = ""  # its id at the table
    kind: Word = ""
    title: Sentence = ""
    seats: Annotated[tuple[Seat, ...], Meta(max_length=MOST_SEATS)] = ()
    cards: Annotated[dict[Name, Whole], Meta(max_length=MOST_SEATS)] = {}
    rounds: Count = 0
    over: bool = False
    winners: Annotated[tuple[Name, ...], Meta(max_length=MOST_SEATS)] = ()
    ailing: Annotated[tuple[Sentence, ...], Meta(max_length=12)] = ()


class Report(msgspec.Struct, frozen=True):
    """A birth (`number` 0, the first of a session) or an update: the whole state each time, so that one that is lost
    costs nothing. `session` rises with every connection of the table."""

    session: Count
    number: Count
    at: Moment
    state: State


class Gone(msgspec.Struct, frozen=True):
    """A session has ended; the broker says it as the table's last will. One of an earlier session buries nobody."""

    session: Count


class TableResult(msgspec.Struct, frozen=True):
    """How a game stands after its last finished round, or at its end. Of one game that with the highest `number`
    counts; its `id` stays its own for good. `at` is the table's clock, which may be wrong. Where names are `short`
    they are initials, which name nobody beyond this table. `ids` are the room's, of those players who have a card;
    where nobody has, the key is left out. So are the names that are `withheld`, initials as well, where all others are
    named."""

    id: Id
    number: Count
    at: Moment
    kind: Kind
    game: Id
    played: Word
    title: Sentence
    players: Annotated[tuple[Name, ...], Meta(max_length=MOST_SEATS)]
    rounds: Count
    over: bool
    standings: Annotated[tuple[RankingPlace, ...], Meta(max_length=MOST_SEATS)]
    winners: Annotated[tuple[Name, ...], Meta(max_length=MOST_SEATS)] = ()
    short: bool = False
    ids: Annotated[dict[Name, Id], Meta(max_length=MOST_SEATS)] | UnsetType = UNSET
    withheld: Annotated[tuple[Name, ...], Meta(max_length=MOST_SEATS)] | UnsetType = UNSET


class Offer(msgspec.Struct, frozen=True):
    """Results that the room has not confirmed, the oldest first; `at` is when they are offered by the clock that stands
    in them, so that their age is known though it is wrong."""

    session: Count
    results: Annotated[tuple[TableResult, ...], Meta(max_length=AT_ONCE)]
    at: Moment | UnsetType = UNSET


class ResultsDigest(msgspec.Struct, frozen=True):
    """The ids of a table's last results, the newest last, and how many it has in all."""

    session: Count
    count: Count
    ids: Annotated[tuple[Id, ...], Meta(max_length=LAST_IDS)]


class Confirmed(msgspec.Struct, frozen=True):
    """What the room has of a table on its own disk: how many results, the highest number among them, which of those
    that the table named last; and the highest session that it heard of."""

    session: Count
    count: Count
    last: Count
    ids: Annotated[tuple[Id, ...], Meta(max_length=LAST_IDS + AT_ONCE)]


class OfferedPairing(msgspec.Struct, frozen=True):
    """What the room offers a table: who plays there, in the order of the seats, in which round of a tournament; nobody
    where nothing is offered. `game` is what they play, "" for any; `left_s` what the common timer shows when this is
    said, where there is one, and whether it `runs`. An offer, which fills a form: it begins nothing by itself."""

    tournament: Sentence = ""
    round: Count = 0
    rounds: Count = 0
    game: Word = ""
    seats: Annotated[tuple[Name, ...], Meta(max_length=MOST_SEATS)] = ()
    left_s: Count | None = None
    runs: bool = False


_UNFIT = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def fit(text: str, most: int = LONGEST_NAME) -> str:
    """Return a text as it may stand on the wire, whatever people have typed."""
    return _UNFIT.sub("?", text)[:most]


M = TypeVar("M", bound=msgspec.Struct)
_SIGN, _END = b',"sign":"', b'"}'
_HEX = 64
_TAIL = len(_SIGN) + _HEX + len(_END)
_encoder = msgspec.json.Encoder()
_decoders: dict[type[msgspec.Struct], msgspec.json.Decoder[msgspec.Struct]] = {}


def mark(table: str) -> str:
    """Return what tells a table from others of its name: how its id begins."""
    return table[:4]


def topic(table: str, kind: Topic | str) -> str:
    """Return a table's topic; "+" stands for any, in a subscription."""
    return f"{ROOT}/{table}/{kind}"


def named(name: str) -> tuple[str, Topic] | None:
    """Return the table and the kind that a topic names, None where it is none of ours."""
    root, _, rest = name.partition(f"{ROOT}/")
    table, _, kind = rest.partition("/")
    known = _TOPICS.get(kind)
    return None if root or known is None or not TABLE.fullmatch(table) else (table, known)


def written(where: str, message: msgspec.Struct, key: bytes | None) -> bytes:
    """Return a message as it stands on the wire under the topic `where`: JSON, whose last key is the signature where
    there is a key (HMAC-SHA256 of the topic, a line feed and all before `,"sign"`)."""
    body = _encoder.encode(message)
    if key is None:
        return body
    return body[:-1] + _SIGN + _signature(where, body[:-1], key) + _END


def is_signed(where: str, payload: bytes, key: bytes) -> bool:
    """Return whether a message was signed with this key for this topic."""
    body, tail = payload[:-_TAIL], payload[-_TAIL:]
    if not tail.startswith(_SIGN) or not tail.endswith(_END):
        return False
    return hmac.compare_digest(tail[len(_SIGN) : -len(_END)], _signature(where, body, key))


def read(payload: bytes, kind: type[M]) -> M | None:
    """Return what a message says, whoever sent it; None where it is larger than any of ours, or has not its form."""
    if len(payload) > LARGEST:
        return None
    decoder = _decoders.get(kind)
    if decoder is None:
        decoder = _decoders[kind] = msgspec.json.Decoder(kind)
    try:
        found = decoder.decode(payload)
    except (ValueError, RecursionError):
        return None
    return found  # type: ignore[return-value]  # each decoder has its key's type


def _signature(where: str, body: bytes, key: bytes) -> bytes:
    return hmac.digest(key, where.encode() + b"\n" + body, "sha256").hex().encode()
