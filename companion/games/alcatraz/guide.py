"""Leading through the evening: whose row is empty, who has still a turn, every claim and its sum, rounds and scores."""

from collections.abc import Sequence

from companion.game import Block, Cell, Chapter, Part, Result, View
from companion.games.alcatraz.pieces import OPEN_OBJECTIVES, Overlay, Shown
from companion.games.alcatraz.state import Claimed, Round, State
from companion.language.message import Message, name, say

EMBLEM = (
    "#...........#",
    "##.........##",
    "#.#.......#.#",
    "#..#######..#",
    "#...........#",
    "#..##...##..#",
    "#..##...##..#",
    "#...........#",
    "#.....#.....#",
    "#....#.#....#",
    ".#.........#.",
    "..#.......#..",
    "...#######...",
)
"""A cat."""


def lead(state: State) -> Message:
    """Return what people do now."""
    if state.over:
        return say("The game is over")
    if state.emptying:
        return say("{player}'s row is empty: a circle", player=name(state.emptying[0]))
    if state.now.emptied:
        return _ending(state)
    if state.now.claims:
        return say("Draw a card; claim an objective if you can")
    return _set_up(state)


def _ending(state: State) -> Message:
    player = name(state.now.emptied[0])
    if state.to_finish is None:
        return say(
            "{player}'s row is empty: play until all have had equally many turns; then the round ends",
            player=player,
        )
    if not state.to_finish:
        return say("All have had equally many turns: round {round} ends", round=state.number)
    left = tuple(name(seat) for seat in state.to_finish)
    return say(
        "{player}'s row is empty: one more turn for {seats}; then the round ends",
        player=player,
        seats=left,
    )


def _ends_with_ok(state: State) -> Message:
    """Return whose ok ends the round where it does not look at a claim."""
    if not state.to_finish:
        return say("When nobody claims any more, ok without an objective ends the round; so does the page")
    last = name(state.to_finish[-1])
    return say("When {player} claims nothing, ok without an objective ends the round; so does the page", player=last)


def _set_up(state: State) -> Message:
    given = {"row": state.row, "open": OPEN_OBJECTIVES, "starter": name(state.starter or "")}
    if state.number > 1:
        if state.starter is None:
            return say("Fill the rows up to {row} on the right", **given)
        return say("Fill the rows up to {row} on the right; {starter} starts", **given)
    if state.starter is None:
        return say("{row} cards in a row for each, {open} objectives open", **given)
    return say("{row} cards in a row for each, {open} objectives open; {starter} starts", **given)


def go_on(state: State) -> Message:
    """Return what ok, or the button, does now."""
    if state.emptying:
        return say("Give the circle")
    return say("End the round") if state.to_finish == () else say("Look at the claim")


def where(state: State) -> Message:
    """Return how far the evening is."""
    return say("Round {round}, claims: {count}", round=state.number, count=len(state.now.claims))


def view(state: State) -> View:
    """Return what everybody may see: circles, rows as far as they can be counted, claims, finished rounds."""
    notes = list(_last_claim(state))
    if state.now.emptied and state.to_finish != () and not state.emptying:
        notes.append(_ends_with_ok(state))
    if state.uncircled and not state.now.claims and not state.now.emptied:
        missing = tuple(name(seat) for seat in state.uncircled)
        notes.append(
            say("Row empty by my count, but without a circle: {seats}. If so, undo and give it", seats=missing)
        )
    if not state.over and not state.now.claims and not state.now.emptied:
        notes.append(say("Each looks at one card"))
        notes.append(
            say("Then in turn: draw a card; to claim, count the objective, turn up two or three neighbours"),
        )
    if state.over and len(state.tied) > 1 and not state.third:
        tied = tuple(name(seat) for seat in state.tied)
        notes.append(
            say("{seats} are tied in points and circles: they share it, or all play a third round", seats=tied)
        )
    return View(
        where=None if state.over else where(state),
        marks={} if state.over else {seat: say("row: {left}", left=state.left_in_row(seat)) for seat in state.seats},
        worth={seat: _circles(state, seat) for seat in state.seats if state.over or state.circles[seat]},
        notes=tuple(notes),
        blocks=() if state.over or not state.now.claims else (_claims(state.now),),
        chapters=tuple(_chapter(state, number) for number in range(1, len(state.rounds) + 1)),
    )


