"""The setup on the page: what can be chosen of camera, display and pods; written as the configuration that the next
start reads."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from companion import config as configs
from companion.config import CameraSection, Config, ConfigError, DisplaySection, PageSection, PodsSection, RoomSection
from companion.language.catalogue import LANGUAGES
from companion.language.message import Message, Translate, because, say, words
from companion.machine.devices import MOST_PODS, display_of, pods_of
from companion.settings import config_text
from companion.settings.installation import Premises
from companion.settings.requests import Arrange, SetPin, SetRoom
from companion.table.signals import Reply
from hardware.buses import FoundDisplay, found_displays
from hardware.camera_discovery import FoundCamera, found_cameras
from hardware.errors import HardwareError
from hardware.network_camera import without_login
from hardware.opening import NONE, pod_map
from hardware.phone_camera import PHONE
from web.settings_contract import BrokerShown, SetupShown

AUTO, AS_IT_IS, ON_SPI = "auto", "as it is", "ssd1309 on spi"
HOST = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
BROKER = re.compile(r"(?P<host>[A-Za-z0-9._-]{1,253})(:(?P<port>[0-9]{1,5}))?")
MQTT_PORT = 1883
PIN = re.compile(r"[0-9]{6,8}")
SIZES = ("128x64", "128x32", "256x64")


@dataclass(frozen=True, slots=True)
class Connected:
    """What is connected, found by looking; tests hand in their own."""

    cameras: Callable[[], tuple[FoundCamera, ...]] = found_cameras
    displays: Callable[[int], tuple[FoundDisplay, ...]] = found_displays


class Arranging:
    """See the module. `keep` keeps a setting in the store."""

    def __init__(self, premises: Premises, keep: Callable[[str, str], None], finds: Connected | None = None) -> None:
        self._premises = premises
        self._keep = keep
        self._finds = finds or Connected()
        self._known, self._stood = premises.config, self._stands()  # what is set, and what the file said then

    def state(self, translate: Translate) -> SetupShown | None:
        """Return what can be chosen and what is; None where nothing is kept."""
        if self._premises.file is None:
            return None
        now = self._now()
        return SetupShown(
            name=now.page.name,
            wifi=now.page.wifi,
            language=now.language,
            camera=without_login(now.camera.source),
            cameras=tuple((value, words(text, translate)) for value, text in self._cameras(now.camera)),
            pods=now.pods.count,
            most_pods=MOST_PODS,
            display=NONE if now.display.device == NONE else AS_IT_IS,
            displays=tuple((value, words(text, translate)) for value, text in self._displays(now.display)),
            size=size_of(now.display),
            sizes=sizes(now.display),
            restart=now is not self._premises.config,
            room=_shown(now.room),
        )

    def _now(self) -> Config:
        """Return what is set: what runs, or was written here; where somebody has changed the file since, by hand or by
        `companion setup`, what stands there now."""
        stands = self._stands()
        if stands is not None and stands != self._stood:
            self._known = self._stood = stands
        return self._known

    def _stands(self) -> Config | None:
        """Return what the file says; None where there is none, or none that can be read."""
        file = self._premises.file
        try:
            return configs.load(file) if file is not None and file.is_file() else None
        except (ConfigError, OSError):
            return None

    def _cameras(self, now: CameraSection) -> list[tuple[str, Message]]:
        choices = [(AUTO, say("whichever is found at the start")), (NONE, say("none: people enter what lies there"))]
        choices.append((PHONE, say("phones: who sits there takes the picture when it is asked for")))
        choices += [(one.spec, say("{name}", name=f"{one.name} ({one.spec})")) for one in self._finds.cameras()]
        shown = without_login(now.source)
        if shown not in dict(choices):
            choices.append((shown, say("as it was: {source}", source=shown)))
        return choices

    def _displays(self, now: DisplaySection) -> list[tuple[str, Message]]:
        choices = [(NONE, say("none: the page shows everything"))]
        if now.device != NONE:
            choices.append((AS_IT_IS, say("as it is: {driver}", driver=now.device)))
        for one in self._finds.displays(now.port):
            if now.device == NONE or one.address != now.address:
                text = say("{driver} at {address}", driver=one.driver, address=hex(one.address))
                choices.append((f"{one.driver}@{one.address}", text))
        if now.device == NONE or now.bus != "spi":  # there nobody answers a scan
            choices.append((ON_SPI, say("{driver} on SPI", driver="ssd1309")))
        return choices

    def do(self, wanted: Arrange | SetRoom | SetPin) -> Reply:
        """Keep what is wished; say what is wrong with it, or that a restart is needed."""
        match wanted:
            case Arrange():
                return self.arrange(wanted)
            case SetRoom():
                return self.room(wanted)
            case SetPin():
                return self.pin(wanted)

    def arrange(self, wanted: Arrange) -> Reply:
        """Write the configuration; say what is wrong with it, or that a restart is needed."""
        if HOST.fullmatch(wanted.name) is None:
            return Reply(False, say("Its name: small letters, digits and dashes, such as companion"))
        now = self._now()
        try:
            config = self._config(now, wanted)
            pod_map(pods_of(config.pods), display_of(config.display))
        except KeyError:
            return Reply(False, say("What is connected has changed meanwhile: look at it again"))
        except HardwareError as error:
            return Reply(False, because(error))
        except ConfigError as error:
            return Reply(False, error.message)
        return self._kept(config)

    def _kept(self, config: Config) -> Reply:
        file = self._premises.file
        if file is None:
            return Reply(False, say("The simulated table keeps no configuration"))
        try:
            config_text.write(file, config)
        except config_text.NoRoomError as error:
            return Reply(False, error.message)
        except ConfigError:
            return Reply(False, say("{file} can't be written from here: use `sudo companion setup`", file=str(file)))
        self._known, self._stood = config, self._stands()
        return Reply(True, say("Kept. It counts once the companion is started again"))

    def _config(self, now: Config, wanted: Arrange) -> Config:
        """Return the configuration that was wished; a KeyError where something was never offered."""
        offered = {"camera": dict(self._cameras(now.camera)), "display": dict(self._displays(now.display))}
        _ = offered["camera"][wanted.camera], offered["display"][wanted.display]
        known = wanted.language in LANGUAGES and wanted.size in sizes(now.display)
        if not known or not 0 <= wanted.pods <= MOST_PODS:
            raise KeyError(wanted.language)
        display = _display(now.display, wanted)
        return msgspec.structs.replace(
            now,
            language=wanted.language,
            camera=now.camera
            if wanted.camera == without_login(now.camera.source)
            else msgspec.structs.replace(now.camera, source=wanted.camera),
            display=display,
            pods=_pods(now.pods, wanted.pods, display),
            page=msgspec.structs.replace(_named(now.page, wanted.name), wifi=wanted.wifi.strip()),
        )

    def room(self, wanted: SetRoom) -> Reply:
        """Write which broker the table speaks to."""
        now = self._now()
        address, room = wanted.broker.strip(), None
        if address:
            found = BROKER.fullmatch(address)
            if found is None or not 0 < int(found["port"] or MQTT_PORT) < 2**16:
                return Reply(False, say("Its broker: an address such as 192.168.1.10, or 192.168.1.10:1883"))
            room = msgspec.structs.replace(
                now.room or RoomSection(address),
                broker=found["host"],
                port=int(found["port"] or MQTT_PORT),
                name=wanted.name.strip(),
                user=wanted.user.strip(),
                home_assistant=wanted.home_assistant,
            )
            if wanted.password or (now.room is not None and now.room.broker != room.broker):
                room = msgspec.structs.replace(room, password=wanted.password)  # the kept one is told nobody else
        return self._kept(msgspec.structs.replace(now, room=room))

    def pin(self, wanted: SetPin) -> Reply:
        """Keep another PIN for the table."""
        if PIN.fullmatch(wanted.pin) is None:
            return Reply(False, say("The PIN has 6 to 8 digits"))
        self._keep("pin", wanted.pin)
        return Reply(True, say("Kept. It counts once the companion is started again"))


def size_of(now: DisplaySection) -> str:
    """Return a display's size as it is chosen."""
    return f"{now.width_px}x{now.height_px}"


