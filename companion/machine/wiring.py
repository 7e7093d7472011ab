"""The wiring test: press each key in turn, and see that it is that key and that lamp. Pure; whoever runs it brings
pods, a display and the words."""

from dataclasses import dataclass, replace

from companion.language.message import Message, say
from hardware.pods import PodKey

KEYS = (PodKey.ADD, PodKey.OK)


@dataclass(frozen=True, slots=True)
class Wiring:
    """How far the test is: `done` keys were right, `wrong` says what was heard instead of the one that is asked for."""

    count: int
    done: int = 0
    wrong: Message | None = None

    @property
    def asked(self) -> tuple[int, PodKey] | None:
        """The pod (0 to 5) and key that is asked for now; None when all are done."""
        return None if self.done >= 2 * self.count else (self.done // 2, KEYS[self.done % 2])

    @property
    def line(self) -> Message:
        """What to do now."""
        asked = self.asked
        if asked is None:
            return say("All {count} keys and lamps are wired as they should be", count=2 * self.count)
        return say("Pod {number}, its lamp is lit: press {key}", number=asked[0] + 1, key=say(asked[1].value))


def heard(test: Wiring, pod: int, key: PodKey, pressed: bool) -> Wiring:
    """Return the test after an edge: a press of the key that is asked for leads on, another one is told."""
    asked = test.asked
    if not pressed or asked is None:
        return test
    if (pod, key) == asked:
        return replace(test, done=test.done + 1, wrong=None)
    what = say(
        "That was {key} of pod {number}: two wires are swapped, or the wrong pod was pressed",
        key=say(key.value),
        number=pod + 1,
    )
    return replace(test, wrong=what)
