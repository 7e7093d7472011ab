"""What of an evening everybody may see, and what only one device may: made here and nowhere else."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from companion.game import Chapter, Choice, Doubt, Phase, View, same_name
from companion.game.match import Match
from companion.language.message import Message, say
from companion.prints.seat_colours import SEAT_COLOURS
from companion.showing import deeds, evidence, forms, moments, prompts, stalls, veil
from companion.showing.decisive import decisive
from companion.table.entrance import Entrance
from companion.table.evening import Evening
from companion.table.evidence.placement import Box, around
from companion.table.seats import Seating
from companion.table.signals import Surroundings, ZoneLook
from companion.table.snapshot import GameShown, Health, Lamp, Learnt, Notice, Question, SeatShown, Snapshot, Step
from vision.observation import PiecesSeen
from web.shown import Own, OwnSeat, PhotoAsked, Role

RIGHTS = "rights"


def snapshot(
    evening: Evening | None,
    seating: Seating,
    surroundings: Surroundings,
    notices: tuple[Notice, ...],
    show_join: bool,
    called: Mapping[str, Message] = MappingProxyType({}),
    hidden: bool = False,
    practice: str = "",
) -> Snapshot:
    """Return the public snapshot, still without its number; where standings are `hidden`, without them until the end of
    the game. `practice` is the id of the game that counts nothing."""
    nobody = Snapshot(
        0,
        Step.JOIN,
        say("Nobody plays yet: begin a game on a phone"),
        notices=notices,
        health=(*surroundings.health, *_claimed(seating)),
        join=surroundings.join,
        show_join=show_join,
        called=called,
        hidden=hidden,
    )
    shown = nobody if evening is None else _played(nobody, evening, seating)
    if evening is not None and shown.game is not None and evening.game_id == practice:
        where = say("Practice") if shown.where is None else say("Practice · {where}", where=shown.where)
        shown = replace(shown, game=replace(shown.game, practice=True), where=where)
    return veil.veiled(shown) if shown.veiled else shown


def _claimed(seating: Seating) -> tuple[Health, ...]:
    """Return that somebody has claimed this table, for all to see: whoever it was not knows then."""
    if not seating.claimed:
        return ()
    told = say(
        "A phone claimed this table on {day} and is its host. If it was nobody of yours: sudo companion key --forget",
        day=seating.claimed.partition("T")[0],
    )
    return (Health(RIGHTS, "attention", told),)


def with_health(snapshot: Snapshot, parts: tuple[Health, ...]) -> Snapshot:
    """Return a snapshot with how the parts do by now, for while no other can be made."""
    return replace(snapshot, health=(*parts, *(part for part in snapshot.health if part.part == RIGHTS)))


def with_learnt(snapshot: Snapshot, learnt: Learnt | None) -> Snapshot:
    """Return a snapshot with what play taught, where people may be asked: nobody plays, or the game of it is over."""
    if learnt is None or (snapshot.game is not None and (snapshot.game.name, snapshot.over) != (learnt.game, True)):
        return snapshot
    return replace(snapshot, learnt=learnt)


def _played(table: Snapshot, evening: Evening, seating: Seating) -> Snapshot:
    """Return what is to be seen at a table with the game that is played there."""
    match, game = evening.match, evening.match.game
    view = veil.of_view(game.view(match.state), hidden=table.hidden and not match.over)
    step = evening.step
    stall = stalls.stall(evening)
    lines = zip(view.chapters, match.chapter_lines, strict=True)
    chapters = tuple(_chapter(evening, chapter, line) for chapter, line in lines)
    ok = None if evening.phase is None else game.go_on(match.state, evening.phase)
    obstacles = (told for told in prompts.obstacles(evening) if stall is None or told != stall.text)
    return replace(
        table,
        step=step,
        awaited=evening.step_id,
        line=prompts.line(evening),
        where=_where(evening, view),
        ok=ok,
        key=_key(evening, ok),
        game=_game(evening),
        notes=(*obstacles, *view.notes),  # of many notes a phone shows the first
        stall=stall,
        seats=_seats(evening, seating, view),
        reveal=view.reveal if step in (Step.REVEAL, Step.LOOK, Step.ASK) else None,
        questions=tuple(_question(evening, doubt) for doubt in evening.doubts),
        blocks=(*((evening.told,) if evening.told else ()), *view.blocks),
        chapters=chapters,
        moment=moments.newest(match, chapters),
        leads=moments.leads(match, chapters),
        looks=evidence.looks(evening),
        forms=forms.forms(evening),
        labels=game.labels(match.state),
        over=match.over,
        winners=tuple(game.winners(match.state)) if match.over else (),
        decisive=decisive(match, view.chapters),
        to_take_back=deeds.to_take_back(evening),
        to_do_again=deeds.to_do_again(evening),
        can_go_on=_can_go_on(evening),
        by_hand=_by_hand(evening),
        can_look=_can_look(evening),
        look=evening.look,
        photo_wanted=evening.photo_wanted,
        photo=_photo(evening),
        events=len(match.lines) - 1,
        counting={seat: evening.counted[seat] for seat in match.seats if _counts(evening, seat)},
        dealt=None if any(lamp(evening, seat) is Lamp.LOCKED for seat in match.seats) else view.dealt,
    )


def _where(evening: Evening, view: View) -> Message | None:
    """Return how far the evening is: while people still take what an event brought, as far as before it."""
    if evening.phase is not Phase.TAKE:
        return view.where
    match = evening.match
    before: View = match.game.view(match.states[-2:][0])
    return before.where


def _can_look(evening: Evening) -> bool:
    """Whether the camera can be asked to look: not while it does, for whoever taps on would wait the longer."""
    return evening.equipment.camera and bool(evening.turn) and (evening.asked is None or bool(evening.doubts))


def _game(evening: Evening) -> GameShown:
    """Return which game is played, by whom, and with which options."""
    match, game = evening.match, evening.match.game
    players = tuple(match.lines[0]["players"])
    return GameShown(evening.game_id, game.name, game.title, players, _options(match), game.emblem)


def _photo(evening: Evening) -> PhotoAsked | None:
    """Return which picture somebody is to take: the one that is wanted, once the camera has heard of it."""
    if not evening.photo_wanted or evening.photo_is_late:
        return None
    return PhotoAsked(evening.photo, again=evening.photo_taken)


def _options(match: Match) -> dict[str, object]:
    """Return the options as they would begin the same game again: also what is only noted, and what each has chosen;
    players by their place from 1. What a record notes there that is no choice is passed over."""
    header = match.lines[0]
    options: dict[str, object] = {**header.get("options", {})}
    for choice in match.game.choices:
        kept = (header if choice.noted else options).get(choice.name)
        chosen = _chosen_again(choice, kept, header["players"])
        options |= {} if chosen is None else {choice.name: chosen}
    return options


def _chosen_again(choice: Choice, kept: object, players: Sequence[str]) -> object | None:
    """Return how what a header keeps of a choice is chosen; None where it is no such choice."""
    places = {same_name(player): str(at) for at, player in enumerate(players, 1)}
    if choice.each:
        noted = kept if isinstance(kept, Mapping) else {}
        of = {same_name(player): value for player, value in noted.items() if value in choice.choices}
        return {at: of[player] for player, at in places.items() if player in of} or None
    if choice.place:
        return places.get(same_name(kept)) if isinstance(kept, str) else None
    known = kept in choice.choices if choice.choices else isinstance(kept, bool)
    return kept if known else None


def _by_hand(evening: Evening) -> bool:
    """Whether what comes next begins with a form: no camera looks, or several may move, each with a move of their own
    to say."""
    if evening.phase is Phase.TURN and len(evening.turn) > 1 and not evening.anybodys_turn:
        return evening.asked is None
    return not evening.equipment.camera and evening.phase in (Phase.LOOK, Phase.TURN)


def _key(evening: Evening, ok: Message | None) -> Message | None:
    """What ok on a pod does, where it is awaited: no camera sees it by itself."""
    equipment = evening.equipment
    match evening.phase:
        case Phase.CHANCE:
            return ok
        case Phase.TURN if equipment.camera and evening.asked is None:
            return ok
        case Phase.LOOK if equipment.camera and evening.waiting:
            return say("it lies there") if evening.one_by_one else ok
        case Phase.TAKE if equipment.one_area or not equipment.camera or equipment.photos:
            return say("it lies there")
        case _:
            return None


def _can_go_on(evening: Evening) -> bool:
    """Whether ok by anybody leads on."""
    match evening.phase:
        case Phase.CHANCE | Phase.TAKE:
            return True
        case Phase.LOOK:
            return evening.equipment.camera and bool(evening.waiting) and not evening.one_by_one
        case Phase.TURN:
            return evening.anybodys_turn and evening.equipment.camera and evening.asked is None
        case _:
            return False


def _seats(evening: Evening, seating: Seating, view: View) -> tuple[SeatShown, ...]:
    places = {place.player: place for place in evening.match.standings}
    rows = []
    for number, seat in enumerate(evening.match.seats, 1):
        colour = SEAT_COLOURS[number - 1]
        phone, pod = seat in seating.held, evening.pod_of(seat) is not None
        rows.append(
            SeatShown(
                name=seat,
                shown=prompts.shown(evening, seat),
                number=number,
                colour=view.colours.get(seat, colour.hex),
                shape=colour.shape,
                added=seat in evening.match.game.added_seats,
                device="both" if phone and pod else "phone" if phone else "pod" if pod else "none",
                claiming=seat in seating.claims,
                lamp=lamp(evening, seat),
                mark=_counted(evening, seat) or view.worth.get(seat) or view.marks.get(seat),
                status=_status(evening, seat),
                score=view.running.get(seat, places[seat].score),
                rank=places[seat].rank,
                why=places[seat].why,
            )
        )
    return tuple(rows)


def _counted(evening: Evening, seat: str) -> Message | None:
    """What a seat counts in place of chance."""
    if evening.phase is not Phase.CHANCE or seat not in evening.counted:
        return None
    return evening.match.game.count_called(evening.counted[seat])


def lamp(evening: Evening, seat: str) -> Lamp:
    """Return what a seat's lamp says."""
    match evening.phase:
        case Phase.BIDS if evening.bidding is not None and seat in evening.bidding.people:
            return Lamp.AWAITED if seat in evening.bidding.awaited else Lamp.LOCKED
        case Phase.TAKE if seat in evening.acting:
            return Lamp.TAKE
        case Phase.LOOK if seat in evening.laying and evening.equipment.camera:
            return Lamp.TAKE
        case Phase.TURN if evening.turn == (seat,):
            return Lamp.TAKE
        case Phase.CHANCE if seat in evening.count_locked:
            return Lamp.LOCKED
        case _:
            return Lamp.OFF


