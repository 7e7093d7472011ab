"""What the page draws of a walk, in the words of one language."""

from companion.game import mat_layouts, registry
from companion.language.label import label_message
from companion.language.message import Message, Translate, because, say, say_count, words
from companion.teaching import walk as walks
from companion.teaching.places import Mark, SheetPlace
from companion.teaching.walk import Stage, Walk
from companion.teaching.walker import WalkState
from vision.layout import Grid, Zone
from web.shown import NamedSlip
from web.walk_shown import WalkGroup, WalkPlace, WalkProgress, WalkShown, WalkZone

_LIKELIEST = 3
_LEAST = 0.03  # what is less likely is no help


def view(state: WalkState, translate: Translate) -> WalkShown:
    """Return the walk at this moment."""
    walk, game = state.walk, state.game
    doubted = walks.doubted(walk, game)
    zones = walk.sheet.layout.zones if walk.sheet is not None else ()
    return WalkShown(
        number=state.number,
        game=walk.game,
        title=registry.find(walk.game).title,
        stage=walk.stage.value,
        line=words(line(state), translate),
        problem=words(because(state.problem), translate) if state.problem else "",
        busy=state.busy or (walk.stage is Stage.NAME and not walk.read),
        progress=tuple(
            WalkProgress(words(part.text, translate), part.shown, part.total)
            for part in game.progress(walks.tally(walk, game))
        ),
        size_mm=walk.sheet.layout.size_mm if walk.sheet is not None else (1.0, 1.0),
        sheet=walk.sheet.name if walk.sheet is not None else "",
        zones=tuple(_zone(walk, zone, translate) for zone in zones),
        asked=walks.asked(walk),
        left=len(walks.keys(walk, Mark.STRANGE)) if walk.read else 0,
        groups=_groups(walk, doubted) if walk.read and not walks.keys(walk, Mark.STRANGE) else (),
        odd=tuple(words(why, translate) for why in walks.odd(walk, game).values()),
        labels=tuple(dict.fromkeys((*game.LABELS, *state.taught))),
        taught=tuple(state.taught),
        naming=walk.naming,
        told=" ".join(words(part, translate) for part in told(walk)),
        photo=state.photo if walk.stage is not Stage.DONE else None,
        whole=walks.whole(walk, game),
        named=walk.counts.named,
        pictures=walk.counts.pictures,
        advice=words(state.advice, translate) if state.advice is not None else "",
        covered=state.covered,
        slips=tuple(NamedSlip(slip.label, words(slip.said, translate)) for slip in state.slips),
    )


def line(state: WalkState) -> Message:
    """Return what is awaited, in one line."""
    walk = state.walk
    match walk.stage:
        case Stage.CLEAR:
            return say("Clear the mat: nothing may lie on it")
        case Stage.DONE if walks.whole(walk, state.game):
            return say("That is done: the pieces are taught")
        case Stage.DONE:
            return say("What was named is taught. The rest can follow another time")
        case Stage.LAY if walks.whole(walk, state.game):
            return say("Every piece was shown, and no question is left")
        case Stage.LAY if walk.sheet is not None:
            return say("All of these are known. Lay the next ones")
        case Stage.LAY:
            return state.game.lay()
        case _ if not walk.read:
            return say("Looking at the pieces …")
        case _ if walks.asked(walk) is not None:
            return say("What is this?")
        case _ if walks.keys(walk, Mark.STRANGE):
            return say("Looking at the rest …")
        case _:
            return say("Are these right?")


def told(walk: Walk) -> tuple[Message, ...]:
    """Return what the last answer of this sheet was, and what it has changed besides; nothing before the first."""
    given = walks.answered(walk)
    if walk.earlier is None or not given:
        return ()
    labels = {label for label in given.values() if label is not None}
    if not labels:
        return (say("No piece: left out."),)
    if len(given) > 1:
        return (say_count("{count} confirmed.", "{count} confirmed.", count=len(given)),)
    named = say("Named: {label}.", label=label_message(*labels))
    if walk.fresh & given.keys():
        return (named,)  # the set was not read with it yet
    also = [label for key in walks.spread(walk) if (label := walks.label_of(walk, key)) is not None]
    if not also:
        return named, say("Nothing else on this sheet changes by it.")
    others = set(also)
    if len(others) > 1:
        return named, say_count("{count} more is read by it now.", "{count} more are read by it now.", count=len(also))
    return named, say("Read by it now: {count} × {label}.", count=len(also), label=label_message(*others))


def _zone(walk: Walk, zone: Zone, translate: Translate) -> WalkZone:
    title = words(mat_layouts.called(walk.game, zone.name), translate)
    places = walk.sheet.places if walk.sheet is not None else ()
    return WalkZone(
        name=zone.name,
        title=title,
        rect_mm=zone.rect_mm,
        free=not isinstance(zone, Grid),
        places=tuple(_place(walk, zone, place, title) for place in places if place.zone == zone.name),
    )


def _place(walk: Walk, zone: Zone, place: SheetPlace, title: str) -> WalkPlace:
    x, y, width, height = zone.rect_mm
    left, top, across, down = place.box_mm
    share = (100 * (left - x) / width, 100 * (top - y) / height, 100 * across / width, 100 * down / height)
    reading = walk.readings.get(place.key)
    ranking = reading.ranking[:_LIKELIEST] if reading is not None else ()
    return WalkPlace(
        key=place.key,
        title=f"{title}, {place.number + 1}",
        share=tuple(round(part, 2) for part in share),
        box_mm=tuple(round(part, 2) for part in place.box_mm),
        mark=walks.mark_of(walk, place.key).value if walk.read else "waiting",
        label=walks.label_of(walk, place.key) if walk.read else None,
        likeliest=tuple(label for label, chance in ranking if chance >= _LEAST),
    )


def _groups(walk: Walk, keys: tuple[str, ...]) -> tuple[WalkGroup, ...]:
    """Return the places to be confirmed, those with the same label together."""
    groups: dict[str, list[str]] = {}
    for key in keys:
        groups.setdefault(walks.label_of(walk, key) or "", []).append(key)
    return tuple(WalkGroup(label, tuple(found)) for label, found in sorted(groups.items()))
