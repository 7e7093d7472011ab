"""A finished game's keepsake, as the script of its page draws it: the winner, badges, a photo and the way there."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from web.chart import Chart
from web.contract import Keepsake, Portraits
from web.rendering import ink
from web.shown import SeatShown


def card(kept: Keepsake, chart: Chart, title: str, when: str, looks: Portraits | None) -> Mapping[str, Any]:
    """Return what stands on the picture, JSON-ready."""
    end = kept.end
    seats = {seat.name: seat for seat in end.seats}
    photo = "" if kept.photo is None else f"/picture?key={quote(kept.photo, safe='')}"
    return {
        "title": title,
        "when": when,
        "line": end.line,
        "decisive": end.decisive or "",
        "photo": photo,
        "winners": [{**_mark(seats[name]), "portrait": _portrait(name, looks)} for name in end.winners],
        "badges": [{**_mark(seats[badge.seat]), "text": badge.text} for badge in kept.badges if badge.seat in seats],
        "seats": [
            {**_mark(seat), "rank": seat.rank, "score": seat.score, "won": seat.name in end.winners}
            for seat in sorted(end.seats, key=lambda seat: seat.rank)
        ],
        "ways": [{"points": line.points, "colour": seats[line.seat].colour} for line in chart.lines],
    }


def _portrait(name: str, looks: Portraits | None) -> str:
    """Return the address of a winner's face: the drawn one, unless the host lets photos be shown everywhere."""
    if looks is None:
        return ""
    person = looks.of(name)
    if person.photo and looks.everywhere:
        return f"/player/photo?key={person.photo}"
    return f"/portrait.svg?face={person.face}&colour={person.colour[1:]}"


def _mark(seat: SeatShown[str]) -> dict[str, Any]:
    """Return a seat as it is marked: never by its colour alone."""
    marked = {"shown": seat.shown, "colour": seat.colour, "ink": ink(seat.colour)}
    return {**marked, "shape": seat.shape, "number": seat.number}
