"""Conformance: whether a game's folder keeps the contract, checked by playing it by chance and by looking at its mat,
its practice set and its words. Each check yields what is wrong in a sentence, nothing where all is well."""

import ast
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import msgspec

from companion.game import Awaited, Bids, Field, Form, Game, Phase, RuleError, edition, mat_layouts, record, registry
from companion.game.errors import GameError
from companion.game.match import Match
from companion.game.record import Line, RecordError
from companion.language.catalogue import LANGUAGES, known
from companion.language.message import english
from companion.practice.people import Pretending
from companion.prints import mat
from companion.prints.paper import piece_pages
from companion.prints.tiling import tile
from vision.layout import Grid
from vision.observation import GridSeen, Reading, ZoneSeen

NAMES = ("Ana", "Rui", "Mia", "João", "Zoë", "李小龙")
GAMES = 20  # played by chance, spread over the numbers of players
MOST_TRIES = 2000  # forms filled by chance until a game must be over
SPOKEN = {"say": 1, "refuse": 1, "say_count": 2}  # how many of the first arguments are sentences
ODD: tuple[Any, ...] = (None, True, 3, -1, 2.5, 10**30, "", "{x}", "7", [], [None], {}, {"a": 1})


def check(name: str) -> tuple[str, ...]:
    """Return what is wrong with a game, in the order of the checks; a HeaderError where there is none of that name."""
    registry.manifest(name)
    found: list[str] = []
    for one in (_shape, _play, _mat, _practice, _words):
        try:
            found += one(name)
        except Exception as error:  # a stranger's code may raise anything
            place = traceback.extract_tb(error.__traceback__)[-1]
            found.append(
                f"{type(error).__name__} in {Path(place.filename).name}, line {place.lineno}: {error} "
                f"(while its {one.__name__.strip('_')} was checked)"
            )
    return tuple(dict.fromkeys(found))


def _shape(name: str) -> Iterator[str]:
    game = registry.find(name)
    if not game.title.strip():
        yield "it has no title"
    if game.players.start < 1 or not len(game.players):
        yield f"players: {game.players} is no range of numbers of players"
    kinds = getattr(game.events, "__args__", (game.events,))
    tags = [kind.__struct_config__.tag for kind in kinds]
    if any(kind.__struct_config__.tag_field != "do" for kind in kinds):
        yield 'every event is tagged by "do": tag_field="do"'
    if len(set(tags)) < len(tags):
        yield "two events have the same tag"
    fields = {field.name for field in msgspec.structs.fields(game.options)}
    for choice in game.choices:
        if choice.noted == (choice.name in fields):
            yield f"the choice {choice.name} must be an option of the game, or be noted"


# ---- played by chance


def _play(name: str) -> Iterator[str]:
    game, legal = registry.find(name), registry.manifest(name).legal
    for seed in range(GAMES):
        players = game.players[seed % len(game.players)]
        chance = Random(f"{name} {seed}")
        match, tries = _begun(name, players), 0
        while not match.over and tries < MOST_TRIES:
            yield from _moment(game, match)
            tries += 1
            try:
                event = _event(game, match.state, chance) if legal is None else legal.event(match.state, chance)
                if event is not None:
                    match = match.play(Line(len(match.lines) + 1, dict(event)))
            except (RuleError, RecordError) as error:
                if not str(error).strip():
                    yield "an event is refused without a word"
        if not match.over:
            yield (
                f"a game of {players} does not end: after {MOST_TRIES} forms filled by chance {len(match.lines) - 1} "
                "events stand (do its forms offer every event that the rules allow?)"
            )
            return
        yield from _moment(game, match)
        again = Match.replay(Line(number, dict(line)) for number, line in enumerate(match.lines, 1))
        if (again.answers, again.final) != (match.answers, match.final):
            yield "the same record ends otherwise when it is replayed: are states changed by what is done to them?"
        yield from _nonsense(game, match, chance)


def _begun(name: str, players: int) -> Match:
    header = {"record": 1, "game": name, "players": list(NAMES[:players]), **edition.shipped(name).header}
    return Match.begin(Line(1, header))


