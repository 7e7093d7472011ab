"""Ports for those who must be told one before they listen."""

import random
import socket
from contextlib import suppress

BELOW_THE_SYSTEMS = range(20_000, 32_000)  # Linux gives out 32768 and up by itself, others 49152 and up


def free_port() -> int:
    """Return a port that nobody uses and that the system gives to nobody else meanwhile: tests run side by side, and
    each connection takes one."""
    while True:
        port = random.SystemRandom().choice(BELOW_THE_SYSTEMS)
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port
