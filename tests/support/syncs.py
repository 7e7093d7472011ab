"""What a program asks of the disk, in order: syncs of files and folders, and renames."""

import os
from pathlib import Path
from typing import Any

import pytest

Done = tuple[Any, ...]


class Disk:
    """Notes in `done` every ("sync", path) and ("name", draft, path) from now on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[Done] = []
        fsync, replace = os.fsync, os.replace

        def synced(handle: int) -> None:
            self.done.append(("sync", Path(f"/proc/self/fd/{handle}").readlink()))
            fsync(handle)

        def named(draft: Any, path: Any) -> None:
            self.done.append(("name", Path(draft), Path(path)))
            replace(draft, path)

        monkeypatch.setattr(os, "fsync", synced)
        monkeypatch.setattr(os, "replace", named)


def promised(done: list[Done], path: Path) -> bool:
    """Return whether the file has its name for good: its draft was synced before, and its folder after."""
    names = [number for number, what in enumerate(done) if what[0] == "name" and what[2] == path]
    return bool(names) and all(
        ("sync", done[number][1]) in done[:number] and ("sync", path.parent) in done[number:] for number in names
    )
