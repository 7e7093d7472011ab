"""The one writer: `step(signal)`, then store, then publish. No threads inside, no clock, no device.

What the table waits for decides what a key, a look or a request means; see `companion.evening` for the state and
`companion.showing` for what of it is public.
"""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion import bidding as bids
from companion import correcting, edition, games, requests, seating, showing
from companion import evening as evenings
from companion import match as matches
from companion.bidding import Bidding, Response
from companion.evening import Evening, Table
from companion.game import Asked as AskedLook
from companion.game import Bids, Choice, Draw, GameError, HeaderError, Look, Take, Turn, check_players
from companion.match import Match
from companion.message import Message, say
from companion.record import Line, RecordError
from companion.seating import Seating
from companion.signals import (
    Asked,
    Effect,
    Flash,
    Key,
    Lesson,
    Looked,
    Plan,
    Pressed,
    Refuse,
    Reply,
    ShowPin,
    Signal,
    Stillness,
    Surroundings,
    Teach,
    Tick,
)
from companion.snapshot import Notice, Snapshot
from companion.store import Store, StoreError
from vision.observation import GridSeen

JOIN_HELD_S = 2.0  # ok held this long shows how to join
JOIN_SHOWN_S = 12.0
NOTICES = 4


@dataclass(frozen=True)
class Published:
    """What goes out after each step: the public snapshot, and for each device what only it may see."""

    snapshot: Snapshot
    own: Mapping[str, Mapping[str, Any]]
    pictures: Mapping[str, bytes]


@dataclass(frozen=True)
class Chance:
    """Where new games get what is not repeatable from: an id, a seed, the wall clock as text."""

    new_id: Callable[[], str]
    new_seed: Callable[[], str]
    now: Callable[[], str]