def _status(evening: Evening, seat: str) -> Message | None:
    match evening.phase:
        case Phase.BIDS if evening.bidding is not None and seat in evening.bidding.people:
            return say("choosing") if seat in evening.bidding.awaited else say("locked")
        case Phase.TAKE if seat in evening.acting:
            return say("takes now")
        case Phase.TAKE if evening.awaited is not None and any(seat in order for order in evening.awaited.order):
            return say("waits") if seat in evening.waiting else say("has taken")
        case Phase.LOOK if seat in evening.laying:
            return say("waiting for this place")
        case Phase.LOOK if seat in evening.waiting:
            return say("waits")
        case Phase.TURN if seat in evening.turn:
            if evening.asked is not None and evening.asked.seat == seat:
                return say("the camera looks")
            if _counts(evening, seat):
                return say("counts {number}", number=evening.counted[seat])
            return say("in turn") if len(evening.turn) == 1 else None
        case _:
            return None


def _counts(evening: Evening, seat: str) -> bool:
    """Whether something is counted on a seat's pod for a move that the camera does not look for yet."""
    looked_for = evening.asked is not None and evening.asked.seat == seat
    return seat in evening.turn and seat in evening.counted and not looked_for


def question_id(evening: Evening, doubt: Doubt) -> str:
    """Return a question's id: the same place in another turn, or with something else in it, is another question."""
    return f"{_look_id(evening, doubt)}/{doubt.zone}/{doubt.cell}"


