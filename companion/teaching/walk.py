"""The teach walk as one value: what lies on the sheet, what the set makes of it, what people named, what was shown.

People lay pieces, as many as fit. What the set surely knows is left alone; the rest is ringed. A new face is named
once; what resembles it then is guessed, and all guesses of a sheet are confirmed together. When nothing is open the
sheet is settled and counted, and the next pieces are laid.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.game.tally import Labels, Tally
from companion.game.teaching import TeachingContract
from companion.language.message import Message
from companion.table.evidence.set_change import SetChange, named_anew
from companion.teaching.places import GUESS, Mark, Readings, Sheet
from vision.layout import Grid, Zone


class WalkError(ValueError):
    """Something that can't be done in this walk now."""


class OutdatedError(WalkError):
    """Something that was meant for another sheet, or another naming, than is there by now."""


class Stage(StrEnum):
    """What is awaited: a bare mat, pieces, names, or nothing more."""

    CLEAR = "clear"
    LAY = "lay"
    NAME = "name"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Counts:
    """What the walk took: taps that named or confirmed, all taps, pictures taken."""

    named: int = 0
    taps: int = 0
    pictures: int = 0


@dataclass(frozen=True, slots=True)
class Walk:
    """See the module. `read`: the set has been asked about this sheet. `named` are the labels that people gave on this
    sheet, None for a place left out; `fresh` are those that the set was not read with yet; `tally` is what was shown up
    to this sheet, with it once it is `settled`; `earlier` is the walk before the last naming,
    and `naming` that naming's number, which no other has in this walk (0: none on this sheet). `faces` are those that
    the set has now (None: nobody looked): a piece that shows one that was forgotten was not shown."""

    game: str
    stage: Stage = Stage.CLEAR
    sheet: Sheet | None = None
    read: bool = False
    readings: Readings = field(default_factory=dict)
    named: Mapping[str, str | None] = field(default_factory=dict)
    fresh: frozenset[str] = frozenset()
    before: Tally = field(default_factory=Tally)
    settled: bool = False
    counts: Counts = field(default_factory=Counts)
    earlier: "Walk | None" = field(default=None, repr=False)
    naming: int = 0
    faces: frozenset[str] | None = None


def mark_of(walk: Walk, key: str) -> Mark:
    """Return how much is known of a place."""
    if key in walk.named:
        return Mark.LEFT_OUT if walk.named[key] is None else Mark.NAMED
    reading = walk.readings.get(key)
    if reading is None or reading.confidence < GUESS:
        return Mark.STRANGE
    return Mark.KNOWN if reading.sure else Mark.GUESSED


def label_of(walk: Walk, key: str) -> str | None:
    """Return what lies in a place as far as it is named, known or guessed."""
    if key in walk.named:
        return walk.named[key]
    return walk.readings[key].label if mark_of(walk, key) is not Mark.STRANGE else None


def keys(walk: Walk, *marks: Mark) -> tuple[str, ...]:
    """Return the places of the sheet with one of these marks, in order."""
    places = walk.sheet.places if walk.sheet is not None else ()
    return tuple(place.key for place in places if mark_of(walk, place.key) in marks)


def asked(walk: Walk) -> str | None:
    """Return the place to name next: of those that are new, the one that resembles the known ones least. What looks
    like a place that was named a moment ago waits until the set was read with that."""
    if walk.stage is not Stage.NAME or not walk.read or walk.sheet is None:
        return None
    alike = walk.sheet.alike
    new = [key for key in keys(walk, Mark.STRANGE) if not alike.get(key, frozenset()) & walk.fresh]
    return min(new, key=lambda key: walk.readings[key].confidence if key in walk.readings else 0.0, default=None)


def cleared(walk: Walk) -> Walk:
    """Return the walk once the bare mat was seen."""
    return replace(walk, stage=Stage.LAY)


