"""What is drawn once for many is what each would be shown alone, and nothing that another may not see."""

import functools
from dataclasses import fields, replace

import pytest
from jinja2 import Environment, nodes
from support.served_table import LONG

from companion.language.message import say
from companion.table import requests
from companion.table.signals import Tick
from web.rendering import FOLDER
from web.sections import SHARED, Sections
from web.shown import Own, OwnSeat, Role

JUST_NOW = {"device", "claiming", "lamp", "mark", "status", "score", "why"}  # of a seat


def sections_of(app):
    return app.extensions["table"].sections


def drawn_alone(app, table):
    """Sections that nobody has looked at before."""
    return Sections(table.door, app.extensions["table"].renderer)


def read_of(body):
    """What a template, or macro, reads of the snapshot, every name after a dot, and the macros and templates in it."""
    dotted = list(body.find_all(nodes.Getattr))
    called = {call.node.name for call in body.find_all(nodes.Call) if isinstance(call.node, nodes.Name)}
    of_snapshot = {one.attr for one in dotted if isinstance(one.node, nodes.Name) and one.node.name == "s"}
    return (
        of_snapshot,
        {one.attr for one in dotted},
        called | {one.template.value for one in body.find_all(nodes.Include)},
    )


@functools.cache
def templates():
    read = {}
    for path in FOLDER.rglob("*.html"):
        tree = Environment().parse(path.read_text())
        read |= {macro.name: read_of(macro) for macro in tree.find_all(nodes.Macro)}
        read[path.relative_to(FOLDER).as_posix()] = read_of(tree)
    return read


@pytest.mark.parametrize("name", SHARED)
def test_a_section_is_drawn_anew_for_all_that_its_template_reads(name):
    to_read, known, of_snapshot, dotted = [f"sections/{name}.html"], set(), set(), set()
    while to_read:
        if (one := to_read.pop()) in templates() and one not in known:
            known.add(one)
            snapshot, every, called = templates()[one]
            of_snapshot, dotted = of_snapshot | snapshot, dotted | every
            to_read += called
    if "veiled" in of_snapshot:
        of_snapshot = of_snapshot - {"veiled"} | {"hidden", "game", "over"}
    assert of_snapshot <= set(SHARED[name])
    assert "seats" in SHARED[name] or not dotted & JUST_NOW


@pytest.mark.parametrize("file", sorted(FOLDER.rglob("*.html")), ids=lambda file: file.stem)
def test_a_template_imports_what_it_draws_with(file):
    body = Environment(extensions=["jinja2.ext.do"]).parse(file.read_text("utf-8"))
    read = {one.name for one in body.find_all(nodes.Name) if one.ctx == "load"}
    imported = {name for one in body.find_all(nodes.FromImport) for name in one.names}
    assert imported <= read


def test_sections_that_are_kept_are_what_would_be_drawn_now(table, app):
    table.begin("Ana", "Rui", "Mia")
    kept, published, numbers = sections_of(app), table.feed.put, []

    def put(value):
        numbers.append(published(value))
        assert kept.newest("en").sections == drawn_alone(app, table).newest("en").sections
        return numbers[-1]

    table.feed.put = put
    table.deal()
    table.take_turns(1, unsure={1: (2,)})
    for asked in (requests.Free("Mia"), requests.Undo(), requests.Redo(), requests.HideStandings(on=True)):
        assert table.ask(asked).ok
    assert len(numbers) > 15


def test_what_people_here_call_a_piece_is_said_in_what_was_drawn_before(table, app):
    table.begin("Ana", "Rui", "Mia")
    table.voyage()
    before = sections_of(app).newest("en").sections
    table.session._table = replace(table.session._table, called={"gold": say("doubloons")})
    table.step(Tick(table.now_s))
    after = sections_of(app).newest("en").sections
    assert after == drawn_alone(app, table).newest("en").sections
    assert "doubloons" in after["chapters"] and "doubloons" not in before["chapters"]


