"""Games that were played: the list, each with its chart and its moments one by one, records to keep, the players."""

import csv
import io
from collections.abc import Iterable, Sequence

from flask import Blueprint, Response, abort, request

from web import chart, language, portraits, replay
from web import keepsake as drawn
from web.bgstats import play_link
from web.context import Context, asking_device, current, reading_language
from web.contract import GameTotals, StoredGame
from web.moments import day_in_house
from web.players import PlayerFigures, evening, players, season
from web.shown import Role

bp = Blueprint("past", __name__)


@bp.get("/history")
def history() -> Response:
    """Every stored game."""
    table = current()
    running = table.companion.snapshot(reading_language()).game
    return table.page("history.html", games=table.companion.history(), running=running)


@bp.get("/players")
def everybody() -> Response:
    """Who played, how often, and who won; the tables of the last evening and of the season."""
    table = current()
    games = table.companion.history()
    return table.page("players.html", players=_players(table, games), evening=evening(games), season=season(games))


def _players(table: Context, games: Sequence[StoredGame]) -> tuple[PlayerFigures, ...]:
    """Return who played, and then whoever chose a face and has no game there any more: what is kept of somebody can be
    seen, and deleted."""
    found, looks = players(games), table.companion.people()
    known = {player.name for player in found}
    others = sorted(set(looks.chosen) - known) if looks is not None else ()
    return (*found, *(PlayerFigures(name, 0, 0) for name in others))


@bp.get("/player")
def one_player() -> Response:
    """One player: game by game, by how many played, against each other one."""
    table = current()
    known = {player.name: player for player in _players(table, table.companion.history())}
    player = known.get(request.args.get("name", "")) or abort(404)
    looks = table.companion.people()
    faces = () if looks is None else portraits.some(player.name, looks.of(player.name).face)
    return table.page("player.html", player=player, colours=portraits.COLOURS, faces=faces)


def _finished(table: Context, game_id: str) -> StoredGame:
    game = next((game for game in table.companion.history() if game.id == game_id and game.over), None)
    if game is None:
        abort(404)
    return game


@bp.get("/game/<game_id>")
def finished_game(game_id: str) -> Response:
    """A finished game: its chart, its totals, and how it ended. It can be taken up, to take its end back or to play on;
    one that can't be played anew is told as it is kept."""
    table = current()
    lang = reading_language()
    game = _finished(table, game_id)
    told = table.companion.totals(game_id, lang)
    end = None if told is None else table.companion.moment(game_id, told.steps, lang)
    if told is None:
        abort(404)
    if end is None:
        lines = (table.companion.record(game_id) or b"").decode().splitlines()
        return table.page("gone.html", game=game, lines=lines)
    people = {seat.name: seat for seat in end.seats}
    return table.page(
        "game.html",
        game=game,
        running=table.companion.snapshot(lang).game,
        told=told,
        people=people,
        chart=_chart(told, people),
        size=(chart.WIDTH, chart.HEIGHT),
        drawn=table.sections.draw(end, lang, replay.Changed()),
        bgstats=play_link(game, _provisional(table, game, lang)),
    )


def _chart(told: GameTotals, people: Iterable[str]) -> chart.Chart:
    """Return the totals through a game as a drawing: step by step where all is scored at once."""
    ways = [chapter.scores for chapter in told.chapters]
    titles = [chapter.title for chapter in told.chapters]
    if len(ways) < 2:
        ways, titles = [*told.course], [""] * (told.steps - 1) + titles[-1:]
    return chart.chart(titles, {name: [way.get(name, 0) for way in ways] for name in people})


