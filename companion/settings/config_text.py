"""A configuration as TOML text that people can read and change; `config.load` reads it back.

A file that stands there already is changed, not replaced: its comments, its order and what it leaves out stay.
"""

import errno
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import tomlkit
from tomlkit.exceptions import TOMLKitError

from companion.config import Config, ConfigError
from companion.language.message import say
from companion.store.errors import of_disk
from vision import durable

HEAD = """\
# The table companion's configuration. `companion setup` asks for everything in it; `companion doctor` checks it.

[camera]
# source: auto, none, pi, phone, a number, a device, an address (http://192.168.1.9:8080/video),
# a folder of pictures or a film

[pods]
# count: 0 to 6; pins: "i2c" or "spi" (the display beside them), or a list of [add, ok, lamp]

[display]
# device: none, ssd1306, sh1106, ssd1309, ssd1322, …

[page]
# name: announced as NAME.local; wifi: shown to those who join; names: other names that lead here
# proxy: the address of a reverse proxy, where one stands before it

[table]
# layout: the layout.toml that was printed with the mat
"""
ROOM = """
# [room]
# broker: the MQTT broker of a room of tables (docs/room.md); name: what the room calls this one
# home_assistant: whether Home Assistant finds the table there
"""


class NoRoomError(ConfigError):
    """A configuration for which there is no room on the disk."""


def text_of(config: Config, before: str = "") -> str:
    """Return the configuration as TOML: the text `before` with just what is otherwise now, or a new one with every key
    where there is none, or none that can be read. What has no value is left out."""
    wanted = msgspec.to_builtins(config)
    try:
        changed = _filled(before, wanted, usual=msgspec.to_builtins(Config()))
        if before.strip() and msgspec.convert(tomllib.loads(changed), Config) == config:
            return changed
    except (TOMLKitError, tomllib.TOMLDecodeError, msgspec.ValidationError, AttributeError, TypeError):
        pass  # the file that is no configuration is kept beside the new one
    return _filled(HEAD, wanted, usual={}) + ("" if config.room else ROOM)


def _filled(text: str, wanted: Mapping[str, Any], usual: Mapping[str, Any]) -> str:
    document = tomlkit.parse(text)
    _put(document, wanted, usual)
    return tomlkit.dumps(document)


def _put(table: Any, wanted: Mapping[str, Any], usual: Mapping[str, Any]) -> None:
    """Put values into a TOML table; what it lacks and is as `usual` needs not be said."""
    for key, value in wanted.items():
        if value is None:
            table.pop(key, None)
        elif key not in table and value == usual.get(key, ...):
            continue
        elif isinstance(value, dict):
            if key not in table:
                table[key] = tomlkit.table()
            _put(table[key], value, usual.get(key) or {})
        elif key not in table or table[key] != value:
            table[key] = value


def write(path: Path, config: Config) -> None:
    """Write the configuration, whole or not at all; what was there is kept as FILE.before. Raises a ConfigError, on a
    full disk a NoRoomError."""
    try:
        durable.folder(path.parent)
        before = path.read_bytes() if path.exists() else b""
        if before:
            mode = path.stat().st_mode & 0o777  # where a password is nobody else's, it is nobody else's there, too
            durable.write(path.with_name(path.name + ".before"), before, mode=mode)
        durable.write(path, text_of(config, before.decode("utf-8-sig", errors="replace")).encode())
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise NoRoomError(of_disk(path, error).message) from None
        raise ConfigError(
            say(
                "{path}: {reason}; name a file that can be written with --config",
                path=str(path),
                reason=str(error.strerror),
            )
        ) from None
