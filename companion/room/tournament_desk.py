"""The director's desk, as far as a tournament goes: what may be asked, what becomes of it, what the pages show."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from random import SystemRandom

import msgspec

from companion.language.catalogue import translator
from companion.language.message import Message, Translate, name, say, words
from companion.publishing.messages import MOST_SEATS, TABLE, fit
from companion.room.digests import points
from companion.room.hall import Hall
from companion.room.tie_breaks import Criterion, Finish, Outcome, Place
from companion.room.timer import Timer
from companion.room.tournament import (
    MOST_ROUNDS,
    Begun,
    Cleared,
    Drawn,
    Dropped,
    Ended,
    Entered,
    Event,
    Excused,
    Moved,
    OfPairing,
    OfPlayer,
    Pairing,
    Renamed,
    Returned,
    Ruled,
    Scored,
    Suggested,
    Swapped,
    Tournament,
    TournamentError,
    Undrawn,
    Way,
    drawn,
    ranked,
)
from companion.room.tournaments import Happened
from companion.table.requests import PageRequest
from web.room.contract import (
    ChangeShown,
    EntrantShown,
    PairingShown,
    PlaceShown,
    RoundShown,
    SeatShown,
    TimerShown,
    TournamentView,
)

LONGEST_MIN = 24 * 60
LONGEST_NAME = 30  # as a table's form takes it
MOST_POINTS = 1000
MOST_SCORE = 10**9
MOST_SHOWN = 200  # lines of the log


class OfTournament(PageRequest, frozen=True):
    """What concerns the tournament, or the timer."""


class BeginTournament(OfTournament, frozen=True, tag="begin_tournament"):
    """Begin a tournament, as its form was filled: numbers as they were typed."""

    name: str
    way: Way
    rounds: str
    least: str
    usual: str
    most: str
    order: dict[str, str]
    game: str = ""
    points: str = ""
    bye: str = ""
    group: str = ""


class Enter(OfTournament, frozen=True, tag="enter"):
    """Let people enter: one a line, or with commas between them."""

    names: str


class OfEntrant(OfTournament, frozen=True):
    """What concerns one player."""

    player: str


class RenamePlayer(OfEntrant, frozen=True, tag="rename_player"):
    """Call a player otherwise."""

    name: str


class Drop(OfEntrant, frozen=True, tag="drop"):
    """Draw a player no more."""


class Return(OfEntrant, frozen=True, tag="return"):
    """Draw a player again."""


class Excuse(OfEntrant, frozen=True, tag="excuse"):
    """Give a player a bye in the next round, or not after all."""

    excused: bool


class DrawRound(OfTournament, frozen=True, tag="draw"):
    """Draw the next round, at this many tables at most; "" for as many as are wanted."""

    tables: str = ""


class TakeBack(OfTournament, frozen=True, tag="undraw"):
    """Take the last round back."""


class Swap(OfTournament, frozen=True, tag="swap"):
    """Let two players change places in this round."""

    player: str
    other: str


class OfTable(OfTournament, frozen=True, kw_only=True):
    """What concerns a pairing: both count from one."""

    round: int
    pairing: int


class Move(OfTable, frozen=True, kw_only=True, tag="move"):
    """Let a pairing sit at another table: a paired one's id, or what another one is called."""

    table: str


class Score(OfTable, frozen=True, kw_only=True, tag="score"):
    """Enter how a table finished, or overrule what stands there: place and score by player, as they were typed."""

    places: dict[str, str]
    scores: dict[str, str]


class Suggest(OfTable, frozen=True, kw_only=True, tag="suggest"):
    """Tell the director how one's own table finished."""

    player: str
    places: dict[str, str]
    scores: dict[str, str]


class Approve(OfTable, frozen=True, kw_only=True, tag="approve"):
    """Let what a player suggested be the score."""


class Clear(OfTable, frozen=True, kw_only=True, tag="clear"):
    """Take a score, or what was suggested, away."""


class EndTournament(OfTournament, frozen=True, tag="end_tournament"):
    """Put the tournament away."""


class SetTimer(OfTournament, frozen=True, tag="timer"):
    """Begin the timer with so many minutes, or pause it, go on with it, end it: "begin", "pause", "go_on", "end"."""

    act: str
    minutes: str = ""


Asked = (
    BeginTournament
    | Enter
    | RenamePlayer
    | Drop
    | Return
    | Excuse
    | DrawRound
    | TakeBack
    | Swap
    | Move
    | Score
    | Suggest
    | Approve
    | Clear
    | EndTournament
    | SetTimer
)


