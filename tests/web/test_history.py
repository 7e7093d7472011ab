"""Games that were played: list, chart, moments, files, players."""

import csv
import io
import json
import re
import time
from html import unescape
from itertools import pairwise
from urllib.parse import parse_qs, urlsplit

import pytest
from PIL import Image
from support.playthroughs import playthrough
from support.served_table import SIGHTS, picture_of

from companion.store.archive import take_in
from companion.table import requests
from web.chart import chart
from web.contract import StoredGame, StoredPlace
from web.language import when
from web.players import Met, PlayerFigures, PlayerRecord, evening, evening_of, players, season

NAMES = ("Ana", "Rui", "Mia")
EVEN = Met(2, 0, 0)  # both had the same rank


@pytest.fixture
def finished(table):
    table.begin(*NAMES)
    for _ in range(3):
        table.voyage()
    return "game-1"


def text_of(page):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.text)).split())


def test_a_finished_game_is_listed_with_its_standings(finished, phone):
    page = phone().get("/history")
    assert re.search(r"1\. \w+ \d+ 2\. \w+ \d+ 3\. \w+ \d+", text_of(page))
    assert f'href="/game/{finished}"' in page.text


def test_each_key_of_the_list_says_which_game_it_is_about(finished, host, table):
    table.begin("Leo", "Zoe", "Ana")
    listed = [(f"{found.title}, {when(found.begun, 'en')}", found.players) for found in table.door.history()]
    page = host.get("/history").text
    for which, people in listed:
        assert f'Delete<span class="unseen"> ({which})</span>' in page
        assert f'data-sure="{which}: {", ".join(people)}. Delete this game for good?"' in page


def test_its_page_shows_totals_chart_and_every_voyage(finished, phone):
    page = phone().get(f"/game/{finished}")
    assert page.text.count("<polyline points=") == 3
    assert all(f"Voyage {number}" in text_of(page) for number in (1, 2, 3))
    assert "13 − lowest 3 = 10" in text_of(page)
    assert "data-request" not in page.text.partition('id="main"')[2].partition("</main>")[0]


def test_it_is_told_again_step_by_step(finished, phone, table):
    one = phone()
    steps = len(table.match.lines) - 1
    first = one.get(f"/game/{finished}/0")
    assert "Stack 9 crates" in text_of(first)
    reveal = one.get(f"/game/{finished}/2")
    assert all(f'<span class="bid">{card}</span>' in reveal.text for card in (1, 2, 3))
    last = one.get(f"/game/{finished}/{steps}")
    assert "wins with" in text_of(last)
    assert one.get(f"/game/{finished}/{steps + 1}").status_code == 404


def test_a_finished_game_that_was_left_is_taken_up_for_its_third_round(table, phone):
    """A tie is told; then the power goes, or somebody begins another game."""
    assert table.ask(requests.NewGame("alcatraz", ["Ana", "Rui"])).ok
    for _ in range(2):
        assert table.ask(requests.Enter({"do": "end_round"})).ok
    assert "data-request" not in phone().get("/game/game-1").text.partition('id="main"')[2].partition("</main>")[0]
    table.begin(*NAMES)
    main = phone().get("/game/game-1").text.partition('id="main"')[2].partition("</main>")[0]
    (asked,) = re.findall(r'data-request="([^"]+)"', main)
    assert table.ask(requests.parse(json.loads(unescape(asked)))).ok
    assert table.ask(requests.Enter({"do": "third_round"})).ok
    assert str(table.snapshot.where).startswith("Round 3")


def test_the_record_is_kept_as_a_file(finished, phone):
    record = phone().get(f"/record/{finished}")
    assert json.loads(record.data.splitlines()[0])["players"] == list(NAMES)
    assert record.headers["Content-Disposition"] == f'attachment; filename="{finished}.jsonl"'


