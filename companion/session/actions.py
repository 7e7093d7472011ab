"""What people do at the table, by key or by page: lay, look, lock, answer, let the companion draw."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.game import Asked, Phase
from companion.game.sealed_bids import Bidding, Response
from companion.language.message import say
from companion.session import learning
from companion.session.ledger import Ledger
from companion.table.evening import Evening
from companion.table.signals import Refuse, Reply, Stillness


def ask_for_look(
    ledger: Ledger, evening: Evening, seat: str, at_s: float, said: Mapping[str, Any] | None = None
) -> Reply:
    """Ok in a Turn: the camera is to look for this seat, with what it `said` on the page; that stands, too, where ok is
    pressed once more meanwhile. What was answered about pieces that have not moved since is not asked again."""
    if seat not in evening.turn:
        return Reply(False, say("It is not {seat}'s turn", seat=seat))
    if not evening.table.camera:
        return Reply(False, say("There is no camera: enter the move by hand"))
    asked = Asked(seat, evening.counted.get(seat, 0), said or {})
    pending = evening.asked
    if said is None and pending is not None and replace(pending, said={}) == asked:
        asked = pending
    evening = replace(evening, asked=asked, asked_s=at_s, offered=0)
    ledger.evening = replace(evening, zones={})  # only what is seen from now on counts
    learning.stood(ledger)
    return Reply(True)


def lock(ledger: Ledger, evening: Evening, bidding: Bidding, seat: str, pod: int | None, at_s: float) -> bool:
    """Lock or unlock a bid; return whether it was taken. A pod whose bid is refused says so by its lamp."""
    changed, response = bidding.ok(seat, at_s)
    ledger.evening = replace(evening, bidding=changed)
    if response is Response.REFUSED and pod is not None:
        ledger.effects.append(Refuse(pod))
    return response is not Response.REFUSED


def lay(ledger: Ledger, seat: str | None) -> Reply:
    """A crate lies as it should: the seat's own, or the one that the game's own seat takes just now."""
    evening = ledger.evening
    if evening is None:
        return Reply(False)
    waiting = evening.waiting
    if seat is None:
        added = [name for name in evening.acting if name in evening.match.game.added_seats]
        seat = added[0] if added else None
    if seat is None or seat not in waiting:
        return Reply(False, say("Nothing is awaited from this seat now"))
    if evening.phase is Phase.LOOK and not evening.table.camera:
        return Reply(False, say("There is no camera: enter the squares on the page"))
    if evening.table.shared_dock and evening.phase is Phase.LOOK and seat not in evening.by_hand:
        look = evening.zones.get(evening.zone_of(seat))
        if look is None or look.seen is None or look.stillness is not Stillness.STILL:
            return Reply(
                False,
                say("{seat}: lay the hold on the dock and let it lie still", seat=evening.match.shown(seat)),
            )
        evening = replace(evening, shown={**evening.shown, seat: look})
    again = evening.camera_waits and evening.phase is Phase.LOOK and not evening.table.shared_dock
    done = waiting if again else (seat,)  # after an undo one ok is for all: the camera acts by itself again
    ledger.evening = replace(evening, laid=evening.laid | {*done})
    return Reply(True)


def settle(ledger: Ledger, key: str, cell: int, label: str) -> None:
    """Take a person's word for what lies in a cell, and remember the picture as a lesson."""
    evening = ledger.evening
    if evening is None:
        return
    look = evening.look_at(key) if key in evening.match.seats else evening.zones.get(key)
    ledger.evening = replace(evening, answers={**evening.answers, (key, cell): label}, offered=0)
    learning.answered(ledger, evening, key, cell, label, look)


def draw(ledger: Ledger, evening: Evening) -> Reply:
    """Let chance make the event that is awaited."""
    chance = ledger.rng(evening)

    def shuffled(things: Any) -> list[Any]:
        return chance.sample(list(things), len(things))

    return ledger.play(evening.match.game.draw(evening.match.state, shuffled))
