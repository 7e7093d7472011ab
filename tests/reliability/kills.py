"""Kills: the real service, killed while a phone enters events through its door; what was answered is there once, in its
order, and what was on the way is there whole or not at all."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from support.legal_play import playing
from support.ports import free_port

from companion.game.match import Match
from companion.game.record import Line
from companion.store.database import Store

GAMES = (
    ("alcatraz", ["Ana", "Rui"], {"zero_padding": True}),
    ("stingy", ["Ana", "Rui", "Mia"], {}),
    ("allaboard", ["Ana", "Rui"], {}),
)
PATIENCE_S = 300.0  # others may leave this proof next to no processor; how quick the service is, `load` tells
LONGEST_S = 0.8  # from the first answer to the kill


class Phone:
    """A phone at the service: it keeps its cookie over every restart."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._cookie = ""

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Ask as a page does; an OSError or HTTPException where there is no answer."""
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_S)
        try:
            headers = {"Content-Type": "application/json", "Cookie": self._cookie}
            line.request("POST", "/do", json.dumps(request), headers)
            answer = line.getresponse()
            given = answer.getheader("Set-Cookie")
            if given:
                self._cookie = given.partition(";")[0]
            found: dict[str, Any] = json.loads(answer.read())
            return found
        finally:
            line.close()


def started(data: Path, port: int, said: Any, home: Path) -> subprocess.Popen[bytes]:
    """Start the real service on a data folder and wait until it can be reached. `home` has no configuration but a name
    for the page that no other service has here: one that runs beside it would be told of."""
    config = home / "table-companion" / "companion.toml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(f'[page]\nname = "table-{port}"\n')
    command = [sys.executable, "-m", "companion", "run", "--camera", "none", "--data", str(data)]
    service = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=said,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "XDG_CONFIG_HOME": str(home)},
    )
    end_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s and service.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return service
        time.sleep(0.05)
    service.kill()
    raise OSError(f"the service did not start (status {service.wait()})")


class Kills:
    """One case is one life of the service, on the folder that the last one left."""

    def __init__(self, seed: int, folder: Path) -> None:
        self._seed = seed
        self._data = folder / "data"
        self._port = free_port()
        self._phone = Phone(self._port)
        self._unanswered: OnTheWay | None = None  # at the last kill
        self._known: dict[str, tuple[str, ...]] = {}  # the lines of each game, as they were at the last look

    def case(self, number: int) -> tuple[Mapping[str, int], list[str]]:
        """Start the service, play, kill it, and look at what it has kept."""
        rng = Random(f"{self._seed}/{number}")
        counts: Counter[str] = Counter()
        with (self._data.parent / "said").open("w+b") as said:
            service = started(self._data, self._port, said, self._data.parent)
            try:
                life = self._lived(rng, service)
            finally:
                with suppress(ProcessLookupError):
                    service.send_signal(signal.SIGKILL)
                service.wait()
            said.seek(0)
            words = said.read().decode(errors="replace")
        wrong = [f"the service said: {words}"] if "damaged" in words or "Traceback" in words else []
        wrong += life.wrong + self._judged(life, counts)
        return counts + life.counts, wrong

    def _lived(self, rng: Random, service: subprocess.Popen[bytes]) -> "Life":
        with closing(Store(self._data / "games.db", to_read=True)) as store:
            pin = store.setting("pin")
            running = store.running()
            lines = store.game(running[0]).record if running else ()
        life = Life(self._phone, rng)
        self._phone.ask({"do": "pin", "pin": pin})
        if self._unanswered is not None:
            self._repeat(life, self._unanswered)
            lines = self._record(running[0]) if running else ()
        if not lines and life.begin(rng):
            lines = self._record(life.game)
        killer = threading.Timer(rng.uniform(0, LONGEST_S), service.send_signal, (signal.SIGKILL,))
        killer.start()
        if lines:
            life.play(life.game or running[0], lines)
        killer.join()
        self._unanswered = life.unanswered
        return life

    def _repeat(self, life: "Life", last: "OnTheWay") -> None:
        """Send once more what got no answer: afterwards it was done exactly once."""
        kept = len(self._record(last.game)) - last.lines
        answer = self._phone.ask(last.request)
        after = len(self._record(last.game)) - last.lines
        life.counts["requests repeated"] += 1
        life.counts["… that were kept before the kill"] += kept
        life.repeated = after - kept
        if not answer["ok"] or after != 1:
            life.wrong.append(f"{last.request}: done {kept} times before it was repeated, {after} after: {answer}")

    def _record(self, game: str) -> tuple[dict[str, Any], ...]:
        with closing(Store(self._data / "games.db", to_read=True)) as store:
            return store.game(game).record

    def _judged(self, life: "Life", counts: Counter[str]) -> list[str]:
        wrong = []
        with closing(Store(self._data / "games.db", to_read=True)) as store:
            games = {game: store.game(game) for game in store.games()}
        counts["kills"] += 1
        for game, stored in games.items():
            lines = tuple(json.dumps(line, sort_keys=True) for line in stored.record)
            before = self._known.get(game, ())
            final = Match.replay(Line(n, line) for n, line in enumerate(stored.record, 1)).final
            if lines[: len(before)] != before:
                wrong.append(f"{game}: lines that were kept are others now")
            if stored.final not in (None, final):
                wrong.append(f"{game}: its final is {stored.final}, not {final}")
            new = len(lines) - max(len(before), 1)
            if game == life.game or (not life.game and new):
                counts["events answered"] += life.answered
                new -= life.repeated
                counts["events on the way that were kept"] += new - life.answered
                if not life.answered <= new <= life.answered + life.on_the_way:
                    wrong.append(f"{game}: {life.answered} events answered, {new} kept")
            elif new > 0:
                wrong.append(f"{game}: {new} events that nobody entered")
            self._known[game] = lines
        wrong += [f"{game} is gone" for game in self._known.keys() - games.keys()]
        return wrong


@dataclass(frozen=True)
class OnTheWay:
    """A request that got no answer, in which game, and how many lines its record had then."""

    game: str
    lines: int
    request: dict[str, Any]


class Life:
    """What a phone did in one life of the service."""

    def __init__(self, phone: Phone, rng: Random) -> None:
        self._phone = phone
        self._rng = rng
        self.game = ""
        self.answered = self.on_the_way = self.repeated = 0
        self.unanswered: OnTheWay | None = None
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []

    def begin(self, rng: Random) -> bool:
        """Begin a game."""
        name, players, options = rng.choice(GAMES)
        asked = {"do": "new_game", "game": name, "players": players, "options": options}
        answer = self._phone.ask(asked)
        if not answer["ok"]:
            self.wrong.append(f"no game could be begun: {answer['text']}")
            return False
        self.game = answer["value"]
        self.counts["games begun"] += 1
        return True

    def play(self, game: str, lines: tuple[dict[str, Any], ...]) -> None:
        """Enter one legal event after another until the service is gone or the game over."""
        match = Match.replay(Line(n, line) for n, line in enumerate(lines, 1))
        player = playing.player_of(match.game.name)
        while not match.over:
            event = player.event(match.state, self._rng)
            self.on_the_way = 1
            request = {"do": "enter", "event": event, "id": f"press-{self._rng.getrandbits(64):016x}"}
            self.unanswered = OnTheWay(game, len(match.lines), request)
            try:
                answer = self._phone.ask(request)
            except (OSError, http.client.HTTPException, ValueError):
                return
            self.on_the_way, self.unanswered = 0, None
            if not answer["ok"]:
                self.wrong.append(f"{event} was refused: {answer['text']}")
                return
            self.answered += 1
            match = match.play(Line(len(match.lines) + 1, event))
