"""The one writer: `step(signal)`, then store, then publish. No threads inside, no clock, no device.

What the table waits for decides what a key, a look or a request means; see `companion.table.evening` for the state and
`companion.showing.projection` for what of it is public.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from companion.language.message import say
from companion.session import games, keys, looks, page_requests, progress, taking
from companion.session.ledger import Chance, Ledger
from companion.showing import projection
from companion.showing.projection import Pictured
from companion.store.database import Store, StoreError
from companion.table.evening import Equipment, Evening
from companion.table.signals import Effect, Looked, Pressed, Reply, Signal, Submitted, Surroundings, Tick
from companion.table.snapshot import Snapshot
from web.shown import Own


@dataclass(frozen=True)
class Published:
    """What goes out after each step: the public snapshot, for each device what only it may see, and a picture of each
    place in question."""

    snapshot: Snapshot
    own: Mapping[str, Own]
    pictures: Mapping[tuple[str, int], Pictured]


class Session:
    """See the module. Give it every signal, in order, from one thread."""

    def __init__(self, store: Store, chance: Chance, table: Equipment, publish: Callable[[Published], None]) -> None:
        self._ledger = Ledger(store, chance, table)
        self._publish = publish
        self._published: Published | None = None
        self._shown: tuple[object, ...] | None = None  # what the last snapshot was made of

    @property
    def evening(self) -> Evening | None:
        """The evening as it stands, for tests and for whoever plays the people; it holds secrets."""
        return self._ledger.evening

    @property
    def pin(self) -> str:
        """The table's PIN."""
        return self._ledger.pin

    def resume(self) -> None:
        """Take up what was on the table, as after a power cut; see `beginning.resume`."""
        games.resume(self._ledger)

    def step(self, signal: Signal) -> tuple[tuple[Effect, ...], Reply | None]:
        """Handle one signal: change, store, publish. Returns what the devices are to do and the page's answer."""
        ledger = self._ledger
        ledger.effects = []
        reply = None
        try:
            match signal:
                case Pressed():
                    keys.pressed(ledger, signal)
                case Looked():
                    looks.looked(ledger, signal)
                case Submitted():
                    reply = page_requests.asked(ledger, signal)
                case Surroundings():
                    ledger.surroundings = signal
                case Tick():
                    keys.held_keys(ledger, signal.at_s)
            ledger.seating = ledger.seating.lapse(signal.at_s)
            progress.advance(ledger, signal.at_s)
            ledger.keep_seating()
            taking.keep(ledger)
        except StoreError as error:
            ledger.say_once(say("Not kept, so not counted: {error}", error=error.message))
            reply = Reply(False, say("Not kept, so not counted: {error}", error=error.message))
        self._show(signal.at_s)
        return tuple(ledger.effects), reply

    def _show(self, at_s: float) -> None:
        ledger = self._ledger
        show_join = at_s < ledger.join_until_s
        inputs = (ledger.evening, ledger.seating, ledger.surroundings, ledger.notices, show_join, ledger.called)
        if self._shown is not None and all(a is b for a, b in zip(inputs, self._shown, strict=True)):
            return
        self._shown = inputs
        snapshot = projection.snapshot(*inputs)
        keys.asks(ledger, snapshot.questions[0].id if snapshot.questions else "")
        own = projection.own(ledger.evening, ledger.seating)
        pictures = projection.pictures(ledger.evening)
        last = self._published
        if last and replace(last.snapshot, number=0) == snapshot and last.own == own and last.pictures == pictures:
            return
        ledger.number += 1
        self._published = Published(replace(snapshot, number=ledger.number), own, pictures)
        self._publish(self._published)
