"""The teach walk's page: the mat's picture with rings, one question at a time, and what was named goes to the set."""

from collections.abc import Mapping

from flask import Blueprint, Response, abort, current_app, jsonify, request

from web.context import answered, asked_by_our_page, asking_device, current, reading_language
from web.contract import TeachWalk
from web.naming import halves, kinds
from web.walk_shown import WalkPlace, WalkShown

_KEPT_S = 3600
OPEN = ("waiting", "strange", "guessed", "known")
"""The marks of a place that nobody has named."""

bp = Blueprint("walking", __name__, url_prefix="/teach")


def _walk() -> TeachWalk:
    walking = current().companion.walking()
    if walking is None:
        abort(404)
    return walking


@bp.get("")
def page() -> Response:
    """The walk; where no camera looks, it says that there is none."""
    table = current()
    asking = asking_device()
    walking = table.companion.walking()
    may = walking is not None and walking.may(asking)
    section = _section(walking, None) if walking is not None and may else ""
    return table.page("teach.html", section=section, may=may, camera=walking is not None)


@bp.get("/now")
def now() -> Response:
    """The walk as it stands, where it has changed since the number that the page has; nothing where it has not."""
    asking = asking_device()
    walking = _walk()
    if not walking.may(asking):
        abort(403)
    view = walking.view(reading_language())
    number = -1 if view is None else view.number
    if request.args.get("number", type=int) == number:
        return Response(status=204)
    sheet = "" if view is None else view.sheet
    return jsonify(number=number, sheet=sheet, html=_section(walking, view))


def _section(walking: TeachWalk, view: WalkShown | None) -> str:
    lang = reading_language()
    view = view or walking.view(lang)
    if view is None:
        return current().renderer.render("sections/teach-begin.html", lang, openings=walking.openings(lang))
    places = {place.key: place for zone in view.zones for place in zone.places}
    chosen, kind = _chosen(view, places)
    if chosen is not None and kind is None:
        likely = chosen.label or next(iter(chosen.likeliest), "")
        kind = halves(likely)[0] if likely else ""
    return current().renderer.render(
        "sections/teach.html",
        lang,
        of_game=view.game,
        w=view,
        places=places,
        chosen=chosen,
        picked=bool(request.args.get("chosen")) and chosen is not None,
        kind=kind or "",
        kinds=kinds(view.labels),
        halves=halves,
        pieces_page=any(rule.rule.rstrip("/") == "/pieces" for rule in current_app.url_map.iter_rules()),
    )


def _chosen(view: WalkShown, places: Mapping[str, WalkPlace]) -> tuple[WalkPlace | None, str | None]:
    """Return the place that is asked about, with the kind that is open for it. A question on show stays until it is
    answered or put aside, whatever the set makes of its place meanwhile; of a new one no kind is open yet."""
    picked, shown = request.args.get("chosen", ""), request.args.get("asked", "")
    kind = request.args.get("kind")
    if picked in places:
        return places[picked], kind
    if shown in places and view.stage == "name" and places[shown].mark in OPEN:
        return places[shown], kind
    aside = request.args.getlist("aside")
    new = [key for key, place in places.items() if place.mark == "strange" and key not in aside]
    asked = view.asked if view.asked in new or not new else new[0]
    return places.get(asked or ""), None


@bp.get("/picture")
def picture() -> Response:
    """A sheet: the mat as it was pictured from straight above."""
    asking = asking_device()
    walking = _walk()
    if not walking.may(asking):
        abort(403)
    jpeg = walking.picture(request.args.get("sheet", ""))
    if jpeg is None:
        abort(404)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": f"private, max-age={_KEPT_S}"})


@bp.post("/do")
def do() -> Response:
    """Do what the walk's page asks for."""
    asked = asked_by_our_page()
    asking = asking_device()
    done = _walk().submit(asking, reading_language(), asked)
    return answered(done)
