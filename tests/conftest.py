"""What every test has: the stores that it opens are closed behind it. Python 3.13 warns of those that are not."""

import gc
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

import pytest
from hypothesis import HealthCheck, settings
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket

from companion.publishing import pairing
from companion.simulation import simulated_table
from companion.store import sealed_file
from vision.pieceset.faces import Faces
from web import rendering

# How long an example takes says what else the machine does; emulated it takes so long that fewer must do.
settings.register_profile("ours", deadline=None)
settings.register_profile(
    "emulated", deadline=None, max_examples=10, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ours")


class Remembered:
    """`sqlite3` as a store uses it; it remembers the connections."""

    def __init__(self):
        self.opened = []

    def __getattr__(self, name):
        return getattr(sqlite3, name)

    def connect(self, *where, **how):
        self.opened.append(sqlite3.connect(*where, **how))
        return self.opened[-1]


@pytest.fixture(autouse=True)
def stores_are_closed(monkeypatch):
    remembered = Remembered()
    monkeypatch.setattr(sealed_file, "sqlite3", remembered)
    yield
    for connection in remembered.opened:
        connection.close()


@pytest.fixture(scope="session")
def taught(tmp_path_factory, request) -> Callable[[str], Faces]:
    """Return what gives a game's practice set, taught from drawn tables and fitted once for all tests, also those that
    run in other processes: it is only read."""
    ours = tmp_path_factory.mktemp("pieces")
    beside = tmp_path_factory.getbasetemp()
    everybodys = beside.parent if hasattr(request.config, "workerinput") else beside
    sets: dict[str, Faces] = {}

    def of(game: str) -> Faces:
        if game not in sets:
            shared = everybodys / f"taught-{game}"
            if not shared.is_dir():
                simulated_table.teach(game, ours / game)
                with suppress(OSError):  # another process was first
                    (ours / game).rename(shared)
            sets[game] = simulated_table.teach(game, shared)
        return sets[game]

    return of


@pytest.fixture(scope="session")
def practice_set(taught) -> Faces:
    """ShipShape's practice set."""
    return taught("shipshape")


class Compiled(BytecodeCache):
    """Templates as they were compiled first: each application of a test would take a third of a second for them."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template its code, if it was compiled from the same text."""
        if (bucket.key, bucket.checksum) in self._code:
            bucket.bytecode_from_string(self._code[bucket.key, bucket.checksum])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Remember a template's code."""
        self._code[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


@pytest.fixture(scope="session", autouse=True)
def keys_are_derived_quickly() -> Iterator[None]:
    """A room of thirteen tables would take a second for its keys; the true cost has a test of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairing, "COST", 16)
        yield


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Leave tests and modules to the end: whoever looks for garbage among them each time took a tenth of the
    processor."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


@pytest.fixture(scope="session", autouse=True)
def opencv_runs_in_one_thread() -> None:
    """Its threads mostly wait for each other, wide awake: drawing and finding took a twelfth more processor by two."""
    import cv2  # noqa: PLC0415 - after the companion, which tells NumPy the same

    cv2.setNumThreads(1)


@pytest.fixture(scope="session", autouse=True)
def templates_are_compiled_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rendering, "Environment", partial(Environment, bytecode_cache=Compiled()))
        yield
