"""NumPy multiplies in one thread, unless somebody wishes otherwise."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

MULTIPLY = """
import os
def threads():
    tasks = "/proc/self/task"
    return len(os.listdir(tasks)) if os.path.isdir(tasks) else 0
before = threads()  # one; an emulator has some of its own
import {package}, numpy
numpy.ones((700, 700)) @ numpy.ones((700, 700))
print(os.environ["OPENBLAS_NUM_THREADS"], threads() - before)
"""


def told(package: str, wished: dict[str, str]) -> list[str]:
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")} | wished
    done = subprocess.run(
        [sys.executable, "-c", MULTIPLY.replace("{package}", package)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout.split()


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="only Linux tells a process's threads")
@pytest.mark.parametrize("package", ["companion", "vision"])
def test_numpy_multiplies_in_one_thread(package):
    assert told(package, {}) == ["1", "0"]


def test_whoever_wishes_for_more_threads_gets_them():
    assert told("companion", {"OPENBLAS_NUM_THREADS": "3"})[0] == "3"
