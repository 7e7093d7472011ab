"""What the page is handed: the companion as `web.contract.Companion` wants it.

It runs in the page's threads: it reads the latest published value and the store, and puts requests into the session's
queue. Nothing here changes anything by itself.
"""

import json
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from companion.app.past_games import PastGames, cut, is_number
from companion.game import EVEN_SO, Choice, Form, edition, registry
from companion.language import catalogue
from companion.language.catalogue import translator
from companion.language.message import Message, Translate, because, renamed, say, words
from companion.prints.seat_colours import SEAT_COLOURS
from companion.publishing.messages import OfferedPairing
from companion.publishing.results import PeopleInRoom
from companion.session import Published, editions
from companion.settings.cases import Cases
from companion.settings.page import SettingsPage
from companion.settings.people import FacesPage
from companion.showing.stalls import WHOLE
from companion.store.cases import CaseFile
from companion.store.database import Store
from companion.store.errors import StoreError
from companion.store.people import PeopleFile
from companion.table import answers, requests, rights
from companion.table.answers import Answers
from companion.table.feed import Feed
from companion.table.signals import Reply
from companion.table.snapshot import worded
from companion.teaching.walker import PHOTO_OF_WALK
from hardware import photo_file
from hardware.errors import HardwareError
from hardware.phone_camera import PhoneCamera
from vision.observation import Unseen
from web.contract import (
    Bench,
    CellReading,
    Done,
    GameOption,
    PlayableGame,
    PrintedNumbers,
    RoomOffer,
    RoomTimer,
    TablePlace,
    TeachWalk,
)
from web.faces import GameFaces
from web.language import WORDS
from web.shown import Own, Role, Scoreboard

_ID = re.compile(r"[\w-]{0,64}")


class Submit(Protocol):
    """Hands the session a device's request and waits for its reply; `again`: the phone has sent it before."""

    def __call__(self, device: str, request: requests.Request, request_id: str = "", *, again: bool = False) -> Reply:
        """Do it."""
        ...


class Chores(Protocol):
    """What is asked for beside the game: the role that each request needs, by its `do`."""

    names: Mapping[str, Role]

    def do(self, request: Mapping[str, object]) -> Reply:
        """Do it; a RequestError says what can't be understood."""
        ...


