"""`companion setup`: find what is connected, ask what can't be found, and write the configuration. It may be run again:
what stood there is what it proposes."""

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.config import (
    CameraSection,
    Config,
    ConfigError,
    DisplaySection,
    Folders,
    PageSection,
    PodsSection,
    data_folder,
    folders,
    load,
    usual_file,
    writable_file,
)
from companion.display.panel import sentence
from companion.language.catalogue import LANGUAGES
from companion.machine import facts
from companion.machine.devices import MOST_PODS, display_of, pods_of
from companion.settings import config_text
from companion.settings.setup import HOST, PIN, size_of, sizes
from companion.store.database import Store
from companion.store.errors import StoreError
from hardware.buses import FoundDisplay, found_displays
from hardware.camera_discovery import FoundCamera, found_cameras
from hardware.errors import HardwareError
from hardware.network_camera import without_login
from hardware.opening import NONE, open_display, pod_map
from hardware.phone_camera import PHONE

SILENT = "silent"  # a display that is configured and does not answer


@dataclass(frozen=True, slots=True)
class Talk:
    """How to ask and tell; with `silent` every proposal is taken."""

    hear: Callable[[str], str] = input
    tell: Callable[[str], None] = print
    silent: bool = False

    def ask(self, question: str, proposal: str, check: Callable[[str], str | None]) -> str:
        """Return an answer that `check` finds nothing wrong with; an empty one takes the proposal."""
        while not self.silent:
            answer = self.hear(f"{question} [{proposal}]: ").strip() or proposal
            wrong = check(answer)
            if wrong is None:
                return answer
            self.tell(wrong)
        return proposal

    def choose(self, question: str, choices: Sequence[tuple[str, str]], proposal: str) -> str:
        """Return the value of one of `choices` (value, words), asked for by its number."""
        if self.silent:
            taken = proposal if proposal in dict(choices) else choices[0][0]
            self.tell(f"{question} {dict(choices)[taken]}")
            return taken
        self.tell(question)
        for number, (_, words) in enumerate(choices, 1):
            self.tell(f"  {number}  {words}")
        values = [value for value, _ in choices]
        first = str(values.index(proposal) + 1 if proposal in values else 1)
        numbers = [str(number) for number in range(1, len(choices) + 1)]
        wrong = f"type a number from 1 to {len(choices)}"
        return values[int(self.ask("Which", first, lambda said: None if said in numbers else wrong)) - 1]


@dataclass(frozen=True, slots=True)
class Discovery:
    """What was found by looking; tests hand in their own. `header` is whether it has the pins for an SPI display."""

    cameras: Callable[[], tuple[FoundCamera, ...]] = found_cameras
    displays: Callable[[int], tuple[FoundDisplay, ...]] = found_displays
    show: Callable[[DisplaySection], None] | None = None
    header: Callable[[], bool] = lambda: facts.model() is not None


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `companion setup` takes."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="the file to write")
    parser.add_argument("--data", metavar="DIR", help="where games and taught pieces are kept")
    parser.add_argument("--yes", action="store_true", help="ask nothing: take what is found")


def run(args: argparse.Namespace) -> int:
    """Ask and write; 0 written, 1 broken off, 2 it could not be done."""
    target = args.config or usual_file() or writable_file()
    talk = Talk(silent=args.yes)
    try:
        before = load(target) if target.is_file() else Config()
        if args.data is not None:
            before = msgspec.structs.replace(before, data=args.data)
        kept_back = _kept_back(target, before)
        if kept_back is not None:  # said before anybody has answered anything
            print(f"{kept_back}: this user may not write it; `sudo companion setup` may", file=sys.stderr)
            return 2
        config = ask_all(before, talk, Discovery())
        pod_map(pods_of(config.pods), display_of(config.display))
        pin = _ask_pin(config, talk)
        config_text.write(target, config)
        _keep_pin(config, pin)
    except (EOFError, KeyboardInterrupt):
        print("\nnothing was changed", file=sys.stderr)
        return 1
    except (ConfigError, HardwareError, StoreError) as error:
        print(error, file=sys.stderr)
        return 2
    talk.tell(f"written to {target}; now `companion doctor` says whether all of it works")
    if facts.service_state() == "active":
        talk.tell("the companion is running: `sudo systemctl restart companion` makes it read this")
    return 0


def _kept_back(target: Path, config: Config) -> Path | None:
    """Return the file or folder that is there and that this user may not write, None where all may be written."""
    kept = Folders(data_folder(config))
    places = (target, target.parent, kept.data, kept.games)
    return next((place for place in places if place.exists() and not os.access(place, os.W_OK)), None)


def ask_all(before: Config, talk: Talk, finds: Discovery) -> Config:
    """Return the configuration that the answers give, beginning with `before`."""
    display = _display(before.display, talk, finds)
    return msgspec.structs.replace(
        before,
        camera=_camera(before.camera, talk, finds),
        display=display,
        pods=_pods(before.pods, display, talk),
        page=_page(before.page, talk),
        language=talk.choose("In which language?", tuple(LANGUAGES.items()), before.language),
    )


# ---- one part each


def _camera(before: CameraSection, talk: Talk, finds: Discovery) -> CameraSection:
    found = finds.cameras()
    choices = [("auto", "whichever is found when it starts")]
    choices += [(camera.spec, f"{camera.name} ({camera.spec})") for camera in found]
    choices.append((PHONE, "phones: who sits there takes the picture when it is asked for"))
    if before.source not in [value for value, _ in choices]:
        choices.append((before.source, f"as it was: {without_login(before.source)}"))
    if before.source != NONE:
        choices.append((NONE, "none: people enter what lies there on a phone"))
    talk.tell(f"{len(found)} cameras are connected." if found else "No camera is connected.")
    return msgspec.structs.replace(
        before, source=talk.choose("Which camera looks at the table?", choices, before.source)
    )


