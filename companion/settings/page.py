"""What the page is handed for the host's chores. It runs in the page's threads, beside the session and never in it."""

from collections.abc import Callable, Mapping

from companion.camera import photo_check, which_mat
from companion.game import mat_layouts, piece_sizes, registry
from companion.language.catalogue import translator
from companion.language.message import Message, because, say, words
from companion.machine import health
from companion.machine.wiring_test import WiringTest
from companion.prints.calibration_board import calibration_board
from companion.prints.paper import pdf
from companion.prints.tiling import PAPERS_MM
from companion.publishing.messages import mark
from companion.publishing.publisher import Publisher
from companion.settings import first_evening, requests
from companion.settings.camera import CameraLoop
from companion.settings.camera_view import look, look_for_board
from companion.settings.installation import Premises
from companion.settings.lens_calibration import Measuring
from companion.settings.piece_sets import Sets
from companion.settings.practice_set import PracticeTeaching
from companion.settings.printing import mat_pdf, pieces_pdf
from companion.settings.requests import (
    Arrange,
    BoardAgain,
    Chore,
    DeclareSet,
    ForgetPractice,
    KeepLearnt,
    KeepLens,
    PairRoom,
    RemoveFace,
    RenameFace,
    SetPin,
    SetRoom,
    TakeBoard,
    TeachPractice,
    TestWiring,
)
from companion.settings.setup import Arranging, Connected
from companion.settings.trial_reading import Trial
from companion.table.signals import Reply
from companion.teaching.shelf import Shelf
from hardware import photo_file
from hardware.errors import CameraMissing, HardwareError
from vision.observation import Unseen
from vision.registration.patches import Picture
from web.settings_contract import (
    EveningShown,
    LensMeasured,
    RoomShown,
    SetupShown,
    Sight,
    SightLine,
    TaughtSet,
    TrialShown,
    WiringShown,
)
from web.shown import Role

NO_CAMERA = say("There is no camera")
HAS_CAMERA = say("Here a camera looks at the table: no phone is asked for a picture")


