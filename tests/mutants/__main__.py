"""Plant mutants by chance and tell the share that the tests notice, with its 95 % interval (Wilson's).

    PYTHONPATH=.:tests python -m mutants --count 150 --seed 1

Each mutant lives in a process of its own, forked from one that has the large libraries loaded, and meets only the tests
that are its module's own; it is killed by the first that fails, or by taking three times as long as they do without it.
"""

import argparse
import importlib
import importlib.abc
import importlib.machinery
import io
import json
import os
import random
import resource
import sys
import traceback
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from mutants.planting import Fault, faults, planted

ROOT = Path(__file__).parents[2]
SPARE_S = 10.0  # beside three times what the tests take
LOADED = ("companion", "numpy", "cv2", "msgspec", "PIL.Image", "babel.support", "flask", "tomlkit", "reportlab")


@dataclass(frozen=True)
class Area:
    """Modules of one kind, and the tests that are their own."""

    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]


_SESSION = (
    *("reactions", "session", "undo", "one_engine", "game_of_chance", "entering", "repeated_requests", "new_games"),
    *("lessons", "stalls", "practice", "going_on"),
)
_ALONE = {
    "presence": ("presence",),
    "progress": ("progress", "looks_in_a_turn", "rereading"),
    "rereading": ("rereading",),
    "games": ("new_games", "practice"),
    "kept_looks": ("kept_looks", "kept_readings", "correcting_turns"),
    "table": ("table", "session", "undo", "correcting_turns", "reactions"),
}
_REGISTRATION = {
    "plane": ("plane", "homography", "rectify"),
    "homography": ("plane", "homography", "rectify"),
    "square_pixels": ("plane", "homography", "rectify"),
    "rectify": ("rectify",),
    "locate": ("locate",),
    "markers": ("markers",),
    "unmoved": ("unmoved",),
    "patches": ("patches",),
}
AREAS = (
    *(
        Area(
            f"rules of {game}",
            tuple(f"companion/games/{game}/{module}.py" for module in ("rules", "scoring", "trading")),
            tuple(f"tests/companion/games/{game}/test_{game}_{kind}.py" for kind in ("rules", "trading", "story")),
        )
        for game in ("shipshape", "stingy", "alcatraz", "allaboard")
    ),
    Area("bids", ("companion/game/sealed_bids.py",), ("tests/companion/game/test_sealed_bids.py",)),
    Area("seats", ("companion/table/seats.py",), ("tests/companion/table/test_seats.py",)),
    Area("guesses at the PIN", ("companion/table/pin_guesses.py",), ("tests/companion/table/test_pin_guesses.py",)),
    *(
        Area(
            f"session: {module}",
            (f"companion/session/{module}.py",),
            tuple(f"tests/companion/session/test_{part}.py" for part in parts),
        )
        for module, parts in _ALONE.items()
    ),
    Area("session", ("companion/session/*.py",), tuple(f"tests/companion/session/test_{part}.py" for part in _SESSION)),
    Area("store", ("companion/store/*.py",), ("tests/companion/store",)),
    *(
        Area(
            f"registration: {module}",
            (f"vision/registration/{module}.py",),
            tuple(f"tests/vision/registration/test_{part}.py" for part in parts),
        )
        for module, parts in _REGISTRATION.items()
    ),
)


@dataclass(frozen=True)
class Mutant:
    """A fault in a file of an area."""

    area: Area
    file: Path
    fault: Fault

    @property
    def place(self) -> str:
        """Where it is and what it does."""
        return f"{self.file.relative_to(ROOT)}:{self.fault.line}: {self.fault.what}"


def every() -> Iterator[Mutant]:
    """Yield every mutant of every area."""
    for area in AREAS:
        for pattern in area.modules:
            for file in sorted(file for file in ROOT.glob(pattern) if file.stem not in _elsewhere(area)):
                for fault in faults(file.read_text(encoding="utf-8")):
                    yield Mutant(area, file, fault)


def _elsewhere(area: Area) -> set[str]:
    """The modules of an area's folder that have no mutants, or an area of their own."""
    return {"__init__", *(_ALONE if area.name == "session" else ())}


