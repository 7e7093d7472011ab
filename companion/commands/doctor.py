"""`companion doctor`: is everything there, does it work, and what to do where it does not."""

import argparse
import json
import queue
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from companion.commands.arguments import CAMERAS, with_arguments
from companion.config import Config, ConfigError, data_folder, load, usual_file
from companion.display import panel
from companion.language.message import say
from companion.machine import checks, facts, health, sandbox, support_file, wiring
from companion.machine.devices import display_of, pods_of
from companion.machine.wiring import Wiring
from companion.table.snapshot import Health
from hardware.display import Display
from hardware.errors import HardwareError
from hardware.lamp import LampPattern
from hardware.opening import PodsKind, open_display, pod_map
from hardware.pods import GpioPods, PodKey, Pods

SIGNS = {health.OK: "ok", health.ATTENTION: "look", health.BROKEN: "NO"}
BEAT_S = 0.02
PATIENCE_S = 60.0


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `companion doctor` takes."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="the configuration to check (what is found)")
    parser.add_argument("--camera", help=f"look through this one: {CAMERAS}")
    parser.add_argument("--layout", help="the layout.toml that was printed with the mat")
    parser.add_argument("--data", metavar="DIR", help="the folder for games and taught pieces")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--zip", type=Path, metavar="FILE", help="write a support ZIP, without secrets, as well")
    parser.add_argument(sandbox.INSIDE, action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--wiring", action="store_true", help="press each key of the pods in turn")


def run(args: argparse.Namespace) -> int:
    """Check everything; 0 all works, 1 something is broken, 2 the configuration can't be read."""
    try:
        file = args.config or usual_file()
        config = with_arguments(load(file), args)
        if args.wiring:
            return _wiring(config, sys.stdout)
        configured = args.camera is args.layout is args.data is None
        within = sandbox.looked_from_inside(file) if configured and not args.inside else None
        parts = within or _looked(config, file, inside=args.inside)
        if args.zip is not None:
            support_file.write(args.zip, parts, file)
    except (ConfigError, HardwareError) as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{args.zip}: {error.strerror}; name a file that can be written", file=sys.stderr)
        return 2
    report(parts, sys.stdout, as_json=args.json)
    return 1 if health.worst(parts) == health.BROKEN else 0


def _looked(config: Config, file: Path | None, *, inside: bool) -> tuple[Health, ...]:
    """Return how every part does; from `inside` the service's sandbox also what that refuses."""
    refused: tuple[Health, ...] = ()
    if inside:
        refused = sandbox.refused([data_folder(config), *([] if file is None else [file.parent])])
    try:
        parts = checks.check(config, checks.Workbench(in_use=facts.service_state() == "active"))
    except ConfigError:
        if health.worst(refused) != health.BROKEN:
            raise
        return refused  # no folder for the games: nothing else can be looked at
    return (*parts, *refused)


def report(parts: Sequence[Health], out: TextIO, *, as_json: bool) -> None:
    """Print how every part does."""
    if as_json:
        whole = {"state": health.worst(parts), "parts": [health.plain(part) for part in parts]}
        print(json.dumps(whole, ensure_ascii=False), file=out)
        return
    wide = max(len(part.part) for part in parts)
    for part in parts:
        print(f"{SIGNS[part.state]:4}  {part.part:{wide}}  {part.text}", file=out)


# ---- the wiring test


def _wiring(config: Config, out: TextIO) -> int:
    wanted = pods_of(config.pods)
    if wanted.kind is PodsKind.NONE:
        raise ConfigError(say("no pods are configured: set pods.count, or run `companion setup`"))
    panel_config = display_of(config.display)
    pods = GpioPods(pod_map(wanted, panel_config))
    display = open_display(panel_config)
    try:
        done = press_each(pods, display, out)
    finally:
        pods.close()
        if display is not None:
            display.close()
    return 0 if done else 1


def press_each(pods: Pods, display: Display | None, out: TextIO, clock: Callable[[], float] = time.monotonic) -> bool:
    """Ask for each key in turn until all were right, or nobody presses for a minute; return whether all were."""
    edges: queue.Queue[tuple[int, PodKey, bool]] = queue.Queue()
    pods.listen(lambda pod, key, pressed, _: edges.put((pod, key, pressed)))
    test = Wiring(pods.count)
    _say(test, pods, display, out)
    last_s = clock()
    while test.asked is not None:
        try:
            after = wiring.heard(test, *edges.get(timeout=BEAT_S))
            last_s = clock()
        except queue.Empty:
            after = test
        pods.tick(clock())
        if after != test:
            test = after
            _say(test, pods, display, out)
        if clock() - last_s > PATIENCE_S:
            print("nobody pressed for a minute: look at that key's wire and its ground", file=out)
            return False
    return True


def _say(test: Wiring, pods: Pods, display: Display | None, out: TextIO) -> None:
    asked = test.asked
    for pod in range(pods.count):
        pods.show(pod, LampPattern.STEADY if asked is not None and asked[0] == pod else LampPattern.OFF)
    if test.wrong is not None:
        print(test.wrong, file=out)
    print(test.line, file=out)
    if display is not None:
        small = [] if test.wrong is None else [str(test.wrong)]
        display.show(panel.sentence(display.size, str(test.line), small)[0])
