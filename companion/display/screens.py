"""The snapshot on a small display of one colour, 128×64, 128×32 or 256×64: the same snapshot, the same picture.

A step may need several pages; whoever shows them turns them, a few seconds each.
"""

from collections.abc import Callable

from PIL import Image

from companion.display import joining, moment, panel, pixel_font
from companion.display.panel import Row, RowSign, Size
from companion.display.pixel_font import Typeface
from companion.language.message import Message, Translate, renamed, say, say_count, untranslated, words
from companion.table.snapshot import Lamp, SeatShown, Snapshot, Step

PAGE_S = 4.0  # how long a page stands when there are several
TOLD_BETWEEN = 4  # pages that tell what happened between two that say what to do
PIN_GAP = 2  # pixels between two digits of the PIN, before they are enlarged
LEAST_LIST_PX = 8  # a list in less room than this is none
ANSWERED = 3  # lines of an answer, best first; all of them stand on the page


def draw(snapshot: Snapshot, size: Size, *, page: int = 0, translate: Translate = untranslated) -> Image.Image:
    """Return what the display shows: a picture of `size` (width, height), one bit a pixel. `page` counts on, and comes
    round."""
    pages = all_pages(snapshot, size, translate=translate)
    return pages[page % len(pages)]


def all_pages(snapshot: Snapshot, size: Size, *, translate: Translate = untranslated) -> list[Image.Image]:
    """Return every page of what the display shows now; there is at least one."""
    translate = renamed(translate, snapshot.called)
    if snapshot.show_join or snapshot.step is Step.JOIN:
        return [*_join(snapshot, size, translate), *_broken(snapshot, size, translate)]
    first = [*_counting(snapshot, size, translate), *_stalled(snapshot, size, translate)]
    pages = [*_moment(snapshot, size, translate), *_PAGES[snapshot.step](snapshot, size, translate)]
    return [*first, *pages, *_broken(snapshot, size, translate)]


