"""The main pages as pictures: a page that looks otherwise than it did is noticed, and looked at.

Delete a picture in `tests/golden/pages` and run this file: it is drawn anew, and the run fails once, to be looked at.
The letters are those of a font that comes with a package of ours; how a browser smooths them is not compared.
"""

import base64
from dataclasses import dataclass
from importlib import resources
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from support.every_page import UNFOLD, WholeTable, be_host, moments

pytestmark = pytest.mark.browser

GOLDEN = Path(__file__).parents[1] / "golden" / "pages"
SETTLE = """() => Promise.allSettled([...document.images].map((image) => {
  image.loading = 'eager';
  return image.decode();
}))"""
NAMES = ("Ana", "Maximiliana Albuquerque-Santos", "Rui", "Bartholomäus von Schwarzenberg", "Zoë", "Wilhelmina van Dijk")
COARSE_PX = 4  # a pixel that is compared is the mean of a square of these
FAR = 24  # of 255: differs more than a letter's smoothing does
MOST_FAR = 0.008  # of a picture; half of that is a part that begins between two pixels
PHONE, TABLET = (360, 740), (1280, 800)
MOMENTS = {moment.name: moment for moment in moments()}


@dataclass(frozen=True)
class Shot:
    """A picture to take: of a page at a moment. `tap` is opened first, `part` brought to the top."""

    name: str
    moment: str
    path: str = "/"
    size: tuple[int, int] = PHONE
    dark: bool = False
    language: str = "en"
    tap: str = ""
    part: str = ""


SHOTS = (
    Shot("nobody", "nobody"),
    Shot("new", "nobody", "/new", language="pt"),
    Shot("invite", "nobody", "/invite", language="nl"),
    Shot("more", "nobody", "/more", language="es"),
    Shot("bids", "bids", dark=True),
    Shot("hand", "bids", tap=".who-am-i .name", part="#s-own"),
    Shot("tied", "tied"),
    Shot("asked", "asked", dark=True),
    Shot("correcting", "scored", tap="#s-chapters .cell"),
    Shot("scored", "scored", part="#s-chapters"),
    Shot("over", "over", dark=True),
    Shot("over-wide", "over", size=TABLET),
    Shot("wall", "over", "/wall", size=TABLET, dark=True),
    Shot("stingy", "stingy-midway", part="#s-blocks", language="nl"),
    Shot("alcatraz", "alcatraz-midway", language="pt"),
    Shot("allaboard", "allaboard-midway", part="#s-chapters", language="es"),
    Shot("seen", "seen", part="#s-looks", dark=True, language="nl"),
    Shot("stingy-wide", "stingy-midway", size=TABLET, dark=True),
    Shot("history", "past", "/history"),
    Shot("game", "past", "/game/game-1"),
    Shot("settings", "host", "/settings"),
    Shot("pieces", "host", "/pieces/shipshape", dark=True),
    Shot("teach", "host", "/teach"),
    Shot("missing", "missing", "/nowhere"),
)


@pytest.fixture
def table(tmp_path):
    return WholeTable(tmp_path, NAMES)


@pytest.fixture
def app(app):
    """The application, whose invitation names what is announced: the address that brings a browser here has a port by
    chance."""
    serves = app.wsgi_app
    app.wsgi_app = lambda environ, answer: serves(
        environ | ({"HTTP_HOST": "localhost"} if environ["PATH_INFO"] == "/invite" else {}), answer
    )
    return app


def lettering():
    """Return the style by which a page uses the package's font and nothing moves."""
    faces = []
    for weight, file in (("100 500", "Vera.ttf"), ("501 900", "VeraBd.ttf")):
        data = base64.b64encode((resources.files("reportlab") / "fonts" / file).read_bytes()).decode()
        faces.append(
            f"@font-face {{ font-family: Ours; font-weight: {weight}; src: url(data:font/ttf;base64,{data}) }}"
        )
    return "".join(faces) + "* { font-family: Ours !important; animation: none !important; caret-color: transparent }"


def taken(page, shot):
    """Return the picture of a page as it stands."""
    page.add_style_tag(content=lettering())
    page.evaluate("Promise.all([...document.fonts].map((face) => face.load()))")
    if shot.tap:
        page.locator(shot.tap).first.click()
        page.locator("dialog[open] .number, .hand").first.wait_for()
    if shot.part:
        page.locator(shot.part).evaluate("(part) => part.scrollIntoView()")
    page.evaluate(SETTLE)
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def far_apart(one, other):
    """Return the share of two pictures that differs; all of it where they are not of one size. What lies a pixel aside
    does not differ: where a page is scrolled to is rounded otherwise from browser to browser."""
    if one.size != other.size:
        return 1.0
    kept = np.asarray(other.reduce(COARSE_PX), np.int16)
    shifted = [_moved(one, x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    apart = np.min([np.abs(each - kept).max(axis=2) for each in shifted], axis=0)
    return float((apart > FAR).mean())


def _moved(picture, x, y):
    """Return a picture that lies so many pixels aside, coarsely."""
    aside = picture.transform(picture.size, Image.Transform.AFFINE, (1, 0, x, 0, 1, y))
    return np.asarray(aside.reduce(COARSE_PX), np.int16)


def is_as_kept(name, picture):
    """Check a picture against the one that was kept; keep it where none was, and say so."""
    file = GOLDEN / f"{name}.png"
    if not file.exists():
        GOLDEN.mkdir(exist_ok=True)
        picture.quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)
        pytest.fail(f"{file.name} was missing and has been drawn: look at it")
    apart = far_apart(picture, Image.open(file).convert("RGB"))
    if apart > MOST_FAR:
        seen = file.with_suffix(".seen.png")
        picture.save(seen)
        pytest.fail(
            f"{apart:.1%} of {file.name} looks otherwise: compare {seen}, and delete {file.name} if it is better"
        )


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)
def test_a_page_looks_as_it_did(table, visit, shot):
    moment = MOMENTS[shot.moment]
    moment.bring(table)
    width, height = shot.size
    page = visit(shot.path, width, height, shot.dark, shot.language, bypass_csp=True, reduced_motion="reduce")
    if moment.host:
        be_host(page, table)
        page.reload()
    is_as_kept(shot.name, taken(page, shot))


def test_what_looks_otherwise_is_noticed(table, visit):
    MOMENTS["scored"].bring(table)
    page = visit("/", bypass_csp=True, reduced_motion="reduce")
    whole = taken(page, SHOTS[0])
    assert far_apart(whole, taken(page, SHOTS[0])) == 0
    page.evaluate(UNFOLD)
    assert far_apart(whole, taken(page, SHOTS[0])) > MOST_FAR