def submit(hall: Hall, asked: Asked, who: str, now: str) -> Message:
    """Do what was asked and return what was done. Raises a TournamentError for what can't be."""
    if isinstance(asked, SetTimer):
        return _time(hall, asked, now)
    with hall.together():
        if isinstance(asked, BeginTournament):
            terms = _terms(asked)
            hall.tournaments.begin(terms, who)
            return say("{name} has begun: let people enter", name=terms.name)
        tournament = hall.tournaments.now
        if tournament is None:
            raise TournamentError(say("No tournament has begun"))
        events = [*_events(hall, tournament, asked)]
        if isinstance(asked, Suggest):
            who = who or _called(tournament, asked.player)
        hall.happen(*events, who=who)
        after = hall.tournaments.now
        return told(events[-1], after or tournament) if len(events) == 1 else say("This is kept")


def _events(hall: Hall, now: Tournament, asked: Asked) -> Iterable[Event]:
    match asked:
        case Enter(names):
            yield from _entered(now, names)
        case OfEntrant():
            yield _of_player(asked)
        case DrawRound(tables):
            most = _number(tables or "0", 0, 1000)
            chance = SystemRandom()
            since = hall.book.last()
            yield drawn(now, hall.there(), chance, most_tables=most, since=since, told=hall.told_at_once)
        case TakeBack():
            yield Undrawn()
        case Swap(player, other):
            yield Swapped(player, other)
        case EndTournament():
            yield Ended()
        case OfTable():
            yield _of_table(hall, now, asked)


def _of_player(asked: OfEntrant) -> Event:
    match asked:
        case RenamePlayer(player, wanted):
            return Renamed(player, fit(_name(wanted), LONGEST_NAME))
        case Drop(player):
            return Dropped(player)
        case Return(player):
            return Returned(player)
        case Excuse(player, excused):
            return Excused(player, excused)
    raise AssertionError(asked)


def _of_table(hall: Hall, now: Tournament, asked: OfTable) -> Event:
    found = now.pairing(asked.round, asked.pairing)
    number, at = asked.round, asked.pairing
    match asked:
        case Move():
            table, called = asked.table.strip(), _name(asked.table)
            known = TABLE.fullmatch(table) is not None and table in hall.paired()
            return Moved(
                round=number, pairing=at, table=table if known else "", name=hall.name_of(table) if known else called
            )
        case Score():
            finishes = _finishes(found, asked.places, asked.scores)
            return (
                Ruled(round=number, pairing=at, finishes=finishes)
                if found.score
                else Scored(round=number, pairing=at, finishes=finishes)
            )
        case Suggest():
            return Suggested(
                round=number, pairing=at, finishes=_finishes(found, asked.places, asked.scores), player=asked.player
            )
        case Approve():
            if not found.suggestion:
                raise TournamentError(say("Nothing was suggested there"))
            return Scored(round=number, pairing=at, finishes=found.suggestion)
        case Clear():
            return Cleared(round=number, pairing=at, refused=found.game)
    raise AssertionError(asked)


def _time(hall: Hall, asked: SetTimer, now: str) -> Message:
    now_s, timer = datetime.fromisoformat(now).timestamp(), hall.timer
    match asked.act:
        case "begin":
            length_s = 60.0 * _number(asked.minutes, 1, LONGEST_MIN)
            hall.time(Timer(length_s).going(now_s))
            return say("The timer runs")
        case "pause" if timer is not None:
            hall.time(timer.paused(now_s))
            return say("The timer stands still")
        case "go_on" if timer is not None:
            hall.time(timer.going(now_s))
            return say("The timer runs")
        case "end":
            hall.time(None)
            return say("There is no timer any more")
    raise TournamentError(say("There is no timer: begin one"))


def _terms(asked: BeginTournament) -> Begun:
    usual = _number(asked.usual, 2, MOST_SEATS)
    places = tuple(_number(one, 0, MOST_POINTS) for one in re.split(r"[\s,;]+", asked.points.strip()) if one)
    order: list[Criterion] = []
    for _, chosen in sorted(asked.order.items()):
        if chosen in {*Criterion} and chosen not in order:
            order.append(Criterion(chosen))
    won = places[0] if places else usual - 1
    return Begun(
        name=_name(asked.name),
        way=asked.way,
        rounds=_number(asked.rounds, 1, MOST_ROUNDS),
        least=_number(asked.least, 2, MOST_SEATS),
        usual=usual,
        most=_number(asked.most, 2, MOST_SEATS),
        order=tuple(order) or (Criterion.POINTS,),
        points=places[:MOST_SEATS],
        bye=2 * won if not asked.bye.strip() else round(2 * _points(asked.bye)),
        game=asked.game if re.fullmatch(r"[a-z0-9_-]{0,40}", asked.game) else "",
        group=_number(asked.group or "4", 2, 100),
    )


