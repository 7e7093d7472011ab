"""Power: evenings on a disk that records, cut anywhere; what was promised is there, nothing is there twice, every image
opens. Planted faults are found by the same run."""

import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest import mock

from power.disk import PowerDisk
from power.plugin import MEMORY, cut_anywhere
from support.ports import free_port

from companion.store.database import Store
from reliability import evening
from reliability.kills import started
from vision import durable

CUTS = 200  # of each evening, before the next one is lived


class PowerCuts:
    """One case is an evening and so many cuts of it. With `start` the real service is started on what each cut left,
    and its pages are opened."""

    def __init__(self, seed: int, cuts: int = CUTS, *, start: bool = False) -> None:
        self._seed = seed
        self._cuts = cuts
        self._start = start

    def case(self, number: int) -> tuple[Mapping[str, int], list[str]]:
        """Live an evening, cut it, and count."""
        rng = Random(f"{self._seed}/{number}")
        counts: Counter[str] = Counter()
        wrong: list[str] = []
        with TemporaryDirectory(dir=MEMORY) as scratch:
            disk = PowerDisk(Path(scratch), 20)
            with disk:
                evening.prepare(disk.folder, rng)
                disk.mark("begin")
                story = evening.live(disk.folder, disk.mark, rng)
            marks = tuple(mark.text for mark in disk.log.marks)
            counts["promises"] += len(marks)
            for cut in cut_anywhere(disk, Path(scratch), self._cuts, rng):
                allowed = story.allowed(cut.promised, marks[len(cut.promised) :])
                counts["cuts"] += 1
                counts["images put right by e2fsck"] += cut.repaired
                counts["things that were promised"] += sum(None not in states for states in allowed.values())
                try:
                    found = _pages(cut.folder, Path(scratch)) if self._start else []
                    found += evening.judged(cut.folder, allowed)
                except Exception as error:
                    found = [f"did not open: {type(error).__name__}: {error}"]
                counts["cuts that broke a promise"] += bool(found)
                wrong += [f"cut at {cut.at}: {why}" for why in found]
        return counts, wrong


def _pages(folder: Path, scratch: Path) -> list[str]:
    """Start the service on a folder and open its pages; return what was wrong."""
    with (scratch / "said").open("w+b") as said:
        port = free_port()
        service = started(folder, port, said, scratch)
        try:
            answers = {}
            for page in ("/", "/new", "/history", "/players", "/health"):
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{page}", timeout=30) as answer:
                    answers[page] = answer.status
        finally:
            service.kill()
            service.wait()
        said.seek(0)
        lines = said.read().decode(errors="replace").splitlines()
    words = "\n".join(line for line in lines if "does not answer" not in line)  # on a machine that is busy
    wrong = [f"{page} answers {status}" for page, status in answers.items() if status != 200]
    return wrong + ([f"the service said: {words}"] if words.strip() else [])


# ---- planted faults


@contextmanager
def no_folder_sync() -> Iterator[None]:
    """Renames whose folder is not synced."""
    with mock.patch.object(durable, "sync", lambda _: None):
        yield


@contextmanager
def normal() -> Iterator[None]:
    """SQLite that syncs at checkpoints only."""
    prepare = Store._prepare

    def loosely(store: Store, *, to_read: bool) -> None:
        prepare(store, to_read=to_read)
        store._db.execute("PRAGMA synchronous = NORMAL")

    with mock.patch.object(Store, "_prepare", loosely):
        yield


@contextmanager
def record_without_sync() -> Iterator[None]:
    """Lines of a record that are written and not synced."""

    def append(path: Path, data: bytes) -> None:
        with path.open("ab") as file:
            file.write(data)

    with mock.patch.object(durable, "append", append):
        yield


@contextmanager
def two_writes() -> Iterator[None]:
    """An event that is kept in more than one transaction."""

    @contextmanager
    def apart(store: Store) -> Iterator[None]:
        yield
        store._keep_beside()

    with mock.patch.object(Store, "together", apart), mock.patch.object(Store, "_whole", apart):
        yield


MUTANTS: dict[str, Callable[[], object]] = {
    "no-folder-sync": no_folder_sync,
    "normal": normal,
    "record-without-sync": record_without_sync,
    "two-writes": two_writes,
}


def planted(name: str) -> ExitStack:
    """Return a context in which a fault is planted; "" plants none."""
    stack = ExitStack()
    if name:
        stack.enter_context(MUTANTS[name]())  # type: ignore[arg-type]
    return stack
