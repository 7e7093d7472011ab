"""A Raspberry Pi's pins for gpiozero: lgpio's, on every model."""

import atexit
import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def lgpio_factory() -> Any:
    """Return gpiozero's pin factory over lgpio. Raises whatever gpiozero, lgpio and the system raise where it can't."""
    with _elsewhere():
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - it exists on Linux only

    return LGPIOFactory()


@contextlib.contextmanager
def _elsewhere() -> Iterator[None]:
    """While lgpio is imported it leaves a pipe in its working folder and goes there for good; neither is wanted."""
    here = Path.cwd()
    if "LG_WD" not in os.environ:
        folder = tempfile.mkdtemp(prefix="companion-pins-")
        os.environ["LG_WD"] = folder
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    try:
        yield
    finally:
        os.chdir(here)
