"""What the camera saw: whose piece is done, and what changed after the score."""

from dataclasses import replace

from companion.game import Phase
from companion.language.message import say
from companion.session import presence, rereading
from companion.session.ledger import Ledger
from companion.table.evening import Evening
from companion.table.signals import Looked, Stillness


def looked(ledger: Ledger, signal: Looked) -> None:
    """Take in what the camera saw of the zones: it may finish what people do, or change what was scored."""
    if not signal.camera:
        return
    if not ledger.table.camera:
        _camera_came(ledger)
    evening = ledger.evening
    if evening is None:
        return
    if signal.plan != evening.plan:  # it was compared with an older base: only the picture is news
        zones = {name: replace(look, changed=False, unclear_s=None) for name, look in signal.zones.items()}
    else:
        zones = dict(signal.zones)
    moved = [name for name, look in zones.items() if look.stillness is not Stillness.STILL]
    seats = {evening.zone_of(seat): seat for seat in evening.match.seats}
    gone = {seats[name] for name in moved if name in seats and not evening.table.shared_dock}
    answers = {key: label for key, label in evening.answers.items() if key[0] not in {*gone, *moved}}
    if evening.asked is not None and signal.at_s < evening.asked_s:
        zones = {}  # taken before somebody asked for this look, and read only now: pieces were laid since
    for text in signal.said:
        ledger.say(text)
    table = evening.table
    if zones and evening.phase not in (None, Phase.CHANCE):
        table = replace(table, shared_dock=len(zones) == 1 < len(evening.match.seats))
    taken = presence.gone(ledger, evening, zones)
    evening = replace(
        evening, zones=zones, problem=signal.problem, answers=answers, table=table, gone=taken, looked_s=signal.at_s
    )
    ledger.evening = _with_done(evening, signal.at_s)
    rereading.read_again(ledger, ledger.evening, signal.at_s)


def _camera_came(ledger: Ledger) -> None:
    """A camera was plugged in: docks that wait to be read are read once something changes there or ok is pressed."""
    ledger.table = replace(ledger.table, camera=True)
    evening = ledger.evening
    if evening is not None:
        laid = frozenset(evening.by_hand) if evening.phase is Phase.LOOK else evening.laid
        table = replace(evening.table, camera=True)
        ledger.evening = replace(evening, table=table, camera_waits=True, laid=laid)
        ledger.say(say("There is a camera now: it looks at the table from here on"))


def _with_done(evening: Evening, at_s: float) -> Evening:
    if evening.phase not in (Phase.TAKE, Phase.LOOK):
        return evening
    done = {seat for seat in evening.waiting if evening.is_done(seat, at_s)}
    if done and evening.camera_waits and evening.phase is Phase.LOOK:
        done = set(evening.waiting)  # the table has changed: the camera acts by itself again
    return replace(evening, laid=evening.laid | done) if done else evening