def _question(evening: Evening, doubt: Doubt) -> Question:
    likeliest = doubt.likeliest
    return Question(
        id=question_id(evening, doubt),
        text=prompts.asked(evening, doubt),
        seat=doubt.seat,
        zone=doubt.zone,
        cell=doubt.cell,
        picture=_picture_key(evening, doubt),
        likeliest=likeliest[:3],
        all=evening.match.game.labels(evening.match.state),
        offered=likeliest[evening.offered % len(likeliest)],
        at_mm=_at_mm(evening, doubt),
    )


def _picture_key(evening: Evening, doubt: Doubt) -> str:
    """Return the key of the picture of a place in question. Browsers keep what they fetched: a place that is looked at
    anew, or the same one in another game, has another key."""
    return f"cell/{_look_id(evening, doubt)}/{doubt.seat or doubt.zone}/{doubt.cell}"


def _look_id(evening: Evening, doubt: Doubt) -> str:
    """Return which look at a place in question it is: in which turn, and on which photo."""
    look = _look_at(evening, doubt)
    taken = zlib.crc32(look.picture) if look is not None and look.picture is not None else 0
    return f"{evening.plan}.{taken:08x}"


def _look_at(evening: Evening, doubt: Doubt) -> ZoneLook | None:
    return evening.zones.get(doubt.zone) if doubt.seat is None else evening.look_at(doubt.seat)


