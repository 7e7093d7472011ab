"""A protocol → all that is read in it, beside the truth, through what `companion teach` and `companion read` do."""

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import dist, nan
from pathlib import Path
from time import process_time

import cv2
from generalise_data import COVERED, KNOWN, STRANGER, UNSAID, Place, Protocol, Shown, known_to
from generalise_heard import Heard, listening

from companion.evaluation.exemplars import exemplars_of
from companion.evaluation.labels import LabelledPicture, corners_array
from companion.evaluation.pictures import load_picture
from vision.layout import Grid, Layout, Pieces
from vision.observation import GridSeen, Observation, PiecesSeen, Reading, Unseen
from vision.observe import Trained, observe, ratio_of, train, turns_of
from vision.pieceset import faces
from vision.pieceset.faces import Faces
from vision.pieceset.set_index import Exemplar

INVENTED = "invented"
PLAIN, LEFT_OUT, OWN_EVENING, OTHER_EVENING = "plain", "left out", "own evening", "other evening"

_NEAR_MM = 9.0
_NEAR_COVERED_MM = 20.0
_GROUPS = 4
_PICTURES_LEFT_OUT = 4


@dataclass(frozen=True, slots=True)
class Read:
    """What was read in one place, and what lies there. `way`: with the set as it was taught (`plain`), with faces left
    out of it, or after the lessons of an evening. `label` is None where nothing was read. `said` is the true label, of
    a covered place what lies under."""

    game: str
    protocol: str
    way: str
    row: str
    condition: str
    picture: str
    evening: str
    step: int
    complete: bool
    zone: str
    at: tuple[float, float]
    kind: str
    said: str | None
    label: str | None = None
    confidence: float = nan
    sure: bool = False
    heard: Heard | None = field(default=None, repr=False)
    shape: tuple[int, float] = (1, 1.0)

    @property
    def right(self) -> bool:
        """Whether it names what lies there, which it must know."""
        return self.label is not None and self.label == self.said and self.kind not in (STRANGER, INVENTED)

    @property
    def silent(self) -> bool:
        """Whether it is sure and wrong."""
        return self.sure and not self.right and self.kind != UNSAID


@dataclass(slots=True)
class Run:
    """What came of protocols: readings, taught examples by game, protocol and way, and processor seconds spent."""

    reads: list[Read] = field(default_factory=list)
    taught: list[tuple[str, str, str, Exemplar]] = field(default_factory=list)
    costs: list[tuple[str, str, bool, float, int, float]] = field(default_factory=list)
    """Game, protocol, complete, seconds of teaching, pictures, seconds of reading them."""
    refused: list[str] = field(default_factory=list)

    def __iadd__(self, other: "Run") -> "Run":
        self.reads += other.reads
        self.taught += other.taught
        self.costs += other.costs
        self.refused += other.refused
        return self