def laid(walk: Walk, sheet: Sheet, tally: Tally) -> Walk:
    """Return the walk with a new picture of the mat; `tally` is what was shown before it."""
    counts = replace(walk.counts, pictures=walk.counts.pictures + 1)
    fresh = replace(
        walk,
        sheet=sheet,
        read=False,
        readings={},
        named={},
        fresh=frozenset(),
        before=tally,
        settled=False,
        earlier=None,
        naming=0,
    )
    return replace(fresh, stage=Stage.NAME, counts=counts)


def reread(walk: Walk, sheet: Sheet, readings: Readings, known: frozenset[str] = frozenset()) -> Walk:
    """Return the walk with what the set now makes of the sheet, on which more free pieces may be found than before;
    `known` are the named places that the set was read with. What is settled stays as it was."""
    if walk.settled:
        return walk
    return replace(walk, sheet=sheet, read=True, readings=dict(readings), fresh=walk.fresh - known)


def settle(walk: Walk, game: TeachingContract) -> Walk:
    """Return the walk settled if nothing is open and nothing that was only read is odd."""
    if walk.stage is not Stage.NAME or walk.sheet is None or keys(walk, Mark.STRANGE, Mark.GUESSED) or odd(walk, game):
        return walk
    return replace(walk, settled=True, stage=Stage.LAY)


def odd(walk: Walk, game: TeachingContract) -> Mapping[str, Message]:
    """Return why by zone where what was read can hardly be right and nobody has said that it is."""
    found: dict[str, Message] = {}
    for zone, labels in zones(walk).items():
        read = [key for key in keys(walk, Mark.KNOWN) if key.rpartition("/")[0] == zone]
        why = game.odd(walk.before, zone, labels) if read else None
        if why is not None:
            found[zone] = why
    return found


def tally(walk: Walk, game: TeachingContract) -> Tally:
    """Return what was shown so far; a sheet counts once it is settled, and a piece while the set has its faces."""
    shown = game.shown(walk.before, zones(walk)) if walk.settled else walk.before
    return shown if walk.faces is None else shown.among(walk.faces)


def whole(walk: Walk, game: TeachingContract) -> bool:
    """Return whether every piece of the game was shown and no question is left."""
    return walk.stage in (Stage.LAY, Stage.DONE) and all(part.whole for part in game.progress(tally(walk, game)))


def named(walk: Walk, labels: Mapping[str, str | None]) -> Walk:
    """Return the walk after places were named, confirmed or left out (None); raise a WalkError where there is no such
    place."""
    sheet = walk.sheet
    if sheet is None or walk.stage is Stage.CLEAR:
        raise WalkError("nothing lies there that could be named")
    for key, label in labels.items():
        if sheet.place(key) is None or (label is not None and not label.strip()):
            raise WalkError(f"“{key}” can't be named “{label}”")
    counts = replace(walk.counts, named=walk.counts.named + 1)
    given = {key: label.strip() if label is not None else None for key, label in labels.items()}
    open_again = replace(walk, named={**walk.named, **given}, counts=counts, earlier=walk)
    open_again = replace(open_again, naming=counts.named)
    fresh = walk.fresh | {key for key, label in given.items() if label is not None}
    open_again = replace(open_again, settled=False, stage=Stage.NAME, fresh=fresh)
    return _unread(open_again) if any(_contradicts(walk, key, label) for key, label in given.items()) else open_again


def _contradicts(walk: Walk, key: str, label: str | None) -> bool:
    """Whether a place was named or surely read otherwise: what else was read by that may be wrong, too."""
    return mark_of(walk, key) in (Mark.NAMED, Mark.KNOWN) and label_of(walk, key) != label


def _unread(walk: Walk) -> Walk:
    """Return the walk with its sheet still to be read."""
    return replace(walk, read=False, readings={})


def meant(walk: Walk, sheet: str | None, naming: int | None = None) -> Walk:
    """Return the walk, or raise an OutdatedError where what is asked is meant for another sheet than its name says (""
    is the bare mat), or for another naming than the last one; None is whichever is there."""
    there = walk.sheet.name if walk.sheet is not None else ""
    if sheet not in (None, there) or naming not in (None, walk.naming):
        raise OutdatedError(f"this was meant for “{sheet}”, naming {naming}: there is “{there}”, naming {walk.naming}")
    return walk


