"""Labelled pictures → the exemplars that they teach, all of one teaching at once."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.evaluation.labels import LabelledPicture, corners_array
from companion.evaluation.pictures import PictureError, load_picture
from vision.observation import Unseen
from vision.pieceset.set_index import Exemplar
from vision.teach import example_of_face, examples_of_frame, under_one_lamp


def exemplars_of(pictures: Sequence[LabelledPicture]) -> tuple[Exemplar, ...]:
    """Return what pictures of one teaching teach, in their order; raise a PictureError that names the first that
    teaches nothing, and why."""
    named = _names(pictures)
    taught = [_taught_by(picture, named(picture.file)) for picture in pictures]
    return under_one_lamp(taught, [_shows_no_more(picture) for picture in pictures])


def _names(pictures: Sequence[LabelledPicture]) -> Callable[[Path], str]:
    """Return what calls each file by its name, and by as many of its folders' as tell it from others of that name."""
    files = {picture.file for picture in pictures}
    often = Counter(file.parts[-count:] for file in files for count in range(1, len(file.parts) + 1))

    def name(file: Path) -> str:
        ends = (file.parts[-count:] for count in range(1, len(file.parts)))
        return "/".join(next((end for end in ends if often[end] == 1), file.parts))

    return name


def _shows_no_more(picture: LabelledPicture) -> bool:
    """Return whether a picture shows nothing but what it teaches, and no marker."""
    if picture.face is not None:
        return True
    cells = [label for rows in picture.cells.values() for row in rows for label in row]
    located = picture.rectified or picture.corners_px is not None
    return located and not picture.pieces and None not in cells


def _taught_by(picture: LabelledPicture, name: str) -> tuple[Exemplar, ...]:
    frame = load_picture(picture.file)
    if picture.face is not None:
        return (example_of_face(frame, picture.face, name),)
    if picture.layout is None:
        raise PictureError(f"{picture.file}: it has no layout")
    placed = {
        name: tuple((piece.label, piece.center_mm, piece.angle_deg) for piece in pieces)
        for name, pieces in picture.pieces.items()
    }
    taught = examples_of_frame(
        frame,
        picture.layout,
        picture.cells,
        placed,
        picture=name,
        corners_px=corners_array(picture.corners_px),
        rectified=picture.rectified,
    )
    if isinstance(taught, Unseen):
        raise PictureError(f"{picture.file}: {taught}")
    return taught