def draw_pin(pin: str, size: Size, *, translate: Translate = untranslated) -> Image.Image:
    """Return the picture of the table's PIN, as large as it fits."""
    title = words(say("The table's PIN"), translate)
    picture = panel.listing(size, title, [])[-1]
    top = 9
    wide = pixel_font.width(pin, Typeface.BOLD) + PIN_GAP * max(0, len(pin) - 1)
    scale = max(1, min((size[1] - top) // 13, size[0] // max(1, wide)))
    left = (size[0] - scale * wide) // 2
    for digit in pin:
        end = pixel_font.draw(
            picture, (left, top + (size[1] - top - 13 * scale) // 2), digit, Typeface.BOLD, scale=scale
        )
        left = end + PIN_GAP * scale
    return picture


# ---- the steps


def _join(snapshot: Snapshot, size: Size, translate: Translate) -> list[Image.Image]:
    if any(snapshot.join.get(key) for key in ("address", "number")):
        return [joining.page(size, snapshot.join, (words(say("or"), translate), words(say("Wi-Fi:"), translate)))]
    if "number" not in snapshot.join:
        return _line(snapshot, size, translate)
    alone = say("no network: phones can't join; connect Wi-Fi or a cable, or set up the own Wi-Fi")
    return panel.sentence(size, words(alone, translate))


def _bids(snapshot: Snapshot, size: Size, translate: Translate) -> list[Image.Image]:
    marks = {Lamp.AWAITED: RowSign.OPEN, Lamp.LOCKED: RowSign.DONE}
    rows = [
        Row(str(seat.number), words(seat.shown, translate), mark=marks.get(seat.lamp, RowSign.NONE))
        for seat in snapshot.seats
        if seat.lamp in marks or not seat.added
    ]
    pages = panel.listing(size, words(snapshot.line, translate), rows, narrow=True)
    notices = [words(notice.text, translate) for notice in snapshot.notices[-1:]]
    if snapshot.dealt is not None:  # people fetch first what they were dealt
        notices += [words(note, translate) for note in snapshot.notes]
        pages = [*_marks(snapshot, snapshot.dealt, size, translate), *pages]
    return [*pages, *(page for text in notices for page in panel.sentence(size, text))]


def _reveal(snapshot: Snapshot, size: Size, translate: Translate) -> list[Image.Image]:
    reveal = snapshot.reveal
    if reveal is None:
        return _line(snapshot, size, translate)
    seats = {seat.name: seat for seat in snapshot.seats}
    rows = [
        _card(f"{place}.", seats[name], reveal.cards, translate)
        for order in reveal.order
        for place, name in enumerate(order, 1)
        if name in seats
    ]
    rows += [_card("=", seats[name], reveal.cards, translate) for name in reveal.tied if name in seats]
    return [*panel.listing(size, words(say("The cards"), translate), rows), *_line(snapshot, size, translate)]


def _card(place: str, seat: SeatShown, cards: object, translate: Translate) -> Row:
    card = cards.get(seat.name) if hasattr(cards, "get") else None
    mark = RowSign.NOW if seat.lamp is Lamp.TAKE else RowSign.NONE
    return Row(place, words(seat.shown, translate), () if card is None else (str(card),), mark)


def _counting(snapshot: Snapshot, size: Size, translate: Translate) -> list[Image.Image]:
    """What is counted on pods for a move: whoever counts sees it at once. A question comes before it."""
    if snapshot.step is not Step.TURN:
        return []
    rows = [
        Row(str(seat.number), words(seat.shown, translate), (str(snapshot.counting[seat.name]),))
        for seat in snapshot.seats
        if seat.name in snapshot.counting
    ]
    return panel.listing(size, words(say("Counted so far"), translate), rows) if rows else []


def _stalled(snapshot: Snapshot, size: Size, translate: Translate) -> list[Image.Image]:
    """What the camera should have told by now and has not, with the answer that a pod can give."""
    if snapshot.stall is None:
        return []
    foot = words(say("ok: {what}", what=say("it lies there")), translate) if snapshot.stall.seat is not None else ""
    return panel.sentence(size, words(snapshot.stall.text, translate), foot=foot)


def _broken(snapshot: Snapshot, size: Size, translate: Translate) -> list[Image.Image]:
    """What does not work, unless it is said already."""
    said = (*snapshot.notes, *([snapshot.stall.text] if snapshot.stall is not None else []))
    broken = [part.text for part in snapshot.health if part.state == "broken" and part.text not in said]
    return [page for text in broken for page in panel.sentence(size, words(text, translate))]


def _line(snapshot: Snapshot, size: Size, translate: Translate) -> list[Image.Image]:
    said = (*(notice.text for notice in snapshot.notices[-1:]), *snapshot.notes)
    notes = [words(note, translate) for note in said]
    line = words(snapshot.line, translate)
    foot = words(say("ok: {what}", what=snapshot.key), translate) if snapshot.key is not None else ""
    pages = panel.sentence(size, line, notes, foot=foot)
    if snapshot.where is not None:  # where there is room for it
        more = panel.sentence(size, line, [*notes, words(snapshot.where, translate)], foot=foot)
        pages = more if len(more) == len(pages) else pages
    *told, last = pages
    return [*told, last if foot else _over_standings(last, snapshot, translate)]


def _over_standings(page: Image.Image, snapshot: Snapshot, translate: Translate) -> Image.Image:
    """Return the page with how people stand in what is left of it, where all of them find room there."""
    top = (page.getbbox() or (0, 0, 0, 0))[3] + 3
    room = (page.width, page.height - top)
    if room[1] < LEAST_LIST_PX or not any(seat.score for seat in snapshot.seats):
        return page
    lists = panel.listing(room, "", _places(snapshot, translate))
    if len(lists) == 1:
        page.paste(1, (0, top - 2, page.width, top - 1))
        page.paste(lists[0], (0, top))
    return page


def _marks(snapshot: Snapshot, dealt: Message, size: Size, translate: Translate) -> list[Image.Image]:
    locked = {Lamp.LOCKED: RowSign.DONE}
    marked = [
        Row(
            str(seat.number),
            words(seat.shown, translate),
            (words(seat.mark, translate),),
            locked.get(seat.lamp, RowSign.NONE),
        )
        for seat in snapshot.seats
        if seat.mark is not None
    ]
    return panel.listing(size, words(dealt, translate), marked) if marked else []


def _draw(snapshot: Snapshot, size: Size, translate: Translate) -> list[Image.Image]:
    counted = _marks(snapshot, say("Counted so far"), size, translate)
    return [*counted, *_line(snapshot, size, translate)]


def _ask(snapshot: Snapshot, size: Size, translate: Translate) -> list[Image.Image]:
    if not snapshot.questions:
        return _line(snapshot, size, translate)
    foot = words(say("ok: yes   add: next"), translate)
    more = (
        [words(say_count("{count} more to ask", "{count} more to ask", count=len(snapshot.questions) - 1), translate)]
        if snapshot.questions[1:]
        else []
    )
    text = words(snapshot.questions[0].text, translate)
    asked, counted = panel.sentence(size, text, foot=foot), panel.sentence(size, text, more, foot=foot)
    return counted if len(counted) == len(asked) else asked  # what ok says yes to stays in sight


def _turn(snapshot: Snapshot, size: Size, translate: Translate) -> list[Image.Image]:
    """What people do now, and the scores; just after a round its story, what is to be done now and then in between."""
    line = _line(snapshot, size, translate)
    told = _standings(snapshot, size, translate) if any(seat.score for seat in snapshot.seats) else []
    told = [*_answer(snapshot, size, translate), *told]
    if snapshot.chapters and snapshot.chapters[-1].line == snapshot.events:
        told = [*_story(snapshot, size, translate), *_result(snapshot, size, translate), *told]
    pages = list(line)
    for first in range(0, len(told), TOLD_BETWEEN):
        pages += [*(line if first else []), *told[first : first + TOLD_BETWEEN]]
    return pages


def _answer(snapshot: Snapshot, size: Size, translate: Translate) -> list[Image.Image]:
    """What a question was answered for all, in brief."""
    pages: list[Image.Image] = []
    for block in snapshot.blocks:
        if block.kind == "story":
            lines = [words(line, translate) for line in block.lines[:ANSWERED]]
            pages += panel.sentence(size, words(block.title, translate), lines)
    return pages


def _story(snapshot: Snapshot, size: Size, translate: Translate) -> list[Image.Image]:
    """The last chapter told, boat by boat or claim by claim."""
    pages: list[Image.Image] = []
    for block in snapshot.chapters[-1].blocks if snapshot.chapters else ():
        if block.kind == "story":
            lines = [words(line, translate) for line in block.lines]
            pages += panel.sentence(size, words(block.title, translate), lines)
    return pages


def _score(snapshot: Snapshot, size: Size, translate: Translate) -> list[Image.Image]:
    if not snapshot.chapters:
        return _line(snapshot, size, translate)
    result = _result(snapshot, size, translate)
    return [*result, *_standings(snapshot, size, translate), *_line(snapshot, size, translate)]


def _moment(snapshot: Snapshot, size: Size, translate: Translate) -> list[Image.Image]:
    """What was earned most in the event just played, and the place that it leads to; not before a question, to which
    ok says yes."""
    moment_ = snapshot.moment
    if moment_ is None or moment_.line != snapshot.events or snapshot.step in (Step.ASK, Step.OVER):
        return []
    best = max(moment_.results, key=lambda result: result.earned, default=None)
    seat = next((seat for seat in snapshot.seats if best is not None and seat.name == best.seat), None)
    if best is None or seat is None:
        return []
    place = _now(seat, sum(other.rank == 1 for other in snapshot.seats))
    emblem = snapshot.game.emblem if snapshot.game is not None else ()
    return moment.gain(size, emblem, words(seat.shown, translate), _plus(best.earned), words(place, translate))


def _now(seat: SeatShown, first: int) -> Message:
    """Return the place that a seat has now; `first` is how many have the first."""
    if seat.rank > 1:
        return say("now number {rank}", rank=seat.rank)
    return say("now in the lead") if first == 1 else say("now sharing the lead")


def _result(snapshot: Snapshot, size: Size, translate: Translate) -> list[Image.Image]:
    """What everybody earned in the last chapter, and all together; nothing while that is hidden."""
    if snapshot.veiled:
        return []
    chapter = snapshot.chapters[-1]
    seats = {seat.name: seat for seat in snapshot.seats}
    rows = [
        Row(
            str(seats[result.seat].number),
            words(seats[result.seat].shown, translate),
            (_plus(result.earned), str(result.total)),
        )
        for result in chapter.results
        if result.seat in seats
    ]
    return panel.listing(size, words(chapter.title, translate), rows)


def _standings(snapshot: Snapshot, size: Size, translate: Translate) -> list[Image.Image]:
    if snapshot.veiled:
        return panel.sentence(size, words(say("Standings are hidden until the end"), translate))
    return panel.listing(size, words(say("Standings"), translate), _places(snapshot, translate))


def _places(snapshot: Snapshot, translate: Translate) -> list[Row]:
    seats = sorted(snapshot.seats, key=lambda seat: seat.rank)
    return [Row(f"{seat.rank}.", words(seat.shown, translate), (_minus(seat.score),)) for seat in seats]


def _over(snapshot: Snapshot, size: Size, translate: Translate) -> list[Image.Image]:
    winners = [seat for seat in snapshot.seats if seat.name in snapshot.winners]
    names = ", ".join(words(seat.shown, translate) for seat in winners)
    decided = [snapshot.decisive] if snapshot.decisive is not None else [seat.why for seat in winners]
    why = [words(one, translate) for one in decided if one is not None]
    first = panel.headline(size, names, [words(snapshot.line, translate), *why])
    first = [moment.crowned(first[0], names), *first[1:]] if winners else first
    others = [
        say("{seat}: {why}", seat=seat.shown, why=seat.why)
        for seat in sorted(snapshot.seats, key=lambda seat: seat.rank)
        if seat.why is not None and seat not in winners
    ]
    more = [*others, *snapshot.notes]
    reasons = [page for text in more for page in panel.sentence(size, words(text, translate))]
    return [*first, *_standings(snapshot, size, translate), *reasons, *_story(snapshot, size, translate)]


def _plus(number: int) -> str:
    return f"+{number}" if number >= 0 else _minus(number)


def _minus(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)


_PAGES: dict[Step, Callable[[Snapshot, Size, Translate], list[Image.Image]]] = {
    Step.JOIN: _line,
    Step.DRAW: _draw,
    Step.BIDS: _bids,
    Step.REVEAL: _reveal,
    Step.LOOK: _line,
    Step.ASK: _ask,
    Step.TURN: _turn,
    Step.SCORE: _score,
    Step.OVER: _over,
}
