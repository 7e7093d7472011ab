"""The floor: every table as it was heard last. It is the listener's, and nothing of it is kept but who is paired.

A birth or an update holds the whole state. What the broker had kept (retained) shows how a table stood; only what comes
anew shows that it is there. A will that names an earlier session than the one heard of buries nobody.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.publishing.messages import Gone, Report, State

SILENT_S = 60.0  # three beats
MOST_UNPAIRED = 200


class Presence(StrEnum):
    """Whether a table is there."""

    THERE = "there"
    SILENT = "silent"  # nothing was heard of it for a while, or not yet
    GONE = "gone"  # it said farewell, or the broker missed it


@dataclass(slots=True)
class Heard:
    """A table as it was heard last. `heard_s` is 0 where only what the broker had kept was heard."""

    state: State | None = None
    session: int = 0
    number: int = -1
    heard_s: float = 0.0
    gone: int = -1  # the highest session that has ended
    paired: bool = False

    def presence(self, now_s: float) -> Presence:
        """Return whether it is there."""
        if self.gone >= self.session:
            return Presence.GONE
        return Presence.THERE if self.heard_s and now_s - self.heard_s < SILENT_S else Presence.SILENT


@dataclass
class Floor:
    """See the module. `changed` are the tables that are otherwise than when they were last taken."""

    tables: dict[str, Heard] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)
    _shown: dict[str, Presence] = field(default_factory=dict, repr=False)

    def known(self, paired: Mapping[str, int]) -> None:
        """Know the paired tables, with the highest session that was heard of each."""
        for table, session in paired.items():
            heard = self.tables.get(table)
            if heard is None or not heard.paired:  # what it, or a stranger, said before vouches for nothing
                heard = self.tables[table] = Heard(paired=True)
            heard.session = max(heard.session, session)
            self.changed.add(table)

    def forget(self, table: str) -> None:
        """Forget a table, until it is heard of again."""
        self.tables.pop(table, None)
        self._shown.pop(table, None)
        self.changed.add(table)

    def reported(self, table: str, report: Report, *, signed: bool, kept: bool, now_s: float) -> bool:
        """Take a birth or an update; return whether it counts: what is older than what was heard does not, nor what
        is unsigned of a paired table. Of more unpaired tables than can be shown the last ones are not."""
        heard = self.tables.get(table)
        if heard is None:
            unpaired = sum(not one.paired for one in self.tables.values())
            if not signed and unpaired >= MOST_UNPAIRED:
                return False
            heard = self.tables[table] = Heard(paired=signed)
        if heard.paired and not signed:
            return False
        older = (report.session, report.number) < (heard.session, heard.number)
        if older and (signed or not self._starts_anew(heard, now_s)):
            return False
        if heard.state != report.state:
            heard.state = report.state
            self.changed.add(table)
        heard.session, heard.number = report.session, report.number
        if not kept:
            heard.heard_s = now_s
        self._look(table, heard, now_s)
        return True

    def _starts_anew(self, heard: Heard, now_s: float) -> bool:
        """Whether an unpaired table, whose sessions nobody vouches for, may count anew: where it is not there."""
        return heard.presence(now_s) is not Presence.THERE

    def ended(self, table: str, gone: Gone, *, signed: bool, now_s: float) -> None:
        """Take a farewell or a will: of a session, and of those before it."""
        heard = self.tables.get(table)
        if heard is None or (heard.paired and not signed):
            return
        heard.gone = max(heard.gone, gone.session)
        self._look(table, heard, now_s)

    def look(self, now_s: float) -> None:
        """See who has fallen silent."""
        for table, heard in self.tables.items():
            self._look(table, heard, now_s)

    def deaf(self) -> None:
        """Nothing is heard any more: the broker is not there. Who is there is told when it is heard again."""
        for heard in self.tables.values():
            heard.heard_s = 0.0

    def _look(self, table: str, heard: Heard, now_s: float) -> None:
        presence = heard.presence(now_s)
        if self._shown.get(table) is not presence:
            self._shown[table] = presence
            self.changed.add(table)

    def take_changed(self) -> set[str]:
        """Return who has changed since the last call."""
        changed, self.changed = self.changed, set()
        return changed
