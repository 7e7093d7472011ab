"""Players' colours and faces, chosen on a phone at the table; photos are checked and encoded anew."""

from collections.abc import Callable, Collection, Mapping
from io import BytesIO

from PIL import Image, UnidentifiedImageError

from companion.language.message import Message, Translate, say, words
from companion.machine import health
from companion.publishing import card
from companion.publishing.results import PeopleInRoom
from companion.settings.requests import ForgetPerson, ForgetPhoto, SetPerson, ShowPhotos
from companion.store.people import PeopleFile, Person
from companion.table.requests import understood
from companion.table.signals import Reply
from companion.table.snapshot import Health
from web.contract import PersonShown
from web.portraits import COLOURS, FACES, by_name
from web.shown import Role

PHOTO_PX = 256


class FacesPage:
    """See the module. `known` returns who played, or plays; `in_room`: this table belongs to a room, where players have
    cards. It runs in the page's threads."""

    names: Mapping[str, Role] = {
        "person": Role.LET_IN,
        "forget_photo": Role.LET_IN,
        "forget_person": Role.HOST,
        "show_photos": Role.HOST,
    }

    def __init__(self, kept: PeopleFile, known: Callable[[], Collection[str]], *, in_room: bool = False) -> None:
        self._kept, self._known, self._in_room = kept, known, in_room

    def do(self, request: Mapping[str, object]) -> Reply:
        """Do what is asked; a RequestError says what can't be understood."""
        asked = understood(request, SetPerson | ForgetPhoto | ForgetPerson | ShowPhotos)
        try:
            return self._done(asked)
        except OSError as error:
            return Reply(False, say("Not kept: {error}", error=error.strerror or "?"))

    def _done(self, asked: SetPerson | ForgetPhoto | ForgetPerson | ShowPhotos) -> Reply:
        match asked:
            case SetPerson(name, colour, face, typed, withheld):
                if colour not in (*COLOURS, None) or face not in (*FACES, None):
                    return Reply(False, say("There is no such face"))
                if typed and typed.strip() and not card.plain(typed):
                    return Reply(False, say("This is no card of a room: it has 8 letters and digits"))
                plain = None if typed is None else card.plain(typed)
                chosen = {"colour": colour, "face": face, "card": plain, "withheld": withheld}
                return self._chosen(name, {key: value for key, value in chosen.items() if value is not None})
            case ForgetPhoto(name):
                self._kept.forget_photo(name)
            case ForgetPerson(name) if name in self._known():  # what they chose for the room is no face: it stays
                self._kept.change(name, colour="", face="", photo="")
            case ForgetPerson(name):
                self._kept.forget(name)
            case ShowPhotos(on):
                self._kept.show_everywhere(on=on)
        return Reply(True)

    def _chosen(self, name: str, what: Mapping[str, object]) -> Reply:
        if name not in self._known() and name not in self._kept.now.people:
            return Reply(False, say("Nobody called “{name}” has played here", name=name))
        return Reply(self._kept.change(name, **what), None)

    def take(self, name: str, jpeg: bytes, translate: Translate) -> tuple[bool, str]:
        """Keep a photo of somebody: 256 × 256 pixels, encoded anew, so that nothing else of the file is kept; return
        whether it was, and what to say where it was not."""
        told: Message | None = None
        clean = cleaned(jpeg)
        if name not in self._known():
            told = say("Nobody called “{name}” has played here", name=name)
        elif clean is None:
            told = say("This is no photo of {size} × {size} pixels", size=PHOTO_PX)
        else:
            try:
                return self._kept.photo(name, clean), ""
            except OSError as error:
                told = say("Not kept: {error}", error=error.strerror or "?")
        return False, words(told, translate)

    def of(self, name: str) -> PersonShown:
        """Return what somebody looks like: as chosen, else by the name."""
        person, (face, colour) = self._kept.now.people.get(name, Person()), by_name(name)
        chosen = bool(person.face or person.colour or person.photo)
        for_room = self._in_room or person.card or person.withheld
        return PersonShown(
            person.face or face,
            person.colour or colour,
            person.photo,
            chosen,
            card=bool(person.card) if for_room else None,
            withheld=person.withheld,
        )

    def health(self) -> tuple[Health, ...]:
        """Return what is wrong with what people chose; nothing where it can be read."""
        if self._kept.unread is None:
            return ()
        return (
            health.worth(
                "players",
                "{path} can't be read, or a newer companion wrote it: colours, faces and photos are not shown, and a "
                "room is told initials alone; update the companion, or move the file away and choose anew",
                path=str(self._kept.unread),
            ),
        )

    @property
    def for_room(self) -> PeopleInRoom:
        """What people chose for the room; where nobody knows that, everybody goes by initials."""
        if self._kept.unread is not None:
            return PeopleInRoom(known=False)
        people = self._kept.now.people.items()
        cards = {name: person.card for name, person in people if person.card}
        return PeopleInRoom(cards, frozenset(name for name, person in people if person.withheld))

    def photo(self, key: str) -> bytes | None:
        """Return the JPEG of a photo that somebody has now."""
        return self._kept.photo_of(key)

    @property
    def changes(self) -> int:
        """How often something of them has changed."""
        return self._kept.changes

    @property
    def everywhere(self) -> bool:
        """Whether wall, overlay and keepsakes show photos, too."""
        return self._kept.now.everywhere

    @property
    def chosen(self) -> Collection[str]:
        """See `web.contract.Portraits`."""
        return {*self._kept.now.people, *(self._known() if self._in_room else ())}


def cleaned(jpeg: bytes) -> bytes | None:
    """Return a photo of the right size encoded anew, without what else its file holds; None where it is none."""
    try:
        with Image.open(BytesIO(jpeg), formats=("JPEG",)) as photo:
            if photo.size != (PHOTO_PX, PHOTO_PX):
                return None
            new = BytesIO()
            Image.frombytes("RGB", photo.size, photo.convert("RGB").tobytes()).save(new, "JPEG", quality=85)
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError):
        return None
    return new.getvalue()