class _Planted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module from another source than its file's."""

    def __init__(self, file: Path, source: str) -> None:
        self._name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        self._file, self._source = file, source

    def find_spec(self, name: str, *_: object) -> importlib.machinery.ModuleSpec | None:
        """Tell of the one module."""
        if name != self._name:
            return None
        spec = importlib.machinery.ModuleSpec(name, self, origin=str(self._file))
        spec.has_location = True
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the other source."""
        exec(compile(self._source, self._file, "exec"), module.__dict__)


def tried(area: Area, mutant: Mutant | None, most_s: float) -> tuple[bool, float]:
    """Return whether an area's tests pass with a mutant in place (None: without any), and the seconds of processor."""
    begun = os.times()
    child = os.fork()
    if child == 0:
        _run(area, mutant, most_s)
    _, status = os.waitpid(child, 0)
    ended = os.times()
    took = ended.children_user + ended.children_system - begun.children_user - begun.children_system
    return status == 0, took


def _run(area: Area, mutant: Mutant | None, most_s: float) -> None:
    """Run the tests and end this process with what they said."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(most_s) + 1, int(most_s) + 2))
    os.chdir(ROOT)
    said = io.StringIO()
    code = 1
    try:
        if mutant is not None:
            source = planted(mutant.file.read_text(encoding="utf-8"), mutant.fault)
            sys.meta_path.insert(0, _Planted(mutant.file, source))
        quiet = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:randomly", "-m", "not slow and not bench"]
        with redirect_stdout(said), redirect_stderr(said):
            code = int(pytest.main([*quiet, *(test for test in area.tests if (ROOT / test).exists())]))
    except BaseException:
        said.write(traceback.format_exc())
    finally:
        if mutant is None and code:
            os.write(2, said.getvalue()[-3000:].encode())
        os._exit(code)


def wilson(noticed: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson, "Probable Inference", 1927)."""
    z2 = 1.96**2
    share = noticed / of
    middle, reach = share + z2 / (2 * of), 1.96 * (share * (1 - share) / of + z2 / (4 * of**2)) ** 0.5
    return (middle - reach) / (1 + z2 / of), (middle + reach) / (1 + z2 / of)


def main() -> int:
    """See the module."""
    asked = argparse.ArgumentParser(prog="mutants", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--count", type=int, default=150)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--only", default="", help="of these areas or files alone: a part of the name")
    asked.add_argument("--again", type=Path, help="a file of survivors that --out wrote: try these once more")
    asked.add_argument("--out", type=Path, help="keep the survivors in a file")
    args = asked.parse_args()
    for name in LOADED:
        importlib.import_module(name)
    all_of_them = [one for one in every() if args.only in f"{one.area.name} {one.place}"]
    if args.again:
        wanted = set(json.loads(args.again.read_text(encoding="utf-8")))
        chosen = [one for one in all_of_them if one.place in wanted]
    else:
        chosen = random.Random(args.seed).sample(all_of_them, min(args.count, len(all_of_them)))
    alive = _survivors(chosen)
    if args.out:
        args.out.write_text(json.dumps([one.place for one in alive], indent=1, ensure_ascii=False), encoding="utf-8")
    if chosen:
        noticed, of = len(chosen) - len(alive), len(chosen)
        low, high = wilson(noticed, of)
        print(f"{noticed} of {of} noticed: {noticed / of:.0%} ({low:.0%} to {high:.0%})", end=", ")
        print(f"of {len(all_of_them)} that can be planted")
    return 0


def _survivors(chosen: list[Mutant]) -> list[Mutant]:
    """Return the mutants that no test notices; say each as it is found."""
    alive: list[Mutant] = []
    usual: dict[str, float] = {}
    for number, one in enumerate(sorted(chosen, key=lambda each: (each.area.name, each.place)), 1):
        if one.area.name not in usual:
            passed, usual[one.area.name] = tried(one.area, None, 3600)
            if not passed:
                raise SystemExit(f"{one.area.name}: the tests fail without a mutant")
        passed, took_s = tried(one.area, one, 3 * usual[one.area.name] + SPARE_S)
        print(f"{number:4}  {'ALIVE  ' if passed else 'noticed'} {took_s:5.1f} s  {one.place}", flush=True)
        if passed:
            alive.append(one)
    return alive


if __name__ == "__main__":
    raise SystemExit(main())