def sizes(now: DisplaySection) -> tuple[str, ...]:
    """Return the sizes that are offered: the usual ones, and another one that is configured."""
    return tuple(dict.fromkeys((*SIZES, size_of(now))))


def _shown(room: RoomSection | None) -> BrokerShown:
    if room is None:
        return BrokerShown()
    address = room.broker if room.port == MQTT_PORT else f"{room.broker}:{room.port}"
    return BrokerShown(address, room.name, room.user, bool(room.password), room.home_assistant)


def _named(page: PageSection, name: str) -> PageSection:
    return msgspec.structs.replace(page, name=name)


def _display(now: DisplaySection, wanted: Arrange) -> DisplaySection:
    width, _, height = wanted.size.partition("x")
    if wanted.display == NONE:
        return msgspec.structs.replace(now, device=NONE)
    if wanted.display == ON_SPI:
        now = msgspec.structs.replace(now, bus="spi", device="ssd1309")
    sized = msgspec.structs.replace(now, width_px=int(width), height_px=int(height))
    if wanted.display in (AS_IT_IS, ON_SPI):
        return sized
    driver, _, address = wanted.display.partition("@")
    return msgspec.structs.replace(sized, bus="i2c", device=driver, address=int(address))


def _pods(now: PodsSection, count: int, display: DisplaySection) -> PodsSection:
    pins = now.pins
    if isinstance(pins, str) or len(pins) != count:
        pins = "spi" if display.bus == "spi" else "i2c"  # also while no display is there: the wires stay
    return PodsSection(count, pins)