def _last_claim(state: State) -> tuple[Message, ...]:
    """The last claim of this round: its sum, what is done with its cards, and whether the row can hold so many."""
    if state.over or not state.now.claims:
        return ()
    claim = state.now.claims[-1]
    notes = [told(claim), _tidied(claim, empty=state.left_in_row(claim.player) == 0)]
    if len(claim.cards) > state.left_before:
        notes.append(
            say(
                "By my count {player} had only {left} left in the row",
                player=name(claim.player),
                left=state.left_before,
            )
        )
    return tuple(notes)


def _tidied(claim: Claimed, *, empty: bool) -> Message:
    given = {"player": name(claim.player), "count": len(claim.cards)}
    if not claim.met and not any(card.overlays for card in claim.cards):
        return say(
            "{player}: discard the {count} cards, lay {count} unseen at the right "
            "(did cards lie over them? undo, and tick those on the page)",
            **given,
        )
    if not claim.met:
        return say("{player}: discard the {count} cards, lay {count} unseen at the right", **given)
    if empty:
        return say("{player}: keep the {count} cards; open another objective", **given)
    return say("{player}: keep the {count} cards, lay one unseen at the right; open another objective", **given)


def _circles(state: State, seat: str) -> Message:
    circles, left = state.circles[seat], state.left_in_row(seat)
    if state.over:
        return say("circles: {circles}", circles=circles)
    return say("row: {left}, circles: {circles}", left=left, circles=circles)


def _claims(played: Round) -> Block:
    claim = played.claims[-1]
    cells = tuple(_cell(card) for card in claim.cards)
    return Block("row", say("Last claim"), claim.player, cells=cells)


def _cell(card: Shown) -> Cell:
    note = say("counts {value}", value=card.value) if card.overlays else None
    return Cell(str(card.card), "", signed(card.card), note)


def signed(number: int) -> str:
    """Return a card's number as it is printed, with the real minus sign."""
    return str(number).replace("-", "−")


def told(claim: Claimed) -> Message:
    """Return a claim in words: its sum, and whether it was met. What it earned stands with the scores alone."""
    given = {
        "player": name(claim.player),
        "objective": claim.objective,
        "sum": _sum([card.value for card in claim.cards]),
        "total": claim.sum,
    }
    if claim.met:
        return say("{player} met {objective}: {sum} = {total}", **given)
    return say("{player} missed {objective}: {sum} = {total}", **given)


def _sum(values: Sequence[int]) -> Message:
    text = signed(values[0])
    for value in values[1:]:
        text += f" + {value}" if value >= 0 else f" − {-value}"
    return name(text)


def overlay_name(overlay: Overlay) -> Message:
    """Return what a card laid over another does, in words."""
    match overlay:
        case Overlay.MORE:
            return name("+1")
        case Overlay.LESS:
            return name("−1")
        case Overlay.SIGN:
            return say("change of sign")


def _chapter(state: State, number: int) -> Chapter:
    played = state.rounds[number - 1]
    results = tuple(_result(state, number, seat) for seat in state.seats)
    lines = tuple(told(claim) for claim in played.claims)
    blocks = (Block("story", say("Claims"), lines=lines),) if lines else ()
    return Chapter(say("Round {round}", round=number), results, blocks)


def _result(state: State, number: int, seat: str) -> Result:
    played = state.rounds[number - 1]
    met = [claim for claim in played.claims if claim.player == seat and claim.met]
    parts = [
        Part(
            say("Objective {objective}", objective=claim.objective), _sum([c.value for c in claim.cards]), claim.points
        )
        for claim in met
    ]
    if seat in played.emptied:
        parts.append(Part(say("Circle"), say("the row is empty"), 0))
    earned = sum(claim.points for claim in met)
    total = sum(c.points for past in state.rounds[:number] for c in past.claims if c.player == seat)
    return Result(seat, tuple(parts), earned, total)


def moment(before: State, after: State) -> Chapter | None:
    """Return the claim that was just met, with its cards; None where none was."""
    claims = after.now.claims
    if len(claims) <= len(before.now.claims) or not claims[-1].met:
        return None
    claim = claims[-1]
    part = Part(
        say("Objective {objective}", objective=claim.objective), _sum([c.value for c in claim.cards]), claim.points
    )
    results = tuple(
        Result(
            seat,
            (part,) if seat == claim.player else (),
            after.points[seat] - before.points[seat],
            after.points[seat],
        )
        for seat in after.seats
    )
    return Chapter(say("Objective {objective} met", objective=claim.objective), results, (_claims(after.now),))