def _display(before: DisplaySection, talk: Talk, finds: Discovery) -> DisplaySection:
    found = finds.displays(before.port)
    choices = [
        (f"{display.address}", f"a display on I²C at {hex(display.address)} (it seems an {display.driver})")
        for display in found
    ]
    if before.bus == "spi" or finds.header():
        choices.append(("spi", "a display on SPI"))
    current = NONE if before.device == NONE else str(before.address)
    if before.bus == "i2c" and current not in (NONE, *dict(choices)):
        choices.append((SILENT, f"as it was: an {before.device} at {hex(before.address)}, which does not answer now"))
        current = NONE if found else SILENT
    choices.append((NONE, "none: the page shows everything"))
    if before.bus == "spi":  # the installer was told so: there nothing can be found by looking
        current = "spi"
    proposal = current if current != NONE or not found else str(found[0].address)
    chosen = talk.choose("Which display?", choices, proposal if proposal in dict(choices) else NONE)
    if chosen == SILENT:
        return before
    if chosen == NONE:
        return msgspec.structs.replace(before, device=NONE, bus="i2c")
    if chosen == "spi":
        wanted = msgspec.structs.replace(before, bus="spi", device=_or(before.device, "ssd1309"))
    else:
        driver = next(display.driver for display in found if str(display.address) == chosen)
        wanted = msgspec.structs.replace(before, bus="i2c", address=int(chosen), device=_or(before.device, driver))
    return _confirmed(_sized(wanted, talk), talk, finds)


def _or(device: str, other: str) -> str:
    return other if device == NONE else device


def _sized(wanted: DisplaySection, talk: Talk) -> DisplaySection:
    offered = [(size, f"{size.replace('x', ' × ')} pixels") for size in sizes(wanted)]
    width, _, height = talk.choose("How many pixels has it?", offered, size_of(wanted)).partition("x")
    return msgspec.structs.replace(wanted, width_px=int(width), height_px=int(height))


def _confirmed(wanted: DisplaySection, talk: Talk, finds: Discovery) -> DisplaySection:
    """Show a word with the likeliest driver, then with others, until somebody can read it."""
    drivers = dict.fromkeys([wanted.device, "ssd1306", "sh1106", "ssd1309"])
    faults: set[str] = set()
    for driver in drivers:
        trial = msgspec.structs.replace(wanted, device=driver)
        try:
            (finds.show or show_word)(trial)
        except HardwareError as error:
            if str(error) not in faults:
                talk.tell(str(error))
            faults.add(str(error))
            continue
        if talk.ask(f"Can you read the word COMPANION on it ({driver})? y or n", "y", _yes_or_no) == "y":
            return trial
    talk.tell("then it is left out; `companion doctor` says what answers on the bus")
    return msgspec.structs.replace(wanted, device=NONE)


def _yes_or_no(said: str) -> str | None:
    return None if said in ("y", "n") else "type y or n"


def show_word(section: DisplaySection) -> None:
    """Show the word COMPANION on the display; raises a HardwareError where it does not answer."""
    display = open_display(display_of(section))
    if display is None:
        return
    display.show(sentence(display.size, "COMPANION")[0])
    gone = display.gone
    if gone is not None:
        raise gone


def _pods(before: PodsSection, display: DisplaySection, talk: Talk) -> PodsSection:
    def wrong(said: str) -> str | None:
        fine = said.isdigit() and int(said) <= MOST_PODS
        return None if fine else f"type a number from 0 to {MOST_PODS}"

    count = int(talk.ask("How many pods (two keys and a lamp) are wired", str(before.count), wrong))
    pins: Any = before.pins
    if isinstance(pins, str) or len(pins) != count:
        pins = "spi" if display.bus == "spi" else "i2c"  # also while no display is there: the wires stay
    return PodsSection(count, pins)


def _page(before: PageSection, talk: Talk) -> PageSection:
    def wrong(said: str) -> str | None:
        return None if HOST.fullmatch(said) else "use small letters, digits and dashes, such as companion"

    name = talk.ask("Its name on the network (phones open NAME.local)", before.name, wrong)
    wifi = talk.ask("The Wi-Fi that guests join, shown on the display (- for none)", before.wifi or "-", lambda _: None)
    return msgspec.structs.replace(before, name=name, wifi="" if wifi == "-" else wifi)


def _ask_pin(config: Config, talk: Talk) -> str | None:
    """Return the PIN that is wanted; None for the one that is there, or that will be made up."""
    if talk.silent:
        return None
    with _games(config) as store:
        before = store.setting("pin") or "a new one"

    def wrong(said: str) -> str | None:
        return None if said == before or PIN.fullmatch(said) else "type 6 to 8 digits"

    pin = talk.ask("The table's PIN, for undo, corrections and settings", before, wrong)
    return None if pin == before else pin


def _keep_pin(config: Config, pin: str | None) -> None:
    if pin is not None:
        with _games(config) as store:
            store.set("pin", pin)


@contextlib.contextmanager
def _games(config: Config) -> Iterator[Store]:
    """Open the store for a moment; what root has made in its folder is given back."""
    store = Store(folders(config).games)
    try:
        yield store
    finally:
        store.close()
        hand_back(folders(config).data)


def hand_back(folder: Path) -> None:
    """Give files that root has made there to whom the folder belongs: the service is not root and writes them, too."""
    if not hasattr(os, "chown"):
        return
    owner = folder.stat()
    for path in folder.glob("games.db*"):
        if path.stat().st_uid != owner.st_uid:
            os.chown(path, owner.st_uid, owner.st_gid)
