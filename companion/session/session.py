"""The one writer: `step(signal)`, then keep, then publish. No threads inside, no clock, no device.

What the table waits for decides what a key, a look or a request means: a reaction makes the next `Table` of the last
one and a signal (`companion.session.table`), and only here is kept what it wants kept, in one transaction.
"""

import math
import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from companion.game import Phase
from companion.language.message import say
from companion.session import editions, entering, games, keys, learning, looks, page_requests, progress, taking, telling
from companion.session.games import Chance
from companion.session.table import HIDDEN, Table
from companion.showing import projection
from companion.showing.projection import Pictured
from companion.store.database import Store
from companion.store.errors import StoreError
from companion.store.practice import practised
from companion.table import answers
from companion.table.answers import Answers
from companion.table.evening import Equipment, Evening
from companion.table.seats import Seating, game_of
from companion.table.signals import (
    Announced,
    Chattered,
    Effect,
    Looked,
    Pressed,
    Reply,
    Signal,
    Submitted,
    Surroundings,
    Tick,
    Untaught,
)
from companion.table.snapshot import Snapshot
from web.shown import Own, Role

DOUBTFUL_S = 600.0  # after a start with a mended store: no phone sends a press again after so long


@dataclass(frozen=True)
class Published:
    """What goes out after each step: the public snapshot, for each device what only it may see, and a picture of each
    place in question."""

    snapshot: Snapshot
    own: Mapping[str, Own]
    pictures: Mapping[tuple[str, int], Pictured]
    stranger: Own = field(default_factory=Own)  # what any other device may see
    key: str = field(default="", repr=False)  # of the evening, for the table's own display


def _name_of(signal: Signal) -> str:
    """Return by which a request is known if it comes again; "" for what has no id."""
    return answers.name_of(signal.device, signal.id) if isinstance(signal, Submitted) and signal.id else ""


