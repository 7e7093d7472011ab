"""Every page of the companion, each at the moments when it looks different, with the longest names there can be."""

import functools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import Page
from support.playthroughs import playthrough
from support.served_table import LONG, SIGHTS, picture_of
from support.turns_seen import tiles
from support.upkept_table import UpkeptTable
from support.walking_people import Walkers

from companion.game import record as records
from companion.game.match import Match
from companion.simulation import simulated_table
from companion.table import requests
from companion.table.evening import UNCLEAR_S
from companion.table.signals import Stillness, ZoneLook
from companion.teaching.page import WalkDoor
from hardware.camera import Picture
from hardware.pods import PodKey
from web.shown import Role

OTHERS = {
    "stingy": "stingy-6-sly_off-colour_bonus_on",
    "alcatraz": "alcatraz-5-zero_padding_off",
    "allaboard": "allaboard-5-effects_on",
}
UNFOLD = "for (const part of document.querySelectorAll('main details')) part.open = true"
HOST_PAGES = (
    "/pieces",
    "/pieces/shipshape",
    "/pieces/shipshape/face?name=gold%202",
    "/camera",
    "/first-evening",
    "/lens",
    "/wiring",
    "/settings",
    "/numbers/allaboard",
    "/numbers/stingy",
)


class Bench:
    """A bench on which nothing moves."""

    def camera_picture(self) -> bytes:
        """Return no picture."""
        return b"\xff\xd8\xff"

    def display_picture(self) -> bytes:
        """Return no picture."""
        return b"\x89PNG"

    def lamps(self) -> Mapping[str, float]:
        """Return pods of which one shines."""
        return {str(pod): 0.5 if pod == 2 else 0.0 for pod in range(1, 7)}

    pace = "normal"

    def set_pace(self, pace: str) -> bool:
        """Do nothing."""
        return pace in ("normal", "slow", "pause")

    def key(self, pod: int, key: str, pressed: bool) -> None:
        """Do nothing."""


@functools.cache
def _bare_mat() -> Picture:
    return simulated_table.bare("shipshape", 3)


class WholeTable(UpkeptTable):
    """A table with all that a page can show: upkeep, the teach walk, the bench, and games of every kind."""

    def __init__(self, folder: Path, names: Sequence[str] = LONG) -> None:
        super().__init__(folder)
        self.names = names
        self.people = Walkers(folder)
        self.door._walking = WalkDoor(self.people.walker, lambda: self.feed.latest[1].snapshot, self._role, folder)
        self.door._bench = Bench()
        self.eye.scene = _bare_mat
        self.wiring.begin()
        self.wiring.heard(1, PodKey.OK, True)

    def _role(self, device: str) -> Role:
        return self.door.own(device).role

    def stored(self, game: str, share: float = 1.0) -> str:
        """Store a share of a played game and return its id."""
        text = playthrough(OTHERS[game]).read_text().splitlines()
        names = dict(zip(json.loads(text[0])["players"], self.names, strict=False))
        header, *events = [renamed(json.loads(line), names) for line in text]
        events = events[: round(len(events) * share)]
        game_id = f"{game}-{round(share * 100)}"
        self.store.begin(game_id, "2026-11-20T19:00:00Z", header, "seed")
        for event in events:
            self.store.play(game_id, "2026-11-20T19:30:00Z", event)
        record = "".join(json.dumps(line) + "\n" for line in (header, *events))
        match = Match.replay(records.lines(record.encode()))
        self.store.finish(game_id, match.over, match.final)
        return game_id

    def take_up(self, game: str, share: float) -> str:
        """Take a stored game up where a share of it is played."""
        game_id = self.stored(game, share)
        reply = self.ask(requests.TakeUp(game_id))
        assert reply.ok, reply.text
        return game_id


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return a line with every player's name replaced."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [renamed(one, names) for one in value]
    if isinstance(value, dict):
        return {names.get(key, key): renamed(one, names) for key, one in value.items()}
    return value


@dataclass(frozen=True)
class Moment:
    """A state of the table, and what is looked at then."""

    name: str
    bring: Callable[[WholeTable], None]
    paths: tuple[str, ...] = ("/",)
    host: bool = False
    guest: bool = False


def be_host(page: Page, table: WholeTable) -> None:
    """Give the table's PIN as the page's script does."""
    sent = {
        "method": "POST",
        "headers": {"Content-Type": "application/json"},
        "body": json.dumps({"do": "pin", "pin": table.session.pin}),
    }
    assert page.evaluate("sent => fetch('/do', sent).then((answer) => answer.json())", sent)["ok"]


def _nothing(_table: WholeTable) -> None:
    """Leave the table as it is."""


def _knocks(table: WholeTable) -> None:
    table.ask_as(requests.Knock(), "somebody")


def _begun(table: WholeTable) -> None:
    table.begin(*table.names)