class Session:
    """See the module. Give it every signal, in order, from one thread."""

    def __init__(self, store: Store, chance: Chance, table: Table, publish: Callable[[Published], None]) -> None:
        self._store = store
        self._chance = chance
        self._table = table
        self._publish = publish
        self._seating = Seating()
        self._evening: Evening | None = None
        self._effects: list[Effect] = []
        self._ok_since_s: dict[int, float] = {}
        self._join_until_s = 0.0
        self._notices: tuple[Notice, ...] = ()
        self._surroundings = Surroundings()
        self._number = 0
        self._published: Published | None = None
        self._shown: tuple[object, ...] | None = None  # what the last snapshot was made of
        self._pin = store.setting("pin") or ""
        if not self._pin:
            self._pin = f"{random.SystemRandom().randrange(10000):04}"
            store.set("pin", self._pin)

    @property
    def evening(self) -> Evening | None:
        """The evening as it stands, for tests and for whoever plays the people; it holds secrets."""
        return self._evening

    @property
    def pin(self) -> str:
        """The table's PIN."""
        return self._pin

    def resume(self) -> None:
        """Take the newest unfinished game up again, as after a power cut."""
        for game_id in self._store.games():
            stored = self._store.game(game_id)
            if not stored.over:
                self._take_up(game_id)
                if isinstance(self._awaited(), Bids):
                    self._say(say("The companion was started again: every bid must be locked once more"))
                return

    def step(self, signal: Signal) -> tuple[tuple[Effect, ...], Reply | None]:
        """Handle one signal: change, store, publish. Returns what the devices are to do and the page's answer."""
        self._effects = []
        reply = None
        try:
            match signal:
                case Pressed():
                    self._pressed(signal)
                case Looked():
                    self._looked(signal)
                case Asked():
                    reply = self._asked(signal)
                case Surroundings():
                    self._surroundings = signal
                case Tick():
                    self._held_keys(signal.at_s)
            self._seating = seating.lapse(self._seating, signal.at_s)
            self._advance(signal.at_s)
        except StoreError as error:
            self._say(say("Not kept, so not counted: {error}", error=str(error)))
            reply = Reply(False, say("Not kept, so not counted: {error}", error=str(error)))
        self._show(signal.at_s)
        return tuple(self._effects), reply

    # ---- keys

    def _pressed(self, signal: Pressed) -> None:
        if signal.down:
            self._effects.append(Flash(signal.pod))
        if signal.key is Key.ADD:
            self._add(signal)
        elif signal.down:
            self._ok_since_s[signal.pod] = signal.at_s
        else:
            since_s = self._ok_since_s.pop(signal.pod, None)
            if since_s is not None and signal.at_s - since_s < JOIN_HELD_S:
                self._ok(signal.pod, signal.at_s)

    def _held_keys(self, at_s: float) -> None:
        if any(at_s - since_s >= JOIN_HELD_S for since_s in self._ok_since_s.values()):
            self._join_until_s = at_s + JOIN_SHOWN_S

    def _add(self, signal: Pressed) -> None:
        evening = self._evening
        seat = evenings.seat_of(evening, signal.pod) if evening else None
        if evening is None or seat is None:
            return
        if evening.bidding is not None:
            if signal.down:
                changed, _ = bids.add_pressed(evening.bidding, seat, signal.at_s)
            else:
                changed = bids.add_released(evening.bidding, seat, signal.at_s)
            self._evening = replace(evening, bidding=changed)
        elif signal.down and isinstance(evening.awaited, Draw) and seat not in evening.dealt_locked:
            counted = evening.dealt.get(seat, 0) % 6 + 1
            self._evening = replace(evening, dealt={**evening.dealt, seat: counted})
        elif signal.down and evenings.doubts(evening):
            self._evening = replace(evening, offered=evening.offered + 1)
        elif signal.down and isinstance(evening.awaited, Turn) and seat in evening.awaited.seats:
            self._evening = replace(evening, counted=_counted(evening.counted, seat, evening.awaited.counts))

    def _ok(self, pod: int, at_s: float) -> None:
        evening = self._evening
        seat = evenings.seat_of(evening, pod) if evening else None
        if evening is None or seat is None:
            return
        claimed = seating.confirm(self._seating, seat, at_s)
        if claimed is not None:
            self._seating = claimed
            return
        match evening.awaited:
            case Draw():
                self._deal(evening, seat, pod)
            case Bids() if evening.bidding is not None:
                self._lock(evening, evening.bidding, seat, pod, at_s)
            case Take():
                self._lay(seat if seat in evenings.waiting(evening) else None)
            case Look() | Turn() if evenings.doubts(evening):
                question = evenings.doubts(evening)[0]
                likeliest = question.likeliest
                self._answer(question.zone, question.cell, likeliest[evening.offered % len(likeliest)])
            case Look():
                added = [name for name in evenings.waiting(evening) if name in evening.match.game.added_seats]
                reply = self._lay(seat if seat in evenings.waiting(evening) or not added else added[0])
                if not reply.ok:
                    self._effects.append(Refuse(pod))
                    self._say(reply.text or say("Nothing is awaited from this seat now"))
            case Turn():
                self._ask_for_look(evening, seat)

    def _deal(self, evening: Evening, seat: str, pod: int) -> None:
        """Ok before a voyage: this seat's counted hold, or, where nobody counted, let the companion draw."""
        if not evening.dealt:
            self._draw(evening)
            return
        if not evening.dealt.get(seat):
            self._effects.append(Refuse(pod))
            return
        locked = evening.dealt_locked ^ {seat}
        self._evening = replace(evening, dealt_locked=locked)
        if locked == set(evening.match.seats):
            voyage = evening.match.state.voyage
            value = {"do": "holds", "voyage": voyage, "numbers": dict(evening.dealt)}
            reply = self._play(value)
            if not reply.ok and self._evening is not None:
                self._evening = replace(self._evening, dealt={}, dealt_locked=frozenset())
                self._say(reply.text or say("These holds can't be"))

    def _ask_for_look(self, evening: Evening, seat: str) -> Reply:
        """Ok in a Turn: the camera is to look for this seat. What was answered about pieces that have not moved since
        is not asked again."""
        if not isinstance(evening.awaited, Turn) or seat not in evening.awaited.seats:
            return Reply(False, say("It is not {seat}'s turn", seat=seat))
        if not evening.table.camera:
            return Reply(False, say("There is no camera: enter the move by hand"))
        asked = AskedLook(seat, evening.counted.get(seat, 0))
        self._evening = replace(evening, asked=asked, zones={})  # only what is seen from now on counts
        return Reply(True)

    def _lock(self, evening: Evening, bidding: Bidding, seat: str, pod: int | None, at_s: float) -> bool:
        changed, response = bids.ok(bidding, seat, at_s)
        self._evening = replace(evening, bidding=changed)
        if response is Response.REFUSED and pod is not None:
            self._effects.append(Refuse(pod))
        return response is not Response.REFUSED

    def _lay(self, seat: str | None) -> Reply:
        """A crate lies as it should: the seat's own, or the one that the game's own seat takes just now."""
        evening = self._evening
        if evening is None:
            return Reply(False)
        waiting = evenings.waiting(evening)
        if seat is None:
            added = [name for name in evenings.acting(evening) if name in evening.match.game.added_seats]
            seat = added[0] if added else None
        if seat is None or seat not in waiting:
            return Reply(False, say("Nothing is awaited from this seat now"))
        if evening.table.shared_dock and isinstance(evening.awaited, Look) and seat not in evening.by_hand:
            look = evening.zones.get(evenings.zone_of(evening, seat))
            if look is None or look.seen is None or look.stillness is not Stillness.STILL:
                return Reply(False, say("{seat}: lay the hold on the dock and let it lie still", seat=seat))
            evening = replace(evening, shown={**evening.shown, seat: look})
        self._evening = replace(evening, laid=evening.laid | {seat})
        return Reply(True)

    # ---- the camera

    def _looked(self, signal: Looked) -> None:
        evening = self._evening
        if evening is None:
            return
        if signal.plan != evening.plan:  # it was compared with an older base: only the picture is news
            zones = {name: replace(look, changed=False) for name, look in signal.zones.items()}
        else:
            zones = dict(signal.zones)
        moved = [name for name, look in zones.items() if look.stillness is not Stillness.STILL]
        seats = {evenings.zone_of(evening, seat): seat for seat in evening.match.seats}
        gone = {seats[name] for name in moved if name in seats and not evening.table.shared_dock}
        answers = {key: label for key, label in evening.answers.items() if key[0] not in {*gone, *moved}}
        for text in signal.said:
            self._say(text)
        table = evening.table
        if zones and isinstance(evening.awaited, Look | Take | Bids):
            table = replace(table, shared_dock=len(zones) == 1 < len(evening.match.seats))
        evening = replace(evening, zones=zones, problem=signal.problem, answers=answers, table=table)
        self._evening = self._with_done(evening, signal.at_s)
        self._read_again(self._evening, signal.at_s)

    def _with_done(self, evening: Evening, at_s: float) -> Evening:
        if not isinstance(evening.awaited, Take | Look):
            return evening
        done = {seat for seat in evenings.waiting(evening) if evenings.is_done(evening, seat, at_s)}
        if done and evening.camera_waits and isinstance(evening.awaited, Look):
            done = set(evening.awaited.seats)  # the table has changed: the camera acts by itself again
        return replace(evening, laid=evening.laid | done) if done else evening

    def _read_again(self, evening: Evening, at_s: float) -> None:
        """A dock that changes after the score and before the next voyage is read again, and that is said."""
        last = len(evening.match.lines) - 1
        if evening.awaited is not None and not isinstance(evening.awaited, Draw):
            return
        if last == 0 or evening.table.shared_dock or "cells" not in evening.match.lines[last]:
            return
        for seat in evening.match.seats:
            look, before = evenings.look_at(evening, seat), evening.before.get(seat)
            if look is None or before is None or not isinstance(look.seen, GridSeen) or not look.changed:
                continue
            if look.stillness is not Stillness.STILL or at_s - look.since_s < evenings.STILL_S:
                continue
            readings = [reading for row in look.seen.cells for reading in row]
            if not all(reading.sure for reading in readings) or not evening.match.game.rereads(before, look.seen):
                continue
            value: Mapping[str, Any] = evening.match.lines[last]
            for cell, reading in enumerate(readings):
                if value["cells"][seat][cell] != reading.label:
                    value = evening.match.game.corrected(value, seat, cell, reading.label)
            if value is not evening.match.lines[last]:
                self._rewrite(
                    evening, last, value, say("{seat}'s hold changed after the score: it was read again", seat=seat)
                )
                return

    # ---- requests

    def _asked(self, signal: Asked) -> Reply:
        request, device = signal.request, signal.device
        if isinstance(request, requests.HOST_ONLY) and not self._may(device, request):
            return Reply(False, say("Only the host may do this: give the table's PIN"), ask="pin")
        match request:
            case requests.NewGame():
                return self._new_game(device, request)
            case requests.TakeUp():
                return self._take_up(request.game_id)
            case requests.Delete():
                return self._delete(request.game_id)
            case requests.Pin():
                self._seating, right = seating.try_pin(self._seating, device, request.pin, self._pin, signal.at_s)
                return Reply(right, None if right else say("That is not the table's PIN; the display can show it"))
            case requests.ShowPin():
                self._effects.append(ShowPin())
                return Reply(True)
            case requests.ShowJoin():
                self._join_until_s = signal.at_s + JOIN_SHOWN_S
                return Reply(True)
        if self._evening is None:
            return Reply(False, say("No game is on the table: begin one first"))
        return self._asked_of_game(self._evening, signal)

    def _asked_of_game(self, evening: Evening, signal: Asked) -> Reply:
        request, device, at_s = signal.request, signal.device, signal.at_s
        match request:
            case requests.Sit() | requests.Leave() | requests.Free() | requests.Choose() | requests.Lock():
                if request.seat not in evening.people:
                    return Reply(False, say("Nobody can sit at “{seat}”", seat=request.seat))
                return self._seat_request(evening, device, request, at_s)
            case requests.GoOn():
                return self._go_on(evening, request.seat)
            case requests.Answer():
                return self._answer_question(evening, request)
            case requests.Cells():
                return self._cells(evening, request)
            case requests.Enter():
                return self._enter(evening, request.event)
            case requests.Correct():
                return self._correct(evening, request)
            case requests.Undo():
                return self._undo(evening)
            case requests.Redo():
                return self._redo(evening)
            case _:
                return Reply(False)

    def _may(self, device: str, request: requests.Request) -> bool:
        if device in self._seating.hosts:
            return True
        opening = isinstance(request, requests.NewGame | requests.TakeUp)
        return opening and (self._evening is None or self._evening.match.over)

    def _seat_request(self, evening: Evening, device: str, request: Any, at_s: float) -> Reply:
        seat = request.seat
        match request:
            case requests.Sit():
                has_pod = evenings.pod_of(evening, seat) is not None
                taken = seating.sit(self._seating, device, seat, has_pod, at_s)
                if taken is None:
                    return Reply(
                        False, say("{seat} sits there with another phone; the host can free the seat", seat=seat)
                    )
                self._seating = taken
                return Reply(True, say("Press ok on {seat}'s pod", seat=seat) if has_pod else None)
            case requests.Free():
                self._seating = seating.free(self._seating, seat)
                return Reply(True)
        if not self._seating.holds(device, seat):
            return Reply(False, say("This phone does not hold {seat}'s seat", seat=seat))
        if isinstance(request, requests.Leave):
            self._seating = seating.free(self._seating, seat)
            return Reply(True)
        if evening.bidding is None:
            return Reply(False, say("No crew card is awaited now"))
        if isinstance(request, requests.Choose):
            changed, response = bids.choose(evening.bidding, seat, request.card)
            self._evening = replace(evening, bidding=changed)
            return Reply(response is not Response.REFUSED, None)
        locked = self._lock(evening, evening.bidding, seat, None, at_s)
        return Reply(locked, None if locked else say("Choose a card of your hand first"))

    def _go_on(self, evening: Evening, seat: str | None) -> Reply:
        if isinstance(evening.awaited, Draw):
            return self._draw(evening)
        if seat is not None and isinstance(evening.awaited, Turn):
            return self._ask_for_look(evening, seat)
        if seat is not None:
            return self._lay(seat)
        waiting = evenings.waiting(evening)
        if isinstance(evening.awaited, Take) or (isinstance(evening.awaited, Look) and not evening.table.shared_dock):
            self._evening = replace(evening, laid=evening.laid | set(waiting))
            return Reply(True)
        return Reply(False, say("Nothing can be passed over now"))

    def _answer_question(self, evening: Evening, request: requests.Answer) -> Reply:
        for doubt in evenings.doubts(evening):
            if showing.question_id(evening, doubt) == request.question:
                if request.label not in evening.match.game.labels(evening.match.state):
                    return Reply(False, say("“{label}” is nothing that can lie there", label=request.label))
                self._answer(doubt.zone, doubt.cell, request.label)
                return Reply(True)
        return Reply(False, say("This question has been settled already"))

    def _answer(self, key: str, cell: int, label: str) -> None:
        evening = self._evening
        if evening is None:
            return
        of_seat = key in evening.match.seats
        look = evenings.look_at(evening, key) if of_seat else evening.zones.get(key)
        lessons = evening.lessons
        if look is not None and look.picture is not None:
            zone = evenings.zone_of(evening, key) if of_seat else key
            lessons = (*lessons, Lesson(zone, cell, label, look.picture))
        self._evening = replace(evening, answers={**evening.answers, (key, cell): label}, offered=0, lessons=lessons)

    def _cells(self, evening: Evening, request: requests.Cells) -> Reply:
        if not isinstance(evening.awaited, Look) or request.seat not in evening.match.seats:
            return Reply(False, say("No hold is to be entered now"))
        known = evening.match.game.labels(evening.match.state)
        wrong = next((label for label in request.labels if label not in known), None)
        if wrong is not None or len(request.labels) != 9:
            return Reply(False, say("A hold has nine squares; “{label}” is none of them", label=str(wrong)))
        by_hand = {**evening.by_hand, request.seat: tuple(request.labels)}
        self._evening = replace(evening, by_hand=by_hand, laid=evening.laid | {request.seat})
        return Reply(True)

    def _enter(self, evening: Evening, value: dict[str, Any]) -> Reply:
        forms = evening.match.game.forms(evening.match.state)
        form = next((form for form in forms if form.do == value.get("do")), None)
        if form is None:
            return Reply(False, say("This can't be entered by hand now"))
        if form.question:
            return self._tell(evening, value)
        if form.printed:
            return self._confirm_edition(evening, value)
        return self._play(evening.match.game.entered(evening.match.state, value))

    def _tell(self, evening: Evening, value: dict[str, Any]) -> Reply:
        """Answer a question of the game's, for all to see until the next event."""
        try:
            told = evening.match.game.told(evening.match.state, value)
        except GameError as error:
            return Reply(False, error.message)
        self._evening = replace(evening, told=told)
        return Reply(True)

    def _edition(self, game: str) -> Mapping[str, Any]:
        """Return what a new header says of the printed numbers: those that the owner confirmed, else those shipped."""
        kept = self._store.setting(f"edition {game}")
        return edition.shipped(game).header if kept is None else {"edition": json.loads(kept)}

    def _confirm_edition(self, evening: Evening, filled: dict[str, Any]) -> Reply:
        """Take the numbers that stand on the owner's pieces: for this game, scored anew, and for later ones."""
        game = evening.match.game
        try:
            entered = game.entered(evening.match.state, filled)
            doubts = edition.doubts(game.name, entered["edition"], game.title)
            if doubts and not entered.get("sure"):
                return Reply(False, doubts[0])
            header = {key: value for key, value in evening.match.lines[0].items() if key != "provisional"}
            lines = ({**header, "edition": entered["edition"]}, *evening.match.lines[1:])
            match = matches.replay(Line(number, line) for number, line in enumerate(lines, 1))
        except GameError as error:
            return Reply(False, error.message)
        except (edition.EditionError, RecordError) as error:
            return Reply(False, say("{error}", error=str(error)))
        self._store.set(f"edition {game.name}", json.dumps(entered["edition"]))
        self._store.rewrite(evening.game_id, self._chance.now(), 0, lines[0])
        self._store.finish(evening.game_id, match.over, matches.final(match))
        self._evening = replace(evening, match=match, undone=())
        difference = correcting.difference(evening.match, match)
        self._say(say("{what}: {difference}", what=say("The printed numbers are confirmed"), difference=difference))
        return Reply(True, difference)

    # ---- games and events

    def _new_game(self, device: str, request: requests.NewGame) -> Reply:
        header: dict[str, Any] = {"record": 1, "game": request.game, "players": request.players}
        header["at"] = self._chance.now()
        try:
            game = games.find(request.game)
            header |= _chosen(game.choices, request.options, request.players)
            header |= self._edition(request.game)
            check_players(request.players, game.players, game.added_seats)
            match = matches.begin(Line(1, header))
        except HeaderError as error:
            return Reply(False, error.message)
        except RecordError as error:
            return Reply(False, say("{error}", error=str(error)))
        game_id, seed = self._chance.new_id(), self._chance.new_seed()
        self._store.begin(game_id, self._chance.now(), header, seed)
        held = {seat: holder for seat, holder in self._seating.held.items() if seat in request.players}
        self._seating = Seating(held=held, hosts=self._seating.hosts | {device})
        self._notices = ()
        self._evening = Evening(game_id, seed, match, self._table)
        self._new_plan()
        return Reply(True, value=game_id)

    def _take_up(self, game_id: str) -> Reply:
        stored = self._store.game(game_id)
        try:
            match = matches.replay(Line(n, value) for n, value in enumerate((stored.header, *stored.lines), 1))
        except (GameError, RecordError) as error:
            return Reply(False, say("This game can't be taken up: {error}", error=str(error)))
        evening = Evening(game_id, stored.seed, match, self._table, undone=stored.undone, camera_waits=True)
        self._evening = evening
        self._notices = ()
        self._new_plan()
        return Reply(True)

    def _delete(self, game_id: str) -> Reply:
        if self._evening is not None and self._evening.game_id == game_id:
            self._evening = None
        self._store.delete(game_id)
        return Reply(True)

    def _draw(self, evening: Evening) -> Reply:
        chance = self._rng(evening)

        def shuffled(things: Any) -> list[Any]:
            return chance.sample(list(things), len(things))

        return self._play(evening.match.game.draw(evening.match.state, shuffled))

    def _rng(self, evening: Evening) -> random.Random:
        """Return the chance of this line: the same again after an undo."""
        return random.Random(f"{evening.seed}/{len(evening.match.lines)}")

    def _reveal(self, evening: Evening, bidding: Bidding) -> None:
        cards = bids.reveal(bidding)
        chance = self._rng(evening)
        drawn = {seat: chance.choice(sorted(bidding.hands[seat])) for seat in bidding.hands if seat in bidding.drawn}
        lessons = evening.lessons
        again = isinstance(evening.awaited, Bids) and evening.awaited.again
        before = evenings.seen_now(evening)
        reply = self._play({"do": "bids", "cards": {seat: (cards | drawn)[seat] for seat in bidding.hands}})
        if not reply.ok or self._evening is None:
            self._say(reply.text or say("These bids can't be"))
            return
        if lessons:
            self._effects.append(Teach(lessons))
        if again:
            self._evening = replace(self._evening, laid=evening.laid, before=evening.before, lessons=())
        else:
            self._evening = replace(self._evening, laid=frozenset(), before=before, lessons=())

    def _play(self, value: Mapping[str, Any]) -> Reply:
        evening = self._evening
        if evening is None:
            return Reply(False)
        line = {**value, "at": self._chance.now()}
        try:
            match = matches.play(evening.match, Line(len(evening.match.lines) + 1, line))
        except GameError as error:
            return Reply(False, error.message)
        except RecordError as error:
            return Reply(False, say("{error}", error=str(error)))
        self._store.play(evening.game_id, self._chance.now(), line)
        self._notices = ()
        self._on_table(evening, match, undone=())
        return Reply(True)

    def _on_table(self, evening: Evening, match: Match, *, undone: tuple[dict[str, object], ...]) -> None:
        """Go on from `match`, which is on disk: whatever belonged to the step before is forgotten. What people said of
        pieces in a zone that is no seat's stays true until they move."""
        self._evening = replace(
            evening,
            match=match,
            undone=undone,
            passed=0,
            bidding=None,
            dealt={},
            dealt_locked=frozenset(),
            shown={},
            answers={key: label for key, label in evening.answers.items() if key[0] not in match.seats},
            by_hand={},
            told=None,
            asked=None,
            counted={},
            offered=0,
            camera_waits=False,
        )
        self._store.finish(evening.game_id, match.over, matches.final(match))
        self._new_plan()

    def _new_plan(self) -> None:
        if self._evening is not None:
            self._evening = replace(self._evening, plan=self._evening.plan + 1)
            self._effects.append(Plan(self._evening.plan))

    def _undo(self, evening: Evening) -> Reply:
        try:
            match = matches.undo(evening.match)
        except GameError as error:
            return Reply(False, error.message)
        self._store.undo(evening.game_id, self._chance.now())
        last = evening.match.lines[-1]
        self._on_table(evening, match, undone=(*evening.undone, last))
        self._after_rewind(say("Taken back: {what}", what=_what(last)))
        return Reply(True)

    def _redo(self, evening: Evening) -> Reply:
        if not evening.undone:
            return Reply(False, say("There is nothing to play again"))
        *rest, value = evening.undone
        match = matches.play(evening.match, Line(len(evening.match.lines) + 1, value))
        self._store.play(evening.game_id, self._chance.now(), value, redo=True)
        self._on_table(evening, match, undone=tuple(rest))
        self._after_rewind(say("Played again: {what}", what=_what(value)))
        return Reply(True)

    def _after_rewind(self, text: Message) -> None:
        if self._evening is not None:
            self._evening = replace(
                self._evening, camera_waits=True, laid=frozenset(), before={}, answers={}, lessons=()
            )
        self._say(text)

    def _correct(self, evening: Evening, request: requests.Correct) -> Reply:
        try:
            value = correcting.corrected(evening.match, request.line, request.seat, request.cell, request.label)
            later = request.line < len(evening.match.lines) - 1
            if later and not request.confirm:
                after, _ = correcting.rewritten(evening.match, request.line, value)
                return Reply(False, correcting.difference(evening.match, after), ask="confirm")
            reply = self._rewrite(evening, request.line, value, say("Corrected"))
            photo = self._store.photo_of(evening.game_id, request.line, request.seat)
            if photo is not None and self._evening is not None:
                lesson = Lesson(evenings.zone_of(evening, request.seat), request.cell, request.label, photo)
                self._evening = replace(self._evening, lessons=(*self._evening.lessons, lesson))
            return reply
        except GameError as error:
            return Reply(False, error.message)
        except RecordError as error:
            return Reply(False, say("{error}", error=str(error)))

    def _rewrite(self, evening: Evening, line: int, value: Mapping[str, Any], text: Message) -> Reply:
        match, changed = correcting.rewritten(evening.match, line, dict(value))
        for number in reversed(
            changed
        ):  # the corrected line last: broken off before it, nothing has changed its meaning
            self._store.rewrite(evening.game_id, self._chance.now(), number, match.lines[number])
        self._evening = replace(evening, match=match, undone=())
        self._store.finish(evening.game_id, match.over, matches.final(match))
        difference = correcting.difference(evening.match, match)
        self._say(say("{what}: {difference}", what=text, difference=difference))
        return Reply(True, difference)

    # ---- going on by itself

    def _advance(self, at_s: float) -> None:
        for _ in range(100):  # more than any chain of steps that go on by themselves
            evening = self._evening
            if evening is None:
                return
            match evening.awaited:
                case Take() if not evenings.waiting(evening):
                    self._evening = replace(evening, passed=evening.passed + 1)
                case Bids() as awaited if evening.bidding is None:
                    self._evening = replace(evening, bidding=Bidding(awaited.hands, awaited.drawn))
                case Bids() if evening.bidding is not None and bids.ready(evening.bidding, at_s):
                    self._reveal(evening, evening.bidding)
                case Look() if not evenings.waiting(evening) and self._score(evening):
                    pass
                case Turn() if evening.asked is not None and self._look_in_turn(evening):
                    pass
                case _:
                    return

    def _score(self, evening: Evening) -> bool:
        """Score if every dock is read and nothing is in doubt; keep each dock's photo with it."""
        proposal = evening.match.game.propose(evening.match.state, evening.before, evenings.seen_now(evening))
        if proposal.event is None:
            return False
        photos = {seat: look.picture for seat in evening.match.seats if (look := evenings.look_at(evening, seat))}
        lessons, before = evening.lessons, evening.before
        if not self._play(proposal.event).ok or self._evening is None:
            return False
        line = len(self._evening.match.lines) - 1
        for seat, picture in photos.items():
            if picture is not None:
                self._store.photo(self._evening.game_id, line, seat, picture)
        self._evening = replace(self._evening, lessons=lessons, before=before)
        return True

    def _look_in_turn(self, evening: Evening) -> bool:
        """Play what the look that was asked for shows; the same look may hold several events, one after another."""
        if evenings.unsettled(evening) or not evening.zones:
            return False
        proposal = evenings.proposal(evening)
        if proposal.doubts:
            return False
        asked, before, seen = evening.asked, evening.before, evenings.zones_now(evening)
        if proposal.event is None:
            self._evening = replace(evening, asked=None, answers={})
            if proposal.wrong is not None:
                self._say(proposal.wrong)
            return False
        reply = self._play(proposal.event)
        if not reply.ok or self._evening is None:
            self._evening = replace(evening, asked=None, answers={})
            self._say(reply.text or say("This can't be"))
            return False
        more = proposal.more
        self._evening = replace(self._evening, asked=asked if more else None, before=before if more else seen)
        return True

    # ---- showing

    def _awaited(self) -> Any:
        return None if self._evening is None else self._evening.awaited

    def _say(self, text: Message) -> None:
        number = self._notices[-1].number + 1 if self._notices else self._number + 1
        self._notices = (*self._notices, Notice(number, text))[-NOTICES:]

    def _show(self, at_s: float) -> None:
        show_join = at_s < self._join_until_s
        inputs = (self._evening, self._seating, self._surroundings, self._notices, show_join)
        if self._shown is not None and all(a is b for a, b in zip(inputs, self._shown, strict=True)):
            return
        self._shown = inputs
        snapshot = showing.snapshot(self._evening, self._seating, self._surroundings, self._notices, show_join)
        own = showing.own(self._evening, self._seating)
        pictures = showing.pictures(self._evening)
        last = self._published
        if last and replace(last.snapshot, number=0) == snapshot and last.own == own and last.pictures == pictures:
            return
        self._number += 1
        self._published = Published(replace(snapshot, number=self._number), own, pictures)
        self._publish(self._published)


def _chosen(choices: Sequence[Choice], given: Mapping[str, Any], players: Sequence[str]) -> dict[str, Any]:
    """Return what a header says of the options that were chosen: `options`, and beside it what is only noted."""
    options, noted = dict(given), dict[str, Any]()
    for choice in choices:
        if choice.place and str(options.get(choice.name, "")).isdecimal():
            place = int(options[choice.name])
            if not 1 <= place <= len(players):
                raise HeaderError(choice.name, say("nobody sits at place {place}", place=place))
            options[choice.name] = players[place - 1]
        if choice.noted and choice.name in options:
            noted[choice.name] = options.pop(choice.name)
    return {"options": options, **noted}


def _counted(counted: Mapping[str, int], seat: str, counts: range) -> dict[str, int]:
    """Return what is counted after one more key: from the first number to the last, and round again."""
    if not counts:
        return dict(counted)
    before = counted.get(seat, counts[-1])
    return {**counted, seat: counts[0] if before == counts[-1] else before + 1}


def _what(line: Mapping[str, Any]) -> Message:
    return say("{do}", do=str(line.get("do", "")))