class Session:
    """See the module. Give it every signal, in order, from one thread."""

    def __init__(
        self,
        store: Store,
        chance: Chance,
        table: Equipment,
        publish: Callable[[Published], None],
        *,
        mended: bool = False,
    ) -> None:
        self._doubtful_until_s = math.inf if mended else -math.inf  # answers that were kept may be lost
        self._store = store
        self._chance = chance
        self._publish = publish
        self._published: Published | None = None
        self._shown: tuple[object, ...] | None = None  # what the last snapshot was made of
        pin = store.setting("pin") or ""
        if not pin:
            pin = f"{random.SystemRandom().randrange(1_000_000):06}"
            store.set("pin", pin)
        kept = store.setting("seating")
        seating = Seating.read(kept) if kept else Seating(new=not store.games())
        self._table = Table(
            store,
            table,
            pin,
            called=editions.called(store.setting),
            hidden=store.setting(HIDDEN) == "on",
            practice=practised(store),
            seating=seating,
            kept_seating=kept or seating.written(""),
            entrance=entering.opened(seating, table, chance, store),
            answers=Answers.read(store.answers()),
        )

    @property
    def evening(self) -> Evening | None:
        """The evening as it stands, for tests and for whoever plays the people; it holds secrets."""
        return self._table.evening

    @property
    def pin(self) -> str:
        """The table's PIN."""
        return self._table.pin

    @property
    def key(self) -> str:
        """The machine's key, which opens once."""
        return self._table.entrance.machine

    def resume(self) -> None:
        """Take up what was on the table, as after a power cut, also a game that was over this evening; where that is
        gone, or was over before, the newest unfinished game."""
        kept = self._store.setting("seating")
        last, practice = game_of(kept), self._table.practice
        if practice and practice not in self._store.running():
            self._table = games.without_practice(self._table)
            with suppress(StoreError):  # the next step tries again
                self._table = self._kept(self._table, "", None)
        left = sorted(self._store.running(), key=lambda one: one != last)
        if last and last != practice and games.just_over(self._table.kept, last, self._chance.now()):
            left = [last]
        for game_id in left[:1]:
            table, reply = games.take_up(replace(self._table, now=self._chance.now()), game_id)
            table = editions.confirmed_since(table) if reply.ok else table
            if reply.text is not None:
                table = table.say(reply.text)
            table = replace(table, seating=table.seating.at(game_id, kept))
            if table.evening is not None and table.evening.phase is Phase.BIDS:
                table = table.say(say("The companion was started again: every bid must be locked once more"))
            self._table = table
        self._table = self._table.do(*learning.to_take_back(self._store))

    def step(self, signal: Signal) -> tuple[tuple[Effect, ...], Reply | None]:
        """Handle one signal: change, keep, publish. Returns what the devices are to do and the page's answer."""
        before = replace(self._table, now=self._chance.now())
        table = before
        try:
            table, reply = self._reaction(before, signal)
            heard = isinstance(signal, Submitted) and table.seating.role(signal.device) is not Role.GUEST
            self._table = self._kept(table, _name_of(signal) if heard else "", reply)
        except StoreError as error:
            told = say("Not kept, so not counted: {error}", error=error.message)
            # keys that were let go are let go all the same
            held = replace(before, ok_since_s=table.ok_since_s, ok_step=table.ok_step, add_since_s=table.add_since_s)
            self._table, reply = held.say_once(told), Reply(False, told)
        self._show(signal.at_s)  # where that fails the effects go with the next step: they are of what is kept
        effects = self._table.effects
        self._table = replace(self._table, effects=())
        return effects, reply

    def _reaction(self, table: Table, signal: Signal) -> tuple[Table, Reply | None]:
        """Return the table after a signal, and after all that then goes on by itself."""
        reply = table.answers.of(_name_of(signal))
        if reply is not None:
            return table, reply  # it has come again
        self._doubtful_until_s = min(self._doubtful_until_s, signal.at_s + DOUBTFUL_S)
        if isinstance(signal, Submitted) and signal.again and signal.at_s < self._doubtful_until_s:
            told = say(
                "The file of the games was damaged and is mended: look whether this counted, and tap again if not"
            )
            return table, Reply(False, told)
        match signal:
            case Pressed():
                table = keys.pressed(table, signal)
            case Chattered():
                table = keys.chattered(table, signal)
            case Looked():
                table = looks.looked(table, signal)
            case Submitted():
                table, reply = page_requests.asked(table, signal, self._chance)
            case Surroundings():
                table = replace(table, surroundings=signal)
            case Announced():
                table = table.say_once(signal.text)
            case Untaught():
                table = learning.nothing_left(table, signal.sources)
            case Tick():
                table = looks.waited(keys.held_keys(table, signal.at_s), signal.at_s)
        entrance = table.entrance.passed(signal.at_s, self._chance.new_key)
        table = replace(table, seating=table.seating.lapse(signal.at_s), entrance=entrance)
        return keys.awaits(progress.advance(table, signal.at_s), signal.at_s), reply

    def _kept(self, table: Table, asked: str, reply: Reply | None) -> Table:
        """Keep what a step wants kept, all of it or nothing; started again, the companion knows its phones, too. The
        reply to what was `asked`, a request's name, is kept with what it has changed."""
        table = telling.kept(taking.kept(table), self._chance.new_id)
        game = game_of(table.kept_seating) if table.evening is None else table.evening.game_id
        text = table.seating.written(game or "")
        if text != table.kept_seating:
            table = replace(table.set("seating", text), kept_seating=text)
        if asked and reply is not None:
            table = replace(table, answers=table.answers.and_of(asked, reply))
            text = answers.written(reply)
            table = table.keep(lambda store: store.answer(asked, text)) if table.writes else table
        if table.writes:
            with self._store.together():
                for write in table.writes:
                    write(self._store)
        return replace(table, writes=())

    def _show(self, at_s: float) -> None:
        table = self._table
        show_join = at_s < table.join_until_s
        inputs = (
            table.evening,
            table.seating,
            table.surroundings,
            table.notices,
            show_join,
            table.called,
            table.hidden,
            table.practice,
        )
        covered = show_join or at_s < table.pin_until_s
        shown = (*inputs, covered, table.entrance, table.learnt)
        if self._shown is not None and all(a is b for a, b in zip(shown, self._shown, strict=True)):
            return
        self._shown = shown
        snapshot = projection.with_learnt(projection.snapshot(*inputs), table.learnt)
        asked = [f"{one.id}/{one.offered}" for one in snapshot.questions[:1] if not covered]
        table = keys.asks(table, "".join(asked))
        self._table = table
        published = Published(
            snapshot,
            projection.own(table.evening, table.seating, table.entrance),
            projection.pictures(table.evening),
            Own(claimable=table.entrance.claimable),
            table.entrance.evening,
        )
        last = self._published
        if last is not None and replace(last, snapshot=replace(last.snapshot, number=0)) == published:
            return
        self._table = replace(table, number=table.number + 1)
        self._published = replace(published, snapshot=replace(snapshot, number=self._table.number))
        self._publish(self._published)