def _bids(table: WholeTable) -> None:
    _begun(table)
    table.deal()


def _tied(table: WholeTable) -> None:
    _bids(table)
    table.bid_all(7, 7, 3, 4, 5, 6)


def _asked(table: WholeTable) -> None:
    _bids(table)
    table.take_turns(3, unsure={1: (2,), 3: (4,)})


def _stalled(table: WholeTable) -> None:
    """The camera has not told for a while whether somebody's crate lies there."""
    _bids(table)
    table.bid_all(9, 8, 7, 6, 5, 4)
    unread = ZoneLook(Stillness.MOVING, table.now_s, picture=picture_of(SIGHTS[0]), unclear_s=table.now_s)
    table.wait(UNCLEAR_S + 1)
    table.look(dict.fromkeys(map(table.session.evening.zone_of, table.names), unread))
    assert table.snapshot.stall is not None


def _scored(table: WholeTable) -> None:
    _bids(table)
    table.take_turns(3)


def _over(table: WholeTable) -> None:
    _scored(table)
    table.voyage()
    table.voyage()


def _of(game: str, share: float) -> Callable[[WholeTable], None]:
    def bring(table: WholeTable) -> None:
        table.take_up(game, share)

    return bring


def _seen(table: WholeTable) -> None:
    """The camera has read the tiles of everybody before the fifth, and is not sure of two."""
    table.ask(requests.NewGame("stingy", list(table.names)))
    lying = {f"place {number}": tiles() for number in range(1, 7)}
    for number, seat in enumerate(table.names[:4], 1):
        colours = ("red", "blue", "green", "purple", "yellow", "orange")
        hand = (f"{colour} {('coins', 'parrot', 'diamond', 'bottle')[number - 1]}" for colour in colours)
        lying[f"place {number}"] = tiles(*hand, unsure=(1,) if number == 4 else ())
        table.ask(requests.GoOn(seat))
        table.look(lying)
    table.ask(requests.Answer(table.snapshot.questions[0].id, "blue bottle"))


def _wrong(table: WholeTable) -> None:
    """A reading that was wrong was corrected and kept, another one was in doubt."""
    _asked(table)
    for question in list(table.snapshot.questions):
        table.ask(requests.Answer(question.id, question.likeliest[0]))
    seat, line = table.names[0], len(table.match.lines) - 1
    table.ask(requests.Correct(line, seat, 0, "contraband 6", confirm=True))
    for cell in (0, 2):
        kept = table.door._cases.do({"do": "keep_case", "line": line, "seat": seat, "cell": cell})
        assert kept.ok, kept.text


def _faces(table: WholeTable) -> None:
    """Everybody has chosen a face, and two have a photo."""
    _over(table)
    photo = BytesIO()
    Image.new("RGB", (256, 256), "teal").save(photo, "JPEG")
    for number, name in enumerate(table.names):
        table.door.people().do({"do": "person", "name": name, "face": f"{number % 5}{(number + 1) % 5}{number % 4}"})
        if number < 2:
            assert table.door.people().take(name, photo.getvalue(), str)[0]


def _past(table: WholeTable) -> None:
    _over(table)
    for game in OTHERS:
        table.stored(game)


def moments() -> Iterator[Moment]:
    """Yield each moment with its pages."""
    yield Moment(
        "nobody", _nothing, ("/", "/new", "/invite", "/more", "/health", "/history", "/players", "/wall", "/bench")
    )
    yield Moment("missing", _nothing, ("/nowhere", "/game/none"))
    yield Moment("stranger", _knocks, ("/", "/settings", "/teach", "/in/NOSUCHKEY"), guest=True)
    yield Moment("knock", _knocks, ("/",))
    yield Moment("host", _nothing, (*HOST_PAGES, "/teach", "/health"), host=True)
    yield Moment("drawing", _begun)
    yield Moment("bids", _bids)
    yield Moment("tied", _tied, ("/", "/wall"))
    yield Moment("asked", _asked)
    yield Moment("stalled", _stalled, ("/", "/wall"))
    yield Moment("scored", _scored, ("/", "/bench"))
    yield Moment("wrong", _wrong, ("/cases",), host=True)
    yield Moment("faces", _faces, ("/", "/wall", "/players", f"/player?name={quote(LONG[0])}"))
    yield Moment("over", _over, ("/", "/wall", "/new?again=game-1"))
    yield Moment("seen", _seen)
    for game in OTHERS:
        yield Moment(f"{game}-midway", _of(game, 0.6))
        yield Moment(f"{game}-over", _of(game, 1.0))
    yield Moment(
        "past",
        _past,
        (
            "/history",
            "/players",
            "/game/game-1",
            "/game/game-1/5",
            "/game/alcatraz-100",
            "/game/stingy-100/12",
            "/keepsake/game-1",
            f"/player?name={quote(LONG[0])}",
        ),
    )
