"""`python -m reliability PROOF --minutes M --seed S`: one of the proofs of docs/reliability.md, from where this seed
stopped; the results of all runs on a commit are added up in build/reliability."""

import argparse
import json
import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from power.disk import why_not

from companion.machine import memory
from reliability import faults, power_cuts, rooms
from reliability.corruption import Corruption
from reliability.faults import Faults
from reliability.fuzz import Fuzz
from reliability.kills import Kills
from reliability.load import Load
from reliability.power_cuts import PowerCuts
from reliability.rooms import Rooms
from reliability.soak import Soak
from reliability.tally import FOLDER, Tally, count

CASES: dict[str, Callable[[int, Path], Any]] = {
    "corruption": Corruption,
    "faults": Faults,
    "fuzz": Fuzz,
    "kills": Kills,
    "load": Load,
    "power": lambda seed, _: PowerCuts(seed),
    "power-starts": lambda seed, _: PowerCuts(seed, cuts=10, start=True),
    "rooms": Rooms,
    "soak": Soak,
}


def main() -> int:
    """Do what was asked; 1 where a promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m reliability", description=__doc__)
    parser.add_argument("proof", choices=CASES)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, help="stop after so many of this seed, those of earlier runs included")
    parser.add_argument("--planted", choices=power_cuts.MUTANTS, default="", help="a fault that must be found")
    parser.add_argument("--results", type=Path, default=FOLDER)
    args = parser.parse_args()
    logging.getLogger("companion").setLevel(logging.CRITICAL)  # what is mended is counted
    memory.give_back_at_once(os.environ)  # as the companion does
    why = why_not() if args.proof.startswith("power") else ""
    if args.proof == "rooms" and rooms.why_not():
        print(f"NO ROOM CAN BE CUT HERE: {rooms.why_not()}", file=sys.stderr)
        return 3
    if why:
        print(f"POWER CAN'T BE CUT HERE: {why}", file=sys.stderr)
        return 3
    name = f"{args.proof}-{args.planted}" if args.planted else args.proof
    tally = Tally.load(name, args.results)
    with TemporaryDirectory() as folder, power_cuts.planted(args.planted):
        proof = PowerCuts(args.seed, cuts=40) if args.planted else CASES[args.proof](args.seed, Path(folder))
        try:
            count(tally, args.seed, proof.case, minutes=args.minutes, cases=args.cases)
        finally:
            getattr(proof, "close", lambda: None)()
    print(faults.table(tally.sum()) if args.proof == "faults" else json.dumps(tally.sum(), indent=1))
    for why in tally.wrong[:20]:
        print(why, file=sys.stderr)
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
