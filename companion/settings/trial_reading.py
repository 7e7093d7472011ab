"""Trying a set: what it says of the picture that the camera has just now, place by place."""

from dataclasses import dataclass

import cv2

from companion.camera import which_mat
from companion.game import mat_layouts
from companion.language.message import Translate, because, words
from companion.settings.inline_picture import as_data
from companion.settings.installation import Premises
from companion.teaching.advice import Slip, slips
from companion.teaching.shelf import Shelf
from vision.layout import Layout, Zone
from vision.observation import Observation, PiecesSeen, Reading, Unseen
from vision.observe import Trained, observe, train
from vision.pieceset import faces as piece_sets
from vision.pieceset import set_index
from vision.pieceset.set_index import FacesError
from vision.registration.lens import Lens
from vision.registration.locate import Located
from vision.registration.patches import Picture
from vision.registration.rectify import px_per_mm, warp
from web.settings_contract import TrialCell, TrialPlace, TrialShown
from web.shown import NamedSlip

_EDGE_PX = 480


@dataclass
class _Fitted:
    """The set that was tried last, fitted for the mat that lay there: fitting takes longer than reading; and which of
    its pictures were perhaps named by a slip."""

    key: tuple[str, str, int]
    trained: Trained
    slips: tuple[Slip, ...]


class Trial:
    """See the module. Use it from one thread at a time; the shelf sees to that."""

    def __init__(self, shelf: Shelf, premises: Premises) -> None:
        self._shelf = shelf
        self._premises = premises
        self._fitted: _Fitted | None = None

    def of(self, game: str, picture: Picture, lens: Lens | None, translate: Translate) -> TrialShown:
        """Return what the set says place by place, or what keeps it from saying anything."""
        found = which_mat.lying(picture, self._premises.mats(game), lens)
        if isinstance(found, Unseen):
            return TrialShown(words(because(found), translate))
        mat, located = found
        try:
            with self._shelf.alone():
                fitted = self._fit(game, mat)
        except FacesError as error:
            return TrialShown(words(because(error), translate))
        if fitted is None:
            return TrialShown(words(because(Unseen("nothing is taught yet")), translate))
        seen = observe(picture, mat, fitted.trained, lens=lens)
        if isinstance(seen, Unseen):
            return TrialShown(words(because(seen), translate))
        places = tuple(_place(picture, located, zone, seen, game, translate) for zone in mat.zones)
        cells = [cell for place in places for cell in place.cells]
        sure = sum(cell.sure for cell in cells)
        named = tuple(NamedSlip(slip.label, words(slip.said, translate)) for slip in fitted.slips)
        return TrialShown("", sure, len(cells) - sure, places, named)

    def _fit(self, game: str, mat: Layout) -> _Fitted | None:
        """Return the set fitted for a mat, None where nothing is taught; a FacesError where it can't be used."""
        folder = self._shelf.folder_of(game)
        try:
            stamp = (folder / set_index.INDEX).stat().st_mtime_ns
            key = (game, f"{mat.name}/{len(mat.zones)}", stamp)
            if self._fitted is None or self._fitted.key != key:
                faces = piece_sets.load_if_taught(folder)
                if faces is None:
                    return None
                trained = train(faces, mat)
                self._fitted = _Fitted(key, trained, slips(faces, trained.set_aside))
        except OSError:
            return None
        return self._fitted


def _place(
    picture: Picture, located: Located, zone: Zone, seen: Observation, game: str, translate: Translate
) -> TrialPlace:
    plane = located.zones.get(zone.name, located.plane)
    flat = warp(picture, plane, zone.rect_mm, min(_EDGE_PX / max(zone.rect_mm[2:]), px_per_mm(plane, zone.rect_mm)))
    what = seen.zones[zone.name]
    if isinstance(what, PiecesSeen):
        flat = _numbered(flat, what, zone)
    return TrialPlace(
        name=words(mat_layouts.called(game, zone.name), translate),
        picture=as_data(flat),
        cols=0 if isinstance(what, PiecesSeen) else len(what.cells[0]),
        cells=tuple(_cell(reading) for reading in what.readings),
        why="" if what.covered is None else words(because(what.covered), translate),
    )


def _cell(reading: Reading) -> TrialCell:
    return TrialCell(reading.label, reading.sure, int(100 * reading.confidence), reading.rival or "")


def _numbered(flat: Picture, seen: PiecesSeen, zone: Zone) -> Picture:
    """Write each piece's number on it, as the list below the picture counts them."""
    drawn = flat.copy()
    scale = flat.shape[1] / zone.rect_mm[2]
    for number, piece in enumerate(seen.pieces, 1):
        x = round((piece.center_mm[0] - zone.rect_mm[0]) * scale)
        y = round((piece.center_mm[1] - zone.rect_mm[1]) * scale)
        for thickness, colour in ((4, (255, 255, 255)), (1, (0, 0, 0))):
            cv2.putText(drawn, str(number), (x - 6, y + 5), cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, thickness)
    return drawn