class Door(PastGames):
    """See the module."""

    def __init__(
        self,
        feed: Feed[Published],
        store: Store,
        submit: Submit,
        bench: Bench | None = None,
        upkeep: SettingsPage | None = None,
        walking: TeachWalk | None = None,
        beside: Path | None = None,
        photos: PhoneCamera | None = None,
    ) -> None:
        catalogue.add(WORDS)  # the page's own
        super().__init__(store, self.translator)
        self._feed = feed
        self._submit = submit
        self._bench = bench
        self._upkeep = upkeep
        self._walking = walking
        self._cases = self._people = None
        if beside is not None:  # what is kept beside the games lies in this folder
            self._cases = Cases(CaseFile(beside / "cases"), store, self._on_the_table)
            self._people = FacesPage(
                PeopleFile(beside / "people"), self._known_people, in_room=upkeep is not None and upkeep.in_room
            )
        chores = (upkeep, self._cases, self._people)
        self._beside = [one for one in chores if one is not None]  # what is asked for beside the game
        self._photos = photos
        self.offered: Callable[[], OfferedPairing | None] = lambda: None  # what a room offers
        self._worded: dict[str, Scoreboard[str]] = {}
        self._chores = threading.Lock()  # one after the other, or one that comes again is done beside the first
        self._chores_done = Answers()

    @property
    def languages(self) -> Mapping[str, str]:
        """The languages that the companion speaks, and what each calls itself."""
        return catalogue.LANGUAGES

    def translator(self, language: str) -> Translate:
        """Return what says things in a language, as the people here call them."""
        return renamed(translator(language), self._feed.latest[1].snapshot.called)

    def snapshot(self, language: str) -> Scoreboard[str]:
        """Return the newest public snapshot in a language's words, with the number that `updates` waits on; made once
        for all who read it."""
        number, published = self._feed.latest
        kept = self._worded.get(language)
        if kept is None or kept.number != number:  # the session's own stays while only the health is told anew
            kept = replace(worded(published.snapshot, self.translator(language)), number=number)
            if kept.over and kept.game is not None:
                told = self._honoured(kept.game.id, language)
                kept = replace(kept, honours=tuple((badge.seat, badge.text) for badge in told))
            self._worded[language] = kept
        return kept

    def updates(self, after: int, timeout_s: float) -> int:
        """Wait until the snapshot's number exceeds `after` or the time is up; return the newest number."""
        return self._feed.wait(after, timeout_s)

    def own(self, device: str) -> Own:
        """Return what only this device may see."""
        published = self._feed.latest[1]
        return published.own.get(device, published.stranger)

    def submit(self, device: str, language: str, request: Mapping[str, object]) -> Done:
        """Take a request and wait for what it leads to. Its "id" is the phone's own: what comes again is done once, and
        says so ("again")."""
        asked = {key: value for key, value in request.items() if key not in ("id", "again")}
        request_id = request.get("id", "")
        if not isinstance(request_id, str) or not _ID.fullmatch(request_id):
            return Done(False, "this request can't be understood: its id is none")
        chores = next((one for one in self._beside if str(asked.get("do")) in one.names), None)
        try:
            if chores is not None:
                reply = self._chore(chores, device, asked, request_id)
            else:
                again = request.get("again") is True
                reply = self._submit(device, requests.parse(asked), request_id, again=again)
        except requests.RequestError as error:
            return Done(False, str(error))
        except StoreError as error:
            reply = Reply(False, error.message)
        text = words(reply.text, self.translator(language)) if isinstance(reply.text, Message) else ""
        return Done(reply.ok, text, reply.ask, reply.value)

    def _on_the_table(self) -> str | None:
        game = self._feed.latest[1].snapshot.game
        return None if game is None else game.id

    def _chore(self, chores: Chores, device: str, asked: Mapping[str, object], request_id: str) -> Reply:
        refused = rights.refused(self.own(device).role, chores.names[str(asked["do"])])
        if refused is not None:
            return refused
        name = answers.name_of(device, request_id) if request_id else ""
        with self._chores:
            reply = self._chores_done.of(name) or chores.do(asked)
            if name:
                self._chores_done = self._chores_done.and_of(name, reply)
        return reply

    def photo(self, device: str, language: str, wanted: str, jpeg: bytes) -> Done:
        """Hand a photo that somebody took to the camera's thread, and say what became of it."""
        translate = self.translator(language)
        walks = self._walking is not None and wanted.startswith(PHOTO_OF_WALK)
        least = Role.HOST if walks and self._walking and not self._walking.may(device) else Role.LET_IN
        refused = rights.refused(self.own(device).role, least)
        if refused is not None and refused.text is not None:
            return Done(False, words(refused.text, translate), refused.ask)
        if self._photos is None:
            return Done(
                False, words(say("Here a camera looks at the table: no phone is asked for a picture"), translate)
            )
        try:
            self._photos.check(wanted)
            with self._developing:
                picture = photo_file.decoded(jpeg)
            why = self._photos.hand_over(wanted, picture)
        except HardwareError as error:
            return Done(False, words(because(error), translate))
        if isinstance(why, Unseen):
            return Done(False, words(because(why), translate))
        return Done(True, words(say("The picture was taken"), translate))

    def picture(self, key: str) -> bytes | None:
        """Return the JPEG of what is kept of a game, or of a cell in question ("cell/PLAN/SEAT/CELL", where what
        follows PLAN after a point says which picture it is), or of a zone that could not be read
        ("stall/PLAN/PICTURE/ZONE")."""
        kind, *parts = key.split("/", 3)
        pictures = self._feed.latest[1].pictures
        if kind == "stall" and len(parts) == 3:
            pictured = pictures.get((parts[2], WHOLE))
            return None if pictured is None else pictured[0]
        if kind == "cell" and len(parts) == 3:
            seat, _, cell = key.split("/", 2)[2].rpartition("/")
            pictured = pictures.get((seat, int(cell))) if is_number(cell) else None
            return None if pictured is None else cut(*pictured)
        return super().picture(key)

    def reading(self, line: int, seat: str, cell: int, game: str = "") -> CellReading | None:
        """Return what the camera said of a cell of a game when event `line` was scored: of the one on the table, where
        none is named."""
        game_id = game or self._on_the_table()
        if game_id is None:
            return None
        cells = self._store.readings_of(game_id, line, seat) or self._seen(game_id, line, seat)
        if not 0 <= cell < len(cells):
            return None
        likeliest = tuple(label for label, _ in cells[cell]["ranking"])
        return CellReading(cells[cell]["label"], cells[cell]["sure"], likeliest)

    def _seen(self, game_id: str, line: int, zone: str) -> list[Mapping[str, Any]]:
        """Return what the camera read in a zone in the turn of event `line`, piece by piece."""
        kept = self._store.looks(game_id).get(line, {}).get("zones", {})
        pieces = kept.get(zone, {}).get("pieces", ())
        return [{"label": piece["read"], "sure": piece["sure"], "ranking": piece["ranking"]} for piece in pieces]

    def games(self, language: str) -> list[PlayableGame]:
        """Return the games that can be played."""
        say = self.translator(language)
        found = [registry.find(name) for name in registry.names()]
        return [
            PlayableGame(
                name=game.name,
                title=game.title,
                least=game.players.start,
                most=game.players.stop - 1,
                options=tuple(_option(choice, say) for choice in game.choices),
            )
            for game in found
        ]

    def numbers(self, language: str) -> list[PrintedNumbers]:
        """Return what the owner is asked of each game's pieces, with what was filled in."""
        asked = {name: found for name in registry.names() if (found := _asked_of(name)) is not None}
        filled = {name: self._store.setting(editions.filled_of(name)) for name in asked}
        speaker = self.translator(language)
        return [
            PrintedNumbers(
                game=name,
                title=registry.find(name).title,
                form=worded(found, speaker) if isinstance(found, Form) else None,
                problem=words(found, speaker) if isinstance(found, Message) else "",
                filled={key: value for key, value in json.loads(filled[name] or "{}").items() if key != EVEN_SO},
                entered=filled[name] is not None,
            )
            for name, found in asked.items()
        ]

    def faces(self) -> Mapping[str, GameFaces]:
        """Return what each game's things look like."""
        return {name: GameFaces(registry.pictures(name), registry.manifest(name).tints) for name in registry.names()}

    def places(self, language: str) -> list[TablePlace]:
        """Return the six places at the table in seating order."""
        say = self.translator(language)
        return [
            TablePlace(number, colour.hex, colour.shape, words(colour.name, say))
            for number, colour in enumerate(SEAT_COLOURS, 1)
        ]

    def offer(self) -> RoomOffer | None:
        """Return whom a room's tournament offers this table to play; more than there are places it can't seat."""
        one = self.offered()
        if one is None or len(one.seats) > len(SEAT_COLOURS):
            return None
        return RoomOffer(one.tournament, one.round, one.rounds, one.game, one.seats, one.left_s)

    def timer(self) -> RoomTimer | None:
        """Return the room's timer, as it is told a table that a tournament has paired."""
        one = self.offered()
        return None if one is None or one.left_s is None else RoomTimer(one.left_s, one.runs)

    def upkeep(self) -> SettingsPage | None:
        """Return what the host looks after, None where that can't be done here."""
        return self._upkeep

    def cases(self) -> Cases | None:
        """Return the readings that were wrong, None where none are kept."""
        return self._cases

    def people(self) -> FacesPage | None:
        """Return what players look like, None where nothing of that is kept."""
        return self._people

    def for_room(self) -> PeopleInRoom:
        """Return what people chose for the room."""
        return PeopleInRoom() if self._people is None else self._people.for_room

    def _known_people(self) -> set[str]:
        """Return who played here, or plays."""
        return {name for game in self.history() for name in game.players}

    def bench(self) -> Bench | None:
        """Return the simulated table's bench, None where the table is real."""
        return self._bench

    def walking(self) -> TeachWalk | None:
        """Return the teach walk, None where no camera looks."""
        return self._walking


def _asked_of(game: str) -> Form | Message | None:
    """Return what the owner of a game is asked, or what is wrong with the edition that its folder ships."""
    try:
        return edition.questions(game)
    except edition.EditionError as error:
        return error.message
    except Exception as error:  # the game's own code: others are asked about all the same
        return say("its code fails ({reason})", reason=f"{type(error).__name__}: {error}")


def _option(choice: Choice, say: Translate) -> GameOption:
    return GameOption(
        name=choice.name,
        kind="each" if choice.each else "choice" if choice.choices else "yes",
        label=words(choice.label, say),
        help=words(choice.help, say),
        default=choice.default,
        choices=choice.choices,
        shown=tuple(words(shown, say) for shown in choice.shown) or choice.choices,
    )
