"""What a game that a table tells does to the tournament that paired its players there: pure."""

from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from companion.publishing.messages import TableResult, fit
from companion.publishing.results import shortened
from companion.room.ranking import Names, spelt
from companion.room.tie_breaks import Finish, Outcome
from companion.room.tournament import Pairing, Tournament, ranked
from companion.room.tournament_events import LONGEST_CALLED, Cleared, Moved, OfPairing, Scored


def heard(
    tournament: Tournament,
    table: str,
    result: TableResult,
    names: Names = MappingProxyType({}),
    *,
    counts: bool,
    first: int,
    ended: str = "",
) -> OfPairing | None:
    """Return what a game, as its table tells last of it, does to a tournament: None for nothing. It `counts` where it
    is over and was not struck out; `first` is the number of the result by which the room knew first that it was over,
    `ended` when that was by the table's clock. `names` are those of the room's cards.
    """
    game = f"{table}/{result.game}"
    each = [
        (number, at, pairing)
        for number, one in enumerate(tournament.rounds, 1)
        for at, pairing in enumerate(one.pairings, 1)
    ]
    for number, at, pairing in each:
        if pairing.game == game:
            if pairing.ruled:
                return None
            if not counts:
                return Cleared(round=number, pairing=at)
            score = _finishes(tournament, pairing, result, names)
            if score in ((), pairing.score):  # (): who is who can't be told any more, but could when it was taken
                return None
            return Scored(round=number, pairing=at, finishes=score, game=game)
    if not counts or tournament.terms.game not in ("", result.played) or any(game in one.refused for _, _, one in each):
        return None
    for number, at, pairing in reversed(each):
        if pairing.score or pairing.table != table or first <= tournament.rounds[number - 1].since:
            continue
        if is_of_before(tournament, number, pairing, ended):
            continue
        score = _finishes(tournament, pairing, result, names)
        if score:
            return Scored(round=number, pairing=at, finishes=score, game=game)
    return None


@dataclass(frozen=True, slots=True)
class Stray:
    """A finished game that its table told since a draw and that is nobody's score: by the result `first` the room knew
    that it was over, `ended` is when that was by the table's clock."""

    table: str
    result: TableResult
    first: int
    ended: str


def played_by(tournament: Tournament, number: int, stray: Stray, names: Names = MappingProxyType({})) -> int:
    """Return which pairing of a round, the first is 1, played a stray game at another table than was drawn, and would
    have it for its score once it is moved there; 0 for none: initials name nobody at another table."""
    if stray.result.short or stray.result.withheld:
        return 0
    for at, pairing in enumerate(tournament.rounds[number - 1].pairings, 1):
        if pairing.score or pairing.table == stray.table:
            continue
        moved = tournament.after(Moved(round=number, pairing=at, table=stray.table, name=pairing.name))
        event = heard(moved, stray.table, stray.result, names, counts=True, first=stray.first, ended=stray.ended)
        if isinstance(event, Scored) and (event.round, event.pairing) == (number, at):
            return at
    return 0


def has_its_names(tournament: Tournament, pairing: Pairing, result: TableResult) -> bool:
    """Whether players are called at a table as in the draw, and play what they should."""
    drawn = sorted(spelt(tournament.players[seat].name) for seat in pairing.seats)
    return tournament.terms.game in ("", result.played) and sorted(map(spelt, result.players)) == drawn


def is_of_before(tournament: Tournament, number: int, pairing: Pairing, ended: str) -> bool:
    """Whether what a pairing's table tells is of a round before this `number`: the same people sat there then, their
    score was entered by hand, for the table was cut off, and the game had `ended` before this round was drawn."""
    before = (one for each in tournament.rounds[: number - 1] for one in each.pairings if one.table == pairing.table)
    entered = any({*one.seats} == {*pairing.seats} and one.score and not one.game for one in before)
    return entered and _is_earlier(ended, tournament.rounds[number - 1].drawn_at)


def _is_earlier(ended: str, drawn: str) -> bool:
    """Whether a game ended by its table's clock before a round was drawn by the room's; no where that is unknown."""
    try:
        return datetime.fromisoformat(ended) < datetime.fromisoformat(drawn)
    except (ValueError, TypeError):  # no time, or one without its zone
        return False


def _finishes(tournament: Tournament, pairing: Pairing, result: TableResult, names: Names) -> Outcome:
    """Return how a pairing finished by its table's word, () where others played, or it can't be told who is who."""
    seats = {name: _called(tournament, pairing, name, result, names) for name in result.players}
    found = {each[0]: name for name, each in seats.items() if len(each) == 1}
    places = {place.player: place for place in result.standings if place.player in seats}  # not of those a game adds
    if len(result.players) != len(pairing.seats) or found.keys() != {*pairing.seats} or places.keys() != seats.keys():
        return ()
    each = ((seat, places[found[seat]]) for seat in pairing.seats)
    return ranked(Finish(seat, place.rank, place.score) for seat, place in each)


def _called(tournament: Tournament, pairing: Pairing, name: str, result: TableResult, names: Names) -> list[str]:
    """Return whom of a pairing a table calls so: who has that name now, else who had it."""
    players = [tournament.players[seat] for seat in pairing.seats]
    now = [one.id for one in players if _is(one.name, name, result, names)]
    return now or [one.id for one in players if any(_is(former, name, result, names) for former in one.former)]


def _is(own: str, name: str, result: TableResult, names: Names) -> bool:
    """Whether who has this `own` name is who a table calls so: by name, by a name of their card, or by initials."""
    if result.short or name in (result.withheld or ()):
        return spelt(shortened((own,))[own]) == spelt(name)
    card = (result.ids or {}).get(name, "")
    return spelt(own) in {spelt(fit(one, LONGEST_CALLED)) for one in (name, *names.get(card, ()))}
