"""What a table waits for: one step, which ends in one event of the game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto


class Phase(Enum):
    """A part of a step. Those that a step has come in this order."""

    TAKE = auto()  # pieces are taken and laid, one seat after the other
    BIDS = auto()  # sealed bids
    CHANCE = auto()  # the companion draws
    LOOK = auto()  # the camera reads by itself, once everybody is done
    TURN = auto()  # a move: entered by form, or read by the camera when somebody asks


@dataclass(frozen=True, slots=True)
class Bids:
    """Sealed bids: `many` cards from each of these seats, out of the hand given with it (in order; a card that may be
    given twice stands there twice). `drawn` seats are dealt theirs by chance. `again`: the bids before were tied."""

    hands: Mapping[str, tuple[int, ...]] = field(repr=False)
    many: int = 1
    drawn: frozenset[str] = frozenset()
    again: bool = False


@dataclass(frozen=True, slots=True)
class Awaited:
    """One step. `seats` act in it; those in `order` first take pieces and lay them, one list of seats a stack. Then the
    step's event is made: of sealed `bids`; by `chance`; or of a look, for which the camera acts `by_itself` once all
    have laid, or waits until one of `seats` asks by ok or form. Where much is moved before all of it lies, a look comes
    `when_said`: once each of `seats` has said by ok that all lies there.

    `counts` are the numbers that a pod's "add" counts, from the first to the last and round again: a bid; what somebody
    says with the ok of a turn, shown to all; or what each seat drew by itself, in place of chance."""

    seats: tuple[str, ...] = ()
    order: tuple[tuple[str, ...], ...] = ()
    bids: Bids | None = None
    chance: bool = False
    by_itself: bool = False
    when_said: bool = False
    counts: range = range(0)

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The parts that this step has, in their order; the last one makes the event."""
        return (Phase.TAKE, self._last) if self.order else (self._last,)

    @property
    def _last(self) -> Phase:
        if self.bids is not None:
            return Phase.BIDS
        if self.chance:
            return Phase.CHANCE
        return Phase.LOOK if self.by_itself else Phase.TURN

    @property
    def anybodys(self) -> bool:
        """Whether it is all the same which of several seats asks for the look: nobody counts anything for it."""
        return len(self.seats) > 1 and not self.counts

    def counted(self, before: int | None) -> int:
        """Return what is counted after one more key; `before` is None where nothing was."""
        return self.counts[0] if before is None or before == self.counts[-1] else before + 1
