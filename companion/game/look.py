"""What a game makes of a look at the table: an event, doubts to be asked, or what is wrong."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.language.message import Message
from vision.observation import Reading


@dataclass(frozen=True, slots=True)
class Doubt:
    """A reading that the companion should ask about: which zone and which cell (or piece) of it, whose it is, where
    that is in words, and the labels that can be, likeliest first."""

    zone: str
    cell: int
    seat: str | None
    where: Message
    likeliest: tuple[str, ...]


def unsure(
    zone: str,
    readings: Iterable[Reading],
    where: Callable[[int], Message],
    seat: str | None = None,
    labels: Sequence[str] = (),
) -> tuple[Doubt, ...]:
    """Return the doubts of a zone's cells or pieces; `where` says in words where each is, counted from 0. With `labels`
    these alone can lie there: what surely reads as another (a face whose name was mistyped) is in doubt, too."""
    return tuple(
        Doubt(zone, at, seat, where(at), _likeliest(reading, labels))
        for at, reading in enumerate(readings)
        if not reading.sure or (labels and reading.label not in labels)
    )


def _likeliest(reading: Reading, labels: Sequence[str]) -> tuple[str, ...]:
    ranked = tuple(label for label, _ in reading.ranking)
    if not labels:
        return ranked
    spelled = {label.casefold(): label for label in labels} | {label: label for label in labels}
    known = (spelled.get(label, spelled.get(label.casefold())) for label in ranked)
    return tuple(dict.fromkeys(label for label in known if label is not None)) or tuple(labels)


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asked for a look, what they counted before (0: nothing), and what they filled in on the page that
    the camera can't see."""

    seat: str
    counted: int = 0
    said: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a look at the table means: the event it proposes (None while doubts remain), the doubts, and what is wrong
    where pieces lie as they can't. `remarks` are told though the event stands."""

    event: Mapping[str, Any] | None
    doubts: tuple[Doubt, ...] = ()
    wrong: Message | None = None
    more: bool = False  # the same look holds another event after this one
    remarks: tuple[Message, ...] = ()
