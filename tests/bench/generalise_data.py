"""Games on disk → protocols: which pictures teach, which are read, and what truly lies in these.

What is said about each game stands in generalise.json: its half (what is fitted on one half is measured on the other),
its folder, which conditions are everyday ones, and its protocols. The truth of a place is of one kind:

known     a taught face that can be seen: it counts as a cell
stranger  a face that was never taught (`?…`, or none of the taught labels)
covered   at least half hidden; what lies `under` may be named
either    partly hidden: right or in doubt are both fine
unsaid    nothing is known about it; it is left out
"""

import fnmatch
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.evaluation.labels import LabelledPicture, PieceLabel, load_labels
from vision import layout as layouts
from vision.layout import Grid, Layout

GAMES: Mapping[str, Any] = json.loads(Path(__file__).with_name("generalise.json").read_text("utf-8"))

KNOWN, STRANGER, COVERED, EITHER, UNSAID = "known", "stranger", "covered", "either", "unsaid"


@dataclass(frozen=True, slots=True)
class Place:
    """The truth of one place: a cell, by its `zone`, row and column (`at`), or a free piece, by its middle in
    millimetres."""

    zone: str
    at: tuple[float, float]
    kind: str
    label: str | None
    angle_deg: float | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture that is read, in which condition it was taken, and the truth of its places; `evening` and `step` are
    set where it is one of several in the same light."""

    picture: LabelledPicture
    condition: str
    places: tuple[Place, ...]
    evening: str = ""
    step: int = 0

    @property
    def name(self) -> str:
        """The picture's name without its ending."""
        return self.picture.file.stem


@dataclass(frozen=True, slots=True)
class Protocol:
    """Who is taught and who is read. With `one_each` of every face the first example is taught alone; `left_out` says
    that faces left out in turn are shown again, too."""

    game: str
    name: str
    taught: tuple[LabelledPicture, ...]
    read: tuple[Shown, ...]
    one_each: bool = False
    left_out: bool = False
    prints: tuple[str, ...] = field(default=())
    """Faces that come in several prints: one example of each is one example of the face."""

    def row(self, condition: str) -> str:
        """Return in which row of the report a condition counts."""
        if not GAMES[self.game].get("bar", True):
            return "no bar"
        if self.one_each:
            return "one each"
        return "everyday" if condition in GAMES[self.game]["everyday"] else "hard"


def protocols(shared: Path, game: str, *, quick: bool) -> tuple[Protocol, ...]:
    """Return the protocols of a game; with `quick` the quick ones alone, and few pictures of each."""
    told = GAMES[game]
    folder = shared / told["folder"]
    return tuple(
        Protocol(
            game,
            each["name"],
            tuple(picture for picture, _ in _chosen(folder, told, each["teach"])),
            _few(_shown(folder, told, each)) if quick else _shown(folder, told, each),
            each.get("one_each", False),
            each.get("left_out", False),
            tuple(told.get("prints", ())),
        )
        for each in told["protocols"]
        if each.get("quick") or not quick
    )


def known_to(places: Sequence[Place], labels: frozenset[str]) -> tuple[Place, ...]:
    """Return the places as they are to somebody who was taught these labels alone."""
    return tuple(
        replace(place, kind=STRANGER) if place.kind in (KNOWN, EITHER) and place.label not in labels else place
        for place in places
    )


