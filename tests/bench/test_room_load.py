"""A room of a thousand tables: how old an update is when the room has it and when a wall has it; processor and memory
of broker and room, the crowd's own share apart. Run by `make bench`, on a quiet machine."""

import json
import os
import subprocess
import sys
import threading
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from support.mosquitto import Mosquitto, needed

from companion.commands.room import FILE
from companion.room.book import Book

pytestmark = [pytest.mark.bench, needed]
HERE = Path(__file__).parent
SECONDS = float(os.environ.get("SECONDS", "60"))
TICKS = os.sysconf("SC_CLK_TCK")


def used(pid: int) -> tuple[float, float]:
    """Return a process's processor time in seconds and its memory in MB."""
    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    status = Path(f"/proc/{pid}/status").read_text()
    resident = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return (int(stat[11]) + int(stat[12])) / TICKS, int(resident.split()[1]) / 1024


def look_on(port: int, ages_s: list[float], sizes: list[int]) -> None:
    """Be a wall: note how old each table's line is when it comes."""
    wall = HTTPConnection("127.0.0.1", port, timeout=30)
    wall.request("GET", "/stream")
    answer = wall.getresponse()
    try:
        for line in answer:
            if not line.startswith(b"data: {"):
                continue
            now_s = time.time()
            sizes.append(len(line))
            for tile in json.loads(line[6:]).get("tables", {}).values():
                if tile.get("line"):
                    ages_s.append(now_s - float(tile["line"].split()[0]))
    except (OSError, ValueError):
        return  # the room has ended


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


@pytest.mark.parametrize(("tables", "room_s", "wall_s"), [(40, 0.25, 0.4), (1000, 0.25, 1.3), (2000, None, None)])
def test_updates_are_fresh(tables: int, room_s: float | None, wall_s: float | None, tmp_path: Path) -> None:
    keys = {f"table{number}": os.urandom(32).hex() for number in range(tables)}
    with closing(Book(tmp_path / FILE)) as book, book.together():
        for name, key in keys.items():
            book.pair(name, bytes.fromhex(key), "2026")
    (tmp_path / "keys.json").write_text(json.dumps(keys))
    (tmp_path / "broker").mkdir()
    broker = Mosquitto(tmp_path / "broker")
    run = [sys.executable]
    room = subprocess.Popen(
        [*run, str(HERE / "room_process.py"), str(broker.port), str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert room.stdout is not None
        port = int(room.stdout.readline())
        crowd = subprocess.Popen(
            [*run, str(HERE / "table_crowd.py"), str(broker.port), str(tmp_path / "keys.json"), str(SECONDS)],
            stdout=subprocess.PIPE,
            text=True,
        )
        walls: list[tuple[list[float], list[int]]] = [([], []), ([], [])]
        for wall in walls:
            threading.Thread(target=look_on, args=(port, *wall), daemon=True).start()
        before, began_s = (used(broker.pid), used(room.pid)), time.monotonic()
        said = json.loads(crowd.communicate()[0])
        took_s = time.monotonic() - began_s
        after = used(broker.pid), used(room.pid)
    finally:
        room.terminate()
        ages_s = json.loads(room.communicate()[0].splitlines()[-1])
        broker.kill()
    settled = [ages[len(ages) // 10 :] for ages, _ in walls]  # the first tenth is of tables that are met
    shares = [round(100 * (now[0] - then[0]) / took_s) for now, then in zip(after, before, strict=True)]
    seen = [f"p50 {percentile(one, 0.5) * 1000:.0f} p99 {percentile(one, 0.99) * 1000:.0f} ms" for one in settled]
    size = said["bytes"] // said["messages"]
    print(f"\n{tables} tables, {said['messages']} updates of {size} B in {took_s:.0f} s")
    print(f"  room p50 {percentile(ages_s, 0.5) * 1000:.0f} p99 {percentile(ages_s, 0.99) * 1000:.0f} ms; walls {seen}")
    print(f"  broker {shares[0]} % of a core, {after[0][1]:.0f} MB; room {shares[1]} %, {after[1][1]:.0f} MB")
    print(f"  digest {max(walls[0][1]) // 1000} kB; crowd {100 * said['cpu_s'] / took_s:.0f} %", end="")
    print(f", at most {said['late_s'] * 1000:.0f} ms late")
    assert len(ages_s) == said["messages"]
    if room_s is not None and wall_s is not None:
        assert percentile(ages_s, 0.99) <= room_s
        assert all(percentile(one, 0.99) <= wall_s for one in settled)
        assert after[0][1] + after[1][1] <= 200
