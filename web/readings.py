"""What the camera read, and what it can be corrected to: squares of a score, pieces of a turn, and their pictures."""

import re
from collections.abc import Sequence

from flask import Blueprint, Response, abort, make_response, request

from web import labels
from web.context import Context, current, reading_language
from web.contract import CellReading
from web.shown import Block, Chapter, Scoreboard, ZoneShown

_PICTURE_KEPT_S = 3600

bp = Blueprint("readings", __name__)


@bp.get("/picture")
def picture() -> Response:
    """A photo, or a piece in one."""
    jpeg = current().companion.picture(request.args.get("key", ""))
    if jpeg is None:
        abort(404)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": f"private, max-age={_PICTURE_KEPT_S}"})


@bp.get("/cell")
def cell() -> Response:
    """What a square of a scored chapter can be corrected to: three likeliest, then all. Of a finished game nothing is
    corrected: what really lay there is kept as a case."""
    table = current()
    lang = reading_language()
    snapshot, past = _asked_of(table, lang)
    number = request.args.get("seat", -1, type=int)
    line = request.args.get("line", -1, type=int)
    place = request.args.get("cell", -1, type=int)
    seat = next((one for one in snapshot.seats if one.number == number), None)
    chapter = next((one for one in snapshot.chapters if one.line == line), None)
    block = None if seat is None or chapter is None else _block_of(chapter, seat.name)
    if seat is None or chapter is None or block is None or not 0 <= place < len(block.cells):
        abort(404)
    cell = block.cells[place]
    seen = table.companion.reading(line, seat.name, place, past)
    where = {"line": line, "seat": seat.name, "cell": place}
    html = table.renderer.render(
        "sections/cell.html",
        lang,
        of_game=_name_of(snapshot),
        block=block,
        cell=cell,
        place=place,
        likeliest=_likeliest(seen, cell.label, snapshot.labels),
        seen=seen,
        labels=snapshot.labels,
        wanted=where | (_kept(past) if past else {"do": "correct", "event": chapter.event}),
        case=where | _kept(past),
        seat=seat,
        past=past,
    )
    return make_response(html)


@bp.get("/look")
def look() -> Response:
    """What the camera saw in an earlier turn; in that of the game on the table, it can be corrected."""
    table = current()
    lang, game, line = reading_language(), request.args.get("game", ""), request.args.get("line", -1, type=int)
    look = table.companion.look(game, line, lang)
    if look is None:
        abort(404)
    running = table.companion.snapshot(lang).game
    live = running is not None and running.id == game
    name = next((one.game for one in table.companion.history() if one.id == game), "")
    shown = {"look": look, "live": live, "game_id": game}
    return make_response(table.renderer.render("sections/zones.html", lang, of_game=name, **shown))


@bp.get("/piece")
def piece() -> Response:
    """What a piece that the camera saw in a turn can be corrected to, as of a square."""
    table = current()
    lang = reading_language()
    snapshot, past = _asked_of(table, lang)
    line, cell = request.args.get("line", -1, type=int), request.args.get("cell", -1, type=int)
    zone, event = _zone_of(table, snapshot, lang)
    if not 0 <= cell < len(zone.pieces):
        abort(404)
    piece, seen = zone.pieces[cell], table.companion.reading(line, zone.name, cell, past)
    where = {"line": line, "seat": zone.name, "cell": cell}
    html = table.renderer.render(
        "sections/piece.html",
        lang,
        of_game=_name_of(snapshot),
        zone=zone,
        piece=piece,
        picture=_picture_of(zone, str(cell)),
        seen=seen,
        likeliest=_likeliest(seen, piece.label, snapshot.labels),
        labels=snapshot.labels,
        wanted=where | (_kept(past) if past else {"do": "correct", "event": event}),
        case=where | _kept(past),
        past=past,
    )
    return make_response(html)


@bp.get("/missed")
def missed() -> Response:
    """What can lie where the camera found nothing: what lies beside it, then all. `at` is "X,Y" in parts of the photo;
    without it, the piece lies anywhere."""
    table = current()
    lang = reading_language()
    snapshot = table.companion.snapshot(lang)
    (zone, event), at = _zone_of(table, snapshot, lang), request.args.get("at", "")
    if not zone.free or not re.fullmatch(r"([01](\.\d+)?,[01](\.\d+)?)?", at):
        abort(404)
    spot = tuple(float(part) for part in at.split(",")) if at else None
    where = {} if spot is None else {"at": spot}
    known = [label for label in snapshot.labels if label != labels.NOTHING]
    html = table.renderer.render(
        "sections/missed.html",
        lang,
        of_game=_name_of(snapshot),
        zone=zone,
        picture=_picture_of(zone, at) if at else None,
        likeliest=labels.beside(zone.pieces, spot, known),
        labels=known,
        wanted={
            "do": "add",
            "line": request.args.get("line", -1, type=int),
            "zone": zone.name,
            "event": event,
            **where,
        },
    )
    return make_response(html)


def _asked_of(table: Context, lang: str) -> tuple[Scoreboard[str], str]:
    """Return the table's snapshot, or that of the finished `game` that is named, after event `line`; and its id."""
    past = request.args.get("game", "")
    if not past:
        return table.companion.snapshot(lang), ""
    return table.companion.moment(past, request.args.get("line", -1, type=int), lang) or abort(404), past


def _kept(past: str) -> dict[str, str]:
    """Return what keeps a reading as a case, of the game on the table or of a `past` one."""
    return {"do": "keep_case"} | ({"game": past} if past else {})


def _name_of(snapshot: Scoreboard[str]) -> str:
    return snapshot.game.name if snapshot.game is not None else ""


def _zone_of(table: Context, snapshot: Scoreboard[str], lang: str) -> tuple[ZoneShown[str], str]:
    """Return the zone that is asked for, of a look of the game on the table, and the name of the look's event."""
    game, line = snapshot.game, request.args.get("line", -1, type=int)
    look = None if game is None else table.companion.look(game.id, line, lang)
    asked = request.args.get("zone", "")
    if look is None:
        abort(404)
    return next((zone for zone in look.zones if zone.name == asked), None) or abort(404), look.event


def _picture_of(zone: ZoneShown[str], which: str) -> str | None:
    """Return the key of the picture of one place in a zone's photo, None where there is no photo."""
    return None if zone.photo is None else zone.photo.replace("photo/", "piece/", 1) + f"/{which}"


def _likeliest(seen: CellReading | None, label: str, known: Sequence[str]) -> list[str]:
    """Return three labels to offer first: what the camera held for likeliest, then what resembles the label."""
    said = () if seen is None else seen.likeliest
    others = [one for one in said if one != label and one in known]
    return list(dict.fromkeys([*others, *labels.nearest(label, known)]))[:3]


def _block_of(chapter: Chapter[str], seat: str) -> Block[str] | None:
    return next((block for block in chapter.blocks if block.seat == seat), None)
