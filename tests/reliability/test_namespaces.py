"""Network namespaces: a wire's packets get lost in the direction that was named, and come again afterwards."""

import socket
from random import Random

import pytest

from reliability import namespaces
from reliability.namespaces import Network

pytestmark = pytest.mark.slow


def test_packets_get_lost_and_nobody_is_told() -> None:
    why = namespaces.why_not()
    if why:
        pytest.skip(f"NO PACKET CAN BE LOST HERE: {why}")
    network = Network(2)
    branch, other = network.branches
    try:
        with pytest.raises(OSError, match="unreachable"):
            other.asked(lambda: socket.create_connection(("10.213.0.1", 1), 1))
        with pytest.raises(ConnectionRefusedError):
            branch.asked(lambda: socket.create_connection((branch.host, 1), 1))
        seen: list[str] = []

        def play(_seconds: float) -> None:
            try:
                branch.asked(lambda: socket.create_connection((branch.host, 1), 0.2))
            except TimeoutError:
                seen.append("nothing")

        branch.part(Random(1), play, 1.0)
        branch.swallow(Random(1), play, 1.0)
        branch.swallow(Random(2), play, 1.0)
        assert seen == ["nothing"] * 3
        with pytest.raises(ConnectionRefusedError):
            branch.asked(lambda: socket.create_connection((branch.host, 1), 1))
    finally:
        network.close()
