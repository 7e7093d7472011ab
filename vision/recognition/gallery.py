"""Gallery: the exemplars with which patches are compared, and those by which the place of a face is found."""

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from vision.photometry.normalise import MARGIN, Patches
from vision.recognition import alignment, close_view, network, search
from vision.recognition.close_view import tints
from vision.recognition.encoder import Embedded, embed
from vision.recognition.glare import Glare
from vision.recognition.self_similarity import Similarity

Numbers = npt.NDArray[np.intp]
Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Placing:
    """Exemplars by which the place of a face in its patch is found: whose each is (`owner`, (p,)), and what the quick
    search and the alignment need of them."""

    owner: Numbers
    near: search.Nearness
    aligner: alignment.Aligner


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the rows of a gallery come from, (k,) each: whose face it is (`owner`), in which quarter `turn`,
    counter-clockwise, from which `picture` and which exemplar (`source`), and whether it is a copy that was `altered`
    as another light would (vision/recognition/augmentation.py)."""

    owner: Numbers
    turn: Numbers
    picture: Numbers
    source: Numbers
    altered: Flags


@dataclass(frozen=True, slots=True)
class Gallery:
    """Exemplars with which a patch is compared, each in each of the quarter turns in which it may lie: (k,) their
    `origin`; what the encoder makes of each (`seen`: what is compared place by place in half precision, textures
    normalised by `mean` and `spread` of their channels over the set, (k, places) of length 1), and its `tints`
    (k, t, 3), log BGR place by place. `networks` says which have seen their textures (`vision.recognition.network`)."""

    origin: Origin
    seen: Embedded
    mean: Floats
    spread: Floats
    tints: Floats
    networks: str = network.FIRST

    @property
    def owner(self) -> Numbers:
        """Whose face each is, (k,)."""
        return self.origin.owner

    def textures(self, seen: npt.NDArray[np.floating]) -> Floats:
        """Return the textures of patches as they are compared with the gallery's: (n, places) of length 1."""
        flat = (seen.transpose(0, 2, 3, 1) - self.mean) / self.spread
        rows = np.asarray(flat.reshape(len(flat), -1), np.float32)
        return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), np.float32(1e-6)), np.float32)


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    """Second opinion on the same exemplars: what of their `Gallery` the second texture networks see otherwise, and how
    much the exemplars resemble themselves and one another by it."""

    textures: Floats
    details: npt.NDArray[np.float16]
    parts: npt.NDArray[np.float16]
    mean: Floats
    spread: Floats
    similarity: Similarity


@dataclass(frozen=True, slots=True)
class Recogniser:
    """A piece set fitted for one kind of place; made by `fit`. `labels` are sorted; `similarity` says how much its
    faces resemble themselves and one another, `most_glare` (faces,) how much of it a patch may have that is read as
    each, `lamp` (3,) what white usually was, BGR, and `sharpness` (faces,) how sharp each face was when it was taught
    (nan: it has no edges). All but the largest sets have a `second` opinion.
    `set_aside` (m, 2): which of the exemplars that it was to be fitted to it is not, and as which face the others read
    each."""

    labels: tuple[str, ...]
    placing: Placing
    gallery: Gallery
    similarity: Similarity
    most_glare: Glare
    lamp: npt.NDArray[np.float64]
    sharpness: npt.NDArray[np.float64]
    complete: bool = False
    second: SecondOpinion | None = None
    set_aside: Numbers = field(default_factory=lambda: np.empty((0, 2), np.intp))

    def as_second(self, second: SecondOpinion) -> "Recogniser":
        """Return the set as its second opinion sees it."""
        seen = replace(self.gallery.seen, textures=second.textures, details=second.details, parts=second.parts)
        seconded = replace(self.gallery, seen=seen, mean=second.mean, spread=second.spread, networks=network.SECOND)
        return replace(self, gallery=seconded, similarity=second.similarity, second=None)


def straight(fine: Patches) -> Patches:
    """Return the close views of exemplars that were put straight, (k, PATCH_PX, PATCH_PX, 3)."""
    start = np.full((len(fine), 2), float(MARGIN))
    return close_view.cut(fine, np.arange(len(fine)), alignment.unmoved(start))


def gallery(crops: Patches, origin: Origin) -> Gallery:
    """Return the gallery of exemplars by their close views, (k, PATCH_PX, PATCH_PX, 3) as `straight` gives them."""
    return gallery_of(embed(crops), tints(crops), origin)


def gallery_of(seen: Embedded, colours: Floats, origin: Origin) -> Gallery:
    """Return the gallery of exemplars of which the encoder has `seen` this, and with these tints."""
    values = seen.textures.transpose(0, 2, 3, 1).reshape(-1, seen.textures.shape[1])
    mean, spread = values.mean(axis=0), values.std(axis=0) + np.float32(1e-3)
    made = Gallery(origin, seen, mean, spread, colours)
    maps, details, parts = (values.astype(np.float16, copy=False) for values in (seen.maps, seen.details, seen.parts))
    small = Embedded(maps, seen.vectors, made.textures(seen.textures), details, parts)
    return replace(made, seen=small)