def with_set(walk: Walk, faces: frozenset[str], change: SetChange, game: TeachingContract) -> Walk:
    """Return the walk once its set is another: faces have their new names, in what was shown before, too. On a sheet
    that is not settled nothing is read any more, and what was named by a face that is gone is open again."""
    gone = {change.names.get(label, label) for label in walk.faces or ()} - faces
    before = game.renamed(walk.before, change.names)
    now = replace(_called(walk, before, change.names, gone), faces=faces)
    return now if now.settled else _unread(now)


def _called(walk: Walk, before: Tally, names: Mapping[str, str], gone: Collection[str]) -> Walk:
    """Return the walk, and those before its namings, with faces under other names. All have the same tally `before`
    their sheet."""
    named = {key: label if label is None else names.get(label, label) for key, label in walk.named.items()}
    if not walk.settled:
        named = {key: label for key, label in named.items() if label not in gone}
    return replace(
        walk,
        readings={key: named_anew(reading, names) for key, reading in walk.readings.items()},
        named=named,
        fresh=walk.fresh & named.keys(),
        before=before,
        earlier=None if walk.earlier is None else _called(walk.earlier, before, names, gone),
    )


def undone(walk: Walk) -> Walk:
    """Return the walk as it was before the last naming of this sheet, its counts going on, to be read without it; raise
    a WalkError where there is none."""
    if walk.earlier is None:
        raise WalkError("there is nothing to take back on this sheet")
    before = replace(walk.earlier, sheet=walk.sheet, counts=walk.counts, settled=False, stage=Stage.NAME)
    return _unread(before)


def finished(walk: Walk) -> Walk:
    """Return the walk after somebody said that these were all pieces; what is open stays unknown."""
    return replace(walk, stage=Stage.DONE)


def tapped(walk: Walk) -> Walk:
    """Return the walk with one more tap counted."""
    return replace(walk, counts=replace(walk.counts, taps=walk.counts.taps + 1))


def answered(walk: Walk) -> dict[str, str | None]:
    """Return what the last naming of this sheet said, by place."""
    before = walk.earlier.named if walk.earlier is not None else walk.named
    return {key: label for key, label in walk.named.items() if key not in before or before[key] != label}


def spread(walk: Walk) -> tuple[str, ...]:
    """Return the places that nobody named and that are read otherwise since the last naming."""
    before = walk.earlier
    if before is None or not walk.read:
        return ()
    open_places = (key for key in keys(walk, Mark.GUESSED, Mark.KNOWN) if key not in walk.named)
    return tuple(key for key in open_places if label_of(before, key) != label_of(walk, key))


def zones(walk: Walk) -> dict[str, Labels]:
    """Return what lies in each zone of the sheet, as far as it is named, known or guessed."""
    if walk.sheet is None:
        return {}
    return {zone.name: tuple(_labels(walk, zone)) for zone in walk.sheet.layout.zones}


def doubted(walk: Walk, game: TeachingContract) -> tuple[str, ...]:
    """Return the places to be confirmed: those that were guessed, and those that are read in a zone that looks odd."""
    strange = odd(walk, game)
    guessed = keys(walk, Mark.GUESSED)
    return (*guessed, *(key for key in keys(walk, Mark.KNOWN) if key.rpartition("/")[0] in strange))


def _labels(walk: Walk, zone: Zone) -> list[str | None]:
    sheet = walk.sheet
    places = [place for place in sheet.places if place.zone == zone.name] if sheet is not None else []
    if not isinstance(zone, Grid):
        return [label_of(walk, place.key) for place in places]
    found: list[str | None] = [None] * (zone.rows * zone.cols)
    for place in places:
        found[place.number] = label_of(walk, place.key)
    return found
