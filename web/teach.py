"""The teach walk's page: the mat's picture with rings, one question at a time, and what was named goes to the set."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request

from web import device, language
from web.context import Context, asked_by_our_page, asking_device
from web.contract import TeachWalk
from web.naming import halves, kinds

_KEPT_S = 3600


def blueprint(table: Context) -> Blueprint:
    """Return the walk's routes; where no camera looks they say that there is none."""
    routes = Blueprint("walking", __name__, url_prefix="/teach")
    routes.add_url_rule("", view_func=lambda: _page(table), endpoint="page")
    routes.add_url_rule("/now", view_func=lambda: _now(table), endpoint="now")
    routes.add_url_rule("/picture", view_func=lambda: _picture(table), endpoint="picture")
    routes.add_url_rule("/do", view_func=lambda: _do(table), endpoint="do", methods=["POST"])
    return routes


def _of(table: Context) -> TeachWalk:
    walking = table.companion.walking()
    if walking is None:
        abort(404)
    return walking


def _page(table: Context) -> Response:
    asking, new = asking_device()
    walking = table.companion.walking()
    may = walking is not None and walking.may(asking)
    section = _section(table, walking, None) if walking is not None and may else ""
    response = table.page("teach.html", section=section, may=may, camera=walking is not None)
    if new:
        device.remember(response, asking)
    return response


def _now(table: Context) -> Response:
    """The walk as it stands, where it has changed since the number that the page has; nothing where it has not."""
    asking, _ = asking_device()
    walking = _of(table)
    if not walking.may(asking):
        abort(403)
    view = walking.view(language.preferred(request))
    number = -1 if view is None else int(view["number"])
    if request.args.get("number", type=int) == number:
        return Response(status=204)
    sheet = "" if view is None else view["sheet"]
    return jsonify(number=number, sheet=sheet, html=_section(table, walking, view))


def _section(table: Context, walking: TeachWalk, view: Mapping[str, Any] | None) -> str:
    lang = language.preferred(request)
    view = view or walking.view(lang)
    if view is None:
        return table.renderer.render("sections/teach-begin.html", lang, openings=walking.openings(lang))
    places = {place["key"]: place for zone in view["zones"] for place in zone["places"]}
    # What the page asks about stays asked while it is open, also where the set was read anew meanwhile.
    kept = places.get(request.args.get("asked", ""), {})
    asked = kept if kept.get("mark") == "strange" and view["asked"] else places.get(view["asked"] or "")
    chosen = places.get(request.args.get("chosen", "")) or asked
    kind = request.args.get("kind", "")
    if chosen is not None and not kind and (chosen["label"] or chosen["likeliest"]):
        kind = halves(chosen["label"] or chosen["likeliest"][0])[0]
    return table.renderer.render(
        "sections/teach.html",
        lang,
        w=view,
        places=places,
        chosen=chosen,
        picked=bool(request.args.get("chosen")) and chosen is not None,
        kind=kind,
        kinds=kinds(view["labels"]),
        halves=halves,
        pieces_page=any(rule.rule.rstrip("/") == "/pieces" for rule in current_app.url_map.iter_rules()),
    )


def _picture(table: Context) -> Response:
    asking, _ = asking_device()
    walking = _of(table)
    if not walking.may(asking):
        abort(403)
    jpeg = walking.picture(request.args.get("sheet", ""))
    if jpeg is None:
        abort(404)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": f"private, max-age={_KEPT_S}"})


def _do(table: Context) -> Response:
    asked = asked_by_our_page()
    asking, new = asking_device()
    done = _of(table).submit(asking, language.preferred(request), asked)
    response = jsonify(ok=done.ok, text=done.text, ask=done.ask)
    if new:
        device.remember(response, asking)
    return response
