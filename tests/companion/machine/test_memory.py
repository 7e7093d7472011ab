"""What pictures took is given back at once; the environment's own word stands."""

import platform
import subprocess
import sys

import pytest

from companion.machine import memory

HELD_BETWEEN = """
import os, sys
from companion.machine import memory
if sys.argv[1] == "told":
    assert memory.give_back_at_once({})
del (first := [bytearray(24 << 20)])[:]  # from here on glibc by itself takes such blocks from its heap
kept = []
for _ in range(8):
    picture = bytearray(8 << 20)
    kept.append(bytearray(1 << 20))
    pictures = [picture, *globals().get("pictures", [])]
del picture, pictures
print(int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20)
"""


SMALL_BETWEEN = """
import os, sys
from companion.machine import memory
kept = []
for _ in range(4000):
    small = bytearray(16 << 10)
    kept.append((bytearray(512), small))
kept = [few for few, _ in kept]
del small
if sys.argv[1] == "told":
    memory.give_back()
print(int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20)
"""


def taken_mib(how: str, what: str = HELD_BETWEEN) -> int:
    run = subprocess.run([sys.executable, "-c", what, how], capture_output=True, text=True, check=True, env={})
    return int(run.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another allocator")
def test_between_what_is_held_no_picture_stays_taken() -> None:
    assert taken_mib("told") < taken_mib("untold") - 40


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another allocator")
def test_what_lies_free_in_small_pieces_is_given_back_when_asked() -> None:
    assert taken_mib("told", SMALL_BETWEEN) < taken_mib("untold", SMALL_BETWEEN) - 30


def test_what_the_environment_says_of_memory_stands() -> None:
    assert not memory.give_back_at_once({"MALLOC_ARENA_MAX": "2"})