def test_the_table_for_a_spreadsheet_holds_every_total(finished, phone, table):
    text = phone().get(f"/table/{finished}").data.decode("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(text))
    assert head == ["player", "Voyage 1", "Voyage 2", "Voyage 3", "score", "rank"]
    assert {row[0]: int(row[4]) for row in rows} == {seat.name: seat.score for seat in table.snapshot.seats}


@pytest.mark.parametrize(
    ("language", "head", "capn"),
    [
        ("en", "player,Voyage 1,Voyage 2,Voyage 3,score,rank", "Cap'n Happen Stance"),
        ("es", "jugador;Viaje 1;Viaje 2;Viaje 3;puntos;puesto", "capitán Pura Casualidad"),
        ("nl", "speler;Reis 1;Reis 2;Reis 3;punten;plaats", "kapitein Toeval"),
        ("pt-BR", "jogador;Viagem 1;Viagem 2;Viagem 3;pontos;lugar", "capitão Mero Acaso"),
    ],
)
def test_a_spreadsheet_is_of_the_readers_language(phone, table, language, head, capn):
    game = take_in(table.store, playthrough("shipshape-5-capn_on").read_bytes())
    rows = phone(language).get(f"/table/{game}").data.decode("utf-8-sig").splitlines()
    assert rows[0] == head
    assert [row.startswith(capn) for row in rows].count(True) == 1


def test_a_name_can_not_become_a_formula(table, phone):
    table.begin("=1+1", "Rui", "Mia")
    for _ in range(3):
        table.voyage()
    assert "'=1+1" in phone().get("/table/game-1").text


def bg_stats_play(page):
    link = unescape(re.search(r'href="(https://app\.bgstatsapp\.com/[^"]*)"', page.text)[1])
    return json.loads(parse_qs(urlsplit(link).query)["data"][0])


@pytest.fixture
def house_in_sao_paulo(monkeypatch):
    """This house's clock, three hours behind; of the first hours of year 1 it knows nothing."""
    if not hasattr(time, "tzset"):
        pytest.skip("this system's time zone can't be set for one program")
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "<-03>3")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00Z", "0001-01-01T05:00:00Z"])
def test_a_game_of_no_date_hides_no_history(table, phone, house_in_sao_paulo, at):
    header, *lines = playthrough("shipshape-2-capn_off").read_text("utf-8").splitlines()
    dated = json.dumps({**json.loads(header), "at": at})
    game = take_in(table.store, "\n".join([dated, *lines]).encode())
    for page in ("/history", "/players", f"/game/{game}", f"/keepsake/{game}"):
        assert phone().get(page).status_code == 200


def test_a_keepsake_is_saved_under_the_day_that_it_tells(table, phone, house_in_sao_paulo):
    header, *lines = playthrough("shipshape-2-capn_off").read_text("utf-8").splitlines()
    dated = json.dumps({**json.loads(header), "at": "2026-11-01T00:30:00Z"})
    game = take_in(table.store, "\n".join([dated, *lines]).encode())
    page = phone().get(f"/keepsake/{game}").text
    assert "Oct 31, 2026" in page
    assert 'download="ShipShape 2026-10-31.png"' in page


def test_the_bg_stats_link_holds_the_play(finished, phone, table, house_in_sao_paulo):
    play = bg_stats_play(phone().get(f"/game/{finished}"))
    assert play["game"]["name"] == "ShipShape"
    assert play["playDate"] == "2026-11-20 17:00:00"
    winners = [player["name"] for player in play["players"] if player["winner"]]
    assert winners == list(table.snapshot.winners)
    assert all({"score", "rank"} <= player.keys() for player in play["players"])
    assert not any(player["startPlayer"] for player in play["players"])  # in ShipShape all bid at once


@pytest.mark.parametrize("path", ["/record/game-1", "/game/game-1", "/game/game-1/1", "/table/game-1"])
def test_of_a_running_game_nothing_is_told(table, phone, path):
    table.begin(*NAMES)
    table.voyage()
    assert phone().get(path).status_code == 404
    assert "/game/game-1" not in phone().get("/history").text


@pytest.mark.parametrize("path", ["/record/x", "/game/x", "/game/x/0", "/table/x"])
def test_a_game_that_never_was_is_not_found(phone, path):
    assert phone().get(path).status_code == 404


def test_the_players_page_counts_games_wins_and_best(finished, phone):
    assert re.search(r"ShipShape 1 [01] \d+ \d+", text_of(phone().get("/player?name=Ana")))
    page = text_of(phone().get("/players"))
    assert "The evening of Nov 20, 2026" in page
    assert "Season 2026" in page
    assert re.search(r"\w+ 1 1 2 \w+ 1 0 1 \w+ 1 0 0", page)
    assert phone().get("/player?name=Nobody").status_code == 404


