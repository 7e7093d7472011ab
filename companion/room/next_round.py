"""The draw of a tournament's next round: who sits where, and who sits out. Pure, but for chance."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, count
from random import Random

from companion.room import draw, tie_breaks
from companion.room.draw import Meetings, TableSize
from companion.room.tie_breaks import Criterion
from companion.room.tournament import WHY_NO_DRAW, Awaits, Tournament, TournamentError
from companion.room.tournament_events import Drawn, TableSeating, Way


def drawn(
    tournament: Tournament,
    tables: Sequence[tuple[str, str]],
    chance: Random,
    *,
    most_tables: int = 0,
    since: int = 0,
    drawn_at: str = "",
    told: bool = True,
) -> Drawn:
    """Return the draw of the next round: at these tables (id, name), then at such without a companion. Unless `told`,
    the order of the tables tells nothing of who stands where. Raises a TournamentError where it can't be drawn."""
    if tournament.awaits is not Awaits.DRAW:
        raise TournamentError(WHY_NO_DRAW[tournament.awaits])
    terms, seats = tournament.terms, TableSize(tournament.terms.least, tournament.terms.usual, tournament.terms.most)
    order = [place.player for place in tournament.standings()]
    playing = [one for one in order if tournament.players[one].here and not tournament.players[one].excused]
    before = draw.met(pairing.seats for one in tournament.rounds for pairing in one.pairings)
    out: list[str] = [player.id for player in tournament.players.values() if player.here and player.excused]
    groups = _groups(tournament, playing, out) if terms.way is Way.GROUPS else ()
    drawn_tables: list[draw.Table] = []
    parts = [[one for one in playing if one in group] for group in groups or (playing,)]
    for people, most in zip(parts, _limits(tournament, parts, seats, most_tables), strict=True):
        sizes = draw.sizes(len(people), seats, most) if most else ()
        seated, sitting_out = _seated(tournament, people, before, sizes, chance)
        drawn_tables += seated
        out += sitting_out
    if not drawn_tables:
        raise TournamentError(WHY_NO_DRAW[Awaits.PLAYERS])
    if not told:
        drawn_tables = chance.sample(drawn_tables, len(drawn_tables))
    sat = _sat(tournament)
    seatings = []
    for (table, name), people_there in zip(chain(tables, _others(tables)), drawn_tables, strict=False):
        seatings.append(TableSeating(table, name, draw.seated(people_there, sat)))
    return Drawn(tuple(seatings), tuple(out), groups, since, drawn_at)


def _others(tables: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield tables without a companion: they go on counting, and no number is in the name of one that has one."""
    taken = {int(number) for _, name in tables for number in re.findall(r"\d{1,9}", name)}
    return (("", str(number)) for number in count(len(tables) + 1) if number not in taken)


def _seated(
    tournament: Tournament, people: Sequence[str], before: Meetings, sizes: Sequence[int], chance: Random
) -> tuple[Sequence[draw.Table], Sequence[str]]:
    """Return who of these people, the best first, sits at tables of these sizes, and who sits out."""
    out: Sequence[str] = draw.byes(people, tournament.byes, len(people) - sum(sizes))
    if tournament.terms.way is Way.SWISS:
        seated = [one for one in people if one not in out]
        return draw.swiss(seated, _points(tournament), before, sizes, chance), out
    steady = [one for one in tournament.players if one in people]
    begin: Sequence[str] = ()
    if {*sizes} == {2} and len(out) == 1:
        sits_out, begin = draw.circle_of_odd(steady, before, tournament.byes)
        out = (sits_out,)
    seated = [one for one in steady if one not in out]
    return draw.round_robin(seated, before, sizes, chance, begin), out


def _limits(tournament: Tournament, parts: Sequence[Sequence[str]], seats: TableSize, tables: int) -> list[int]:
    """Return how many tables each group has at most, where there are so many in all (0: as many as are wanted): what is
    missing is missed where most are wanted, then where fewest have sat out."""
    limits = [len(draw.sizes(len(people), seats)) for people in parts]
    byes = [sum(tournament.byes[one] for one in people) for people in parts]
    while tables and sum(limits) > tables:
        limits[min(range(len(parts)), key=lambda one: (-limits[one], byes[one]))] -= 1
    return limits


def _points(tournament: Tournament) -> dict[str, float]:
    scoring = replace(tournament.scoring, order=(Criterion.POINTS,))
    places = tie_breaks.standings([*tournament.players], tournament.outcomes, tournament.byes, scoring)
    return {place.player: float(place.values[0]) for place in places}


def _sat(tournament: Tournament) -> dict[str, Counter[int]]:
    """Return how often each had each seat."""
    sat: dict[str, Counter[int]] = {}
    for one in tournament.rounds:
        for pairing in one.pairings:
            for seat, player in enumerate(pairing.seats):
                sat.setdefault(player, Counter())[seat] += 1
    return sat


def _groups(tournament: Tournament, playing: Sequence[str], excused: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the groups: as they are, late entries and who sits out at the first draw where fewest are left."""
    dealt = tournament.groups or draw.groups(playing, tournament.terms.group, tournament.terms.least)
    groups = [[*group] for group in dealt]
    for player in (*playing, *excused):
        if not any(player in group for group in groups):
            min(groups, key=lambda one: sum(tournament.players[each].here for each in one)).append(player)
    return tuple(map(tuple, groups))
