"""How well the recogniser reads games that took no part in its making: `python tests/bench/generalise.py SHARED
[--only GAME,…] [--quick] [--jobs N] [--json FILE] [--markdown FILE] [--patches FILE]`.

SHARED holds `photos/` and `scenes/`. Every game is taught and read as its owner would with `companion teach` and
`companion read`, open and declared complete. generalise.json says who is taught, who is read, and in which half a game
is: what is fitted on one half is measured on the other.
"""

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import process_time

# First what imports the companion: it has numpy compute in one thread, if it is asked before numpy is there.
from generalise_data import GAMES, Protocol, protocols
from generalise_reads import Run, one_thread, run
from generalise_report import markdown, report
from generalise_store import write_patches


def main() -> None:
    """Run what is asked for, and print the tables."""
    args = _parser().parse_args()
    games = args.only.split(",") if args.only else list(GAMES)
    listens = args.patches is not None
    asked = [
        (protocol, bool(GAMES[game].get("evenings")), listens)
        for game in games
        for protocol in protocols(args.shared, game, quick=args.quick)
    ]
    whole = Run()
    with ProcessPoolExecutor(args.jobs, initializer=one_thread) as pool:
        for (protocol, *_), (done, spent_s) in zip(asked, pool.map(_run, *zip(*asked, strict=True)), strict=True):
            print(f"{protocol.game}, {protocol.name}: {len(done.reads)} readings, {spent_s:.0f} s", flush=True)
            whole += done
    if args.patches:
        write_patches(args.patches, whole)
    told = report(whole)
    tables = markdown(told)
    print(tables)
    if args.json:
        args.json.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if args.markdown:
        args.markdown.write_text(tables, encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path, metavar="SHARED", help="the folder with photos/ and scenes/")
    parser.add_argument("--only", default="", metavar="GAME,…", help="these games alone")
    parser.add_argument("--quick", action="store_true", help="a few pictures of each game")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many protocols at once")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables")
    parser.add_argument("--patches", type=Path, metavar="FILE.npz", help="write what was taught and read as patches")
    return parser


def _run(protocol: Protocol, evenings: bool, listens: bool) -> tuple[Run, float]:
    start_s = process_time()
    done = run(protocol, evenings=evenings, listens=listens)
    return done, process_time() - start_s


if __name__ == "__main__":
    main()
