"""A configuration as TOML text that people can read and change; `config.load` reads it back."""

import os
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from companion.config import Config, ConfigError
from companion.language.message import say

HEAD = "# The table companion's configuration. `companion setup` writes it anew; `companion doctor` checks it.\n"
NOTES = {
    "camera": "source: auto, none, pi, a device such as /dev/video0, a folder of pictures or a film",
    "pods": 'count: 0 to 6; pins: "i2c" or "spi" (the display beside them), or a list of [add, ok, lamp]',
    "display": "device: none, ssd1306, sh1106, ssd1309, ssd1322, …",
    "page": "name: announced as NAME.local; wifi: shown to those who join; names: other names that lead here; "
    "proxy: the address of a reverse proxy, where one stands before it",
    "table": "layout: the layout.toml that was printed with the mat",
}


def text_of(config: Config) -> str:
    """Return the configuration as TOML; what has no value is left out."""
    tables: dict[str, Any] = msgspec.to_builtins(config)
    plain = {key: value for key, value in tables.items() if not isinstance(value, dict)}
    rows = [HEAD, *_rows(plain)]
    for name, table in tables.items():
        if isinstance(table, dict):
            rows += ["", f"# {NOTES[name]}" if name in NOTES else "", f"[{name}]", *_rows(table)]
    return "\n".join(row for row in rows if row is not None) + "\n"


def _rows(table: dict[str, Any]) -> list[str]:
    return [f"{key} = {_value(value)}" for key, value in table.items() if value is not None]


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(part) for part in value) + "]"
    return repr(value)


def _quoted(text: str) -> str:
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if ord(c) >= 32 and ord(c) != 127 else f"\\u{ord(c):04x}" for c in plain) + '"'


def write(path: Path, config: Config) -> None:
    """Write the configuration, whole or not at all; what was there is kept as FILE.before. Raises a ConfigError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            path.with_name(path.name + ".before").write_bytes(path.read_bytes())
        handle, new = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text_of(config))
            file.flush()
            os.fsync(file.fileno())
        Path(new).chmod(0o644)
        Path(new).replace(path)
    except OSError as error:
        raise ConfigError(
            say(
                "{path}: {reason}; name a file that can be written with --config",
                path=str(path),
                reason=str(error.strerror),
            )
        ) from None
