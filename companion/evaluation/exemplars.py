"""Labelled pictures → the exemplars that they teach, all of one teaching at once."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.evaluation.labels import LabelledPicture, corners_array
from companion.evaluation.pictures import PictureError, load_picture
from vision.observation import Unseen
from vision.pieceset.set_index import Exemplar
from vision.teach import examples_of_faces, examples_of_frame


def exemplars_of(pictures: Sequence[LabelledPicture]) -> tuple[Exemplar, ...]:
    """Return what pictures of one teaching teach, in their order; raise a PictureError that names the first that
    teaches nothing, and why."""
    named = _names(pictures)
    crops = [picture for picture in pictures if picture.face is not None]
    of_crop = dict(
        zip(
            (id(crop) for crop in crops),
            examples_of_faces([(load_picture(crop.file), str(crop.face), named(crop.file)) for crop in crops]),
            strict=True,
        )
    )
    taught: list[Exemplar] = []
    for picture in pictures:
        taught += [of_crop[id(picture)]] if id(picture) in of_crop else _of_frame(picture, named(picture.file))
    return tuple(taught)


def _names(pictures: Sequence[LabelledPicture]) -> Callable[[Path], str]:
    """Return what calls each file by its name, or by its folder's, too, where files of several folders share one."""
    often = Counter(file.name for file in {picture.file for picture in pictures})
    return lambda file: file.name if often[file.name] == 1 else "/".join(file.parts[-2:])


def _of_frame(picture: LabelledPicture, name: str) -> tuple[Exemplar, ...]:
    frame = load_picture(picture.file)
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
