"""The ranking: places that ties share, and why a tie-break decided one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.language.message import Message


@dataclass(frozen=True, slots=True)
class Standing:
    """One place in the ranking. `why` says which tie-break decided it, where one did."""

    player: str
    score: int
    rank: int
    why: Message | None = None


def ranked(
    seats: Sequence[str], score: Mapping[str, int], order: Mapping[str, tuple[int, ...]]
) -> tuple[Standing, ...]:
    """Rank by `order` (score first, then the tie-breaks; higher is better); equal orders share the lower number."""
    places = sorted(seats, key=lambda seat: tuple(-part for part in order[seat]))  # sorted keeps the seating order
    standings: list[Standing] = []
    for place, seat in enumerate(places, 1):
        shared = standings and order[standings[-1].player] == order[seat]
        standings.append(Standing(seat, score[seat], standings[-1].rank if shared else place))
    return tuple(standings)


def explained(places: Sequence[Standing], why: Callable[[str], Message]) -> tuple[Standing, ...]:
    """Return the ranking with a reason wherever a tie-break decided: equal scores, other ranks."""
    ranks: dict[int, set[int]] = {}
    for place in places:
        ranks.setdefault(place.score, set()).add(place.rank)
    return tuple(replace(place, why=why(place.player)) if len(ranks[place.score]) > 1 else place for place in places)
