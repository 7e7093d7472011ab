"""What the camera saw: whose piece is done, and what changed after the score."""

from dataclasses import replace

from companion.game import Phase
from companion.language.message import say
from companion.session import presence, rereading
from companion.session.table import Table
from companion.table.evening import UNCLEAR_S, Evening
from companion.table.signals import Looked, ReadAnew, Stillness


def looked(table: Table, signal: Looked) -> Table:
    """Take in what the camera saw of the zones: it may finish what people do, or change what was scored."""
    if not signal.camera:
        return table
    if not table.equipment.camera:
        table = _camera_came(table)
    for text in signal.said:
        table = table.say(text)
    if table.evening is None or signal.game not in (None, table.evening.match.game.name):
        return table  # it has not heard of this game yet: neither what it saw nor that it looks for nothing is about it
    table = table.with_evening(_with_done(_with_zones(table, signal), signal.at_s))
    return rereading.read_again(table, signal.at_s)


def _with_zones(table: Table, signal: Looked) -> Evening:
    """Return the evening with what is seen now; what people said of a zone that moves no longer holds."""
    evening = table.playing
    if signal.plan != evening.plan:  # it was compared with an older base: only the picture is news
        zones = {name: replace(look, changed=False, unclear_s=None) for name, look in signal.zones.items()}
    else:
        zones = dict(signal.zones)
    moved = [name for name, look in zones.items() if look.stillness is not Stillness.STILL]
    seats = {evening.zone_of(seat): seat for seat in evening.match.seats}
    gone = {seats[name] for name in moved if name in seats and not evening.equipment.one_area}
    answers = {key: label for key, label in evening.answers.items() if key[0] not in {*gone, *moved}}
    if signal.at_s < evening.asked_s or replace(evening, photo=signal.photo).photo_is_late:
        zones = {}  # taken before somebody asked for this look, and read only now: pieces were laid since
    equipment = evening.equipment
    if zones and evening.phase not in (None, Phase.CHANCE):
        equipment = replace(equipment, one_area=len(zones) == 1 < len(evening.match.seats))
    return replace(
        evening,
        zones=zones,
        problem=signal.problem,
        answers=answers,
        equipment=equipment,
        gone=presence.gone(table, zones),
        looked_s=signal.at_s,
        blind_s=None if signal.problem is None else signal.at_s if evening.blind_s is None else evening.blind_s,
        frozen=False,
        photo=signal.photo,
    )


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
    if evening is None:
        return table
    laid = frozenset(evening.by_hand) if evening.phase is Phase.LOOK else evening.laid
    evening = replace(evening, equipment=replace(evening.equipment, camera=True), camera_waits=True, laid=laid)
    return table.with_evening(evening).say(say("There is a camera now: it looks at the table from here on"))


def _with_done(evening: Evening, at_s: float) -> Evening:
    if evening.phase not in (Phase.TAKE, Phase.LOOK):
        return evening
    done = {seat for seat in evening.waiting if evening.is_done(seat, at_s)}
    if done and evening.camera_waits and evening.phase is Phase.LOOK:
        done = set(evening.waiting)  # the table has changed: the camera acts by itself again
    return replace(evening, laid=evening.laid | done) if done else evening
