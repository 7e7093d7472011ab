"""The room's program for `test_room_load`: as `companion room`, but it notes how old each update is when it is taken,
and says so at its end. `python room_process.py BROKER_PORT FOLDER`; it prints its page's port first."""

import json
import signal
import sys
import threading
import time
from pathlib import Path

from companion.commands.room import FILE, now
from companion.publishing.broker import Address
from companion.room.book import Book
from companion.room.desk import Desk
from companion.room.hall import Hall
from web.room.app import create_app
from web.serving import Server


def main(port: int, folder: Path) -> None:
    """Run until a signal ends it."""
    stopped, ended, ages_s = threading.Event(), threading.Event(), list[float]()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    book = Book(folder / FILE)
    hall = Hall(book, Address("127.0.0.1", port), now)
    reported = hall.floor.reported

    def noted(table, report, **how):
        ages_s.append(time.time() - float(report.at))
        return reported(table, report, **how)

    hall.floor.reported = noted
    server = Server(create_app(Desk(book, hall, now)), "127.0.0.1", 0)
    threading.Thread(target=hall.run, args=(ended,), daemon=True).start()
    server.start()
    print(server.port, flush=True)
    while not stopped.wait(1.0):
        pass
    taken = -1
    while taken < len(ages_s):  # what is on its way is taken still
        taken = len(ages_s)
        ended.wait(1.0)
    ended.set()
    server.close()
    print(json.dumps(ages_s), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
