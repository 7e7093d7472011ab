"""What cannot start as a service says so where people are: on the display and the page, until it is stopped."""

import os
import threading
import time
from contextlib import suppress
from functools import partial

from companion.config import Config, ConfigError
from companion.display import panel, screens
from companion.language.catalogue import LANGUAGES, translator
from companion.language.message import Message, because, say, words
from companion.machine import devices, notify
from companion.machine.ending import on_signal
from companion.machine.mdns import ENDED_S, Announcement, follow, own_address
from companion.machine.notify import Notifier
from companion.store.errors import StoreError
from hardware.burn_in import SparedDisplay
from hardware.display import Display
from hardware.errors import HardwareError
from hardware.opening import open_display
from web.refusal import Refusal


def why(error: ConfigError | StoreError | HardwareError) -> Message:
    """Return why nothing starts."""
    reason = because(error) if isinstance(error, HardwareError) else error.message
    return say("The companion can't start: {why}", why=reason)


def display_of(config: Config) -> Display | None:
    """Return the display that is configured, where it can be opened."""
    with suppress(ConfigError, HardwareError):
        return open_display(devices.display_of(config.display))
    return None


def stand_by(reason: Message, display: Display | None, config: Config, system: Notifier) -> None:
    """Show why nothing starts: on the display in the configured language, on the page in the phone's. Ended and started
    again by systemd, it would show it for a moment only."""
    stopped = threading.Event()
    on_signal(stopped)
    said = {language: words(reason, translator(language)) for language in LANGUAGES}
    own = config.language if config.language in said else "en"
    ordered = {own: said[own], **said}  # the first is for phones that speak none of them
    with suppress(OSError):  # another program has the port: then the display and the log must do
        Refusal(ordered, config.page.host, config.page.port, notify.handed_sockets(os.environ)).start()
    announcement = Announcement(config.page.name, config.page.port)
    address = partial(own_address, config.page.reached_at)
    following = threading.Thread(target=follow, args=(announcement, lambda _: None, stopped, address), daemon=True)
    following.start()
    system.ready(said[own])
    show(said[own], display, system, stopped)
    following.join(ENDED_S)


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