@bp.get("/keepsake/<game_id>")
def keepsake(game_id: str) -> Response:
    """A finished game as one picture, drawn by the page's script: the winner, badges, a photo of what won it."""
    table = current()
    lang = reading_language()
    game = _finished(table, game_id)
    kept, told = table.companion.keepsake(game_id, lang), table.companion.totals(game_id, lang)
    if kept is None or told is None:
        abort(404)
    people = [seat.name for seat in kept.end.seats]
    title, looks = (game.title, language.when(game.begun, lang)), table.companion.people()
    card = drawn.card(kept, _chart(told, people), *title, looks)
    film = kept.film and table.role(asking_device()) >= Role.LET_IN
    file = f"{game.title} {day_in_house(game.begun)}.png"
    return table.page("keepsake.html", game=game, card=card, film=film, file=file)


@bp.get("/film/<game_id>")
def film(game_id: str) -> Response:
    """The photos of what won a finished game, as one picture that moves."""
    game = _finished(current(), game_id)
    moving = current().companion.film(game_id)
    if moving is None:
        abort(404)
    return _file(moving, "image/webp", f"{game.game}-{day_in_house(game.begun)}", "webp")


def _provisional(table: Context, game: StoredGame, lang: str) -> str:
    """Return the sentence that a game's page says of scores that are provisional; nothing where they are not."""
    sentence = "Provisional: nobody has confirmed the numbers printed on the pieces."
    return table.companion.translator(lang)(sentence) if game.provisional else ""


@bp.get("/game/<game_id>/<int:step>")
def moment(game_id: str, step: int) -> Response:
    """A finished game as it stood after so many events."""
    table = current()
    lang = reading_language()
    game = _finished(table, game_id)
    told = table.companion.totals(game_id, lang)
    shown = table.companion.moment(game_id, step, lang)
    if told is None or shown is None or not told.course:  # which is empty where it can't be played to its end
        abort(404)
    before = table.companion.moment(game_id, step - 1, lang) if step else None
    changed = replay.Changed() if before is None else replay.changed(before, shown, replay.gained(told, step))
    return table.page(
        "moment.html",
        game=game,
        step=step,
        told=told,
        shown=shown,
        people={seat.name: seat for seat in shown.seats},
        chart=replay.timeline(told, [seat.name for seat in shown.seats]),
        size=(chart.WIDTH, replay.HEIGHT),
        edges=(chart.LEFT, chart.WIDTH - chart.RIGHT),
        photos=replay.photos(shown, step),
        drawn=table.sections.draw(shown, lang, changed),
    )


@bp.get("/record/<game_id>")
def record_file(game_id: str) -> Response:
    """A finished game as a record, to keep."""
    record = current().companion.record(game_id)
    if record is None:
        abort(404)
    return _file(record, "application/jsonl", game_id, "jsonl")


@bp.get("/table/<game_id>")
def totals_file(game_id: str) -> Response:
    """The totals after each chapter, a line a seat, for a spreadsheet; provisional scores say so in a last column."""
    table = current()
    game, lang = _finished(table, game_id), reading_language()
    told = table.companion.totals(game_id, lang)
    if told is None:
        abort(404)
    text = io.StringIO()
    rows = csv.writer(text, delimiter=language.separator(lang))
    word = table.companion.translator(lang)
    provisional = _provisional(table, game, lang)
    says, said = ([provisional.partition(":")[0].lower()], [provisional]) if provisional else ([], [])
    rows.writerow([word("player"), *(chapter.title for chapter in told.chapters), word("score"), word("rank"), *says])
    for place in game.standings:
        name = place.player
        shown = name if name in game.players else word(name)
        safe = f"'{shown}" if shown[:1] in "=+-@" else shown  # a spreadsheet must not take a name for a formula
        totals = (chapter.scores.get(name, "") for chapter in told.chapters)
        rows.writerow([safe, *totals, place.score, place.rank, *said])
    return _file(text.getvalue().encode("utf-8-sig"), "text/csv", game_id, "csv")


def _file(content: bytes, mimetype: str, game_id: str, ending: str) -> Response:
    name = "".join(letter for letter in game_id if letter.isalnum() or letter in "-_")
    headers = {"Content-Disposition": f'attachment; filename="{name}.{ending}"'}
    return Response(content, mimetype=mimetype, headers=headers)
