"""`companion teach --walk`: the companion with its page opened at the teach walk; no game is taken up."""

import argparse

from companion.commands import running

GIVEN = ("simulated", "camera", "config", "data", "host", "port")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what a walk takes beside what teaching takes."""
    parser.add_argument("--walk", action="store_true", help="teach piece by piece on the page, before the camera")
    parser.add_argument("--simulated", action="store_true", help="with --walk: on the simulated table")
    for name, what in (
        ("camera", "pi, a number, a device, a folder of pictures, a film"),
        ("config", "the configuration file"),
        ("data", "the folder for games and taught pieces"),
        ("host", "the address to serve the page at"),
        ("port", "the port to serve the page at"),
    ):
        parser.add_argument(f"--{name}", help=f"with --walk: {what}")


def run(args: argparse.Namespace) -> int:
    """Serve the walk until a signal ends it."""
    parser = argparse.ArgumentParser()
    running.arguments(parser)
    words = ["--simulated"] if args.simulated else []
    for name in (*GIVEN[1:], "layout", "game"):
        if getattr(args, name) is not None:
            words += [f"--{name}", str(getattr(args, name))]
    asked = parser.parse_args(words)
    asked.walk = True
    return running.run(asked)
