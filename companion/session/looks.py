"""What the camera saw: what of it is about this game, and what changed after the score."""

from collections.abc import Mapping
from dataclasses import replace

from companion.game import Phase
from companion.language.message import say
from companion.session import laying, presence, rereading
from companion.session.table import Table
from companion.table.evening import UNCLEAR_S, Evening
from companion.table.evidence.carrying import carried, reads_alike
from companion.table.evidence.set_change import SetChange, renamed
from companion.table.signals import Looked, ReadAnew, Stillness, ZoneLook


def looked(table: Table, signal: Looked) -> Table:
    """Take in what the camera saw of the zones: it may finish what people do, or change what was scored."""
    if signal.learnt != table.learnt:
        table = replace(table, learnt=signal.learnt)
    if not signal.camera:
        return table
    if not table.equipment.camera:
        table = _camera_came(table)
    for text in signal.said:
        table = table.say(text)
    if table.evening is None or table.evening.unread:
        return table
    if signal.game not in (None, table.evening.match.game.name):
        return table  # it has not heard of this game yet: neither what it saw nor that it looks for nothing is about it
    if signal.change:
        table = table.with_evening(_with_set(table.playing, signal.change))
    before = table.playing.taken_for
    table = table.with_evening(laying.with_done(_with_zones(table, signal), signal.at_s))
    if before is not None and before.since_s is None and table.playing.taken_for != before:
        table = _told_who_shows(table)
    return rereading.read_again(table, signal.at_s)


def _with_set(evening: Evening, change: SetChange) -> Evening:
    """Return the evening once it is read with a changed set: what was seen under faces' old names has not moved. What
    was read in an earlier turn as a face that lost pictures since is void: it would look like a piece laid now."""
    turns = [{seat: renamed(seen, change) for seat, seen in turn.items()} for turn in evening.before]
    before = tuple(
        {
            seat: seen
            for seat, seen in turn.items()
            if change.lost.isdisjoint(reading.label for reading in seen.readings)
        }
        for turn in turns
    )
    answered = {zone: renamed(seen, change) for zone, seen in evening.answered.items()}
    shown = {
        seat: look if look.seen is None else replace(look, seen=renamed(look.seen, change))
        for seat, look in evening.shown.items()
    }
    return replace(evening, before=before, answered=answered, shown=shown, lay={})  # what lies there is seen again


def _with_zones(table: Table, signal: Looked) -> Evening:
    """Return the evening with what is seen now; what people said of a zone that moves no longer holds."""
    evening = table.playing
    if signal.plan != evening.plan:  # it was compared with an older base: only the picture is news
        zones = {name: replace(look, changed=False, unclear_s=None) for name, look in signal.zones.items()}
    else:
        zones = dict(signal.zones)
    evening, zones = laying.uncleared(evening, zones)
    evening = _with_answers(evening, zones)
    if signal.at_s < evening.asked_s or replace(evening, photo=signal.photo).photo_is_late:
        zones = {}  # taken before somebody asked for this look, and read only now: pieces were laid since
    equipment = evening.equipment
    if zones and evening.phase not in (None, Phase.CHANCE):
        equipment = replace(equipment, one_area=len(zones) == 1 < len(evening.match.seats))
    return replace(
        evening,
        zones=zones,
        problem=signal.problem,
        equipment=equipment,
        gone=presence.gone(table, zones),
        taken_for=None if evening.taken_for is None else evening.taken_for.looked(zones),
        looked_s=signal.at_s,
        blind_s=None if signal.problem is None else signal.at_s if evening.blind_s is None else evening.blind_s,
        frozen=False,
        photo=signal.photo,
    )


def _told_who_shows(table: Table) -> Table:
    """A game that was taken up is looked at for the first time: whose pieces were shown already on a zone that serves
    all, nobody knows any more."""
    evening = table.playing
    if not evening.one_by_one or not evening.laying:
        return table
    first = evening.match.shown(evening.laying[0])
    return table.say(
        say("The camera looks once more at what each has laid, one after the other: {seat} first", seat=first)
    )


def _with_answers(evening: Evening, zones: Mapping[str, ZoneLook]) -> Evening:
    """Return the evening with the answers that hold by this look. What moved is asked about anew. A zone that the
    camera lost for a while (it missed a picture, a lamp went out) keeps its answers if everything there reads as it
    did; a piece that was read anew keeps the one that was given at its place."""
    answers, answered, blinked = dict(evening.answers), dict(evening.answered), set(evening.blinked)
    for key in {key for key, _ in evening.answers}:
        name = evening.zone_of_answers(key)
        look = zones.get(name)
        if look is None or (key != name and evening.equipment.one_area):
            continue  # not looked at; or one zone serves all, and what was answered is of a look that was kept
        if look.stillness is Stillness.UNSEEN:
            blinked.add(name)
        if look.seen is None and (name in blinked or look.stillness is Stillness.STILL):
            continue  # what lies there is not read yet
        said = {cell: answers.pop((key, cell)) for whose, cell in evening.answers if whose == key}
        if look.seen is not None and look.stillness is Stillness.STILL:
            before = evening.answered.get(name, look.seen)
            if name not in evening.blinked or reads_alike(before, look.seen):
                answers |= {(key, cell): label for cell, label in carried(said, before, look.seen).items()}
            answered[name] = look.seen
        blinked.discard(name)
    return replace(evening, answers=answers, answered=answered, blinked=frozenset(blinked))


def waited(table: Table, at_s: float) -> Table:
    """Time passes: a camera of which nothing comes any more, though the table waits for it, is noticed."""
    evening = table.evening
    if evening is None or evening.frozen or not evening.sees:
        return table
    if not evening.looked_s:
        return table.with_evening(replace(evening, looked_s=at_s))  # nothing was heard of it yet
    if at_s - max(evening.looked_s, evening.asked_s) < UNCLEAR_S:
        return table
    return table.with_evening(replace(evening, frozen=True))


def look_again(table: Table, at_s: float) -> Table:
    """Somebody wants what is awaited to be looked at once more: only what is seen from now on counts."""
    evening = replace(table.playing, zones={}, asked_s=at_s, looked_s=at_s, blind_s=None, frozen=False)
    return table.with_evening(evening).do(ReadAnew())


def _camera_came(table: Table) -> Table:
    """A camera was plugged in: zones that wait to be read are read once something changes there or ok is pressed."""
    table = replace(table, equipment=replace(table.equipment, camera=True))
    evening = table.evening
    if evening is None or evening.unread:
        return table
    laid = frozenset(evening.by_hand) if evening.phase is Phase.LOOK else evening.laid
    evening = replace(evening, equipment=replace(evening.equipment, camera=True), camera_waits=True, laid=laid)
    return table.with_evening(evening).say(say("There is a camera now: it looks at the table from here on"))
