"""Templates → HTML: the environment, and the few words and shapes that templates need."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from web import labels, language
from web.admission import LARGEST_PHOTO
from web.faces import FaceSheet
from web.isolation import isolated
from web.qr import as_svg

FOLDER = Path(__file__).with_name("templates")


def environment(assets: Mapping[str, str]) -> Environment:
    """Return the templates of the page. Whatever is put into them is escaped; a missing value is an error."""
    env = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    env.globals.update(
        when=language.when,
        day=language.day,
        number=language.number,
        label=labels.taken_apart,
        by_kind=labels.by_kind,
        plain_of=labels.plain,
        by_colour=labels.by_colour,
        nothing=labels.NOTHING,
        asset=assets.__getitem__,
        qr=as_svg,
        largest_photo=LARGEST_PHOTO,
    )
    env.filters["ink"] = ink
    env.filters["tag"] = language.tag
    return env


class Renderer:
    """Draws templates in a language; `assets` are the addresses of the static files.

    Every template gets `_(text, **gaps)` for the page's own sentences, `_n(one, more, count=…, **gaps)` for those that
    tell a number, `word(kind)` for a game's words, and `language`; `picture_of`, `tint_of` and `tallied` for the faces
    of the game that it is about.
    """

    def __init__(
        self, assets: Mapping[str, str], translator: Callable[[str], language.Translate], faces: FaceSheet | None = None
    ) -> None:
        self.faces = faces or FaceSheet({}, assets["icons.svg"])
        self._environment = environment(assets)
        self._translator = translator
        self.asset = assets.__getitem__

    def warm(self, languages: Iterable[str]) -> None:
        """Read every template and catalogue now: whoever opens the first page does not wait for it."""
        for lang in languages:
            self._translator(lang)("read")
        for name in self._environment.list_templates():
            self._environment.get_template(name)

    def render(self, template: str, lang: str, /, *, of_game: str = "", **values: Any) -> str:
        """Return the template filled, in the words of one language; things look as in the game `of_game`."""
        translate = self._translator(lang)
        html = self._environment.get_template(template).render(
            _=language.speaker(translate),
            _n=language.counter(translate),
            word=translate,
            **self.faces_of(of_game),
            language=lang,
            **values,
        )
        return isolated(html)

    def faces_of(self, game: str) -> Mapping[str, Any]:
        """Return what templates ask of a game's faces. The tint of a kind is the plain one where people here call it
        otherwise: it looks otherwise, then."""
        english = self._translator("en")
        return {
            "picture_of": partial(self.faces.picture_of, game),
            "tallied": partial(self.faces.tallied, game),
            "tint_of": lambda kind: self.faces.tint_of(game, kind if english(kind) == kind else ""),
        }


def ink(colour: str) -> str:
    """Return what can be read on a seat's colour "#rrggbb": black or white, whichever contrasts more (WCAG 2)."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000" if (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) else "#fff"
