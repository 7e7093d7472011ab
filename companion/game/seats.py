"""The seats at a table: names as people type them, all different, found however they were typed."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from companion.game.errors import HeaderError, refuse
from companion.language.message import Message, say, say_count

T = TypeVar("T")


def same_name(name: str) -> str:
    """Return the form in which names are compared (NFC)."""
    return unicodedata.normalize("NFC", name)


@dataclass(frozen=True)
class Seats:
    """All seats in seating order, those that the game adds included, found by name however it was typed."""

    names: tuple[str, ...]
    _found: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_found", {same_name(name): name for name in self.names})

    def __iter__(self) -> Any:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def find(self, name: str) -> str:
        """Return the seat as the header writes it, or raise a RuleError for a stranger."""
        found = self._found.get(same_name(name))
        if found is None:
            raise refuse("nobody named “{name}” sits at this table", name=name)
        return found

    def keyed(self, given: Mapping[str, T], wanted: Iterable[str], what: Message) -> dict[str, T]:
        """Return `given` keyed by seat in the order of `wanted`; a seat missing, extra or twice is a RuleError."""
        found: dict[str, T] = {}
        for name, value in given.items():
            seat = self.find(name)
            if seat in found:
                raise refuse("{seat} is named twice in {what}", seat=seat, what=what)
            found[seat] = value
        order = tuple(wanted)
        for seat in found:
            if seat not in order:
                raise refuse("{seat} has no part in {what} now", seat=seat, what=what)
        for seat in order:
            if seat not in found:
                raise refuse("{seat} is missing in {what}", seat=seat, what=what)
        return {seat: found[seat] for seat in order}


def check_players(players: Sequence[str], allowed: range, reserved: Iterable[str]) -> None:
    """Raise a HeaderError unless these names can sit down: how many, how long, all different, none reserved."""
    if len(players) not in allowed:
        raise HeaderError(
            "players",
            say_count(
                "{count} players: this game is for {least} to {most}",  # of one, too: records are judged in these words
                "{count} players: this game is for {least} to {most}",
                count=len(players),
                least=allowed.start,
                most=allowed.stop - 1,
            ),
        )
    taken = {same_name(name) for name in reserved}
    seen: set[str] = set()
    for given in players:
        plain = same_name(given)
        if not plain.strip():
            raise HeaderError("players", say("a player's name is empty"))
        if len(plain) > 30:
            raise HeaderError("players", say("“{name}” is longer than 30 characters", name=plain))
        if any(unicodedata.category(letter) == "Cc" for letter in plain):
            raise HeaderError("players", say("a name holds a character that can't be shown: {name}", name=repr(plain)))
        if plain in taken:
            raise HeaderError("players", say("“{name}” is a seat that the game itself adds", name=plain))
        if plain in seen:
            raise HeaderError("players", say("two players are called “{name}”", name=plain))
        seen.add(plain)
