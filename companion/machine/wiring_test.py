"""The wiring test while the companion runs: until it is done, ended or left alone, the pods' keys are its own, and so
are their lamps and the display. It may be asked from any thread."""

import threading
import time
from collections.abc import Callable

from companion.language.message import Message, say
from companion.machine import wiring
from companion.machine.wiring import Wiring
from hardware.lamp import LampPattern
from hardware.pods import PodKey, Pods

PATIENCE_S = 120.0  # nobody has pressed anything for so long: the pods are the game's again


class WiringTest:
    """See the module. `pods` is None where there are none; `playing` says whether a game is on the table, whose bids
    are secret: then no key is shown to anybody."""

    def __init__(
        self, pods: Pods | None, playing: Callable[[], bool], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._pods, self._playing, self._clock = pods, playing, clock
        self._changing = threading.Lock()  # whoever asks how far it is does not wait for a lamp
        self._test: Wiring | None = None
        self._touched_s = 0.0

    @property
    def count(self) -> int:
        """How many pods there are."""
        return self._pods.count if self._pods is not None else 0

    @property
    def now(self) -> Wiring | None:
        """The test as far as it is, None while there is none."""
        test = self._test
        if test is not None and (self._playing() or self._clock() - self._touched_s > PATIENCE_S):
            with self._changing:
                if self._test is test:
                    self._become(None)
            return None
        return test

    def begin(self) -> Message | None:
        """Begin anew; return why not, where it can't be."""
        if self._pods is None:
            return say("There are no pods: set them up first")
        if self._playing():
            return say("A game is on the table: test the wiring before or after it")
        with self._changing:
            self._become(Wiring(self._pods.count))
        return None

    def end(self) -> None:
        """End it, whether done or not."""
        with self._changing:
            self._become(None)

    def heard(self, pod: int, key: PodKey, pressed: bool) -> bool:
        """Take an edge (`pod` 0 to 5); return whether it was the test's own, so that no game hears of it."""
        if self.now is None:
            return False
        with self._changing:
            if self._test is not None:
                self._become(wiring.heard(self._test, pod, key, pressed))
        return True

    def _become(self, test: Wiring | None) -> None:
        """Light the lamp of the pod that is asked for, then be so: once there is no test, the lamps are the game's."""
        asked = None if test is None else test.asked
        try:
            for pod in range(self.count):
                lit = asked is not None and asked[0] == pod
                self._lamp(pod, LampPattern.STEADY if lit else LampPattern.OFF)
        finally:
            self._touched_s = self._clock()
            self._test = test

    def _lamp(self, pod: int, pattern: LampPattern) -> None:
        if self._pods is not None:
            self._pods.show(pod, pattern)
