"""The taught sets on the page: what each face was taught from; rename, remove, declare, keep as a file, take in."""

import io
import re
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from companion.bases.faces import EMPTY
from companion.game import chosen_number, registry
from companion.language.label import label_message
from companion.language.message import Message, Translate, because, say, say_count, words
from companion.settings.requests import DeclareSet, KeepLearnt, RemoveFace, RenameFace
from companion.table.signals import Reply
from companion.teaching import evening_set, face_names
from companion.teaching.advice import one_more_picture
from companion.teaching.face_names import labels_of
from companion.teaching.lessons import drawn
from companion.teaching.shelf import Shelf
from vision.pieceset import faces as piece_sets
from vision.pieceset import set_archive, set_index
from vision.pieceset.faces import Faces
from vision.pieceset.set_index import Damaged, Exemplar, FacesError, UnwrittenError
from web.settings_contract import TaughtFace, TaughtSet

_FILE = re.compile(r"[^/\\.][^/\\]*/(?:[^/\\.][^/\\]*/)?[^/\\]+\.png")  # of the set, or of what waits inside it


class Sets:
    """See the module. Every change is told to the shelf, so that the camera reads with the new set at once."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def all(self, translate: Translate) -> list[TaughtSet]:
        """Return every game with what its set holds."""
        return [self._summary(name, translate) for name in registry.names()]

    def taught(self) -> list[str]:
        """Return the titles of the games that have a set; none of them is opened, for that takes a while."""
        return [
            registry.find(name).title
            for name in registry.names()
            if (self._shelf.folder_of(name) / set_index.INDEX).is_file()
        ]

    def _summary(self, game: str, translate: Translate) -> TaughtSet:
        title = registry.find(game).title
        try:
            known = self._load(game)
        except FacesError as error:
            return TaughtSet(game, title, problem=words(because(error), translate))
        faces, pictures, learnt = len(known.labels) + len(known.lost), len(known.examples), len(self._waiting(game))
        damaged = damage(known)
        advice = "" if damaged is None else words(damaged, translate)
        return TaughtSet(game, title, faces, pictures, known.complete, learnt=learnt, advice=advice)

    def one(self, game: str, translate: Translate) -> TaughtSet | None:
        """Return a game's set as `all` does, opened: face by face; None where no such game is."""
        if game not in registry.names():
            return None
        summary = self._summary(game, translate)
        if summary.problem:
            return summary
        known = self._load(game)
        counts = Counter(example.label for example in known.examples)
        files = _by_face(known.entries)  # a damaged one can be removed like any other
        shelf = tuple(TaughtFace(label, counts[label], tuple(files[label])) for label in files)
        learnt = _by_face(self._waiting(game)).items()
        waiting = tuple(TaughtFace(label, len(found), tuple(found)) for label, found in learnt)
        helps = None if summary.advice else one_more_picture(known)
        advice = summary.advice if helps is None else words(helps, translate)
        return replace(summary, shelf=shelf, knows=labels_of(game), advice=advice, waiting=waiting)

    def picture(self, game: str, file: str) -> bytes | None:
        """Return a taught picture as PNG."""
        if game not in registry.names() or _FILE.fullmatch(file) is None:
            return None
        try:
            return (self._shelf.folder_of(game) / file).read_bytes()
        except OSError:  # missing, or damaged
            return None

    def export(self, game: str) -> bytes | None:
        """Return the whole set as one file; None where nothing is taught."""
        if game not in registry.names():
            return None
        with self._shelf.alone(), suppress(FacesError, OSError):
            return set_archive.packed(piece_sets.load(self._shelf.folder_of(game)))
        return None

    def take_in(self, game: str, data: bytes) -> Reply:
        """Add everything in an exported file to the set."""
        if game not in registry.names():
            return Reply(False, say("No game is called “{game}”", game=game))
        try:
            given = set_archive.unpacked(io.BytesIO(data), Path("set.zip"))
        except FacesError:
            return Reply(False, say("This is not a set that was kept as a file here; nothing was changed"))
        known = {*face_names.known_to(game)} - {EMPTY}  # a bare place tells no game from another
        if given.examples and known and known.isdisjoint(one.label for one in given.examples):
            title = registry.find(game).title
            return Reply(False, say("No face of {game} is in this file: it is another game's set", game=title))
        try:
            with self._shelf.alone():
                before = self._load(game)
                after = set_archive.take_in(before, given)
                if drawn(before) and not given.complete and len(after.examples) > len(before.examples):
                    after = piece_sets.declare(after, complete=False)  # as where pieces are taught beside it
        except FacesError as error:  # the set's fault, not the file's
            return Reply(False, because(error))
        self._shelf.changed(game)
        new = len(after.examples) - len(before.examples)
        return Reply(
            True,
            say(
                "{pictures}, {faces} in all",
                pictures=say_count("{count} new picture", "{count} new pictures", count=new),
                faces=say_count("{count} face", "{count} faces", count=len(after.labels)),
            ),
        )

    def do(self, chore: RenameFace | RemoveFace | DeclareSet | KeepLearnt) -> Reply:
        """Change a set."""
        match chore:
            case RenameFace():
                return self._rename(chore)
            case RemoveFace():
                return self._remove(chore)
            case DeclareSet():
                return self._declare(chore)
            case KeepLearnt():
                return self._keep(chore)

    def _rename(self, chore: RenameFace) -> Reply:
        if chore.game not in registry.names():
            return Reply(False, say("No game is called “{game}”", game=chore.game))
        known = face_names.known_to(chore.game)
        name = face_names.tidied(chore.name, known)
        refused = face_names.refused(name)
        if refused is not None:
            return Reply(False, refused)
        if name not in known and not chore.confirm:
            return Reply(False, face_names.unknown(chore.game, name), ask="confirm")

        def said(before: Faces, after: Faces) -> Message:
            if before.complete and not after.complete:
                return say("“{old}” is called “{new}” now, so the set may lack faces", old=chore.face, new=name)
            return say("“{old}” is called “{new}” now", old=chore.face, new=name)

        return self._change(chore.game, lambda known: evening_set.rename(known, chore.face, name), said)

    def _remove(self, chore: RemoveFace) -> Reply:
        def said(before: Faces, after: Faces) -> Message:
            if before.complete and not after.complete:
                return say("“{label}” is forgotten, so the set may lack faces now", label=chore.face)
            if chore.file is None:
                return say("“{label}” is forgotten", label=chore.face)
            return say("One picture of “{label}” is gone", label=chore.face)

        return self._change(chore.game, lambda known: evening_set.remove(known, chore.face, chore.file), said)

    def _declare(self, chore: DeclareSet) -> Reply:
        def said(_before: Faces, after: Faces) -> Message:
            if after.complete:
                return say("The set is whole: less will be asked")
            return (damage(after) if chore.complete else None) or say("The set may lack faces")

        return self._change(chore.game, lambda known: piece_sets.declare(known, complete=chore.complete), said)

    def _keep(self, chore: KeepLearnt) -> Reply:
        def keep(known: Faces) -> Faces | None:
            if not self._waiting(chore.game):
                return None  # another phone was faster
            return evening_set.keep(known) if chore.keep else evening_set.refuse(known)

        def said(_before: Faces, _after: Faces) -> Message:
            return say("It stays in the set") if chore.keep else say("It is forgotten")

        return self._change(chore.game, keep, said)

    def _change(
        self, game: str, change: Callable[[Faces], Faces | None], said: Callable[[Faces, Faces], Message]
    ) -> Reply:
        """Change a game's set, unless what was meant is not there any more (None); `said` is told the set before and
        after it."""
        if game not in registry.names():
            return Reply(False, say("No game is called “{game}”", game=game))
        with self._shelf.alone():
            try:
                before = self._load(game)
            except FacesError as error:
                return Reply(False, because(error))
            try:
                after = change(before)
            except UnwrittenError as error:
                return Reply(False, because(error))
            except FacesError:
                after = None
        if after is None:
            return Reply(False, say("The set has changed meanwhile: look at it again"))
        self._shelf.changed(game)
        return Reply(True, said(before, after))

    def _load(self, game: str) -> Faces:
        return piece_sets.load_or_new(self._shelf.folder_of(game))

    def _waiting(self, game: str) -> tuple[Exemplar, ...]:
        """Return what play taught of a game and the host has not kept yet, with its files as seen from the game's set;
        nothing where that can't be read."""
        try:
            waiting = evening_set.waiting(self._shelf.folder_of(game)).examples
        except FacesError:
            return ()
        return tuple(replace(one, file=evening_set.file_of(one)) for one in waiting)

    def known(self, game: str) -> Faces | None:
        """Return a game's set as it is read; None where it can't be."""
        try:
            return self._load(game)
        except FacesError:
            return None


def damage(known: Faces) -> Message | None:
    """Return of which faces pictures are missing or damaged, and what to do; None where none is."""
    if not known.damaged:
        return None
    faces = sorted({one.label for one in known.damaged}, key=_by_number)
    said = say(
        "Taught pictures are missing or damaged, of: {faces}. Teach these faces again, or add a kept file",
        faces=tuple(label_message(label) for label in faces),
    )
    if not known.lost:
        return said
    return say(
        "{damage}. No picture is left of: {lost}. "
        "So the set may lack faces until you say again that every face is taught",
        damage=said,
        lost=tuple(label_message(label) for label in known.lost),
    )


def _by_face(entries: Iterable[Exemplar | Damaged]) -> dict[str, list[str]]:
    """Return the files of each face, in the order in which people look for them."""
    files: dict[str, list[str]] = {}
    for one in entries:
        files.setdefault(one.label, []).append(one.file)
    return {label: files[label] for label in sorted(files, key=_by_number)}


def _by_number(label: str) -> tuple[str, int, str]:
    kind, _, number = label.rpartition(" ")
    value = chosen_number(number)  # a text still where it is none, as “--5” or “²”
    return (kind, value, "") if kind and isinstance(value, int) else (label, 0, label)