def _points(text: str) -> float:
    """Return points as they were typed: whole, or with half a point."""
    try:
        value = float(text.strip().replace(",", ".").replace("½", ".5"))
    except ValueError:
        value = -1.0
    if not (0 <= value <= MOST_POINTS and (2 * value).is_integer()):
        raise TournamentError(say("{text} are no points: write 1, 1.5 or 2", text=fit(text, 20)))
    return value


def _number(text: str, least: int, most: int) -> int:
    plain = text.strip().replace("−", "-")
    if not re.fullmatch(r"-?[0-9]{1,10}", plain) or not least <= int(plain) <= most:
        told = {"text": fit(text, 20) or "–", "least": least, "most": most}
        raise TournamentError(say("{text} is no number from {least} to {most}", **told))
    return int(plain)


def _name(text: str) -> str:
    called = fit(" ".join(text.split()), 60)
    if not called:
        raise TournamentError(say("Write a name"))
    return called


def _entered(now: Tournament, names: str) -> Iterable[Event]:
    wanted = [one for one in (" ".join(part.split()) for part in re.split(r"[\n,;]", names)) if one]
    if not wanted:
        raise TournamentError(say("Write a name"))
    for number, one in enumerate(wanted, len(now.players) + 1):
        yield Entered(f"p{number}", fit(one, LONGEST_NAME))


def _finishes(pairing: Pairing, places: Mapping[str, str], scores: Mapping[str, str]) -> Outcome:
    """Return how a table finished, as it was typed. Where scores alone were given, the highest is the first."""
    given = {seat: _number(scores[seat], -MOST_SCORE, MOST_SCORE) for seat in pairing.seats if scores.get(seat)}
    if not any(places.get(seat) for seat in pairing.seats) and len(given) == len(pairing.seats):
        return ranked(
            Finish(seat, 1 + sum(other > given[seat] for other in given.values()), given[seat])
            for seat in pairing.seats
        )
    typed = {seat: _number(places.get(seat, ""), 1, MOST_SEATS) for seat in pairing.seats}
    return ranked(Finish(seat, typed[seat], given.get(seat)) for seat in pairing.seats)


# ---- what is shown


def told(event: Event, now: Tournament) -> Message:
    """Return what happened, as the log says it."""
    match event:
        case Begun(wanted):
            return say("{name} has begun", name=wanted)
        case Drawn():
            return say("A round is drawn: {count} tables", count=len(event.seatings))
        case Undrawn():
            return say("A round was taken back")
        case Swapped(player, other):
            return say("{player} and {other} changed places", player=_called(now, player), other=_called(now, other))
        case OfPlayer():
            return _told_of_player(event, _called(now, event.player))
        case OfPairing():
            return _told_of_table(event, now)
    return say("The tournament is put away")


def _told_of_player(event: OfPlayer, player: str) -> Message:
    match event:
        case Entered(_, called):
            return say("{player} entered", player=called)
        case Renamed(_, called):
            return say("A player is called {player} now", player=called)
        case Dropped():
            return say("{player} dropped out", player=player)
        case Returned():
            return say("{player} is back", player=player)
        case Excused(_, True):
            return say("{player} sits the next round out", player=player)
    return say("{player} plays the next round", player=player)


def _told_of_table(event: OfPairing, now: Tournament) -> Message:
    called = now.rounds[event.round - 1].pairings if event.round <= len(now.rounds) else ()
    table = called[event.pairing - 1].name if event.pairing <= len(called) else str(event.pairing)
    values: dict[str, object] = {"round": event.round, "table": _table(table)}
    match event:
        case Moved():
            return say("Round {round}: players sit at {table} now", round=event.round, table=_table(event.name))
        case Suggested():
            return say("Round {round}, {table}: suggested {score}", **values, score=_written(event.finishes, now))
        case Scored():
            return say("Round {round}, {table}: {score}", **values, score=_written(event.finishes, now))
        case Ruled():
            return say("Round {round}, {table}: ruled {score}", **values, score=_written(event.finishes, now))
    return say("Round {round}, {table}: the score was cleared", **values)


def _table(called: str) -> Message:
    """Return what a table is called; a bare number is said to be one."""
    return say("Table {table}", table=called) if called.isdecimal() else name(called)


def _written(finishes: Outcome, now: Tournament) -> Message:
    """Return a score in one line: 1. Ana 12, 2. Rui 9."""
    ordered = sorted(finishes, key=lambda one: one.rank)
    return name(
        ", ".join(
            f"{one.rank}. {_called(now, one.player)}{'' if one.score is None else f' {one.score}'}" for one in ordered
        )
    )


def _called(now: Tournament, player: str) -> str:
    return now.players[player].name if player in now.players else player