def _moment(game: Game[Any], match: Match) -> Iterator[str]:
    state, seats = match.state, match.seats
    view, standings = game.view(state), game.standings(state)
    if {place.player for place in standings} != set(seats):
        yield "standings must rank every seat once"
    strangers = {*view.marks, *view.worth} - set(seats)
    if strangers:
        yield f"view marks {', '.join(sorted(strangers))}, who sits nowhere"
    step = game.awaits(state)
    if (step is None) != game.over(state):
        yield "awaits must be None when the game is over, and only then"
    if step is not None:
        for phase in step.phases:
            laying = tuple(seat for stack in step.order for seat in stack)
            english(game.lead(state, phase, laying if phase is Phase.TAKE else step.seats, False))
    for form in game.forms(state):
        english(form.title)


def _event(game: Game[Any], state: Any, chance: Random) -> Mapping[str, Any] | None:
    """Return an event made by chance, of what the game awaits or of one of its forms; perhaps one that is refused."""
    step = game.awaits(state)
    if step is not None and step.bids is not None:
        return game.bid(state, _cards(step.bids, chance))
    if step is not None and step.chance:
        return game.draw(state, lambda things: chance.sample(list(things), len(things)))
    if step is not None and step.by_itself:
        return game.propose(state, (), _seen(game, state, step, chance)).event
    forms = [form for form in game.forms(state) if _makes_an_event(form)]
    if not forms:
        return None
    form = chance.choice(forms)
    seat = {"seat": form.seat} if form.seat else {}
    return game.entered(state, {"do": form.do, **seat, **{each.name: _value(each, chance) for each in form.fields}})


def _makes_an_event(form: Form) -> bool:
    filled = all(field.choices or field.kind in ("number", "text") for field in form.fields)
    return filled and not (form.question or form.printed or form.looks or form.one_area)


def _seen(game: Game[Any], state: Any, step: Awaited, chance: Random) -> dict[str, ZoneSeen]:
    """Return a look at what people enter by hand, filled by chance."""
    seen: dict[str, ZoneSeen] = {}
    for seat in step.seats:
        form = game.by_hand(state, seat)
        if form is not None:
            (field,) = form.fields
            seen[seat] = GridSeen((tuple(Reading(label, 1.0, True) for label in _value(field, chance)),))
    return seen


def _cards(bids: Bids, chance: Random) -> dict[str, tuple[int, ...]]:
    return {seat: tuple(chance.sample(hand, bids.many)) for seat, hand in bids.hands.items()}


def _value(field: Field, chance: Random) -> Any:
    match field.kind:
        case "number":
            return chance.randint(field.low, field.high)
        case "text":
            return "?"
        case "choice":
            return chance.choice(field.choices)
        case "cells":
            return [chance.choice(field.choices) for _ in range(field.high)]
        case "many":
            return [choice for choice in field.choices if chance.random() < 0.5]
        case _:
            return [chance.choice(field.choices) for _ in range(chance.randint(max(field.low, 1), 6))]


