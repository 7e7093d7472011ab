"""What the table says in its one line, and what keeps the camera from seeing: in messages, for display and page."""

from companion.game import Doubt, Phase
from companion.language.label import label_message
from companion.language.message import Message, because, say
from companion.table.evening import Evening
from companion.table.signals import Stillness
from vision.observation import HAND, PictureAwaited, Unseen


def line(evening: Evening) -> Message:
    """Return what people do now, or what the table waits for."""
    match, game = evening.match, evening.match.game
    if evening.phase is None:
        return _won(evening)
    doubts = evening.doubts
    if doubts:
        return asked(evening, doubts[0])
    if evening.photo_wanted and not evening.photo_taken and not evening.photo_waits:
        return say("Take the picture of the table with a phone: all of the mat, from above, nothing over it")
    if evening.turn and evening.asked is not None:
        return say("The camera looks: leave everything as it lies for a moment")
    waiting = evening.waiting
    if evening.counting:
        return _counted(evening)
    if evening.phase is Phase.LOOK:
        own = _look(evening, waiting)
        if own is not None:
            return own
    shared = evening.equipment.camera and evening.equipment.one_area
    led: Message = game.lead(match.state, evening.phase, waiting, shared)
    return led


def _won(evening: Evening) -> Message:
    """Who has won, with the winners' own score: a seat that the game adds may stand above them."""
    winners = tuple(evening.match.game.winners(evening.match.state))
    score = next(place.score for place in evening.match.standings if place.player in winners)
    if len(winners) > 1:
        return say("{winners} share the victory with {score}", winners=_everyone(evening, winners), score=score)
    return say("{winners} wins with {score}", winners=_everyone(evening, winners), score=score)


def _counted(evening: Evening) -> Message:
    """People count what they drew."""
    missing = evening.counting
    on_any = all(evening.pod_of(seat) is None for seat in missing)
    return evening.match.game.lead_counting(evening.match.state, missing, on_any)


def _look(evening: Evening, waiting: tuple[str, ...]) -> Message | None:
    """What the table's camera, or having none, makes of a look; None where the game has the word."""
    if not evening.equipment.camera:
        return say("There is no camera: enter the squares on the page ({seats})", seats=_everyone(evening, waiting))
    if not waiting or evening.one_by_one:
        return None
    if evening.camera_waits and len(waiting) == len(evening.match.seats):
        return say("All is read again once you say so; or change what lies wrong")
    why, stillness = evening.why_waiting(waiting[0])
    if len(waiting) == 1 and stillness is Stillness.COVERED and why is not None:
        return _obstacle(evening, waiting[0], why)
    return None


def obstacles(evening: Evening) -> tuple[Message, ...]:
    """Return what keeps the camera from seeing, where that matters now."""
    if not evening.equipment.camera or evening.phase not in (Phase.TAKE, Phase.LOOK, Phase.TURN):
        return ()
    if evening.turn and evening.asked is None:
        return ()
    if evening.equipment.photos and not evening.photo_taken and not evening.photo_waits:
        return ()  # nobody looks before a picture is taken, and who takes it is told what is wrong with it
    if evening.phase is Phase.TAKE and isinstance(evening.problem, PictureAwaited):
        return ()  # a picture of what is not laid yet would count for what is
    if evening.problem is not None:
        return (say("The camera: {why}", why=because(evening.problem)),)
    if evening.turn:
        covered = [look.why for name in evening.unsettled if (look := evening.zones[name]).why is not None]
        return tuple(say("The camera: {why}", why=because(why)) for why in covered[:1])
    rows = []
    for seat in evening.match.seats:
        why, stillness = evening.why_waiting(seat)
        if why is not None and stillness is not Stillness.STILL:
            rows.append(_obstacle(evening, seat, why))
    return tuple(rows)


def _obstacle(evening: Evening, seat: str, why: Unseen) -> Message:
    if why == HAND:
        return say("a hand over {seat}'s place", seat=shown(evening, seat))
    return say("{seat}: {why}", seat=shown(evening, seat), why=because(why))


def _everyone(evening: Evening, seats: tuple[str, ...]) -> tuple[Message, ...]:
    return tuple(shown(evening, seat) for seat in seats)


def no_place(evening: Evening, seats: tuple[str, ...]) -> Message:
    """Return for whom the mat in view has no place, and what to do about it."""
    return say(
        "This mat has no place for {seats}: lay the one for all of you, or go on by hand",
        seats=_everyone(evening, seats),
    )


def shown(evening: Evening, seat: str) -> Message:
    """Return a seat's name as it is shown: a player's as it stands, the game's own in the reader's language."""
    return evening.match.shown(seat)


def asked(evening: Evening, doubt: Doubt) -> Message:
    """Return the question about a doubtful place, with the label that is offered now."""
    offered = doubt.likeliest[evening.offered % len(doubt.likeliest)]
    if doubt.seat is None:
        return say("{place}: {label}?", place=doubt.where, label=label_message(offered))
    seat = shown(evening, doubt.seat)
    return say("{seat}, {place}: {label}?", seat=seat, place=doubt.where, label=label_message(offered))