def criteria(translate: Translate) -> dict[Criterion, str]:
    """Return what each criterion is called."""
    return {
        Criterion.POINTS: words(say("Points"), translate),
        Criterion.WINS: words(say("Wins"), translate),
        Criterion.HEAD_TO_HEAD: words(say("Against each other"), translate),
        Criterion.OPPONENTS: words(say("Opponents' points"), translate),
        Criterion.BEATEN: words(say("Points of those beaten"), translate),
        Criterion.SCORE: words(say("Scores"), translate),
    }


def view(hall: Hall, language: str, *, director: bool) -> TournamentView:
    """Return the tournament as a page shows it: all of it to a director, what is not hidden or late to a guest."""
    translate = translator(language)
    tournament = hall.tournaments.now if director else hall.tournaments.shown
    hidden, names = hall.hidden, criteria(translate)
    timer = None if hall.timer is None else TimerShown(hall.timer.left_s, hall.timer.ends_s)
    games = tuple(sorted(_games(hall).items(), key=lambda one: one[1].casefold())) if director else ()
    nothing = TournamentView(
        timer=timer, ways=tuple(Way), criteria_known=tuple(names.items()), hidden=hidden, games=games
    )
    if tournament is None:
        return nothing
    standings = () if hidden and not director else _standings(tournament)
    history: Sequence[Happened] = hall.tournaments.history()[:MOST_SHOWN] if director else ()
    return replace(
        nothing,
        name=tournament.terms.name,
        way=tournament.terms.way,
        awaits=tournament.awaits,
        ended=tournament.ended,
        rounds=tournament.terms.rounds,
        drawn=tuple(
            RoundShown(
                number,
                tuple(
                    _pairing(tournament, number, at, one, hidden=hidden and not director, director=director)
                    for at, one in enumerate(each.pairings, 1)
                ),
                tuple(_called(tournament, one) for one in each.byes),
            )
            for number, each in enumerate(tournament.rounds, 1)
        ),
        criteria=tuple(names[one] for one in tournament.scoring.order),
        standings=standings,
        players=tuple(
            EntrantShown(one.id, one.name, one.here, one.excused)
            for one in sorted(tournament.players.values(), key=lambda one: one.name.casefold())
        ),
        log=tuple(
            ChangeShown(one.at, one.who, words(told(one.event, hall.tournaments.now or tournament), translate))
            for one in history
        ),
        tables=tuple(hall.there()) if director else (),
    )


def _games(hall: Hall) -> dict[str, str]:
    """Return the games that the tables have told of: kind → title."""
    playing = {one.state.kind: one.state.title for one in hall.tables().values() if one.state is not None}
    played = {one.result.played: one.result.title for one in hall.book.games(hall.evening)}
    return {kind: title for kind, title in (played | playing).items() if kind}


def _pairing(now: Tournament, number: int, at: int, one: Pairing, *, hidden: bool, director: bool) -> PairingShown:
    score = {} if hidden else {finish.player: finish for finish in one.score}
    suggested = {finish.player: finish for finish in one.suggestion} if director else {}

    def seat(player: str) -> SeatShown:
        finish = score.get(player) or suggested.get(player)
        value = None if finish is None else finish.score
        return SeatShown(player, _called(now, player), 0 if finish is None else finish.rank, value)

    return PairingShown(
        round=number,
        number=at,
        table=one.table,
        name=one.name,
        seats=tuple(map(seat, one.seats)),
        scored=bool(one.score),
        ruled=one.ruled,
        told=bool(one.game),
        suggested=bool(one.suggestion),
        suggested_by=_called(now, one.suggested_by) if one.suggested_by and director else "",
    )


def _standings(now: Tournament) -> tuple[tuple[PlaceShown, ...], ...]:
    """Return how all stand; in groups each group by itself."""
    places = now.standings()
    parted = [[one for one in places if one.player in group] for group in now.groups] or [[*places]]
    return tuple(tuple(_places(now, each)) for each in parted)


def _places(now: Tournament, places: Sequence[Place]) -> Iterable[PlaceShown]:
    rank, last = 0, 0
    for number, one in enumerate(places, 1):
        rank, last = (rank if one.rank == last else number), one.rank
        player = now.players[one.player]
        yield PlaceShown(rank, player.id, player.name, tuple(map(points, one.values)), player.here)


def as_json(hall: Hall) -> bytes:
    """Return all that happened in the tournament, as it is kept: the oldest first."""
    lines = [
        {"at": one.at, "who": one.who, **msgspec.to_builtins(one.event)} for one in reversed(hall.tournaments.history())
    ]
    return msgspec.json.encode({"tournament": hall.tournaments.number, "events": lines})