def _nonsense(game: Game[Any], match: Match, chance: Random) -> Iterator[str]:
    """Fill the forms with odd values: each is refused in a sentence, and nothing else is ever raised."""
    state = match.states[len(match.states) // 2]
    for form in game.forms(state):
        for _ in range(10):
            filled = {field.name: chance.choice(ODD) for field in form.fields if chance.random() < 0.8}
            try:
                if form.question:
                    game.told(state, {"do": form.do, **filled})
                    continue
                entered = dict(game.entered(state, {"do": form.do, "seat": form.seat, **filled}))
                if _makes_an_event(form):
                    game.apply(state, record.event(game, Line(2, entered)))
            except (GameError, RecordError):
                continue
            except Exception as error:
                yield (
                    f"the form {form.do} filled with {filled} raises {type(error).__name__} ({error}): "
                    "refuse it in a sentence"
                )
                return


# ---- mat and practice


def _mat(name: str) -> Iterator[str]:
    game, own = registry.find(name), registry.manifest(name).mat
    if own is None:
        return
    for players in game.players:
        layout = mat_layouts.layout_for(name, own.seats(players))
        zones = {zone.name for zone in layout.zones}
        state = _begun(name, players).state
        for seat in game.seats(state):
            zone = game.zone(state, seat, False)
            if zone and zone not in zones:
                yield f"the mat for {players} has no zone “{zone}”, in which the pieces of {seat} lie"
        for zone in zones:
            english(own.called(zone))
            english(game.place(state, zone, False))
        if not game.labels(state):
            yield "labels names nothing that can lie on the mat"
        twice = [label for label, many in Counter(game.labels(state)).items() if many > 1]
        if twice:
            yield f"labels names “{twice[0]}” twice: call each face otherwise, and none as the bare place"
        tile(mat.drawing(layout).size_mm, mat.keep_whole(layout), "a4")
        boxes = [(*marker.corner_mm, marker.size_mm, marker.size_mm) for marker in layout.markers]
        boxes += [zone.rect_mm for zone in layout.zones]
        if len(layout.markers) < 4:
            yield f"the mat for {players} has fewer than 4 markers"
        if any(_overlap(one, other) for one, other in combinations(boxes, 2)):
            yield f"on the mat for {players} markers or zones overlap"


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return across > 0 and down > 0


def _practice(name: str) -> Iterator[str]:
    manifest = registry.manifest(name)
    if manifest.art is not None:
        list(piece_pages(manifest.art.batches(), "a4"))
    if manifest.mat is None:
        if manifest.walk is not None or manifest.people is not None:
            yield "it has a teach walk or simulated people, but no mat for them"
        return
    game = manifest.game
    most = game.players[-1]
    state = _begun(name, most).state
    known = set(game.labels(state))
    if manifest.walk is not None and (unknown := set(manifest.walk.LABELS) - known):
        yield f"the teach walk teaches what labels does not name: {', '.join(sorted(unknown))}"
    people: Pretending | None = manifest.people
    if people is None:
        return
    layout = mat_layouts.layout_for(name, manifest.mat.seats(most))
    taught: set[str] = set()
    for laid, zones in people.lessons(layout, Random(name)):
        del laid
        for zone, labels in zones.items():
            layout.zone(zone)
            taught |= {one if isinstance(one, str) else one[0] for one in labels if one is not None}
        missing = {zone.name for zone in layout.zones if isinstance(zone, Grid)} - set(zones)
        if missing:
            yield f"a lesson does not say what lies in {', '.join(sorted(missing))}"
    if unknown := taught - known:
        yield f"the lessons teach what labels does not name: {', '.join(sorted(unknown))}"


# ---- words


def _words(name: str) -> Iterator[str]:
    for path in _code(name):
        for sentence, open_gaps in unfilled(path):
            yield f"nothing fills {open_gaps} in “{sentence}”"
    said = dict.fromkeys(sentence for path in _code(name) for sentence in sentences(path))
    for language in LANGUAGES:
        if language == "en" or "_" in language:
            continue
        there = known(language)
        missing = [sentence for sentence in said if sentence not in there and not _only_gaps(sentence)]
        if missing:
            yield f"words missing in {language}: " + "; ".join(f"“{sentence}”" for sentence in missing)


def _code(name: str) -> list[Path]:
    return sorted(Path(str(registry.folder(name))).rglob("*.py"))


def sentences(path: Path) -> Iterator[str]:
    """Return the English sentences that a file of code says to people."""
    for _, sentence in _said(path):
        yield sentence


def unfilled(path: Path) -> Iterator[tuple[str, str]]:
    """Return the sentences of a file of code in which a gap stays open, with what stands in it."""
    for call, sentence in _said(path):
        given = {keyword.arg for keyword in call.keywords}
        try:
            gaps = {gap for _, gap, _, _ in Formatter().parse(sentence) if gap is not None}
        except ValueError:
            yield sentence, "a lone brace"
            continue
        if None not in given and gaps - given:
            yield sentence, ", ".join(f"{{{gap}}}" for gap in sorted(gaps - given))


def _said(path: Path) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            for argument in node.args[: SPOKEN.get(called, 0)]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield node, argument.value


def _only_gaps(sentence: str) -> bool:
    depth, letters = 0, ""
    for letter in sentence:
        depth += (letter == "{") - (letter == "}")
        letters += letter if depth == 0 and letter.isalpha() else ""
    return not letters
