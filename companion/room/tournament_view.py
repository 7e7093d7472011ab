"""What pages show of a tournament: to a director all of it, to a guest what is neither hidden nor late."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import msgspec

from companion.language.catalogue import translator
from companion.language.message import Message, Translate, name, say, say_count, words
from companion.room.digests import points
from companion.room.floor import Presence
from companion.room.hall import Hall
from companion.room.tie_breaks import Criterion, Outcome, TournamentPlace
from companion.room.told_games import Stray, has_its_names, heard, is_of_before, played_by
from companion.room.tournament import Pairing, Tournament
from companion.room.tournament_events import (
    Begun,
    Cleared,
    Drawn,
    Dropped,
    Entered,
    Event,
    Excused,
    Moved,
    OfPairing,
    OfPlayer,
    Renamed,
    Returned,
    Ruled,
    Scored,
    Suggested,
    Swapped,
    Undrawn,
    Way,
)
from companion.room.tournaments import Happened
from web.room.contract import (
    ChangeShown,
    EntrantShown,
    PairingShown,
    PassedOver,
    PlaceShown,
    RoundShown,
    TableSeat,
    TimerShown,
    TournamentView,
)

MOST_SHOWN = 200  # lines of the log


def told(event: Event, now: Tournament) -> Message:
    """Return what happened, as the log says it."""
    match event:
        case Begun(wanted):
            return say("{name} has begun", name=wanted)
        case Drawn():
            return say_count(
                "A round is drawn: {count} table", "A round is drawn: {count} tables", count=len(event.seatings)
            )
        case Undrawn():
            return say("A round was taken back")
        case Swapped(player, other):
            return say(
                "{player} and {other} changed places", player=player_name(now, player), other=player_name(now, other)
            )
        case OfPlayer():
            return _told_of_player(event, player_name(now, event.player))
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
            f"{one.rank}. {player_name(now, one.player)}{'' if one.score is None else f' {one.score}'}"
            for one in ordered
        )
    )


def player_name(now: Tournament, player: str) -> str:
    """Return what a player is called."""
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
    standings = () if hidden and not director else _standings(tournament, translate)
    history: Sequence[Happened] = hall.tournaments.history()[:MOST_SHOWN] if director else ()
    return replace(
        nothing,
        name=tournament.terms.name,
        way=tournament.terms.way,
        awaits=tournament.awaits,
        ended=tournament.ended,
        rounds=tournament.terms.rounds,
        drawn=tuple(
            _round(hall, tournament, number, hidden=hidden and not director, director=director)
            for number in range(1, len(tournament.rounds) + 1)
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


def _round(hall: Hall, now: Tournament, number: int, *, hidden: bool, director: bool) -> RoundShown:
    """Return a drawn round, the first is 1; to a director with what tables told besides."""
    one = now.rounds[number - 1]
    passed_over = _passed_over(hall, now, number) if director else {}
    pairings = (
        replace(
            _pairing(now, number, at, pairing, hidden=hidden, director=director),
            passed_over=passed_over.get(at) or (_told_otherwise(hall, now, number, at) if director else None),
            away=_away(hall, pairing) if director else "",
        )
        for at, pairing in enumerate(one.pairings, 1)
    )
    return RoundShown(number, tuple(pairings), tuple(player_name(now, player) for player in one.byes))


def _games(hall: Hall) -> dict[str, str]:
    """Return the games that the tables have told of: kind → title."""
    playing = {one.state.kind: one.state.title for one in hall.tables().values() if one.state is not None}
    played = {one.result.played: one.result.title for one in hall.book.games(hall.evening)}
    return {kind: title for kind, title in (played | playing).items() if kind}


def _pairing(now: Tournament, number: int, at: int, one: Pairing, *, hidden: bool, director: bool) -> PairingShown:
    score = {} if hidden else {finish.player: finish for finish in one.score}
    suggested = {finish.player: finish for finish in one.suggestion} if director else {}

    def seat(player: str) -> TableSeat:
        finish = score.get(player) or suggested.get(player)
        value = None if finish is None else finish.score
        return TableSeat(player, player_name(now, player), 0 if finish is None else finish.rank, value)

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
        suggested_by=player_name(now, one.suggested_by) if one.suggested_by and director else "",
    )


def _away(hall: Hall, one: Pairing) -> str:
    """Return why the companion of a table whose score is awaited can't tell it now, "" where it can."""
    if one.score or not one.table:
        return ""
    if one.table not in hall.paired():
        return "unpaired"
    tile = hall.tables().get(one.table)
    return "" if tile is None or tile.presence is Presence.THERE else tile.presence.value


