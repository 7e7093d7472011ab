"""`companion check-game NAME`: does a game's folder keep the contract, and which of its words are missing."""

import argparse
import sys

from companion.evaluation import conformance
from companion.game import HeaderError, registry


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `companion check-game` takes."""
    parser.add_argument("name", metavar="NAME", help="the game's name, which is its folder's")


def run(args: argparse.Namespace) -> int:
    """Check; 0 nothing is wrong, 1 something is, 2 there is no such game."""
    out = next((out for out in registry.left_out() if out.name == args.name), None)
    if out is not None and args.name not in registry.names():
        print(f"{out.name} ({out.source}) is left out: {out.why}", file=sys.stderr)
        return 2
    try:
        wrong = conformance.check(args.name)
    except HeaderError as error:
        print(error.message, file=sys.stderr)
        return 2
    for sentence in wrong:
        print(sentence)
    if not wrong:
        print(f"{args.name}: {conformance.GAMES} games were played by chance; nothing is wrong")
    return 1 if wrong else 0
