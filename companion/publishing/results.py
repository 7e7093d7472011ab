"""Results: what the room is told of a game. A round that was finished, a game, and a correction are told in the
transaction that keeps them (`companion.session.telling`)."""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

import msgspec
from msgspec import UNSET

from companion.game.match import Match
from companion.game.record import Line
from companion.game.standings import Standing
from companion.publishing.messages import Kind, RankingPlace, TableResult, fit
from companion.store.database import Store
from companion.store.practice import counted
from companion.store.rows import Told


class Statement(msgspec.Struct, frozen=True):
    """A result without what its row in the outbox gives it, id and number."""

    at: str
    kind: Kind
    game: str
    played: str
    title: str
    players: tuple[str, ...]
    rounds: int
    over: bool
    standings: tuple[RankingPlace, ...]
    winners: tuple[str, ...] = ()


def statement(game: str, match: Match, at: str, last: Statement | None, *, hidden: bool) -> Statement | None:
    """Return what is to be told of a game as it stands now, after `last` was told; None where nothing is new. Where
    standings are `hidden` until the end, they are told only then."""
    rounds = len(match.chapter_lines)
    if last is None and not rounds and not match.over:
        return None
    standings = () if hidden and not match.over else _standings(match, rounds)
    new = Statement(
        at=_played(match, at) if last is None else at,
        kind=Kind.CORRECTION,
        game=game,
        played=match.game.name,
        title=match.game.title,
        players=tuple(map(fit, match.lines[0]["players"])),
        rounds=rounds,
        over=match.over,
        standings=tuple(RankingPlace(fit(place.player), place.score, place.rank) for place in standings),
        winners=tuple(map(fit, match.game.winners(match.state))) if match.over else (),
    )
    if last is not None and _said(last) == _said(new):
        return None
    if new.over and not (last is not None and last.over):
        return msgspec.structs.replace(new, kind=Kind.GAME)
    if rounds > (0 if last is None else last.rounds):
        return msgspec.structs.replace(new, kind=Kind.ROUND)
    return new


def _played(match: Match, now: str) -> str:
    """Return when a game's last line was played, `now` where no line says that: one of which the room is told late,
    for it was played before there was a room, is as old as it is."""
    for line in (match.lines[-1], match.lines[0]):
        with suppress(ValueError, TypeError, OverflowError):  # no moment, or one that can't be compared or written
            at = datetime.fromisoformat(str(line.get("at")))
            if at <= datetime.fromisoformat(now):
                return at.astimezone(UTC).isoformat(timespec="seconds")
    return now


def _standings(match: Match, rounds: int) -> tuple[Standing, ...]:
    """Return the ranking after the last finished round; within a round nothing of it is told."""
    if match.over:
        return match.standings
    return match.game.standings(match.states[match.chapter_lines[-1]]) if rounds else ()


def _said(one: Statement) -> tuple[object, ...]:
    return one.rounds, one.over, one.standings, one.winners


def restated(store: Store, at: str, new_id: Callable[[], str], *, hidden: bool) -> None:
    """Tell anew of each game that stands otherwise than the outbox says, where damage may have taken rows of it; of
    games from before the first that it tells of nothing is said. `hidden` as in `statement`."""
    rows = store.outbox()
    last = {row.game: read(row) for row in rows}
    since = min((store.game(game).begun for game in last), default=None)
    for game in counted(store):
        stored = store.game(game)
        if since is None or stored.begun < since:
            continue
        try:
            match = Match.replay(Line(number, line) for number, line in enumerate(stored.record, 1))
            new = statement(game, match, at, last.get(game), hidden=hidden)
        except Exception:  # its game's rules forbid now what was played, or that game's own code fails
            continue
        if new is not None:
            store.tell(game, new_id(), kept(new))


def kept(one: Statement) -> str:
    """Return a statement as the outbox keeps it."""
    return msgspec.json.encode(one).decode()


def read(told: Told) -> Statement:
    """Return the statement that the outbox keeps."""
    return msgspec.json.decode(told.value, type=Statement)


@dataclass(frozen=True, slots=True)
class PeopleInRoom:
    """What people chose for the room, by name: the ids of their `cards`, who goes by initials there (`withheld`); all
    do where what they chose is not `known`."""

    cards: Mapping[str, str] = field(default_factory=dict)
    withheld: frozenset[str] = frozenset()
    known: bool = True


def result(told: Told, people: PeopleInRoom = PeopleInRoom()) -> TableResult:
    """Return a row of the outbox as it goes out, with the ids by which the room knows players."""
    said = read(told)
    ids = {player: people.cards[player] for player in said.players if player in people.cards}
    one = TableResult(id=told.id, number=told.number, **msgspec.structs.asdict(said), ids=ids or UNSET)
    return initials(one, people.withheld) if people.withheld.intersection(said.players) else one


def initials(one: TableResult, whose: Collection[str] | None = None) -> TableResult:
    """Return a result in which these players, or all, are called by their initials; two of the same are told apart by
    their place."""
    hidden = [name for name in one.players if whose is None or name in whose]
    names = {name: letters for name, letters in shortened(one.players).items() if name in hidden}
    places = tuple(
        RankingPlace(names.get(place.player, place.player), place.score, place.rank) for place in one.standings
    )
    ids = {name: player for name, player in (one.ids or {}).items() if name not in hidden}
    short = len(hidden) == len(one.players)
    return msgspec.structs.replace(
        one,
        players=tuple(names.get(name, name) for name in one.players),
        standings=places,
        winners=tuple(names.get(name, name) for name in one.winners),
        short=short,
        ids=ids or UNSET,
        withheld=UNSET if short else tuple(names.values()),
    )


def shortened(players: tuple[str, ...]) -> dict[str, str]:
    """Return each player's initials, told apart by the place where two have the same."""
    short = {name: "".join(f"{word[0].upper()}." for word in name.split()[:3]) or "?" for name in players}
    return {
        name: f"{letters} {place}" if list(short.values()).count(letters) > 1 else letters
        for place, (name, letters) in enumerate(short.items(), 1)
    }
