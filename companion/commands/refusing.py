"""What cannot start as a service says so where people are: on the display and the page, until it is stopped."""

import os
import signal
import threading
import time
from contextlib import suppress
from types import FrameType

from companion.config import PageSection
from companion.display import panel, screens
from companion.machine import notify
from companion.machine.notify import Notifier
from hardware.burn_in import SparedDisplay
from hardware.display import Display
from web.refusing import Refusal


def stand_by(sentence: str, display: Display | None, page: PageSection, system: Notifier) -> None:
    """Show why nothing starts. Ended and started again by systemd, it would show it for a moment only."""
    stopped = threading.Event()

    def stop(_signal: int, _frame: FrameType | None) -> None:
        stopped.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    with suppress(OSError):  # another program has the port: then the display and the log must do
        Refusal(sentence, page.host, page.port, notify.handed_sockets(os.environ)).start()
    system.ready(sentence)
    show(sentence, display, system, stopped)


def show(sentence: str, display: Display | None, system: Notifier, stopped: threading.Event) -> None:
    """Turn the display's pages until `stopped`, and feed the watchdog."""
    spared = None if display is None else SparedDisplay(display, now_s=time.monotonic())
    pages = [] if display is None else panel.sentence(display.size, sentence)
    turn = 0
    while True:
        system.alive()
        if spared is not None:
            spared.show(pages[turn % len(pages)], time.monotonic())
            spared.tick(time.monotonic())
        turn += 1
        if stopped.wait(screens.PAGE_S):
            break
    if display is not None:
        display.close()