def _passed_over(hall: Hall, now: Tournament, number: int) -> dict[int, PassedOver]:
    """Return, for the open pairings of a round by their numbers, the game that its players finished last at another
    table since the draw, else the one that its own table finished, and that is not its score."""
    strays = [*_strays(hall, now, number)]
    homes = [played_by(now, number, stray, hall.register.called) for stray in strays]
    found: dict[int, PassedOver] = {}
    for at, one in enumerate(now.rounds[number - 1].pairings, 1):
        for stray, home in zip(strays, homes, strict=True):
            game = f"{stray.result.title} ({', '.join(stray.result.players)})"
            if home == at:
                found[at] = PassedOver(game, "elsewhere", stray.table, hall.name_of(stray.table))
            elif home or one.score or one.table != stray.table or is_of_before(now, number, one, stray.ended):
                continue
            elif at not in found or found[at].why != "elsewhere":
                found[at] = PassedOver(game, "names" if has_its_names(now, one, stray.result) else "others")
    return found


def _told_otherwise(hall: Hall, now: Tournament, number: int, at: int) -> PassedOver | None:
    """Return the game that would be the score of a pairing, had nobody entered another one; None where that says the
    same, or a director has ruled."""
    one = now.pairing(number, at)
    if now.ended or not one.table or not one.score or one.game or one.ruled:
        return None
    awaited = now.after(Cleared(round=number, pairing=at))
    for game, first, ended in hall.book.told_since(one.table, now.rounds[number - 1].since):
        counts = game.result.over and game.evening > 0 and not game.struck
        names = hall.register.called
        event = heard(awaited, one.table, game.result, names, counts=counts, first=first, ended=ended)
        if isinstance(event, Scored) and (event.round, event.pairing) == (number, at):
            same = _says(event.finishes, one.score) == _says(one.score, event.finishes)
            return None if same else PassedOver(f"{game.result.title}: {_written(event.finishes, now)}", "otherwise")
    return None


def _says(outcome: Outcome, other: Outcome) -> dict[str, tuple[int, int | None]]:
    """Return what an outcome says of each player, scores as far as the other one has them, too."""
    known = {finish.player for finish in other if finish.score is not None}
    return {finish.player: (finish.rank, finish.score if finish.player in known else None) for finish in outcome}


def _strays(hall: Hall, now: Tournament, number: int) -> Iterable[Stray]:
    """Yield the games that tables finished since a round was drawn, as long as scores of it are awaited, and that are
    nobody's score."""
    since, pairings = now.rounds[number - 1].since, now.rounds[number - 1].pairings
    if now.ended or all(one.score for one in pairings):
        return
    known = {game for each in now.rounds for one in each.pairings for game in (one.game, *one.refused)}
    for table in hall.paired():
        for game, first, ended in hall.book.told_since(table, since):
            counts = game.result.over and game.evening and not game.struck
            if counts and first > since and f"{table}/{game.result.game}" not in known:
                yield Stray(table, game.result, first, ended)


def _standings(now: Tournament, translate: Translate) -> tuple[tuple[PlaceShown, ...], ...]:
    """Return how all stand; in groups each group by itself."""
    places = now.standings()
    parted = [[one for one in places if one.player in group] for group in now.groups] or [[*places]]
    return tuple(tuple(_places(now, each, translate)) for each in parted)


def _places(now: Tournament, places: Sequence[TournamentPlace], translate: Translate) -> Iterable[PlaceShown]:
    rank, last = 0, 0
    for number, one in enumerate(places, 1):
        rank, last = (rank if one.rank == last else number), one.rank
        player = now.players[one.player]
        values = tuple(points(value, translate) for value in one.values)
        yield PlaceShown(rank, player.id, player.name, values, player.here)


def as_json(hall: Hall) -> bytes:
    """Return all that happened in the tournament, as it is kept: the oldest first."""
    lines = [
        {"at": one.at, "who": one.who, **msgspec.to_builtins(one.event)} for one in reversed(hall.tournaments.history())
    ]
    return msgspec.json.encode({"tournament": hall.tournaments.number, "events": lines})
