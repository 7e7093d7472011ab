"""The director's desk, as far as a tournament goes: what may be asked, and what becomes of it."""

import re
from collections.abc import Iterable, Mapping
from random import SystemRandom

from companion.language.message import Message, say
from companion.publishing import card
from companion.publishing.messages import MOST_SEATS, fit
from companion.room.hall import Hall
from companion.room.next_round import drawn
from companion.room.ranking import spelt
from companion.room.tie_breaks import Criterion, Finish, Outcome
from companion.room.timer import Timer
from companion.room.tournament import Pairing, Tournament, TournamentError, ranked
from companion.room.tournament_events import (
    LONGEST_CALLED,
    MOST_ROUNDS,
    Begun,
    Cleared,
    Dropped,
    Ended,
    Entered,
    Event,
    Excused,
    Moved,
    Renamed,
    Returned,
    Ruled,
    Scored,
    Suggested,
    Swapped,
    Undrawn,
    Way,
)
from companion.room.tournament_view import player_name, told
from companion.table.requests import PageRequest

LONGEST_MIN = 24 * 60
MOST_POINTS = 1000
MOST_SCORE = 10**9


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


class EnterPlayers(OfTournament, frozen=True, tag="enter"):
    """Let people enter: one a line, or with commas between them; by name, or by the id or address of their card."""

    names: str


class OfEntrant(OfTournament, frozen=True):
    """What concerns one player."""

    player: str


class RenamePlayer(OfEntrant, frozen=True, tag="rename_player"):
    """Call a player otherwise."""

    name: str


class DropPlayer(OfEntrant, frozen=True, tag="drop"):
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


class MovePairing(OfTable, frozen=True, kw_only=True, tag="move"):
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
    | EnterPlayers
    | RenamePlayer
    | DropPlayer
    | Return
    | Excuse
    | DrawRound
    | TakeBack
    | Swap
    | MovePairing
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
        return _time(hall, asked)
    with hall.together():
        if isinstance(asked, BeginTournament):
            terms = _terms(asked)
            hall.tournaments.begin(terms, who)
            return say("{name} has begun: let people enter", name=terms.name)
        tournament = hall.tournaments.now
        if tournament is None:
            raise TournamentError(say("No tournament has begun"))
        events = [*_events(hall, tournament, asked, now)]
        if isinstance(asked, Suggest):
            who = who or player_name(tournament, asked.player)
        hall.happen(*events, who=who)
        after = hall.tournaments.now
        return told(events[-1], after or tournament) if len(events) == 1 else say("This is kept")


def _events(hall: Hall, now: Tournament, asked: Asked, at: str) -> Iterable[Event]:
    match asked:
        case EnterPlayers(names):
            yield from _entered(now, names, hall.register.names)
        case OfEntrant():
            yield _of_player(asked)
        case DrawRound(tables):
            most = _number(tables or "0", 0, 1000)
            chance = SystemRandom()
            since = hall.book.last()
            yield drawn(now, hall.there(), chance, most_tables=most, since=since, drawn_at=at, told=hall.tells_at_once)
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
            return Renamed(player, fit(_name(wanted), LONGEST_CALLED))
        case DropPlayer(player):
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
        case MovePairing():
            called = _name(asked.table)
            table = _paired(hall, called)
            return Moved(round=number, pairing=at, table=table, name=hall.name_of(table) if table else called)
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


def _paired(hall: Hall, called: str) -> str:
    """Return the id of the paired table that somebody means by its id, its name, or the last number in that, "" where
    it is none."""
    paired = hall.paired()
    if called in paired:
        return called
    meant = [one for one in paired if spelt(called) in (spelt(hall.name_of(one)), spelt(hall.plain_name(one)))]
    if not meant and called.isdecimal():  # 5 is shown as Table 5, and must not be another one than the paired Table 5
        meant = [one for one in paired if re.findall(r"\d+", hall.plain_name(one))[-1:] == [called]]
    if len(meant) > 1:
        raise TournamentError(say("Several tables are called {name}: rename one first", name=called))
    return meant[0] if meant else ""


def _time(hall: Hall, asked: SetTimer) -> Message:
    now_s, timer = hall.room_clock(), hall.timer
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


def _entered(now: Tournament, names: str, cards: Mapping[str, str]) -> Iterable[Event]:
    wanted = [one for one in (" ".join(part.split()) for part in re.split(r"[\n,;]", names)) if one]
    if not wanted:
        raise TournamentError(say("Write a name"))
    for number, one in enumerate(wanted, len(now.players) + 1):
        known = cards.get(card.plain(one))
        if known is None and card.is_meant(one):
            raise TournamentError(say("{card} is no card of this room: write the name instead", card=one))
        yield Entered(f"p{number}", fit(known or one, LONGEST_CALLED))


def _finishes(pairing: Pairing, places: Mapping[str, str], scores: Mapping[str, str]) -> Outcome:
    """Return how a table finished, as it was typed. Where scores alone were given, the highest is the first."""
    given = {seat: _number(scores[seat], -MOST_SCORE, MOST_SCORE) for seat in pairing.seats if scores.get(seat)}
    if not any(places.get(seat) for seat in pairing.seats) and len(given) == len(pairing.seats):
        return ranked(
            Finish(seat, 1 + sum(other > given[seat] for other in given.values()), given[seat])
            for seat in pairing.seats
        )
    if not all(places.get(seat) for seat in pairing.seats):
        raise TournamentError(say("Give everybody at the table a place, from 1 on; who is tied has the same"))
    typed = {seat: _number(places[seat], 1, MOST_SEATS) for seat in pairing.seats}
    return ranked(Finish(seat, typed[seat], given.get(seat)) for seat in pairing.seats)
