"""An evening at the table as one value: the match, and how far the people are within the step that it awaits.

The match is kept on disk, with the looks that made its events, who has taken what was to be taken, and what was entered
by hand of it; everything else here may be lost in a power cut and is asked for again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from companion.game import Asked, Awaited, Block, Doubt, Form, Phase, Proposal
from companion.game.look import SAID
from companion.game.match import Match
from companion.game.sealed_bids import Bidding
from companion.table.deeds import NOBODY, Doer, Rewrite, SeatChange, Undone
from companion.table.evidence import kept_look, missed_pieces
from companion.table.evidence.kept_look import KeptPiece, Looks
from companion.table.evidence.placement import Point
from companion.table.signals import Lesson, Stillness, ZoneLook
from companion.table.snapshot import Step
from companion.table.taken_for import TakenFor
from vision.observation import GridSeen, PictureAwaited, Reading, Unseen, ZoneSeen

UNCLEAR_S = 20.0  # what the table waits to see and nobody could tell for this long is said, with its remedy


@dataclass(frozen=True)
class Equipment:
    """How the table is equipped: how many pods, whether a camera looks, whether one area serves all seats, whether
    there is a display, whether corrections teach until somebody says otherwise on the page, whether a terminal
    shows how to come in, whether a room is told of results, and whether the camera is `photos` that people take with
    their phones."""

    pods: int = 0
    camera: bool = False
    one_area: bool = False
    display: bool = True
    teach: bool = True
    terminal: bool = True
    room: bool = False
    photos: bool = False


@dataclass(frozen=True)
class EnteredByHand:
    """An event that was entered by hand, by which device and when, and how many lines the record had then."""

    event: Mapping[str, object]
    device: str
    at_s: float
    lines: int


@dataclass(frozen=True)
class Evening:
    """See the module. `plan` rises whenever looks are to be compared with a new base; `passed` are the parts of the
    step that are done; `laid` are the seats whose pieces lie, as the camera saw or somebody said by key or tap."""

    game_id: str
    seed: str
    match: Match
    equipment: Equipment
    undone: tuple[Undone, ...] = ()  # what can be done again, the next one last
    rewrites: tuple[Rewrite, ...] = ()  # the corrections that stand, the newest last
    seat_changes: tuple[SeatChange, ...] = ()  # since the last event or correction, the newest last
    doers: Mapping[int, Doer] = field(default_factory=dict)  # by line, where a phone entered it
    recorded: int = 0  # the snapshot since which the record stands as it does …
    reseated: int = 0  # … and since which people sit as they do: it names the last deed
    passed: int = 0
    begun: int = 0  # how many steps have begun: what is tapped for one is meant for no other
    plan: int = 1
    bidding: Bidding | None = None
    counted: Mapping[str, int] = field(default_factory=dict)  # what people count on their pods, shown to all
    counted_before: Mapping[str, int] = field(default_factory=dict)  # … when somebody asked for the look
    count_locked: frozenset[str] = frozenset()  # whose count, in place of chance, stands
    laid: frozenset[str] = frozenset()
    noticed: frozenset[str] = frozenset()  # of them, whose pieces only the camera saw, since its base is what it is
    lay: Mapping[str, ZoneLook] = field(default_factory=dict)  # by zone: where pieces lie, the last look at them all
    camera_waits: bool = False  # after an undo or a restart: until the table changes or ok is pressed
    zones: Mapping[str, ZoneLook] = field(default_factory=dict)
    problem: Unseen | None = None
    before: tuple[Mapping[str, ZoneSeen], ...] = ()  # by seat: what lay there when each turn with bids began
    shown: Mapping[str, ZoneLook] = field(default_factory=dict)  # by seat: looks at a zone that serves all
    taken_for: TakenFor | None = None  # whose what lies in the zone that serves all was, once something was anybody's
    answers: Mapping[tuple[str, int], str] = field(default_factory=dict)  # (seat or zone, cell) → label
    answered: Mapping[str, ZoneSeen] = field(default_factory=dict)  # by zone: what was read there as people answered
    blinked: frozenset[str] = frozenset()  # zones with answers that the camera lost since, and has not read again
    by_hand: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by seat: whole zones entered by people
    asked: Asked | None = None  # who wants the camera to look
    asked_s: float = 0.0  # since when somebody wants a look: what the camera saw before does not count
    looked_s: float = 0.0  # when the camera looked last
    blind_s: float | None = None  # since when it sees no mat, or reads nothing
    frozen: bool = False  # nothing has come of it for `UNCLEAR_S`
    aside: frozenset[str] = frozenset()  # what is waited for in vain and was put aside, until the step ends
    photo: str = ""  # what the next photo must answer to, as far as the camera has heard what is asked
    alike: str = ""  # the photo, or turn, of which somebody was told that it reads as another seat's
    told: Block | None = None  # the answer to a question that somebody asked of the game
    offered: int = 0  # which of the likeliest labels the display asks about
    lessons: tuple[Lesson, ...] = ()
    looks: Looks = field(default_factory=dict)  # that made events in turns; those of undone events, too
    entered: EnteredByHand | None = None  # what was entered by hand last
    unread: bool = False  # no camera reads in this game: a player is called as a zone of the mat is
    gone: frozenset[tuple[str, Point]] = frozenset()  # pieces that the camera never found and that are taken away now

    @cached_property
    def awaited(self) -> Awaited | None:
        """The step that the table waits for; None when the game is over."""
        return self.match.game.awaits(self.match.state)

    @property
    def corrected_last(self) -> bool:
        """Whether the last deed is a correction, and not an event."""
        return bool(self.rewrites) and self.rewrites[-1].lines == len(self.match.lines)

    @property
    def undoable(self) -> Mapping[str, Doer]:
        """What can be taken back now, by its name, and who did it, the newest first: the last change of seats, and the
        last deed of the game, which stays its doer's own whoever sits down meanwhile."""
        found = {self._seats_name: self.seat_changes[-1].doer} if self.seat_changes else {}
        if self.corrected_last:
            found[self._record_name] = self.rewrites[-1].doer
        elif len(self.match.lines) > 1:
            found[self._record_name] = self.doers.get(len(self.match.lines) - 1, NOBODY)
        return found

    @property
    def redoable(self) -> Mapping[str, Doer]:
        """What can be done again next, by its name, and who did or took it back; nothing where nothing can."""
        if not self.undone:
            return {}
        last = self.undone[-1]
        return {self._seats_name if isinstance(last, SeatChange) else self._record_name: last.doer}

    @property
    def _record_name(self) -> str:
        return f"{self.game_id}.{self.recorded}"

    @property
    def _seats_name(self) -> str:
        return f"{self.game_id}.seats.{self.reseated}"

    @property
    def phase(self) -> Phase | None:
        """The part of the step that people are at; None when the game is over."""
        if self.awaited is None:
            return None
        return self.awaited.phases[min(self.passed, len(self.awaited.phases) - 1)]

    @property
    def step_id(self) -> str:
        """The name of the part of the step that people are at: whoever answers says what, and late is no answer to what
        came after. A correction of what was played before leaves it, as long as the same is awaited."""
        return f"{self.game_id}.{self.begun}.{self.passed}"

    @property
    def turn(self) -> tuple[str, ...]:
        """The seats of which one may move now, by form or by asking the camera; nobody where no turn is awaited."""
        return self.awaited.seats if self.awaited is not None and self.phase is Phase.TURN else ()

    @property
    def anybodys_turn(self) -> bool:
        """Whether it is all the same which of several seats moves."""
        return self.awaited is not None and bool(self.turn) and self.awaited.anybodys

    @property
    def when_said(self) -> bool:
        """Whether a look comes only once everybody has said that all lies there."""
        return self.awaited is not None and self.awaited.when_said and self.phase is Phase.LOOK

    @property
    def people(self) -> tuple[str, ...]:
        """The seats of people, in seating order."""
        return tuple(seat for seat in self.match.seats if seat not in self.match.game.added_seats)

    def pod_of(self, seat: str) -> int | None:
        """Return the number of the seat's pod (0 is the first), None where it has none."""
        index = self.match.seats.index(seat)
        return index if seat in self.people and index < self.equipment.pods else None

    def seat_at(self, pod: int) -> str | None:
        """Return the seat of a pod, None where nobody sits at it."""
        seats = self.match.seats
        return seats[pod] if pod < len(seats) and seats[pod] in self.people else None

    def zone_of(self, seat: str) -> str:
        """Return the zone of the mat that is this seat's."""
        return str(self.match.game.zone(self.match.state, seat, self.equipment.one_area))

    def zone_of_answers(self, key: str) -> str:
        """Return the zone that answers of this key, a seat's name or a zone's, are about."""
        return self.zone_of(key) if key in self.match.seats else key

    @property
    def one_by_one(self) -> bool:
        """Whether one zone serves all, so that each seat's pieces are looked at when they are laid there."""
        return self.equipment.one_area and self.phase is not Phase.TURN

    def look_at(self, seat: str) -> ZoneLook | None:
        """Return the look that counts for a seat: at its own zone, or the one it laid on the zone that serves all."""
        return self.shown.get(seat) if self.one_by_one else self.zones.get(self.zone_of(seat))

    @cached_property
    def waiting(self) -> tuple[str, ...]:
        """The seats that the table waits for, in the order in which they act."""
        match self.phase:
            case Phase.TAKE:
                return tuple(seat for order in self._order for seat in order if seat not in self.laid)
            case Phase.BIDS:
                return self.bidding.awaited if self.bidding else ()
            case Phase.LOOK:
                # a zone that serves all is looked at once for each, however the pieces were taken
                apart = self.one_by_one or not self.equipment.camera
                done = {*self.shown, *self.by_hand} if apart else self.laid
                return tuple(seat for seat in (self.awaited or Awaited()).seats if seat not in done)
            case _:
                return self.turn

    @property
    def laying(self) -> tuple[str, ...]:
        """The seats whose own pieces are laid just now for a look: of those that share one zone the first, for whatever
        lies there is taken for its own."""
        if self.phase is not Phase.LOOK:
            return ()
        return self.waiting[:1] if self.one_by_one and self.equipment.camera else self.waiting

    @property
    def acting(self) -> tuple[str, ...]:
        """The seats who take just now: the first of each stack that still waits."""
        if self.phase is not Phase.TAKE:
            return ()
        heads = [[seat for seat in order if seat not in self.laid][:1] for order in self._order]
        return tuple(seat for head in heads for seat in head)

    @property
    def _order(self) -> tuple[tuple[str, ...], ...]:
        return self.awaited.order if self.awaited is not None else ()

    @property
    def counting(self) -> tuple[str, ...]:
        """The seats that still count, in place of chance, what they drew; nobody before the first key."""
        if self.phase is not Phase.CHANCE or not self.counted:
            return ()
        return tuple(seat for seat in self.match.seats if seat not in self.count_locked)

    def form_by_hand(self, seat: str) -> Form | None:
        """Return the form in which people enter what lies in a seat's zone; None where it is not read now."""
        if self.phase is not Phase.LOOK or self.awaited is None or seat not in self.awaited.seats:
            return None
        return self.match.game.by_hand(self.match.state, seat)

    @cached_property
    def seen(self) -> Mapping[str, ZoneSeen]:
        """What is settled, people's answers and what they saw besides included: by the zone's name, and by the seat
        whose it is."""
        said, more = self.said, self.unfound
        found = {
            name: _answered(missed_pieces.seen_with(look.seen, more.get(name, ())), said.get(name, {}))
            for name, look in self.zones.items()
            if look.seen is not None and look.stillness is Stillness.STILL
        }
        for seat in self.match.seats:
            look, zone = self.look_at(seat), self.zone_of(seat)
            if seat in self.by_hand:
                found[seat] = _grid(self.by_hand[seat])
            elif self.one_by_one and look is not None and look.seen is not None:
                found[seat] = _answered(look.seen, said.get(seat, {}))
            elif not self.one_by_one and zone in found:
                found[seat] = _answered(found[zone], said.get(seat, {}))
        return found

    @property
    def look(self) -> str:
        """The name of the look at which the camera acts by itself, "" where none is awaited: another round is another
        look."""
        return f"{self.game_id}-{len(self.match.lines)}" if self.phase is Phase.LOOK else ""

    @property
    def photo_wanted(self) -> str:
        """The name of the look for which somebody is to take a picture, "" where none is wanted: another step is
        another look, and so is one that was asked for anew."""
        match self.phase:
            case Phase.LOOK if self.equipment.photos and not (self.when_said and self.waiting):
                pass
            case Phase.TURN if self.equipment.photos and self.asked is not None:
                pass
            case _:
                return ""
        step = (len(self.match.lines), self.plan, self.passed, len(self.shown), round(1000 * self.asked_s))
        return "-".join(map(str, (self.game_id, *step)))

    @property
    def photo_is_late(self) -> bool:
        """Whether what the camera saw last answers to another look than the one that is wanted by now."""
        return self.equipment.photos and self.photo.rpartition(".")[0] != self.photo_wanted

    @property
    def photo_waits(self) -> bool:
        """Whether the wanted picture can't be taken yet: what is told of the camera is not that it awaits one, but that
        it serves something else, such as the teach walk."""
        away = self.problem is not None and not isinstance(self.problem, PictureAwaited)
        return bool(self.photo_wanted) and not self.photo and away

    @property
    def photo_taken(self) -> bool:
        """Whether what is looked at just now was read from a photo."""
        return any(look.stillness is not Stillness.UNSEEN for look in self.zones.values())

    @property
    def reads(self) -> bool:
        """Whether the camera reads now: everybody is done, or somebody asked for a look and all lies still."""
        if self.phase is Phase.LOOK:
            return not self.waiting
        return self.asked is not None and bool(self.turn) and not self.unsettled

    @property
    def unsettled(self) -> tuple[str, ...]:
        """The zones that a look waits for which somebody asked for: they move, are covered, or were not read yet."""
        return tuple(
            name for name, look in self.zones.items() if look.stillness is not Stillness.STILL or look.seen is None
        )

    @property
    def sees(self) -> bool:
        """Whether the table waits for what the camera sees; for a photo people wait, until one is taken."""
        if not self.equipment.camera or (self.when_said and self.waiting):
            return False
        if self.equipment.photos:
            return bool(self.photo_wanted) and self.photo_taken
        if self.phase is Phase.TAKE:
            return not self.one_by_one
        return self.phase is Phase.LOOK or (self.asked is not None and bool(self.turn))

    @property
    def unclear(self) -> tuple[str, ...]:
        """The zones that the table waits to see and of which for a while nobody could tell what was laid there, or what
        lies there. What people still do is no such thing."""
        match self.phase:
            case Phase.TAKE if not self.one_by_one:
                awaited = tuple(self.zone_of(seat) for seat in self.acting)
            case Phase.LOOK if self.waiting and not self.when_said:
                awaited = tuple(self.zone_of(seat) for seat in self.laying)
            case Phase.LOOK if self.reads and not self.one_by_one:
                zones = {self.zone_of(seat) for seat in self.match.seats if seat not in self.by_hand}
                awaited = tuple(name for name in self.unsettled if name in zones)
            case Phase.TURN if self.asked is not None:
                awaited = self.unsettled
            case _:
                awaited = ()
        since_s = {name: at_s for name, look in self.zones.items() if (at_s := self._unclear_since_s(look)) is not None}
        waits_s = {name: self.looked_s - max(since_s[name], self.asked_s) for name in awaited if name in since_s}
        return tuple(name for name, waited_s in waits_s.items() if waited_s >= UNCLEAR_S)

    def _unclear_since_s(self, look: ZoneLook) -> float | None:
        """Return since when nobody can tell what was laid in a zone: also where it lies still otherwise than when the
        turn began and whoever takes is not done by that, for goods are gone."""
        otherwise = self.phase is Phase.TAKE and look.changed and look.stillness is Stillness.STILL
        return look.since_s if look.unclear_s is None and otherwise else look.unclear_s

    @property
    def placeless(self) -> tuple[str, ...]:
        """The seats whose pieces the table waits to see and for which the mat in view has no place: it is one for
        fewer, or another game's."""
        match self.phase:
            case Phase.TAKE if not self.one_by_one:
                awaited = self.acting
            case Phase.LOOK if not self.one_by_one:
                awaited = tuple(seat for seat in self.match.seats if seat not in self.by_hand)
            case Phase.TURN if self.asked is not None:
                awaited = self.match.seats
            case _:
                awaited = ()
        places = {seat: self.zone_of(seat) for seat in awaited if self.zones}
        return tuple(seat for seat, place in places.items() if place and place not in self.zones)

    @cached_property
    def proposal(self) -> Proposal:
        """What the game makes of the look as it stands, people's answers included."""
        return self.match.game.propose(self.match.state, self.before, self.seen, self.asked)

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What must be asked: only once everything is done and settled, so that nobody is asked in vain."""
        return self.proposal.doubts if self.reads else ()

    @property
    def said(self) -> dict[str, dict[int, str]]:
        """What people said of the cells or free pieces that lie there now, by zone or seat: just now, or of a piece
        that has lain there since an earlier turn."""
        last = kept_look.newest(self.looks, len(self.match.lines) - 1)
        found: dict[str, dict[int, str]] = {}
        for zone, look in self.zones.items():
            before = last.zones.get(zone) if last is not None and not self.equipment.one_area else None
            if before is not None and look.seen is not None:
                found[zone] = kept_look.said_before(before, look.seen)
        for (zone, cell), label in self.answers.items():
            found.setdefault(zone, {})[cell] = label
        return found

    @property
    def unfound(self) -> dict[str, tuple[KeptPiece, ...]]:
        """The free pieces of each zone that people told of in an earlier look, that the camera still does not find,
        and that were not taken away."""
        last = kept_look.newest(self.looks, len(self.match.lines) - 1)
        if last is None or self.equipment.one_area:
            return {}
        lying = {
            zone: missed_pieces.lying(last.zones[zone], look.seen)
            for zone, look in self.zones.items()
            if zone in last.zones
        }
        return {
            zone: tuple(piece for piece in pieces if (zone, piece.at_mm) not in self.gone)
            for zone, pieces in lying.items()
        }

    @property
    def chance(self) -> Random:
        """The chance of this line: the same again after an undo."""
        return Random(f"{self.seed}/{len(self.match.lines)}")

    @property
    def step(self) -> Step:
        """What the table is doing."""
        match self.phase:
            case None:
                return Step.OVER
            case Phase.CHANCE:
                return Step.SCORE if self.match.game.view(self.match.state).chapters else Step.DRAW
            case Phase.TAKE:
                return Step.REVEAL
            case Phase.BIDS:
                tied = self.awaited is not None and self.awaited.bids is not None and self.awaited.bids.again
                return Step.REVEAL if tied and not (self.bidding and self.bidding.begun) else Step.BIDS
            case Phase.LOOK:
                return Step.ASK if self.doubts else Step.LOOK
            case Phase.TURN:
                return Step.ASK if self.doubts else Step.TURN

    def why_waiting(self, seat: str) -> tuple[Unseen | None, Stillness | None]:
        """Return what is in the way of a seat's zone, and how it looks now."""
        look = self.look_at(seat)
        return (None, None) if look is None else (look.why, look.stillness)


def _grid(labels: tuple[str, ...]) -> GridSeen:
    """Return what people entered as one row: which squares stand below which, the game knows that asked for them."""
    return GridSeen((tuple(Reading(label, SAID, True, ((label, SAID),)) for label in labels),))


def _answered(seen: ZoneSeen, answers: Mapping[int, str]) -> ZoneSeen:
    readings = list(seen.readings)
    for number, label in answers.items():
        readings[number] = replace(readings[number], label=label, confidence=1.0, sure=True)
    return seen.with_readings(readings)