def bidding(table, *phones):
    """Six people bid, each with a phone; the first two have chosen, the first has locked."""
    table.begin(*LONG)
    table.deal()
    for seat, phone in zip(table.match.seats, phones, strict=False):
        table.ask(requests.Free(seat))
        assert table.ask(requests.Sit(seat), phone).ok
    for seat, phone, card in zip(table.match.seats, phones, (7, 3), strict=False):
        assert table.ask(requests.Choose(seat, card), phone).ok
    assert table.ask(requests.Lock(table.match.seats[0]), phones[0]).ok


def test_each_phone_is_shown_what_it_would_be_shown_alone(table, app):
    phones = [f"phone {number}" for number in range(6)]
    bidding(table, *phones)
    table.let_in("who only watches")
    kept = sections_of(app)
    for _ in range(2):  # as it is drawn, and as it was kept
        for device in ("a guest", "who only watches", *phones, "host-device", "another guest"):
            alone = drawn_alone(app, table)
            assert kept.own(device, "en", kept.newest("en")) == alone.own(device, "en", alone.newest("en")), device
    shown = {phone: kept.own(phone, "en", kept.newest("en")) for phone in phones}
    assert len(set(shown.values())) == len(phones)
    assert [phone for phone, html in shown.items() if "Lock 3" in html] == [phones[1]]
    watching = kept.own("who only watches", "en", kept.newest("en"))
    assert "bid-card" not in watching and "held" not in watching


def test_what_many_may_see_is_drawn_once(table, app, monkeypatch):
    bidding(table, "one phone")
    watching = [f"phone {number}" for number in range(20)]
    for device in watching:
        table.let_in(device)
    kept, rendered = sections_of(app), []
    render = app.extensions["table"].renderer.render

    def counted(template, *given, **values):
        rendered.append(template)
        return render(template, *given, **values)

    monkeypatch.setattr(kept._renderer, "render", counted)
    drawn = kept.newest("en")
    assert len({kept.own(device, "en", drawn) for device in watching}) == 1
    assert rendered.count("sections/own.html") == 1
    rendered.clear()
    table.let_in("one more")  # nothing of what all may see is another by that
    later = kept.newest("en")
    assert later.number > drawn.number
    kept.own("one more", "en", later)
    assert rendered == []


SEAT = OwnSeat("Ana", (1, 2, 3), (2,), 1, locked=False, must_bid=True)
OWN = Own((SEAT,), Role.SEAT, None, "KEY", (1,), None, claimable=False)
OTHER_SEAT = OwnSeat("Rui", (1, 2, 4), (3,), 2, locked=True, must_bid=False)
OTHER = Own((), Role.HOST, "Rui", "OTHER", (2,), 1, claimable=True)


@pytest.mark.parametrize("part", [*(one.name for one in fields(OwnSeat)), *(one.name for one in fields(Own))])
def test_whoever_may_see_anything_else_is_drawn_apart(table, app, monkeypatch, part):
    """Each part of what a device alone may see, the bid first, is told apart by itself."""
    in_seat = part in {one.name for one in fields(OwnSeat)}
    changed = {part: getattr(OTHER_SEAT if in_seat else OTHER, part)}
    other = replace(OWN, seats=(replace(SEAT, **changed),)) if in_seat else replace(OWN, **changed)
    may_see = {"one": OWN, "same": replace(OWN, seats=(replace(SEAT),)), "other": other}
    kept = sections_of(app)
    drawn = kept.newest("en")
    monkeypatch.setattr(table.door, "own", may_see.__getitem__)

    def render(template, language, /, *, own, **values):
        of_seats = [[getattr(seat, one.name) for one in fields(seat)] for seat in own.seats]
        return str((of_seats, [getattr(own, one.name) for one in fields(own)[1:]]))

    monkeypatch.setattr(kept._renderer, "render", render)
    one, same, apart = (kept.own(device, "en", drawn) for device in may_see)
    assert one is same
    assert apart != one
