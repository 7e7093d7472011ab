"""The table as one value: the evening, who sits where, what was said. Each reaction makes the next one of it, with what
the devices are to do and what is to be kept; only the session does and keeps it."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from companion.game import GameError
from companion.game.match import Match
from companion.game.record import Line, RecordError
from companion.language.message import Message, say
from companion.publishing.results import Statement
from companion.store.database import Store
from companion.store.rows import Stored, Told
from companion.table.answers import Answers
from companion.table.deeds import Doer, Rewrite, SeatChange, Undone
from companion.table.entrance import Entrance
from companion.table.evening import Equipment, Evening
from companion.table.evidence import corrections, kept_look
from companion.table.evidence.corrections import Correction
from companion.table.evidence.kept_look import KeptLook, Looks
from companion.table.pin_guesses import PinGuesses
from companion.table.seats import Seating
from companion.table.signals import Effect, NewBaseline, Reply, Surroundings
from companion.table.snapshot import Learnt, Notice

NOTICES = 4
HIDDEN = "hidden standings"  # the setting: "on" or "off"

Write = Callable[[Store], None]
"""Something to be kept; all of a step is kept together, or nothing of it."""


class Kept(Protocol):
    """What was kept before this step, to be read."""

    def setting(self, name: str) -> str | None:
        """Return a kept setting."""
        ...

    def photo_of(self, game: str, line: int, seat: str) -> bytes | None:
        """Return the photo of a seat, or zone, that is kept with an event."""
        ...

    def readings_of_game(self, game: str) -> dict[int, dict[str, list[dict[str, Any]]]]:
        """Return what the camera said of each cell, by event and seat."""
        ...

    def looks(self, game: str) -> dict[int, dict[str, Any]]:
        """Return the looks of a game by the event that each made."""
        ...

    def games(self) -> tuple[str, ...]:
        """Return the ids of all games, newest first."""
        ...

    def game(self, game: str) -> Stored:
        """Return a stored game, or raise a StoreError."""
        ...

    def outbox(self, game: str | None = None) -> tuple[Told, ...]:
        """Return what the room was or is to be told of a game, the oldest first."""
        ...


@dataclass(frozen=True)
class Telling:
    """What the room was told last, of which game, and the match as it was looked at then."""

    game: str = ""
    match: Match | None = None
    told: Statement | None = None


@dataclass(frozen=True)
class Table:
    """See the module. `now` is the wall clock's time as text; times in seconds are of the signals' clock."""

    kept: Kept
    equipment: Equipment
    pin: str
    now: str = ""
    seating: Seating = field(default_factory=Seating)
    entrance: Entrance = field(default_factory=Entrance)
    answers: Answers = field(default_factory=Answers, repr=False)
    guesses: PinGuesses = field(default_factory=PinGuesses)
    evening: Evening | None = None
    surroundings: Surroundings = field(default_factory=Surroundings)
    notices: tuple[Notice, ...] = ()
    learnt: Learnt | None = None  # what play taught that the host is to keep or not
    number: int = 0  # of the last snapshot
    called: Mapping[str, Message] = field(default_factory=dict)  # what people here say otherwise
    hidden: bool = False  # how people stand is shown only at the end
    practice: str = ""  # the game that counts nothing, by its id
    ok_since_s: Mapping[int, float] = field(default_factory=dict)  # by pod, while it is held
    ok_step: Mapping[int, str] = field(default_factory=dict)  # by pod: what was awaited when it went down
    ok_stuck_until_s: Mapping[int, float] = field(default_factory=dict)  # by pod: until then it may stick again
    add_since_s: Mapping[int, float] = field(default_factory=dict)  # … while something is counted
    join_until_s: float = 0.0
    pin_until_s: float = 0.0  # how long the display shows the PIN
    pin_again_s: float = 0.0  # when it shows a guest the PIN again
    step: str = ""  # what is awaited, by its name …
    step_s: float = -math.inf  # … and since when
    question: str = ""  # what the display asks, by which reading; "" also while it shows how to join, or the PIN
    question_s: float | None = None  # since when; None until a tick has told the time
    kept_seating: str = ""
    telling: Telling = field(default_factory=Telling, repr=False)
    kept_taking: tuple[str, str] = ("", "")  # which game's, and as it is kept
    effects: tuple[Effect, ...] = field(default=(), repr=False)  # of this step
    writes: tuple[Write, ...] = field(default=(), repr=False)  # of this step

    @property
    def playing(self) -> Evening:
        """The evening where there is one; a LookupError where nobody plays."""
        if self.evening is None:
            raise LookupError("nobody plays at this table")
        return self.evening

    def with_evening(self, evening: Evening) -> "Table":
        """Return the table with its evening as it is now."""
        return replace(self, evening=evening)

    def do(self, *effects: Effect) -> "Table":
        """Return the table with something more for the devices to do."""
        return replace(self, effects=(*self.effects, *effects))

    def keep(self, *writes: Write) -> "Table":
        """Return the table with something more to be kept."""
        return replace(self, writes=(*self.writes, *writes))

    def set(self, name: str, value: str) -> "Table":
        """Return the table with a setting to be kept."""
        return self.keep(lambda store: store.set(name, value))

    def say(self, text: Message) -> "Table":
        """Return the table with something told to everybody, until the next event; said again, it stands there once."""
        number = self.notices[-1].number + 1 if self.notices else self.number + 1
        others = (notice for notice in self.notices if notice.text != text)
        return replace(self, notices=(*others, Notice(number, text))[-NOTICES:])

    def unsay(self, text: Message) -> "Table":
        """Return the table without something that was told: it is so no more."""
        return replace(self, notices=tuple(notice for notice in self.notices if notice.text != text))

    def say_once(self, text: Message) -> "Table":
        """Return the table with something told to everybody, unless it stands there already."""
        return self if any(notice.text == text for notice in self.notices) else self.say(text)

    def play(self, value: Mapping[str, Any]) -> tuple["Table", Reply]:
        """Play an event, if the rules allow it."""
        evening, number = self.playing, len(self.playing.match.lines)
        line = {**value, "at": self.now}
        try:
            match = evening.match.play(Line(number + 1, line))
            match.try_out()
        except (GameError, RecordError) as error:
            return self, Reply(False, error.message)
        game, now = evening.game_id, self.now
        table = self.keep(
            lambda store: store.unsee(game, number),  # of what was undone, and is played anew
            lambda store: store.play(game, now, line),
            standing(game, match),
        )
        looks = {at: look for at, look in evening.looks.items() if at < number}
        doers = {at: doer for at, doer in evening.doers.items() if at < number}
        table = replace(table, notices=(), evening=replace(evening, looks=looks, doers=doers))
        return table.on_from(match, undone=()), Reply(True)

    def on_from(self, match: Match, *, undone: tuple[Undone, ...]) -> "Table":
        """Return the table going on from `match`: whatever belonged to the step before is forgotten. What people said
        of pieces in a zone that is no seat's stays true until they move."""
        evening = self.playing
        answers = {key: label for key, label in evening.answers.items() if key[0] not in match.seats}
        return self.with_evening(
            replace(
                evening,
                match=match,
                undone=undone,
                seat_changes=(),
                recorded=self.number + 1,
                begun=evening.begun + 1,
                passed=0,
                bidding=None,
                counted={},
                counted_before={},
                count_locked=frozenset(),
                shown={},
                lay={},
                answers=answers,
                by_hand={},
                told=None,
                asked=None,
                offered=0,
                camera_waits=False,
                aside=frozenset(),
            )
        ).rebased()

    def rebased(self) -> "Table":
        """Return the table with the camera comparing with what lies there now."""
        evening = replace(self.playing, plan=self.playing.plan + 1, noticed=frozenset())
        return self.with_evening(evening).do(NewBaseline(evening.plan))

    def correct(self, correction: Correction, text: Message, deed: Message, doer: Doer) -> tuple["Table", Reply]:
        """Put a correction in place of what was played, all of it or nothing, and say what that changes in the scores;
        raise a RuleError where it can't be. It can be taken back as the `deed` of its doer."""
        evening = self.playing
        match, _ = corrections.rewritten(evening.match, correction)
        looks = {**evening.looks, **_corrected_looks(correction)}
        looks = {number: look for number, look in looks.items() if number < len(match.lines)}
        difference = self.difference(evening.match, match)
        rewrite = Rewrite(evening.match, match, deed, evening.looks, looks, doer)
        table = self.rewritten(match, looks)
        table = table.keep(lambda store: store.unsee(evening.game_id, len(match.lines)))
        rewrites = (*evening.rewrites, rewrite)
        table = table.with_evening(replace(table.playing, undone=(), rewrites=rewrites))
        return table.say(say("{what}: {difference}", what=text, difference=difference)), Reply(True, difference)

    def seated(self, seating: Seating, seat: str) -> "Table":
        """Return the table with a seat as it is held in `seating`; what another phone had chosen there is forgotten."""
        table, bidding = replace(self, seating=seating), self.playing.bidding
        if seating.held.get(seat) == self.seating.held.get(seat) or bidding is None or not bidding.ballot(seat).tapped:
            return table
        return table.with_evening(replace(self.playing, bidding=bidding.forget(seat)))

    def reseated(self, seating: Seating, seat: str, doer: Doer) -> "Table":
        """Return the table with a seat held otherwise, which can be taken back as a deed of its doer. No other change
        of seats can be done again then, or whoever had got up would turn out who sat down there since."""
        table, before, after = self.seated(seating, seat), self.seating.held.get(seat, ""), seating.held.get(seat, "")
        if before == after:
            return table
        undone = tuple(one for one in table.playing.undone if not isinstance(one, SeatChange))
        changes = (*table.playing.seat_changes, SeatChange(seat, before, after, doer))
        evening = replace(table.playing, undone=undone, seat_changes=changes, reseated=table.number + 1)
        return table.with_evening(evening)

    def difference(self, before: Match, after: Match) -> Message:
        """Return whose score changes and how, as far as standings are shown."""
        if self.hidden and not after.over:
            return say("how people stand is shown at the end")
        return corrections.difference(before, after)

    def hiding(self, *, on: bool) -> tuple["Table", Reply]:
        """Return the table that shows how people stand only at the end, or always."""
        told = say("Standings are hidden until the end") if on else say("Standings are shown")
        return replace(self, hidden=on).set(HIDDEN, "on" if on else "off"), Reply(True, told)

    def rewritten(self, match: Match, looks: Looks) -> "Table":
        """Return the table with other lines than those that were played, and the looks that tell them."""
        evening, game, now = self.playing, self.playing.game_id, self.now
        before, known, count = evening.match.lines, len(evening.match.lines), len(match.lines)
        changed = [number for number in range(count) if number >= known or match.lines[number] != before[number]]
        told = {number: look for number, look in looks.items() if evening.looks.get(number) != look}

        def keep(store: Store) -> None:
            """Keep the lines that changed, and the looks that tell them."""
            for _ in range(known - count):  # only where nothing came after
                store.undo(game, now)
            for number in changed:
                if number < known:
                    store.rewrite(game, now, number, match.lines[number])
                else:
                    store.play(game, now, match.lines[number])
            for number, look in told.items():
                store.look(game, number, kept_look.written(look))

        rewritten = replace(evening, match=match, looks=looks, seat_changes=(), recorded=self.number + 1)
        if rewritten.awaited != evening.awaited:  # other people bid, or out of other hands
            rewritten = replace(rewritten, begun=evening.begun + 1, bidding=None)
        return self.with_evening(rewritten).keep(keep, standing(game, match))


def standing(game: str, match: Match) -> Write:
    """Return that how the game stands is kept; always together with what made it stand so, or a power cut parts
    them."""
    over, final = match.over, match.final
    return lambda store: store.finish(game, over, final)


def _corrected_looks(correction: Correction) -> dict[int, KeptLook]:
    """Return the kept looks that a correction changes. A look that makes more events now, or fewer, is named by each of
    them."""
    changed = dict(correction.looks)
    if correction.line in changed:
        later = KeptLook(first=correction.line)
        changed |= dict.fromkeys(range(correction.line + 1, correction.line + len(correction.values)), later)
    return changed
