"""One TOML file → frozen values. What it leaves out is found by looking, or has a default that works everywhere."""

import os
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

from companion.language import malformed
from companion.language.message import Message, say
from vision import durable

S = TypeVar("S", bound=msgspec.Struct)

SYSTEM_FILE = "/etc/table-companion/companion.toml"
LAST_PORT = 65535


class ConfigError(ValueError):
    """A configuration that can't be used; the message names the file and the key."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class CameraSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`source`: auto, none, pi, phone, a number, a device, an address, a folder or a film. `lens`: a camera file from
    `calibrate`. `focus_mm`: the mat's distance, for a camera that can focus; left out, it looks for itself."""

    source: str = "auto"
    lens: str | None = None
    width_px: int = 2304
    height_px: int = 1296
    focus_mm: float | None = None


class PodsSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`count` pods; `pins` is "i2c" or "spi" (which display shares the header), or a list of [add, ok, lamp]."""

    count: int = 0
    pins: str | list[tuple[int, int, int]] = "i2c"


class DisplaySection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`device`: none or a luma driver (ssd1306, sh1106, …). `address` and `port` are for `bus` i2c; `select` (0 or 1),
    `dc` and `reset` (pins; -1 for no reset) for spi. `rotate`: 0, 90, 180 or 270."""

    device: str = "none"
    bus: str = "i2c"
    width_px: int = 128
    height_px: int = 64
    address: int = 0x3C
    port: int = 1
    rotate: int = 0
    contrast: int = 180
    select: int = 0
    dc: int = 25
    reset: int = 7


class PageSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the page is served; `name` is announced as NAME.local; `wifi` is shown to those who join. `names`: other
    names under which the page may be asked for (its addresses by number always may). `proxy`: the address of a reverse
    proxy that says who asks and under which name; anybody else's word for that is not taken."""

    host: str = "0.0.0.0"
    port: Annotated[int, msgspec.Meta(ge=0, le=LAST_PORT)] = 8000
    name: str = "companion"
    wifi: str = ""
    names: list[str] = []
    proxy: str = ""

    @property
    def reached_at(self) -> str:
        """The only address at which phones reach it, "" where it may be any, as through a proxy."""
        return "" if self.proxy else self.host


class TableSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`layout`: the layout.toml that was printed with the mat; left out, the mat is recognised, as those of other games
    are. `teach`: whether what people correct teaches the set."""

    layout: str | None = None
    teach: bool = True


class RoomSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The MQTT `broker` through which a room of tables hears of this one (docs/room.md), with `user` and `password`
    where it wants them; `ca` is a file of certificates for TLS, "" for the system's. `name` is what the room calls the
    table; left out, it is the page's. `names` = false: players' initials alone leave the table; `standings` = false: no
    score does but in results. `home_assistant` = true: its MQTT integration finds the table by itself."""

    broker: str
    port: Annotated[int, msgspec.Meta(ge=1, le=LAST_PORT)] = 1883
    name: str = ""
    user: str = ""
    password: str = ""
    ca: str | None = None
    names: bool = True
    standings: bool = True
    home_assistant: bool = False


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole configuration. `data` is the folder of what was played and taught. `games` is a folder of further games
    (`docs/adding-a-game.md`): what lies there is run as a program, so nothing but this file names it."""

    data: str | None = None
    games: str | None = None
    language: str = "en"
    camera: CameraSection = CameraSection()
    pods: PodsSection = PodsSection()
    display: DisplaySection = DisplaySection()
    page: PageSection = PageSection()
    table: TableSection = TableSection()
    room: RoomSection | None = None


@dataclass(frozen=True)
class Folders:
    """Where things are kept: the games' file, and a folder a taught piece set."""

    data: Path = field(default_factory=Path)

    @property
    def games(self) -> Path:
        """The SQLite file."""
        return self.data / "games.db"

    @property
    def lens(self) -> Path:
        """The camera file that the page keeps."""
        return self.data / "camera.toml"

    def pieces(self, game: str) -> Path:
        """The taught piece set of a game."""
        return self.data / "pieces" / game

    def shown(self, game: str) -> Path:
        """The file of what was shown of a game in its teach walk so far."""
        return self.data / "walks" / f"{game}.json"


def usual_file() -> Path | None:
    """Return where the configuration is looked for when none is named; None where there is none. Where nobody may look
    it is taken to be, and who needs it is told why it can't be read."""
    return next((place for place in (Path(SYSTEM_FILE), _own_file()) if _may_be(place)), None)


def _may_be(file: Path) -> bool:
    try:
        return file.is_file()
    except OSError:
        return True


def writable_file() -> Path:
    """Return where a new configuration belongs: the system's for root, else the user's own."""
    return Path(SYSTEM_FILE) if hasattr(os, "geteuid") and os.geteuid() == 0 else _own_file()


def _own_file() -> Path:
    base = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return base / "table-companion" / "companion.toml"


def load(path: Path | None) -> Config:
    """Return the configuration in `path`, or the default one where there is none."""
    if path is None:
        return Config()
    try:
        raw: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8-sig"))  # editors of Windows put a mark first
        return msgspec.convert(raw, Config)
    except OSError as error:
        raise ConfigError(
            say("{path}: {reason}; name a file that can be read", path=str(path), reason=str(error.strerror))
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(
            say(
                "{path} is no TOML: {reason}; mend it, or move it away and write a new one with `companion setup`",
                path=str(path),
                reason=str(error),
            )
        ) from None
    except msgspec.ValidationError as error:
        key, reason = malformed.told(error)
        raise ConfigError(say("{path}: {key}: {reason}", path=str(path), key=key or "TOML", reason=reason)) from None


def salvaged(path: Path | None) -> Config:
    """Return what is right in a configuration that can't be used, key by key: it says in which language, on which
    display and at which port people are told what is wrong with the rest."""
    try:
        rows = path.read_text(encoding="utf-8-sig", errors="replace").splitlines() if path is not None else []
    except OSError:
        return Config()
    for end in range(len(rows), 0, -1):  # as far as it is TOML
        try:
            return _right(tomllib.loads("\n".join(rows[:end])), Config)
        except tomllib.TOMLDecodeError:
            continue
    return Config()


def _right(raw: Mapping[str, Any], kind: type[S]) -> S:
    good: dict[str, Any] = {}
    for each in msgspec.structs.fields(kind):
        value = raw.get(each.name)
        if isinstance(value, dict) and isinstance(each.type, type) and issubclass(each.type, msgspec.Struct):
            good[each.name] = _right(value, each.type)
        elif value is not None:
            with suppress(msgspec.ValidationError):
                good[each.name] = msgspec.convert(value, each.type)
    return kind(**good)


def data_folder(config: Config) -> Path:
    """Return the folder of games and taught pieces, which need not exist yet."""
    return Path(config.data) if config.data else _home()


def folders(config: Config) -> Folders:
    """Return where this configuration keeps things; made where it does not exist yet."""
    base = data_folder(config)
    try:
        durable.folder(base)
    except OSError as error:
        raise ConfigError(
            say("{path}: {reason}; name a folder for the games with --data", path=str(base), reason=str(error.strerror))
        ) from None
    return Folders(base)


def _home() -> Path:
    """The user's own data folder (XDG base directory specification)."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "table-companion"
