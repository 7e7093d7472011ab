"""The tables for `test_room_load`: so many connections that each send a real companion's update once a second.
`python table_crowd.py BROKER_PORT KEYS_FILE SECONDS`; at its end it says how late it was itself."""

import json
import selectors
import socket
import sys
import time
from pathlib import Path

from companion.language.catalogue import LANGUAGES
from companion.publishing.messages import Report, Seat, State, Topic, topic, written
from web.shown import Lamp, Step

COLOURS = ("#e69f00", "#56b4e9", "#007a5a", "#f0e442", "#1f3f9e", "#cc79a7")


def state(number: int, at: str) -> State:
    """Return a full table's state; the line in each language begins with when it was told."""
    said = " Maximiliana Albuquerque-Santos: take the top crate, then Wilhelmina, Bartholomäus, Ana, Rui and João" * 2
    seats = tuple(
        Seat(f"Bartholomäus von Schwarzen {place}", colour, Lamp.AWAITED, 40 + place, place + 1)
        for place, colour in enumerate(COLOURS)
    )
    line = dict.fromkeys(LANGUAGES, f"{at}{said}")
    cards = {seat.name: place for place, seat in enumerate(seats)}
    return State(f"Table {number}", Step.REVEAL, line, "game1", "shipshape", "ShipShape", seats, cards, 2)


def length(number: int) -> bytes:
    """Return a remaining length as MQTT 3.1.1 writes it (2.2.3)."""
    out = bytearray()
    while True:
        number, digit = divmod(number, 128)
        out.append(digit | (128 if number else 0))
        if not number:
            return bytes(out)


def connect(port: int, name: str) -> socket.socket:
    """Return a connection that the broker has taken."""
    one = socket.create_connection(("127.0.0.1", port))
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    client = name.encode()
    body = b"\x00\x04MQTT\x04\x02\x00\x3c" + len(client).to_bytes(2, "big") + client
    one.sendall(b"\x10" + length(len(body)) + body)
    assert one.recv(4) == b"\x20\x02\x00\x00"
    return one


def main(port: int, keys: dict[str, str], seconds: float) -> None:
    """Send for so long."""
    tables = [(name, bytes.fromhex(key), connect(port, name)) for name, key in keys.items()]
    selector, late_s, bytes_sent = selectors.DefaultSelector(), 0.0, 0
    began_s, count = time.monotonic(), len(tables)
    for number in range(int(count * seconds)):
        due_s = began_s + number / count
        wait_s = due_s - time.monotonic()
        if wait_s > 0:
            selector.select(wait_s)
        late_s = max(late_s, -wait_s)
        name, key, one = tables[number % count]
        turn, at = number // count, f"{time.time():.6f}"
        where = topic(name, Topic.BIRTH if turn == 0 else Topic.UPDATE)
        payload = written(where, Report(1, turn, at, state(number % count, at)), key)
        body = len(where).to_bytes(2, "big") + where.encode() + payload
        one.sendall(b"\x31" + length(len(body)) + body)
        bytes_sent += len(payload)
    took_s = time.monotonic() - began_s
    sent = {"messages": int(count * seconds), "bytes": bytes_sent, "late_s": late_s, "took_s": took_s}
    print(json.dumps({**sent, "cpu_s": time.process_time()}), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text()), float(sys.argv[3]))