def _at_mm(evening: Evening, doubt: Doubt) -> tuple[float, float] | None:
    """Return where on the mat a doubtful piece lies that has no cell to be known by."""
    look = evening.zones.get(doubt.zone)
    if look is None or not isinstance(look.seen, PiecesSeen) or doubt.cell >= len(look.seen.pieces):
        return None
    return look.seen.pieces[doubt.cell].center_mm


def _chapter(evening: Evening, chapter: Chapter, line: int) -> Chapter:
    """Return a chapter with the place of its event in the record, and the photos of those whose cells that says."""
    match = evening.match
    photos = {seat: evidence.photo_key(evening, line, seat) for seat in match.game.cells(match.lines[line])}
    blocks = tuple(replace(block, photo=photos.get(block.seat or "")) for block in chapter.blocks)
    return replace(chapter, line=line, blocks=blocks, event=evidence.event_name(evening, line))


def own(evening: Evening | None, seating: Seating, entrance: Entrance) -> dict[str, Own]:
    """Return for each device what only it may see: the hands and ballots of its seats, and who it is."""
    known = {*seating.held.values(), *seating.hosts, *seating.let_in}
    waiting = {claim.device: seat for seat, claim in seating.claims.items() if not claim.contested}
    devices = {*known, *waiting, *(knock.device for knock in entrance.knocks)}
    return {device: _own(evening, seating, entrance, device, waiting.get(device)) for device in devices}


def _own(evening: Evening | None, seating: Seating, entrance: Entrance, device: str, waiting: str | None) -> Own:
    role = seating.role(device)
    if role is Role.GUEST:
        return Own((), role, waiting, knock=entrance.number_of(device), claimable=entrance.claimable)
    held = () if evening is None else (seat for seat in seating.seats_of(device) if seat in evening.people)
    hands = tuple(_hand(evening, seat) for seat in held) if evening is not None else ()
    return Own(hands, role, waiting, entrance.evening, tuple(knock.number for knock in entrance.knocks))


def _hand(evening: Evening, seat: str) -> OwnSeat:
    bidding = evening.bidding
    must_bid = bidding is not None and seat in bidding.people
    ballot = bidding.ballot(seat) if bidding is not None and must_bid else None
    # A pod's count is nobody's but the hand's that pressed the keys: the ok meant to lock may have confirmed that some
    # other phone plays for this seat.
    told = ballot is not None and ballot.tapped
    return OwnSeat(
        seat,
        bidding.bids.hands[seat]
        if bidding is not None and must_bid
        else tuple(sorted(evening.match.game.hand(evening.match.state, seat))),
        chosen=ballot.chosen if ballot is not None and told else (),
        many=bidding.bids.many if bidding is not None else 1,
        locked=bool(ballot and ballot.locked),
        must_bid=must_bid,
    )


Pictured = tuple[bytes, Box]
"""The JPEG of a zone, and where in it the place in question lies."""


def pictures(evening: Evening | None) -> dict[tuple[str, int], Pictured]:
    """Return a picture for each question: by the seat or zone, and the cell."""
    found: dict[tuple[str, int], Pictured] = {}
    if evening is None:
        return found
    for doubt in evening.doubts:
        look = _look_at(evening, doubt)
        if look is None or look.seen is None or look.picture is None or doubt.cell >= len(look.boxes):
            continue
        found[doubt.seat or doubt.zone, doubt.cell] = look.picture, around(look.boxes[doubt.cell], look.seen)
    failed = stalls.picture(evening, stalls.stall(evening))
    return found if failed is None else {**found, (failed[0], stalls.WHOLE): (failed[1], (0.0, 0.0, 1.0, 1.0))}
