"""A tally of a proof: what its cases came to, added up over runs in one file that names the commit and the seeds.

Case `k` of a seed is the same on every machine, so a run goes on where the last one of its seed stopped.
"""

import json
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "reliability"


def commit() -> str:
    """Return the commit that is proven, with a + where files differ from it."""

    def said(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    return (said("rev-parse", "--short=12", "HEAD") or "unknown") + ("+" if said("status", "--porcelain") else "")


MOST = "most "  # begins the name of a count of which the largest is kept, not the sum


def added(counts: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    """Return two counts as one."""
    found = Counter(counts) + Counter(more)
    for name in (name for name in {*counts, *more} if name.startswith(MOST)):
        found[name] = max(counts.get(name, 0), more.get(name, 0))
    return dict(found)


@dataclass
class Tally:
    """The counts of one proof on one commit, by seed. `wrong` tells of each case that broke the promise."""

    proof: str
    file: Path
    commit: str
    seeds: dict[str, dict[str, Any]]

    @classmethod
    def load(cls, proof: str, folder: Path = FOLDER, *, of: str | None = None) -> "Tally":
        """Return what was counted on this commit so far."""
        now = of or commit()
        file = folder / f"{proof}-{now}.json"
        seeds = json.loads(file.read_text("utf-8"))["seeds"] if file.exists() else {}
        return cls(proof, file, now, seeds)

    def cases(self, seed: int) -> int:
        """Return how many cases of a seed were done."""
        return int(self.seeds.get(str(seed), {}).get("cases", 0))

    def add(self, seed: int, counts: Mapping[str, int], wrong: list[str], seconds: float) -> None:
        """Add one case and keep it."""
        before = self.seeds.setdefault(str(seed), {"cases": 0, "seconds": 0.0, "counts": {}, "wrong": []})
        before["cases"] += 1
        before["seconds"] = round(before["seconds"] + seconds, 3)
        before["counts"] = added(before["counts"], counts)
        before["wrong"] += wrong

    def save(self) -> None:
        """Write the file."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        value = {"proof": self.proof, "commit": self.commit, "sum": self.sum(), "seeds": self.seeds}
        self.file.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    def sum(self) -> dict[str, Any]:
        """Return the counts of all seeds together."""
        found: dict[str, int] = {}
        for one in self.seeds.values():
            found = added(found, one["counts"])
        return {
            "cases": sum(one["cases"] for one in self.seeds.values()),
            "seconds": round(sum(one["seconds"] for one in self.seeds.values()), 1),
            "wrong": sum(len(one["wrong"]) for one in self.seeds.values()),
            **dict(sorted(found.items())),
        }

    @property
    def wrong(self) -> list[str]:
        """What broke the promise, case by case."""
        return [why for one in self.seeds.values() for why in one["wrong"]]


Case = Callable[[int], tuple[Mapping[str, int], list[str]]]


def count(tally: Tally, seed: int, case: Case, *, minutes: float, cases: int | None = None) -> None:
    """Do one case after another, from where this seed stopped, until the time is up or so many are done."""
    end_s, saved_s = time.monotonic() + minutes * 60, time.monotonic()
    while time.monotonic() < end_s and (cases is None or tally.cases(seed) < cases):
        number, begun_s = tally.cases(seed), time.monotonic()
        counts, wrong = case(number)
        tally.add(seed, counts, [f"seed {seed} case {number}: {why}" for why in wrong], time.monotonic() - begun_s)
        if time.monotonic() - saved_s > 10:
            tally.save()
            saved_s = time.monotonic()
    tally.save()
