"""What a header notes of the seats in keys of its own: who starts, whose pieces have which colour."""

from collections.abc import Mapping
from typing import Any

from companion.game.seats import Seats, same_name


def noted_seat(seats: Seats, header: Mapping[str, Any], key: str) -> str | None:
    """Return the seat that the header names under a key, however it was typed; None where it names none."""
    given = header.get(key)
    return next((seat for seat in seats if isinstance(given, str) and same_name(seat) == same_name(given)), None)


def noted_colours(seats: Seats, header: Mapping[str, Any], usual: Mapping[str, str]) -> Mapping[str, str]:
    """Return everybody's colour: those under "colours" where they name every seat and no colour twice, else the usual
    ones."""
    noted = header.get("colours")
    if not isinstance(noted, dict):
        return usual
    by_name = {same_name(str(seat)): str(colour) for seat, colour in noted.items()}
    chosen = {seat: by_name.get(same_name(seat), "") for seat in seats}
    return chosen if all(chosen.values()) and len({*chosen.values()}) == len(chosen) else usual
