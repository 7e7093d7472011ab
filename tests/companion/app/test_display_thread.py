"""What the small display shows all evening, turn by turn."""

from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from companion.app import display_thread
from companion.app.display_thread import Screen
from companion.display import screens
from companion.language.message import say, untranslated
from companion.machine.wiring_test import WiringTest
from companion.session import Published
from companion.table.feed import Feed
from companion.table.snapshot import Snapshot, Step
from hardware.burn_in import SLEEP_AFTER_S
from hardware.display import BRIGHT, PictureDisplay

SNAPSHOT = Snapshot(1, Step.JOIN, say("The companion is starting"))


class Turns:
    """Stopped after so many turns of the loop; each turn takes a second of its clock, and none of ours."""

    def __init__(self, monkeypatch):
        self.left, self.now_s = 0, 0.0
        monkeypatch.setattr(display_thread, "_LOOK_S", 0.0)

    def clock(self):
        return self.now_s

    def is_set(self):
        self.left -= 1
        self.now_s += 1.0
        return self.left < 0


@pytest.fixture
def turns(monkeypatch):
    return Turns(monkeypatch)


@pytest.fixture
def display():
    return PictureDisplay()


@pytest.fixture
def failed():
    return []


@pytest.fixture
def shown(turns, display, failed):
    return Screen(
        display,
        Feed(Published(SNAPSHOT, {}, {})),
        WiringTest(None, lambda: False),
        untranslated,
        turns.clock,
        SimpleNamespace(
            failed=lambda part, error: failed.append((part, type(error))), awaiting=lambda *_: nullcontext()
        ),
    )


def run(shown, turns, count):
    turns.left = count
    shown.run(turns)


def test_the_pin_is_shown_for_a_while(shown, turns, display):
    shown.show_pin("0420")
    run(shown, turns, 5)
    assert display.image.tobytes() == screens.draw_pin("0420", display.size).tobytes()
    run(shown, turns, int(display_thread.PIN_SHOWN_S))
    assert display.image.tobytes() == screens.draw(SNAPSHOT, display.size).tobytes()


def test_a_key_wakes_a_display_that_sleeps_though_nothing_is_to_be_seen_of_it(shown, turns, display, monkeypatch):
    levels, is_set = [], turns.is_set

    def pressed_at_the_end():
        levels.append(display.level)
        if turns.left == 1:
            shown.wake()
        return is_set()

    monkeypatch.setattr(turns, "is_set", pressed_at_the_end)
    run(shown, turns, int(SLEEP_AFTER_S) + 2)
    assert levels[-2:] == [0, BRIGHT]


def test_what_can_t_be_drawn_does_not_end_the_display(shown, turns, display, monkeypatch, failed):
    with monkeypatch.context() as broken:
        broken.setattr(screens, "draw", lambda *_, **__: 1 / 0)
        run(shown, turns, 2)
    assert failed == [("display", ZeroDivisionError)] * 2
    run(shown, turns, 1)
    assert display.image.tobytes() == screens.draw(SNAPSHOT, display.size).tobytes()