class SettingsPage:
    """See the module. `watch` is None where nothing looks; `teaches` says whether corrections teach."""

    def __init__(
        self,
        shelf: Shelf,
        watch: CameraLoop | None,
        premises: Premises,
        teaches: Callable[[], bool] = lambda: True,
        keep: Callable[[str, str], None] = lambda _name, _value: None,
        finds: Connected | None = None,
        wiring: WiringTest | None = None,
        room: Publisher | None = None,
    ) -> None:
        self.teaches = teaches
        self.pin: Callable[[], str] = str  # whoever has the session says it
        self._watch = watch
        self._sets = Sets(shelf)
        self._practice = PracticeTeaching(shelf, premises.draws)
        self._trial = Trial(shelf, premises)
        self._premises = premises
        self._measuring = Measuring(premises)
        self._arranging = Arranging(premises, keep, finds)
        self._room = room
        self._photos = watch is not None and watch.by_photo
        self._photo: Picture | None = None  # the one that was taken here last
        self._refused: Unseen | None = None  # why that one can't be used
        self._wiring = wiring or WiringTest(None, lambda: False)
        self.names: Mapping[str, Role] = dict.fromkeys(requests.NAMES, Role.HOST)
        if watch is not None:
            shelf.changed = watch.relearn

    def close(self) -> bool:
        """Do nothing more aside; return whether what was being done has ended."""
        return self._practice.close()

    def do(self, request: Mapping[str, object]) -> Reply:
        """Do a chore; a RequestError says what can't be understood."""
        return self._done(requests.parse(request))

    def _done(self, chore: Chore) -> Reply:
        match chore:
            case RenameFace() | RemoveFace() | DeclareSet() | KeepLearnt():
                return self._sets.do(chore)
            case TeachPractice(game):
                return self._practice.teach(game)
            case ForgetPractice(game):
                return self._practice.forget(game)
            case BoardAgain():
                return self._measuring.again()
            case Arrange() | SetRoom() | SetPin():
                return self._arranging.do(chore)
            case TestWiring(on):
                return self._test_wiring(on)
            case PairRoom(code):
                return self._pair(code)
        if self._watch is None:
            return Reply(False, NO_CAMERA)
        match chore:
            case TakeBoard():
                try:
                    return self._measuring.take(self._picture())
                except HardwareError as error:
                    return Reply(False, because(error))
            case KeepLens():
                return self._measuring.keep(self._watch)

    # ---- the taught sets

    def taught(self) -> list[str]:
        """See `Sets.taught`."""
        return self._sets.taught()

    def sets(self, language: str) -> list[TaughtSet]:
        """See `Sets.all`."""
        return self._sets.all(translator(language))

    def pieces(self, game: str, language: str) -> TaughtSet | None:
        """See `Sets.one`."""
        return self._sets.one(game, translator(language))

    def piece_picture(self, game: str, file: str) -> bytes | None:
        """See `Sets.picture`."""
        return self._sets.picture(game, file)

    def export(self, game: str) -> bytes | None:
        """See `Sets.export`."""
        return self._sets.export(game)

    def take_in(self, game: str, data: bytes, language: str) -> tuple[bool, str]:
        """See `Sets.take_in`; return whether it was done, and what to say."""
        reply = self._sets.take_in(game, data)
        return reply.ok, words(reply.text, translator(language)) if reply.text is not None else ""

    def trial(self, game: str, language: str) -> TrialShown | None:
        """See `Trial.of`; None where no such game is."""
        if game not in registry.names():
            return None
        translate = translator(language)
        if self._watch is None:
            return TrialShown(words(NO_CAMERA, translate))
        try:
            picture = self._picture()
        except HardwareError as error:
            return TrialShown(words(because(error), translate))
        return self._trial.of(game, picture, self._watch.lens, translate)

    # ---- the camera and its lens

    def look(self, language: str, *, playing: bool, board: bool = False) -> Sight:
        """See `view.look`; with `board`, the calibration board is looked for instead."""
        translate = translator(language)
        if self._watch is None:
            return _nothing(words(NO_CAMERA, translate))
        try:
            picture = self._picture()
        except HardwareError as error:
            return _nothing(words(because(error), translate))
        if board and not playing:
            return look_for_board(picture, translate)
        known = self._watch.layout
        layouts = self._premises.mats() if known is None else (known,)
        return look(picture, layouts, self._watch.lens, translate, playing=playing)

    def _picture(self) -> Picture:
        """Return the camera's picture now; of phones the one that was taken here last. Raises a HardwareError."""
        if self._photo is not None:
            return self._photo
        if self._watch is None or self._photos:
            raise CameraMissing("There is no picture yet: take one of the mat")
        return self._watch.viewfinder.picture()

    def take_photo(self, jpeg: bytes, language: str) -> tuple[bool, str]:
        """Take a photo in place of the camera's picture; return whether it can be used, and what to say."""
        translate = translator(language)
        if not self._photos:
            return False, words(HAS_CAMERA, translate)
        try:
            self._photo = photo_file.decoded(jpeg)
        except HardwareError as error:
            return False, words(because(error), translate)
        mats = self._premises.mats()
        found = which_mat.lying(self._photo, mats)
        why = (
            photo_check.why_not_found(self._photo, mats[:1], found)
            if isinstance(found, Unseen)
            else photo_check.wrong_with(self._photo, *found)
        )
        self._refused = why
        return why is None, words(say("The picture was taken") if why is None else because(why), translate)

    def evening(self, game: str, players: int, language: str, *, playing: bool, played: bool) -> EveningShown | None:
        """Return how far the first evening with a game is ("": the usual one); None where no such game with a mat
        is."""
        game = game or registry.first()
        if game not in registry.names() or registry.manifest(game).mat is None:
            return None
        translate, found = translator(language), registry.find(game)
        sight, seen, blind = "", None, None
        try:
            picture = self._picture()
        except HardwareError as error:
            blind = None if self._watch is None or self._photos else error  # who waits for a phone's photo knows
        else:
            lens = None if self._photos or self._watch is None else self._watch.lens
            mats = self._premises.mats(game)
            seen = first_evening.seen_in(picture, mats, lens, self._refused)
            sight = look(picture, mats, lens, translate, playing=playing).picture
        measured, known = self._watch is not None and self._watch.lens is not None, self._sets.known(game)
        practice, why_not = self._practice.of(game, known), self._practice.why_not(game)
        faces = 0 if known is None else len(known.labels)
        kept = first_evening.EveningProgress(faces, measured, played, practice, why_not, self._size(game))
        return EveningShown(
            game,
            found.title,
            players if players in found.players else found.players.start,
            found.players.start,
            found.players.stop - 1,
            sight,
            first_evening.steps(seen, kept, translate, blind),
            self._photos,
            registry.manifest(game).art is not None,
            practice,
        )

    def _size(self, game: str) -> tuple[Message, float] | None:
        """Return which of a game's pieces is to be measured, and for how many mm its mat is printed here; None where a
        mat was named, or nobody asks."""
        if game not in registry.taught_by_walk() or mat_layouts.named_for(game, self._premises.printed) is not None:
            return None
        size = registry.walking(game).SIZE
        try:
            return size.question, piece_sizes.of(self._premises.data, game) or size.usual_mm
        except piece_sizes.SizesError:  # health says so, and nothing is printed
            return None

    def printed(self, what: str, game: str, players: int, paper: str) -> bytes | None:
        """Return a game's "mat" or its sheets to "try" as PDF; None where there is none."""
        paper = paper if paper in PAPERS_MM else "a4"
        game = game or registry.first()
        if game not in registry.names() or players not in registry.find(game).players:
            return None
        try:
            width_mm = piece_sizes.of(self._premises.data, game)
            if what == "try":
                return pieces_pdf(game, paper, width_mm, tried=True)[0]
            return mat_pdf(mat_layouts.layout_for(game, mat_layouts.mat_of(game).seats(players), width_mm), paper)[0]
        except (LookupError, ValueError):
            return None

    def setup(self, language: str) -> SetupShown | None:
        """See `Arranging.state`."""
        return self._arranging.state(translator(language))

    def _test_wiring(self, on: bool) -> Reply:
        if not on:
            self._wiring.end()
            return Reply(True)
        why = self._wiring.begin()
        return Reply(why is None, why)

    def _pair(self, code: str) -> Reply:
        if self._room is None:
            return Reply(False, say("No room is named: write a [room] section into companion.toml"))
        if not self._room.pair(code):
            return Reply(False, say("This is no code of a room: it has 12 letters and digits"))
        return Reply(True, say("Kept. This table is paired once the room has answered"))

    @property
    def in_room(self) -> bool:
        """Whether the table belongs to a room."""
        return self._room is not None

    def room(self, language: str) -> RoomShown | None:
        """Return how the table stands with its room, None where there is none."""
        if self._room is None:
            return None
        parts = self._room.health()
        lines = tuple(SightLine(part.state, words(part.text, translator(language))) for part in parts)
        return RoomShown(self._room.paired, lines, mark(self._room.table))

    def wiring(self, language: str) -> WiringShown:
        """Return the pods' wiring test."""
        test, translate = self._wiring.now, translator(language)
        return WiringShown(
            pods=self._wiring.count,
            line="" if test is None else words(test.line, translate),
            wrong="" if test is None or test.wrong is None else words(test.wrong, translate),
            done=0 if test is None else test.done,
            total=2 * self._wiring.count,
        )

    def lens(self, language: str) -> LensMeasured:
        """See `Measuring.state`."""
        return self._measuring.state(self._watch, translator(language))

    def board(self, paper: str) -> bytes:
        """Return the calibration board as PDF, at true scale, for "a4" or "letter"."""
        return pdf([calibration_board(PAPERS_MM[paper if paper in PAPERS_MM else "a4"])], "calibration board")


def _nothing(why: str) -> Sight:
    return Sight("", False, (SightLine(health.BROKEN, why),))
