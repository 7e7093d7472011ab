"""What the page is handed of the walk, as `web.contract.TeachWalk` wants it: who may, what is asked, what became of
it."""

from collections.abc import Callable, Mapping
from pathlib import Path

from companion.game import piece_sizes, registry
from companion.language.catalogue import translator
from companion.language.message import Message, Translate, because, say, words
from companion.table.snapshot import Snapshot, Step
from companion.teaching import face_names
from companion.teaching.view import view
from companion.teaching.walk import OutdatedError, Stage, WalkError
from companion.teaching.walker import Walker
from vision.pieceset.set_index import FacesError
from web.contract import Done
from web.shown import Role
from web.walk_shown import Opening, WalkShown

_FREE = (Step.JOIN, Step.OVER)  # nobody plays: the camera serves the walk alone


class WalkDoor:
    """See the module. `snapshot` and `role` are the session's, `data` is where sizes are kept; `for_all` says
    that whoever is let in may teach (on the simulated table)."""

    def __init__(
        self,
        walker: Walker,
        snapshot: Callable[[], Snapshot],
        role: Callable[[str], Role],
        data: Path,
        *,
        for_all: bool = False,
    ) -> None:
        self._walker, self._snapshot, self._role = walker, snapshot, role
        self._data, self._for_all = data, for_all

    def may(self, device: str) -> bool:
        """Return whether this device may teach: the host's, the one that began the walk, or any that is let in while
        nobody plays or teaches."""
        role = self._role(device)
        if role < Role.LET_IN:
            return False
        if self._for_all or role >= Role.HOST or self._walker.owned_by(device):
            return True
        state = self._walker.state()
        return (state is None or state.walk.stage is Stage.DONE) and not self._playing()

    def _playing(self) -> bool:
        snapshot = self._snapshot()
        return snapshot.game is not None and snapshot.step not in _FREE

    def openings(self, language: str) -> list[Opening]:
        """Return what is asked before a walk begins, game by game; see the protocol."""
        return [self._opening(game, language) for game in registry.taught_by_walk()]

    def _opening(self, game: str, language: str) -> Opening:
        translate, size = translator(language), registry.walking(game).SIZE
        try:
            known = piece_sizes.of(self._data, game)
        except piece_sizes.SizesError:  # health says so: the camera looks for no mat
            known = None
        return Opening(
            game=game,
            title=registry.find(game).title,
            question=words(size.question, translate),
            width_mm=known or size.usual_mm,
            least_mm=size.least_mm,
            most_mm=size.most_mm,
            ask_size=known is None and not self._walker.is_sized(game),
            can_resize=known is not None and not self._walker.is_sized(game),
        )

    def view(self, language: str) -> WalkShown | None:
        """Return the walk as it stands, None while there is none."""
        self._walker.heard()
        state = self._walker.state()
        return None if state is None else view(state, translator(language))

    def picture(self, name: str) -> bytes | None:
        """Return the JPEG of the sheet of that name."""
        return self._walker.picture(name)

    def submit(self, device: str, language: str, asked: Mapping[str, object]) -> Done:
        """Do what a page asks for."""
        translate = translator(language)
        if not self.may(device):
            return Done(False, words(say("Only the host may teach: give the table's PIN"), translate), "pin")
        try:
            return self._do(device, asked, translate)
        except OutdatedError:
            return Done(False, words(say("Something else stands there by now: look again"), translate))
        except WalkError:
            return Done(False, words(say("This can't be done now: the pieces have changed meanwhile"), translate))
        except (FacesError, piece_sizes.SizesError) as error:
            return Done(False, words(because(error), translate))

    def _do(self, device: str, asked: Mapping[str, object], translate: Translate) -> Done:
        match asked:
            case {"do": "begin", "game": str(game)} if game in registry.taught_by_walk():
                return self._begin(device, game, asked, translate)
            case {"do": "take", "sheet": str(sheet)}:
                self._walker.take(sheet, bare=bool(asked.get("bare")))
            case {"do": "name", "sheet": str(sheet), "labels": dict(labels)} if _are_labels(labels):
                return self._name(labels, sheet, bool(asked.get("confirm")), translate)
            case {"do": "undo", "sheet": str(sheet), "naming": int(naming)}:
                self._walker.undo(sheet, naming)
            case {"do": "finish"}:
                return self._finish(bool(asked.get("confirm")), translate)
            case {"do": "leave"}:
                self._walker.leave()
            case _:
                return Done(False, "this request can't be understood")
        return Done(True)

    def _begin(self, device: str, game: str, asked: Mapping[str, object], translate: Translate) -> Done:
        snapshot = self._snapshot()
        if self._playing() and snapshot.game is not None and not asked.get("confirm"):
            why = say(
                "{game} is being played before this camera. It waits while pieces are taught. Teach now?",
                game=snapshot.game.title,
            )
            return Done(False, words(why, translate), "confirm")
        width = asked.get("width_mm")
        if width is not None:
            refused = self._keep_size(game, width)
            if refused is not None:
                return Done(False, words(refused, translate))
        self._walker.begin(game, device)
        return Done(True)

    def _keep_size(self, game: str, width: object) -> Message | None:
        size = registry.walking(game).SIZE
        if isinstance(width, bool) or not isinstance(width, int | float) or not size.least_mm <= width <= size.most_mm:
            return say("The width must be {least} to {most} mm", least=size.least_mm, most=size.most_mm)
        piece_sizes.keep(self._data, game, float(width))
        return None

    def _name(self, labels: Mapping[str, str | None], sheet: str, confirmed: bool, translate: Translate) -> Done:
        """Name places as the game or the set calls their faces; a name that neither knows is asked about first."""
        state = self._walker.state()
        if state is None:
            raise WalkError("no walk is under way")
        known = (*face_names.known_to(state.walk.game), *state.taught)
        names = {key: face_names.tidied(label, known) if label is not None else None for key, label in labels.items()}
        for name in names.values():
            refused = face_names.refused(name) if name is not None else None
            if refused is not None:
                return Done(False, words(refused, translate))
            if name is not None and name not in known and not confirmed:
                return Done(False, words(face_names.unknown(state.walk.game, name), translate), "confirm")
        self._walker.name(names, sheet)
        return Done(True)

    def _finish(self, confirmed: bool, translate: Translate) -> Done:
        self._walker.heard()
        state = self._walker.state()
        if state is None:
            raise WalkError("no walk is under way")
        shown = view(state, translate)
        if not shown.whole and not confirmed:
            far = ", ".join(part.text for part in shown.progress)
            return Done(False, words(say("So far: {shown}. Finish all the same?", shown=far), translate), "confirm")
        self._walker.finish()
        return Done(True)


def _are_labels(labels: Mapping[object, object]) -> bool:
    return bool(labels) and all(
        isinstance(key, str) and (label is None or isinstance(label, str)) for key, label in labels.items()
    )
