"""Rate limiting of keys: a loose contact must not keep the table busy, and a key that sticks is told of."""

from collections.abc import Callable, Iterable

from companion.language.message import say
from companion.machine.health import ATTENTION
from companion.table.snapshot import Health
from hardware.pods import PodKey

BURST = 40  # edges at once: twenty presses, more than anybody needs for a card
EDGES_PER_S = 20.0  # nobody presses a key ten times a second for long
QUIET_S = 1.0  # a contact that was loose counts again once it lay still for so long
LOOSE_TOLD_S = 600.0
STUCK_S = 15.0  # nobody holds a key this long; five seconds of ok are a wish
STUCK_TOLD_S = 600.0  # once it is free: what sticks does so again

Which = tuple[int, PodKey]


class KeyGuard:
    """See the module. Tell it of every edge; it says which of them to pass on, and tells `chattered` of a contact that
    is found to be loose, for the edges before that were passed on. One token bucket a key."""

    def __init__(self, chattered: Callable[[int, PodKey, float], None] = lambda *_: None) -> None:
        self._chattered = chattered
        self._left: dict[Which, tuple[float, float]] = {}  # edges that are left, and when that was so
        self._down: set[Which] = set()  # as it was passed on
        self._loose: dict[Which, float] = {}  # keys whose edges are dropped, and their last edge
        self._was_loose: dict[Which, float] = {}
        self._held: dict[Which, float] = {}
        self._was_stuck: dict[Which, tuple[int, float]] = {}  # for how many seconds, and when it was seen so

    def heard(self, pod: int, key: PodKey, pressed: bool, at_s: float) -> bool | None:
        """Return what to pass on of an edge: True for a press, False for a release, None for nothing. A key whose
        contact is loose is let go and then silent until it has lain still."""
        which = (pod, key)
        last_s = self._loose.get(which)
        if last_s is not None and at_s - last_s < QUIET_S:
            self._loose[which] = self._was_loose[which] = at_s
            return None
        self._loose.pop(which, None)
        left, then_s = self._left.get(which, (BURST, at_s))
        left = min(BURST, left + (at_s - then_s) * EDGES_PER_S) - 1
        self._left[which] = (max(0.0, left), at_s)
        if left < 0:
            self._loose[which] = self._was_loose[which] = at_s
            self._chattered(pod, key, at_s)
            pressed = False
        if pressed == (which in self._down):
            return None
        (self._down.add if pressed else self._down.discard)(which)
        return pressed

    def health(self, held: Iterable[Which], now_s: float) -> tuple[Health, ...]:
        """Return what is wrong with the keys; `held` are those that are down now. To be called every few seconds."""
        self._held = {which: self._held.get(which, now_s) for which in held}
        stuck = {which: now_s - since_s for which, since_s in self._held.items() if now_s - since_s >= STUCK_S}
        self._was_stuck |= {which: (_whole(for_s), now_s) for which, for_s in stuck.items()}
        loose = [which for which, last_s in self._was_loose.items() if now_s - last_s < LOOSE_TOLD_S]
        said = []
        for (pod, key), (seconds, seen_s) in sorted(self._was_stuck.items()):
            which = {"key": key.value, "pod": pod + 1, "seconds": seconds}
            if (pod, key) in stuck:
                said.append(
                    say(
                        "{key} of pod {pod} has been down for {seconds} s: is it stuck? A phone can play for this seat",
                        **which,
                    )
                )
            elif now_s - seen_s < STUCK_TOLD_S:
                said.append(
                    say("{key} of pod {pod} was down for {seconds} s, and is free again: does it stick?", **which)
                )
        said += [
            say(
                "{key} of pod {pod} chattered, and was not heard meanwhile: its wire may be loose",
                key=key.value,
                pod=pod + 1,
            )
            for pod, key in sorted(loose)
        ]
        return tuple(Health("pods", ATTENTION, text) for text in said)


def _whole(for_s: float) -> int:
    """Return whole minutes after the first, in seconds: what is told anew wakes every page."""
    return round(for_s) if for_s < 60 else int(for_s // 60) * 60
