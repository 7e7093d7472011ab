"""Room and tables over a real Mosquitto: what the room offers a table reaches it, and what it plays the room."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from support.mosquitto import Mosquitto, needed
from support.people_at_table import People

from companion.publishing.broker import Address
from companion.publishing.publisher import Manner, Publisher
from companion.room.book import Book
from companion.room.hall import Hall
from companion.room.next_round import drawn
from companion.room.timer import Timer
from companion.room.tournament_events import Begun, Entered, Way
from companion.table import requests

pytestmark = needed
NOW = "2026-11-20T20:00:00+00:00"
LONGEST_S = 20.0


@contextmanager
def running(run: Callable[[threading.Event], None]) -> Iterator[None]:
    """Run something in a thread of its own for a while."""
    stopped = threading.Event()
    thread = threading.Thread(target=run, args=(stopped,))
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()


def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    deadline_s = time.monotonic() + LONGEST_S
    while not holds():
        assert time.monotonic() < deadline_s
        threading.Event().wait(0.02)


def test_round_seats_and_timer_reach_the_table_and_its_game_the_round(tmp_path: Path, people: People) -> None:
    broker, book = Mosquitto(tmp_path), Book(tmp_path / "room.db")
    address = Address("127.0.0.1", broker.port)
    hall = Hall(book, address, lambda: NOW)
    publisher = Publisher(address, Manner("Table 7"), people.store, lambda: people.snapshot, lambda: NOW)
    try:
        with running(hall.run), running(publisher.run):
            publisher.pair(hall.open_code())
            until(hall.there)
            hall.tournaments.begin(Begun("Open", Way.SWISS, rounds=2, least=2, usual=2, most=2), "Eva")
            hall.happen(Entered("a", "Ana"), Entered("r", "Rui"), who="Eva")
            hall.happen(drawn(hall.tournaments.now, hall.there(), Random(1), since=book.last()), who="Eva")
            until(publisher.offer)
            assert publisher.offer().left_s is None
            hall.time(Timer(600.0, None))
            until(lambda: publisher.offer().left_s == 600)
            offer = publisher.offer()
            assert ({*offer.seats}, offer.round, offer.rounds, offer.runs) == ({"Ana", "Rui"}, 1, 2, False)
            broker.kill()  # one that forgets what it had kept
            broker.start()
            assert people.ask(requests.NewGame("alcatraz", [*offer.seats])).ok
            for _ in range(2):
                assert people.ask(requests.Enter({"do": "end_round"})).ok
            until(lambda: hall.tournaments.now.pairing(1, 1).score)
            until(lambda: publisher.offer() is None)  # the round is over here
            until(lambda: all(row.confirmed for row in people.store.outbox()))
            assert hall.problem is None
    finally:
        broker.kill()
        book.close()
