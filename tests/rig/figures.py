"""What the service takes with camera, pods and display: its memory, and a processor's time while nothing moves.

A process of its own in the rig's kernel and tree (make test-rig); it prints, and fails for no figure. The camera is the
genuine picamera2 at a Camera Module's size. The virtual camera draws every picture with the processor, which a Pi's
does not: what it takes by itself is measured first and told beside. Outside the kernel pods and display are twins.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rig.virtual_camera import FRAMES, put_before_the_camera, virtual_picamera
from support import kernel_pins

from companion.app.assembly import _sight
from companion.app.service import Leaves, Service
from companion.camera.play import Watch
from companion.config import Folders
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.seats import MACHINE
from companion.table.snapshot import Step
from hardware.opening import Bus, CameraConfig, DisplayConfig, PodsConfig, PodsKind, open_rig
from hardware.pi_camera import PiCamera
from hardware.pins import BESIDE_I2C
from hardware.pods import PodKey, Pods, ScriptedPods
from web.app import create_app
from web.serving import Server

TAUGHT = Folders(Path("/opt/rig"))
SIZE_PX = (2304, 1296)
IN_THE_KERNEL = "COMPANION_RIG" in os.environ
MEASURED_S = 20.0
FREE = 80.0  # percent: above it the camera leaves too little of the processor to see what the rest would take
NAMES = ("Ana", "Rui", "Mia")


def share(seconds: float) -> float:
    """Return the share of one processor that this process takes, in percent, over so many seconds."""
    begun, used = time.monotonic(), time.process_time()
    time.sleep(seconds)
    return 100 * (time.process_time() - used) / (time.monotonic() - begun)


def memory_mb(which: str) -> float:
    """Return this process's memory: VmRSS is what it holds now, VmHWM the most that it held."""
    status = Path("/proc/self/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith(which)).split()[1]) / 1024


def until(what: str, done: Callable[[], bool], limit_s: float = 300.0) -> None:
    """Wait for it, and give up aloud."""
    begun = time.monotonic()
    while not done():
        if time.monotonic() - begun > limit_s:
            raise SystemExit(f"NOT: {what} in {limit_s:.0f} s")
        time.sleep(0.2)


def pull(pods: Pods, seat: int, key: PodKey, down: bool) -> None:
    """Press a key, or let it go, in the kernel or on the twin; no faster than a finger does."""
    if isinstance(pods, ScriptedPods):
        (pods.press if down else pods.release)(seat, key)
    else:
        kernel_pins.pull(BESIDE_I2C[seat].add if key is PodKey.ADD else BESIDE_I2C[seat].ok, down)
    time.sleep(0.2)


def press(pods: Pods, seat: int, key: PodKey) -> None:
    """Press a key once."""
    pull(pods, seat, key, True)
    pull(pods, seat, key, False)


def draw() -> None:
    """Put a table with three holds on it before the camera. In a process of its own: drawing takes memory, too."""
    from rig.voyage import Voyage  # noqa: PLC0415 - the measured process needs no demo

    from companion.simulation import simulated_table  # noqa: PLC0415

    voyage = Voyage(simulated_table.teach("shipshape", TAUGHT.pieces("shipshape")))
    while voyage.snapshot.step is not Step.BIDS:
        for deed in voyage.table.act(voyage.snapshot):
            voyage._do(deed)
    voyage.table.act(voyage.snapshot)  # people lay their holds
    put_before_the_camera(voyage.table.picture())
    voyage.close()


def opened() -> tuple[Pods, Leaves]:
    """Open camera, pods and display as the service does."""
    kind, bus = (PodsKind.GPIO, Bus.I2C) if IN_THE_KERNEL else (PodsKind.SIMULATED, Bus.SIMULATED)
    rig = open_rig(CameraConfig(), PodsConfig(kind, BESIDE_I2C, 6), DisplayConfig(bus))
    assert rig.pods is not None, rig.faults
    camera = PiCamera(size_px=SIZE_PX, opener=virtual_picamera)
    watch = Watch(camera, lambda game, seats: _sight(TAUGHT, None, game, seats))
    return rig.pods, Leaves(rig.pods, rig.display, watch, faults=rig.faults)


def watching(service: Service, pods: Pods) -> None:
    """Begin a game and bid: now the camera looks as often as it ever does. Wait until the holds are read."""
    service.submit(MACHINE, requests.NewGame("shipshape", list(NAMES)))
    service.submit(MACHINE, requests.GoOn())
    for seat in range(len(NAMES)):
        for _ in range(seat + 1):
            press(pods, seat, PodKey.ADD)
        press(pods, seat, PodKey.OK)
    until("the reveal", lambda: service.feed.latest[1].snapshot.step is Step.REVEAL)
    # The set is fitted beside a camera that is drawn by the same processor: five minutes and a half were seen.
    until("a reading of every hold", lambda: holds_read(service) == len(NAMES), limit_s=900.0)


def holds_read(service: Service) -> int:
    """Return how many holds the camera has read."""
    evening = service.session.evening
    return sum(look.seen is not None for look in evening.zones.values()) if evening is not None else 0


def main() -> None:
    """Measure and print."""
    if IN_THE_KERNEL:
        subprocess.run(["mount", "-t", "tmpfs", "frames", str(FRAMES)], check=True)
        for pod in BESIDE_I2C:
            for pin in (pod.add, pod.ok):
                kernel_pins.pull(pin, down=False)
    subprocess.run([sys.executable, __file__, "draw"], check=True)
    steps = [("the program", memory_mb("VmRSS"))]
    pods, leaves = opened()
    alone = share(MEASURED_S)
    steps.append(("devices open", memory_mb("VmRSS")))
    with tempfile.TemporaryDirectory() as folder:
        service = Service(Folders(Path(folder)), leaves, Equipment(pods=pods.count, camera=True, display=True))
        service.start()
        server = Server(create_app(service.door), "127.0.0.1", 0)
        server.start()
        steps.append(("the service begun", memory_mb("VmRSS")))
        watching(service, pods)
        both = share(MEASURED_S)
        held, most = memory_mb("VmRSS"), memory_mb("VmHWM")
        print(f"the service with camera, six pods and display: {held:.0f} MB, at most {most:.0f} MB", end="; before, ")
        print(", ".join(f"{what}: {megabytes:.0f} MB" for what, megabytes in steps))
        watched = f"{both - alone:.1f} % of a processor" if alone < FREE else "not told: this machine is too busy"
        print(f"watching, nothing moves: {watched}; the virtual camera alone: {alone:.1f} %")
        server.close()
        service.stop()


if __name__ == "__main__":
    draw() if sys.argv[1:] == ["draw"] else main()