def test_only_finished_games_and_people_count():
    def game(over, winners, scores):
        places = tuple(StoredPlace(name, score, 1) for name, score in scores.items())
        return StoredGame("id", "g", "G", False, ("Ana", "Rui"), "", over, winners, places, provisional=False)

    history = [
        game(True, ("Ana",), {"Ana": 5, "Rui": 3, "Cap'n": 4}),
        game(True, ("Cap'n",), {"Ana": -2, "Rui": 9, "Cap'n": 10}),
        game(False, (), {}),
    ]
    assert players(history) == (
        PlayerFigures("Ana", 2, 1, {"G": PlayerRecord(2, 1, 5, 3)}, {2: PlayerRecord(2, 1, 5, 3)}, {"Rui": EVEN}, 1, 1),
        PlayerFigures(
            "Rui", 2, 0, {"G": PlayerRecord(2, 0, 9, 12)}, {2: PlayerRecord(2, 0, 9, 12)}, {"Ana": EVEN}, 0, 0
        ),
    )


def test_a_chart_keeps_its_lines_inside_and_its_marks_apart():
    drawn = chart(["1", "2"], {"a": [5, 9], "b": [5, 9], "c": [-3, 8], "d": [0, 0], "e": [9, 9]})
    marks = sorted(line.mark_y for line in drawn.lines)
    assert all(later - former >= 17 for former, later in pairwise(marks))
    points = [tuple(map(float, point.split(","))) for line in drawn.lines for point in line.points.split()]
    assert all(0 <= x <= 360 and 0 <= y <= 240 for x, y in points)
    heights = dict(drawn.scale)
    assert heights[0] > heights[max(heights)]
    assert points[0][1] == heights[0]


@pytest.mark.parametrize("totals", [{}, {"a": []}, {"a": [0]}, {"a": [99999], "b": [-99999]}, {"a": [10**400]}])
def test_a_chart_of_next_to_nothing_and_of_very_much_is_drawn(totals):
    drawn = chart(["1"], totals)
    assert 2 <= len(drawn.scale) <= 7


def card_of(page):
    return json.loads(unescape(re.search(r'data-card="([^"]*)"', page.text)[1]))


def test_the_keepsake_holds_winner_badges_standings_and_the_photo_of_what_won(finished, phone, table):
    card = card_of(phone().get(f"/keepsake/{finished}"))
    winner = table.snapshot.winners[0]
    assert winner in card["line"]
    assert [seat["shown"] for seat in card["winners"]] == [winner]
    assert [seat["score"] for seat in card["seats"]] == sorted((s.score for s in table.snapshot.seats), reverse=True)
    assert {"shown": winner, "text": "Led from the first to the last"}.items() <= card["badges"][0].items()
    assert phone().get(card["photo"]).data == picture_of(SIGHTS[table.match.seats.index(winner)])


def test_the_photos_of_what_won_are_one_picture_that_moves(table, phone, guest):
    table.begin(*NAMES)
    for voyage in range(3):
        table.voyage(SIGHTS[voyage : voyage + 3])
    one = phone()
    assert 'href="/film/game-1"' in one.get("/keepsake/game-1").text
    answer = one.get("/film/game-1")
    assert answer.mimetype == "image/webp"
    assert 'filename="shipshape-2026-11-20.webp"' in answer.headers["Content-Disposition"]
    with Image.open(io.BytesIO(answer.data)) as moving:
        assert (moving.format, moving.size) == ("WEBP", (480, 480))
        assert moving.n_frames > 3 * 4  # a hold a voyage, each filling up
    assert guest().get("/film/game-1").status_code == 403
    assert "/film/" not in guest().get("/keepsake/game-1").text


def test_of_a_game_without_photos_nothing_moves(table, phone):
    game = kept(table, "alcatraz-4-zero_padding_off")
    assert "/film/" not in phone().get(f"/keepsake/{game}").text
    assert phone().get(f"/film/{game}").status_code == 404