def _few(shown: tuple[Shown, ...]) -> tuple[Shown, ...]:
    """Return one picture of each condition, three where there is one condition alone (or a dozen that show one face and
    nothing else), and one evening."""
    if len({each.condition for each in shown}) == 1:
        most = 3 if len(shown[0].places) > 1 else 12
        return shown[:: max(1, len(shown) // most)][:most]
    alone = {each.condition: each for each in reversed(shown) if not each.evening}
    evening = next((each.evening for each in shown if each.evening), "")
    return (*reversed(alone.values()), *(each for each in shown if evening and each.evening == evening))


def _chosen(
    folder: Path, told: Mapping[str, Any], wanted: Mapping[str, Sequence[str]]
) -> list[tuple[LabelledPicture, Mapping[str, Any]]]:
    """Return the pictures of labels files whose names are wanted, in the order in which they are named, each with what
    its file says of it besides."""
    chosen = []
    for file, patterns in wanted.items():
        layout = layouts.load(folder / told["layout"]) if "layout" in told else None
        raw = json.loads((folder / file).read_text("utf-8"))["pictures"]
        pictures = list(zip(load_labels(folder / file, layout).pictures, raw, strict=True))
        for pattern in patterns:
            chosen += [pair for pair in pictures if fnmatch.fnmatch(pair[0].file.stem, pattern)]
    return chosen


def _shown(folder: Path, told: Mapping[str, Any], protocol: Mapping[str, Any]) -> tuple[Shown, ...]:
    copies = _copies(folder, told)
    shown = []
    for picture, raw in _chosen(folder, told, protocol["read"]):
        name = picture.file.stem
        usual = protocol.get("condition", told.get("condition", ""))
        condition = raw.get("condition") or told.get("conditions", {}).get(name, usual)
        if picture.face is not None:
            card = replace(picture, face=None, layout=_one_face(told["face_mm"]), rectified=True)
            places: list[Place] = [Place("face", (0, 0), KNOWN, picture.face)]
            shown.append(Shown(card, condition, tuple(places)))
            continue
        places = [*_cells(picture, raw), *_pieces(picture, raw, copies.get(name, ()))]
        shown.append(Shown(picture, condition, tuple(places), raw.get("evening") or "", raw.get("step") or 0))
    return tuple(shown)


def _one_face(size_mm: tuple[float, float]) -> Layout:
    """Return where to look in a picture that shows one whole face and nothing else."""
    width, height = size_mm
    return Layout("one face", (width, height), (Grid("face", (0.0, 0.0, width, height), 1, 1, 2),))


def _cells(picture: LabelledPicture, raw: Mapping[str, Any]) -> list[Place]:
    places = []
    for zone, rows in picture.cells.items():
        under = {(row, col): label for row, col, label in raw.get("under", {}).get(zone, ())}
        either = {(row, col) for row, col in raw.get("either", {}).get(zone, ())}
        for row, labels in enumerate(rows):
            for col, label in enumerate(labels):
                at = (row, col)
                if label is None:
                    # Only a picture that says what it expects says with null that something is covered.
                    kind = COVERED if "expect_found" in raw else UNSAID
                    places.append(Place(zone, at, kind, under.get(at)))
                elif label.startswith("?"):
                    places.append(Place(zone, at, STRANGER, label))
                else:
                    places.append(Place(zone, at, EITHER if at in either else KNOWN, label))
    return places


def _pieces(picture: LabelledPicture, raw: Mapping[str, Any], copies: Sequence[bool]) -> list[Place]:
    places = []
    for zone, pieces in picture.pieces.items():
        listed = raw["zones"][zone]["pieces"]
        for number, (piece, said) in enumerate(zip(pieces, listed, strict=True)):
            kind = _kind(piece, said, number < len(copies) and copies[number])
            places.append(Place(zone, piece.center_mm, kind, piece.label, piece.angle_deg))
    return places


def _kind(piece: PieceLabel, said: Mapping[str, Any], taught_copy: bool) -> str:
    if taught_copy:
        return UNSAID
    if piece.label.startswith("?"):
        return STRANGER
    if said.get("covered"):
        return COVERED
    return EITHER if said.get("either") else KNOWN


def _copies(folder: Path, told: Mapping[str, Any]) -> Mapping[str, Sequence[bool]]:
    """Return which pieces of a picture taught, by the picture's name, where some did."""
    if "taught_copies" not in told:
        return {}
    listed = json.loads((folder / told["taught_copies"]["file"]).read_text("utf-8"))
    return {name: listed[key] for name, key in told["taught_copies"]["pictures"].items()}
