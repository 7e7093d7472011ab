"""What the rig's tests share: a place for the virtual camera's pictures that can be written."""

import subprocess
from collections.abc import Iterator

import pytest
from rig.virtual_camera import FRAMES


@pytest.fixture
def frames() -> Iterator[None]:
    subprocess.run(["mount", "-t", "tmpfs", "frames", str(FRAMES)], check=True)
    yield
    subprocess.run(["umount", str(FRAMES)], check=True)
