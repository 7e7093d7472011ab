"""What kinds of things look like: each game's pictures and tints are its own, whatever other games call theirs."""

from xml.etree import ElementTree

from support.served_table import ServedTable

from companion.game import registry
from web.app import create_app
from web.faces import FaceSheet, GameFaces, Tint

GOLD = Tint("#111111", "#222222", "#333333", "#444444")
FACES = FaceSheet(
    {
        "pirates": GameFaces(
            {"flag": '<svg viewBox="0 0 8 8"><path d="M0 0"/></svg>', "odd": "no picture"}, {"gold": GOLD}
        ),
        "kings": GameFaces({"flag": '<svg viewBox="0 0 9 9"><path d="M1 1"/></svg>'}),
    },
    "/static/icons.svg",
)


def test_games_that_call_things_alike_have_pictures_of_their_own() -> None:
    pirates, kings = FACES.picture_of("pirates", "red flag"), FACES.picture_of("kings", "flag")
    assert pirates.endswith("#pirates-flag")
    assert kings.endswith("#kings-flag")
    assert '<symbol id="pirates-flag" viewBox="0 0 8 8"><path d="M0 0"/></symbol>' in FACES.sprite
    assert '<symbol id="kings-flag" viewBox="0 0 9 9"><path d="M1 1"/></symbol>' in FACES.sprite
    assert '<symbol id="pirates-odd" viewBox="0 0 24 24"></symbol>' in FACES.sprite
    assert FACES.picture_of("kings", "gold") == ""
    assert FACES.picture_of("", "empty") == "/static/icons.svg#empty"


def test_a_picture_of_a_drawing_program_is_shown_and_a_broken_one_takes_no_other_with_it() -> None:
    drawn = """<?xml version="1.0"?>
<svg viewBox="0 0 8 8" xmlns="http://www.w3.org/2000/svg" xmlns:pod="http://pod.example/"
   xmlns:xlink='http://www.w3.org/1999/xlink'><pod:view zoom="1"/><path d="M0 0"/></svg>"""
    pictures = {
        "drawn": drawn,
        "torn": "<svg><path></svg>",
        "named": "<svg><ink:view/></svg>",
        "box": '<svg viewBox="<"></svg>',
    }
    sprite = FaceSheet({"kings": GameFaces(pictures | {"flag": "<svg><path/></svg>"})}, "").sprite
    symbols = {one.get("id"): len(one) for one in ElementTree.fromstring(sprite)}
    assert symbols == {"kings-drawn": 2, "kings-torn": 0, "kings-named": 0, "kings-box": 0, "kings-flag": 1}


def test_a_tint_is_the_games_own_or_a_plain_colour() -> None:
    assert FACES.tint_of("pirates", "gold 3") == "t-pirates-gold"
    assert FACES.tint_of("kings", "gold 3") == "t-plain"
    assert FACES.tint_of("kings", "red coins") == "t-red"
    assert ".t-pirates-gold, .chip.t-pirates-gold { --tile: #222222; color: #111111; }" in FACES.style
    assert "(prefers-color-scheme: dark) { .t-pirates-gold, .chip.t-pirates-gold { --tile: #444444" in FACES.style


def test_the_page_hands_out_every_games_pictures_and_tints() -> None:
    table = ServedTable()
    table.begin("Ana", "Rui", "Mia")
    client = create_app(table.door).test_client()
    html = client.get("/").text
    (style,) = [part.split('"')[0] for part in html.split('href="')[1:] if part.startswith("/faces.css")]
    sheet, sprite = client.get(style), client.get(style.replace("css", "svg"))
    assert sheet.mimetype == "text/css"
    assert sprite.mimetype == "image/svg+xml"
    assert "immutable" in sprite.headers["Cache-Control"]
    for game in registry.names():
        assert all(f'id="{game}-{kind}"' in sprite.text for kind in registry.pictures(game))
        assert all(f".t-{game}-{kind}," in sheet.text for kind in registry.manifest(game).tints)