@dataclass(slots=True)
class Reader:
    """A taught set that reads pictures as `companion read` does; fitted once for each layout."""

    protocol: Protocol
    taught: Faces
    way: str = PLAIN
    listens: bool = False
    refused: list[str] = field(default_factory=list)
    trained: dict[Layout, Trained] = field(default_factory=dict)
    teach_s: float = 0.0
    read_s: float = 0.0

    def read(self, shown: Shown) -> list[Read]:
        """Return what is read in a picture, place by place, and what was invented."""
        picture = shown.picture
        start_s = process_time()
        if picture.layout not in self.trained:
            self.trained[picture.layout] = train(self.taught, picture.layout)
            self.teach_s += process_time() - start_s if len(self.trained) == 1 else 0.0
        trained = self.trained[picture.layout]
        frame = load_picture(picture.file)
        start_s = process_time()
        heard: list[Heard] = []
        how = {"corners_px": corners_array(picture.corners_px), "rectified": picture.rectified}
        if self.listens:
            with listening() as heard:
                seen = observe(frame, picture.layout, trained, **how)
        else:
            seen = observe(frame, picture.layout, trained, **how)
        self.read_s += process_time() - start_s
        if isinstance(seen, Unseen):
            self.refused.append(f"{self.protocol.game} {shown.name}: {seen}")
        places = known_to(shown.places, frozenset(self.taught.labels))
        readings = [] if isinstance(seen, Unseen) else list(_in_order(seen, picture.layout, trained))
        return list(self._beside(shown, places, readings, heard))

    def _beside(
        self,
        shown: Shown,
        places: Sequence[Place],
        readings: Sequence[tuple[str, tuple[float, float], Reading]],
        heard: Sequence[Heard],
    ) -> Iterator[Read]:
        layout = shown.picture.layout
        pairs = _paired(places, readings, layout)
        for number, place in enumerate(places):
            yield self._read(shown, place, number, pairs, readings, heard)
        covered = [place for place in places if place.kind == COVERED]
        for number in set(range(len(readings))) - set(pairs.values()):
            zone, at, _ = readings[number]
            near = any(dist(place.at, at) < _NEAR_COVERED_MM for place in covered)
            if isinstance(layout.zone(zone), Pieces) and not near:
                place = Place(zone, at, INVENTED, None)
                yield self._read(shown, place, -1, {-1: number}, readings, heard)

    def _read(self, shown, place, number, pairs, readings, heard) -> Read:
        zone = shown.picture.layout.zone(place.zone)
        common = Read(
            self.protocol.game, self.protocol.name, self.way, self.protocol.row(shown.condition), shown.condition,
            shown.name, shown.evening, shown.step, self.taught.complete, place.zone, place.at, place.kind, place.label,
            shape=(turns_of(zone), ratio_of(zone)),
        )  # fmt: skip
        if number not in pairs:
            return common
        index = pairs[number]
        reading = readings[index][2]
        return replace(
            common,
            label=reading.label,
            confidence=reading.confidence,
            sure=reading.sure,
            heard=heard[index] if heard else None,
        )


def one_thread() -> None:
    """Compute in one thread, so that a second of the processor is a second."""
    cv2.setNumThreads(1)


def run(protocol: Protocol, *, evenings: bool, listens: bool = False) -> Run:
    """Return all that is read in a protocol: open and declared complete, with faces left out in turn where it says so,
    and, with `evenings`, after the lessons of each evening."""
    out = Run()
    with tempfile.TemporaryDirectory() as folder:
        start_s = process_time()
        examples = list(exemplars_of(protocol.taught))
        if protocol.one_each:
            examples = one_each(examples, protocol.prints)
        faces.add(faces.load_or_new(Path(folder) / "set"), examples)
        taught = faces.load_to_read(Path(folder) / "set")
        taught_s = process_time() - start_s
        out.taught += [(protocol.game, protocol.name, PLAIN, example) for example in taught.examples]
        for complete in (False, True):
            taught = faces.declare(taught, complete=complete)
            reader = Reader(protocol, taught, listens=listens, refused=out.refused)
            plain = {shown.name: reader.read(shown) for shown in protocol.read}
            out.reads += [read for reads in plain.values() for read in reads]
            pictures = len(protocol.read)
            cost = (protocol.game, protocol.name, complete, taught_s + reader.teach_s, pictures, reader.read_s)
            out.costs.append(cost)
            if evenings and not protocol.one_each:
                _evenings(protocol, taught, plain, out, listens=listens)
        if protocol.left_out:
            _left_out(protocol, replace(taught, complete=False), out, listens=listens)
    return out