def test_of_a_game_that_goes_on_there_is_no_keepsake(table, phone):
    table.begin(*NAMES)
    table.voyage()
    assert phone().get("/keepsake/game-1").status_code == 404


@pytest.mark.parametrize(
    "name", ["alcatraz-3-zero_padding_on", "allaboard-3-effects_on", "stingy-3-sly_on-colour_bonus_on"]
)
def test_each_game_has_its_keepsake_without_photos_too(table, phone, name):
    card = card_of(phone("nl").get(f"/keepsake/{kept(table, name)}"))
    assert card["line"]
    assert not card["photo"]
    assert len(card["ways"]) == len(card["seats"])


def kept(table, name):
    """Put a whole game of the playthroughs among those that were played, and return its id."""
    return take_in(table.store, playthrough(name).read_bytes())


def test_a_game_that_is_scored_at_its_end_has_a_chart_of_every_turn(table, phone):
    game = kept(table, "stingy-4-sly_off-colour_bonus_on")
    steps = len(table.store.game(game).lines)
    page = phone().get(f"/game/{game}")
    ways = re.findall(r'<polyline points="([^"]*)"', page.text)
    assert {len(way.split()) for way in ways} == {steps + 1}
    heights = [[point.split(",")[1] for point in way.split()] for way in ways]
    assert any(way[-2] != way[0] for way in heights)  # points stand there before the last turn


def test_what_was_scored_with_a_guess_says_so_wherever_it_is_looked_at(table, phone):
    header, *lines = playthrough("allaboard-2-effects_on").read_text(encoding="utf-8").splitlines()
    guessed = json.dumps({**json.loads(header), "provisional": ["animals"]})
    sure = kept(table, "allaboard-2-effects_on")
    guess = take_in(table.store, "\n".join([guessed, *lines, ""]).encode())
    one = phone("pt")
    assert text_of(one.get("/history")).count("Provisório: ninguém confirmou") == 1
    assert "Provisório: ninguém confirmou" in text_of(one.get(f"/game/{guess}"))
    assert "Provisório" not in text_of(one.get(f"/game/{sure}"))
    assert "Pontuação provisória" in text_of(one.get(f"/game/{guess}/2"))


def test_what_was_scored_with_a_guess_says_so_where_it_is_taken_along(table, phone):
    header, *lines = playthrough("allaboard-2-effects_on").read_text(encoding="utf-8").splitlines()
    guessed = json.dumps({**json.loads(header), "provisional": ["animals"]})
    sure = kept(table, "allaboard-2-effects_on")
    guess = take_in(table.store, "\n".join([guessed, *lines, ""]).encode())
    one = phone("pt")
    head, *rows = csv.reader(io.StringIO(one.get(f"/table/{guess}").data.decode("utf-8-sig")), delimiter=";")
    assert head[-3:] == ["pontos", "lugar", "provisório"]
    assert all(row[-1].startswith("Provisório: ninguém confirmou") for row in rows)
    assert "rovis" not in one.get(f"/table/{sure}").data.decode("utf-8-sig")
    assert bg_stats_play(one.get(f"/game/{guess}"))["comments"].startswith("Provisório: ninguém confirmou")
    assert "comments" not in bg_stats_play(one.get(f"/game/{sure}"))


def test_a_seat_that_the_game_adds_is_shown_in_the_reader_s_language(table, phone):
    kept(table, "stingy-2-sly_off-colour_bonus_off")
    page = text_of(phone("pt").get("/history"))
    assert "Fantasma" in page
    assert "Stingy Ghost" not in page


def test_a_damaged_old_game_takes_no_page_with_it(finished, phone, table):
    table.store._db.execute("UPDATE change SET value = '{}' WHERE number = (SELECT min(number) FROM change)")
    table.begin(*NAMES)
    one = phone()
    for page in ("/", "/new", "/history", "/players"):
        assert one.get(page).status_code == 200, page
    assert finished not in one.get("/history").text
    assert one.get(f"/game/{finished}").status_code == 404
    assert one.get(f"/record/{finished}").status_code == 404


