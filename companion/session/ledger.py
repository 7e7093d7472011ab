"""What the session holds while it steps, and the only way to write: on disk first, then on the table."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.game import GameError
from companion.game.match import Match
from companion.game.record import Line, RecordError
from companion.language.message import Message, say
from companion.session import own_names
from companion.store.database import Store
from companion.table.evening import Equipment, Evening
from companion.table.evidence import corrections, kept_look
from companion.table.evidence.corrections import Correction
from companion.table.evidence.kept_look import KeptLook
from companion.table.seats import Seating
from companion.table.signals import Effect, NewBaseline, Reply, Surroundings
from companion.table.snapshot import Notice

JOIN_SHOWN_S = 12.0
NOTICES = 4


@dataclass(frozen=True)
class Chance:
    """Where new games get what is not repeatable from: an id, a seed, the wall clock as text."""

    new_id: Callable[[], str]
    new_seed: Callable[[], str]
    now: Callable[[], str]


class Ledger:
    """The evening, who sits where, what was said, and what the devices are to do: changed by one thread, step by
    step."""

    def __init__(self, store: Store, chance: Chance, table: Equipment) -> None:
        self.store = store
        self.chance = chance
        self.table = table
        self.seating = Seating()
        self.evening: Evening | None = None
        self.surroundings = Surroundings()
        self.notices: tuple[Notice, ...] = ()
        self.number = 0  # of the last snapshot
        self.effects: list[Effect] = []
        self.ok_since_s: dict[int, float] = {}
        self.add_since_s: dict[int, float] = {}  # while something is counted
        self.join_until_s = 0.0
        self.question = ""  # which one the display asks now
        self.question_s: float | None = None  # since when; None until a tick has told the time
        self._kept_seating = ""
        self.kept_taking = ("", "")  # which game's, and as it is kept
        self.called = own_names.called(store)
        self.pin = store.setting("pin") or ""
        if not self.pin:
            self.pin = f"{random.SystemRandom().randrange(10000):04}"
            store.set("pin", self.pin)

    def say(self, text: Message) -> None:
        """Tell everybody, until the next event."""
        number = self.notices[-1].number + 1 if self.notices else self.number + 1
        self.notices = (*self.notices, Notice(number, text))[-NOTICES:]

    def say_once(self, text: Message) -> None:
        """Tell everybody, unless it stands there already."""
        if all(notice.text != text for notice in self.notices):
            self.say(text)

    def play(self, value: Mapping[str, Any]) -> Reply:
        """Play an event: judged, kept, then on the table."""
        evening = self.evening
        if evening is None:
            return Reply(False)
        line = {**value, "at": self.chance.now()}
        try:
            match = evening.match.play(Line(len(evening.match.lines) + 1, line))
        except (GameError, RecordError) as error:
            return Reply(False, error.message)
        with self.store.together():
            self.store.unsee(evening.game_id, len(evening.match.lines))  # of what was undone, and is played anew
            self.store.play(evening.game_id, self.chance.now(), line)
            self.keep_standing(evening, match)
        self.notices = ()
        looks = {number: look for number, look in evening.looks.items() if number < len(evening.match.lines)}
        self.on_table(replace(evening, looks=looks), match, undone=())
        return Reply(True)

    def keep_seating(self) -> None:
        """Keep who sits where: started again, the companion knows its phones."""
        if self.evening is not None:
            text = self.seating.written(self.evening.game_id)
            if text != self._kept_seating:
                self.store.set("seating", text)
                self._kept_seating = text

    def on_table(self, evening: Evening, match: Match, *, undone: tuple[dict[str, object], ...]) -> None:
        """Go on from `match`, which is on disk: whatever belonged to the step before is forgotten. What people said of
        pieces in a zone that is no seat's stays true until they move."""
        self.evening = replace(
            evening,
            match=match,
            undone=undone,
            passed=0,
            bidding=None,
            counted={},
            count_locked=frozenset(),
            shown={},
            answers={key: label for key, label in evening.answers.items() if key[0] not in match.seats},
            by_hand={},
            told=None,
            asked=None,
            offered=0,
            camera_waits=False,
        )
        self.new_plan()

    def keep_standing(self, evening: Evening, match: Match) -> None:
        """Keep how the game stands; always together with what made it stand so, or a power cut parts them."""
        self.store.finish(evening.game_id, match.over, match.final)

    def new_plan(self) -> None:
        """Let the camera compare with the table as it is now."""
        if self.evening is not None:
            self.evening = replace(self.evening, plan=self.evening.plan + 1)
            self.effects.append(NewBaseline(self.evening.plan))

    def rewrite(self, evening: Evening, line: int, value: Mapping[str, Any], text: Message) -> Reply:
        """Replace a line that was played, and what changes with it after it; say what that changes in the scores."""
        return self.correct(evening, Correction(line, (dict(value),)), text)

    def correct(self, evening: Evening, correction: Correction, text: Message) -> Reply:
        """Put a correction in place of what was played, all of it or nothing; say what that changes in the scores."""
        match, changed = corrections.rewritten(evening.match, correction)
        known = len(evening.match.lines)
        with self.store.together():
            for _ in range(known - len(match.lines)):  # only where nothing came after
                self.store.undo(evening.game_id, self.chance.now())
            for number in changed:
                if number < known:
                    self.store.rewrite(evening.game_id, self.chance.now(), number, match.lines[number])
                else:
                    self.store.play(evening.game_id, self.chance.now(), match.lines[number])
            looks = self._looks(evening, correction, len(match.lines))
            self.keep_standing(evening, match)
        self.evening = replace(evening, match=match, undone=(), looks=looks)
        difference = corrections.difference(evening.match, match)
        self.say(say("{what}: {difference}", what=text, difference=difference))
        return Reply(True, difference)

    def _looks(self, evening: Evening, correction: Correction, lines: int) -> dict[int, KeptLook]:
        """Return the kept looks after a correction, and keep those that are other ones. A look that makes more events
        now, or fewer, is named by each of them."""
        changed = dict(correction.looks)
        if correction.line in changed:
            later = KeptLook(first=correction.line)
            changed |= dict.fromkeys(range(correction.line + 1, correction.line + len(correction.values)), later)
        for number, look in changed.items():
            self.store.look(evening.game_id, number, kept_look.written(look))
        self.store.unsee(evening.game_id, lines)
        return {number: look for number, look in ({**evening.looks, **changed}).items() if number < lines}

    def rng(self, evening: Evening) -> random.Random:
        """Return the chance of this line: the same again after an undo."""
        return random.Random(f"{evening.seed}/{len(evening.match.lines)}")