def one_each(examples: Iterable[Exemplar], prints: Sequence[str]) -> list[Exemplar]:
    """Return the first example of each face; of those in several prints the first of each, told by its mean colour."""
    kept: dict[object, Exemplar] = {}
    for example in examples:
        colour = tuple((example.patch[32:64, 32:64].mean((0, 1)) // 40).astype(int))
        kept.setdefault((example.label, colour) if example.label in prints else example.label, example)
    return list(kept.values())


def _in_order(
    seen: Observation, layout: Layout, trained: Trained
) -> Iterator[tuple[str, tuple[float, float], Reading]]:
    """Yield what was seen, by zone and place, in the order in which it was read: grids that share a recogniser at
    once, then free pieces."""
    shared: dict[int, list[str]] = {}
    for zone in layout.zones:
        if isinstance(zone, Grid):
            shared.setdefault(id(trained.zones[zone.name]), []).append(zone.name)
    names = [name for group in shared.values() for name in group]
    for name in (*names, *(zone.name for zone in layout.zones if isinstance(zone, Pieces))):
        zone_seen = seen.zones[name]
        if isinstance(zone_seen, GridSeen):
            for row, readings in enumerate(zone_seen.cells):
                for col, reading in enumerate(readings):
                    yield name, (row, col), reading
        elif isinstance(zone_seen, PiecesSeen):
            for piece in zone_seen.pieces:
                yield name, piece.center_mm, piece.reading


def _paired(
    places: Sequence[Place], readings: Sequence[tuple[str, tuple[float, float], Reading]], layout: Layout
) -> dict[int, int]:
    """Return which reading belongs to which place: the cell's own, or of free pieces the nearest one."""
    by_place = {(zone, at): j for j, (zone, at, _) in enumerate(readings)}
    cells = (i for i, place in enumerate(places) if isinstance(layout.zone(place.zone), Grid))
    pairs = {i: by_place[places[i].zone, places[i].at] for i in cells if by_place}
    away = sorted(
        (dist(place.at, at), i, j)
        for i, place in enumerate(places)
        for j, (zone, at, _) in enumerate(readings)
        if zone == place.zone and i not in pairs
    )
    used: set[int] = set()
    for distance, i, j in away:
        if distance <= _NEAR_MM and i not in pairs and j not in used:
            pairs[i] = j
            used.add(j)
    return pairs


def _left_out(protocol: Protocol, taught: Faces, out: Run, *, listens: bool) -> None:
    """Leave every face out once, several at a time, and read a few pictures in which they lie."""
    labels = taught.labels
    groups = min(_GROUPS, len(labels) // 2)
    for number in range(groups):
        gone = frozenset(labels[number::groups])
        rest = replace(taught, examples=tuple(example for example in taught.examples if example.label not in gone))
        reader = Reader(protocol, rest, LEFT_OUT, listens, out.refused)
        for shown in _with_most(protocol.read, gone):
            reads = reader.read(shown)
            out.reads += [read for read in reads if read.kind == STRANGER and read.said in gone]


def _with_most(shown: Sequence[Shown], labels: frozenset[str]) -> list[Shown]:
    """Return a few pictures, those in which the most of these faces lie; of equal ones the first."""

    def count(each: Shown) -> int:
        return len({place.label for place in each.places if place.kind == KNOWN} & labels)

    # A picture that shows one face and nothing else costs little: all of them are taken.
    most = _PICTURES_LEFT_OUT if len(shown[0].places) > 1 else len(shown)
    return sorted((each for each in shown if count(each)), key=count, reverse=True)[:most]


def _evenings(protocol: Protocol, taught: Faces, plain: dict[str, list[Read]], out: Run, *, listens: bool) -> None:
    """Read each evening's pictures one after the other, what was in doubt being taught in between, and then the last
    picture of the next evening: what lessons in one light do to another."""
    seqs: dict[str, list[Shown]] = {}
    for shown in protocol.read:
        if shown.evening:
            seqs.setdefault(shown.evening, []).append(shown)
    names = list(seqs)
    for number, name in enumerate(names):
        steps = sorted(seqs[name], key=lambda shown: shown.step)
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(taught.folder, Path(folder) / "set")
            learnt = faces.load_to_read(Path(folder) / "set")
            reads, reader = plain[steps[0].name], None
            for before, shown in pairwise(steps):
                lessons = exemplars_of([_lessons(before, reads)])
                learnt = faces.load_to_read(faces.add(learnt, lessons).folder)
                out.taught += [(protocol.game, protocol.name, f"after {before.name}", each) for each in lessons]
                reader = Reader(protocol, learnt, OWN_EVENING, listens, out.refused)
                reads = reader.read(shown)
                out.reads += reads
            if len(names) > 1 and reader:
                reader.way = OTHER_EVENING
                out.reads += reader.read(max(seqs[names[(number + 1) % len(names)]], key=lambda shown: shown.step))


def _lessons(shown: Shown, reads: Sequence[Read]) -> LabelledPicture:
    """Return the picture with what a person would be asked about labelled, and nothing else."""
    asked = {(read.zone, read.at) for read in reads if read.kind == KNOWN and not read.sure}
    picture = shown.picture
    cells = {
        zone: tuple(
            tuple(label if (zone, (row, col)) in asked else None for col, label in enumerate(labels))
            for row, labels in enumerate(rows)
        )
        for zone, rows in picture.cells.items()
    }
    pieces = {
        zone: tuple(piece for piece in placed if (zone, piece.center_mm) in asked)
        for zone, placed in picture.pieces.items()
    }
    return replace(picture, cells=cells, pieces=pieces)