def played(begun, winner, *names, game="g", scores=None, provisional=False):
    """A finished game of which `winner` has won; the others follow in their order."""
    order = [winner, *(name for name in names if name != winner)]
    points = scores or {name: 10 - rank for rank, name in enumerate(order)}
    places = tuple(StoredPlace(name, points[name], rank) for rank, name in enumerate(order, 1))
    return StoredGame(begun, game, game.upper(), False, names, begun, True, (winner,), places, provisional)


def test_streak_longest_and_head_to_head():
    history = [
        played(f"2026-11-2{day}", winner, "Ana", "Rui") for day, winner in enumerate(("Ana", "Ana", "Rui", "Ana"))
    ]
    ana, rui = players(history[::-1])
    assert (ana.streak, ana.longest, rui.streak, rui.longest) == (1, 2, 0, 1)
    assert ana.met == {"Rui": Met(4, 3, 1)}
    assert rui.met == {"Ana": Met(4, 1, 3)}
    assert ana.games["G"].average == 10


def test_an_evening_goes_on_after_midnight_and_a_season_is_a_year():
    history = [
        played("2026-11-22T01:30:00", "Rui", *NAMES),
        played("2026-11-21T20:00:00", "Ana", *NAMES),
        played("2026-11-20T20:00:00", "Ana", *NAMES),
        played("2025-11-21T20:00:00", "Mia", *NAMES),
    ]
    day, rows = evening(history)
    assert (day, evening_of("2026-11-22T05:59:00")) == (evening_of("2026-11-21T12:00:00"),) * 2
    assert [(row.name, row.played, row.won, row.points) for row in rows] == [
        ("Ana", 2, 1, 3),
        ("Rui", 2, 1, 3),
        ("Mia", 2, 0, 0),
    ]
    year, rows = season(history)
    assert (year, sum(row.played for row in rows)) == (2026, 9)
    assert evening([]) == (None, ())
    assert evening_of("some day") is None


def test_a_new_best_and_a_first_win_are_told_at_the_games_end_on_every_page(table, phone):
    for _ in range(2):
        table.begin(*NAMES)
        for _ in range(3):
            table.voyage(SIGHTS if table.session.evening.game_id == "game-1" else SIGHTS[1:] + SIGHTS[:1])
    page = text_of(phone().get("/"))
    assert re.search(r"\w+ First win against \w+", page)
    assert re.search(r"\w+ New best: \d+, after \d+", page)
    assert "Primeira vitória contra" in text_of(phone("pt").get("/"))
    badges = card_of(phone().get("/keepsake/game-2"))["badges"]
    assert any(badge["text"].startswith("New best") for badge in badges)
    assert not any(badge["text"].startswith("New best") for badge in card_of(phone().get("/keepsake/game-1"))["badges"])


def test_a_game_that_is_stored_as_it_was_is_not_read_again(finished, table, monkeypatch):
    assert [game.id for game in table.door.history()] == [finished]
    monkeypatch.setattr(table.store, "game", lambda _: pytest.fail("it was read again"))
    assert [game.over for game in table.door.history()] == [True]


def test_a_practice_stands_in_no_list_and_on_no_page_of_games(table, phone):
    table.ask(requests.NewGame("shipshape", list(NAMES), practice=True))
    one = phone()
    assert "End the practice" in text_of(one.get("/"))
    for _ in range(3):
        table.voyage()
    page = one.get("/")
    assert "This was a practice: nothing of it is kept." in text_of(page)
    assert "Begin the game that counts" in text_of(page)
    assert "/keepsake/" not in page.text
    assert "No game has been played yet." in text_of(one.get("/history"))
    for path in (
        "/game/game-1",
        "/game/game-1/3",
        "/keepsake/game-1",
        "/record/game-1",
        "/table/game-1",
        "/film/game-1",
    ):
        assert one.get(path).status_code == 404
    assert table.snapshot.honours == ()
    assert table.ask(requests.EndPractice()).ok
    assert "Nobody plays yet" in text_of(one.get("/"))


def test_a_practice_is_offered_where_nobody_plays_and_begun_by_a_form(phone):
    one = phone()
    assert 'href="/new?practice"' in one.get("/").text
    assert 'name="practice" checked' in one.get("/new?practice").text
    assert 'name="practice">' in one.get("/new").text
