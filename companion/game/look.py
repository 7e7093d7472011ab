"""What a game makes of a look at the table: an event, doubts to be asked, or what is wrong."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.language.message import Message
from vision.observation import Reading

SAID = 1.0
"""The confidence of what people said."""


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
    lies: Callable[[str], bool] | None = None,
) -> tuple[Doubt, ...]:
    """Return the doubts of a zone's cells or pieces; `where` says in words where each is, counted from 0. With `labels`
    what surely reads as something that can't lie there (a face whose name was mistyped) is in doubt, too: neither one
    of them, nor what `lies` knows besides."""

    def can_lie(label: str) -> bool:
        return not labels or label in labels or (lies is not None and lies(label))

    return tuple(
        Doubt(zone, at, seat, where(at), _likeliest(reading, labels, can_lie))
        for at, reading in enumerate(readings)
        if not reading.sure or not can_lie(reading.label)
    )


def _likeliest(reading: Reading, labels: Sequence[str], can_lie: Callable[[str], bool]) -> tuple[str, ...]:
    spelled = {label.casefold(): label for label in labels}
    ranked = (label if can_lie(label) else spelled.get(label.casefold()) for label, _ in reading.ranking)
    return tuple(dict.fromkeys(label for label in ranked if label is not None)) or tuple(labels)


def is_said(read: Reading) -> bool:
    """Return whether a reading is what people said, not what a camera saw."""
    return read.confidence == SAID


def questioned(read: Reading, others: Sequence[str]) -> Reading:
    """Return a reading in doubt, for it may as well be one of the `others`, the likeliest first; but what people said
    is as they say."""
    if is_said(read) or not others:
        return read
    rest = (1 - read.confidence) / len(others)
    likely = {**dict.fromkeys((read.label, *others), rest), read.label: read.confidence}
    return replace(read, sure=False, ranking=tuple(likely.items()))


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
    where pieces lie as they can't: with doubts it is told once they are answered and it still is. `remarks` are told
    though the event stands."""

    event: Mapping[str, Any] | None
    doubts: tuple[Doubt, ...] = ()
    wrong: Message | None = None
    more: bool = False  # the same look holds another event after this one
    remarks: tuple[Message, ...] = ()
    unlaid: bool = False  # what is wrong is that something must still be laid: what people answered holds
