"""What a look at the boats means: capacities, who is aboard, and the boat drawn in place of another."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.game import Doubt, Proposal, RuleError, is_said, questioned, unsure
from companion.games.allaboard import rules
from companion.games.allaboard.events import BoatAboard, Sail
from companion.games.allaboard.pieces import ABOARD, Animal, Card, card_name
from companion.games.allaboard.state import State
from companion.language.message import Message, say
from vision.observation import GridSeen, Reading, ZoneSeen

NOTHING = "empty"
CAPACITIES = range(1, 41)


def labels(state: State) -> tuple[str, ...]:
    """Return what can lie on the mat: the boats, and the animals of the colours that are played."""
    boats = tuple(f"boat {capacity}" for capacity in CAPACITIES)
    return (*boats, *(f"{colour} {animal}" for colour in state.colours.values() for animal in Animal), NOTHING)


def _lies(label: str) -> bool:
    """Whether a boat or an animal is meant: whose, or whether it may lie there, is told by `propose`."""
    return not isinstance(capacity_of(label), str) or label.rpartition(" ")[2] in set(Animal)


def place(zone: str) -> Message:
    """Return which boat lies in a zone, or which animals are aboard."""
    kind, _, boat = zone.partition(" ")
    return say("boat {boat}", boat=boat) if kind == "boat" else say("aboard boat {boat}", boat=boat)


def propose(state: State, now: Mapping[str, ZoneSeen]) -> Proposal:
    """Return the sailing of all boats as they lie, the cards to ask about, or what is wrong: a card that is missing,
    there twice or of nobody, a boat that must be swapped and has no replacement beside it; both where one misread card
    may be what is wrong."""
    doubts: list[Doubt] = []
    boats: list[dict[str, Any]] = []
    for boat in range(1, len(state.seats) + 1):
        lying, aboard = _cells(now.get(f"boat {boat}")), _cells(now.get(f"aboard {boat}"))
        if not lying or not aboard:
            return Proposal(None, wrong=_no_place(boat, len(state.seats)))
        for zone, readings in ((f"boat {boat}", lying), (f"aboard {boat}", aboard)):
            doubts += unsure(zone, readings, partial(_place, zone, boat), None, labels(state), _lies)
        boats.append(_boat(state, lying, aboard))
    wrong = _wrong(state, boats)
    idle = [doubt for doubt in doubts if _is_idle(doubt)]
    needed = [doubt for doubt in idle if wrong is not None and _helps(state, boats, doubt, wrong)]
    asked = [doubt for doubt in doubts if doubt not in idle] or needed
    if asked:
        return Proposal(None, tuple(asked))
    if wrong is not None:
        wrong = _sailed(state, now) or wrong
        return Proposal(None, _misread(state, now), wrong, unlaid=_lacks_boat(state, now, boats))
    left = tuple(_told_left(at, boats[at - 1]) for at in range(1, len(boats) + 1) if _is_left(state, boats, at))
    return Proposal({"do": "sail", "boats": boats}, remarks=left)


def _sailed(state: State, now: Mapping[str, ZoneSeen]) -> Message | None:
    """Return in which round a card was read, for that is wrong where people say that it lies there now."""
    said = (reading.label for zone in now for reading in _cells(now[zone]) if is_said(reading))
    cards = {card_of(state, label) for label in said}
    for number, boats in enumerate(state.rounds, 1):
        for card in (card for voyage in boats for card in voyage.boat.aboard if card in cards):
            return say(
                "{card} was read in round {round}, too: if that was wrong, correct it there",
                card=card_name(card),
                round=number,
            )
    return None


def _lacks_boat(state: State, now: Mapping[str, ZoneSeen], boats: Sequence[Mapping[str, Any]]) -> bool:
    """Whether nothing is wrong but that a boat must be swapped, and that not by what people said of a card."""
    swapped = [{"replacement": 0, **boat} for boat in boats]
    said = (reading.label for zone in now for reading in _cells(now[zone]) if is_said(reading))
    frightened = any(label.rpartition(" ")[2] in (Animal.MOUSE, Animal.ELEPHANT) for label in said)
    return not frightened and _wrong(state, swapped) is None


def _misread(state: State, now: Mapping[str, ZoneSeen]) -> tuple[Doubt, ...]:
    """Return the cards one of which was misread, as with another in its place all could have been played. What people
    said is no such card, and a bare place is none: a card is missing there."""
    aboard = {f"aboard {boat}": _cells(now.get(f"aboard {boat}")) for boat in range(1, len(state.seats) + 1)}
    cards = [card_of(state, reading.label) for readings in aboard.values() for reading in readings]
    if None in cards or _can_be_played(state, cards):
        return ()
    found: list[Doubt] = []
    at = 0
    for boat, (zone, readings) in enumerate(aboard.items(), 1):
        asked: list[Reading] = []
        for reading in readings:
            others = [] if is_said(reading) else _others(state, cards, at)
            thought = [label for label, _ in reading.ranking if label in others]
            asked.append(questioned(reading, (*thought, *others)))
            at += 1
        found += unsure(zone, asked, partial(_place, zone, boat))
    return tuple(found)


def _others(state: State, cards: Sequence[Card | None], at: int) -> list[str]:
    """Return what a card can be, if all others are what they were read as; the same animal first."""
    read = cards[at]
    rest = [*cards[:at], *cards[at + 1 :]]
    each = (Card(seat, animal) for seat in state.colours for animal in Animal)
    fits = [card for card in each if _can_be_played(state, [*rest, card])]
    like = sorted(fits, key=lambda card: read is None or card.animal != read.animal)
    return [f"{state.colours[card.player]} {card.animal}" for card in like]


def _can_be_played(state: State, cards: Sequence[Card | None]) -> bool:
    """Whether these are cards that have not sailed, each once, and three of every seat."""
    each = Counter(card.player for card in cards if card is not None)
    once = len({*cards}) == len(cards) and state.played.isdisjoint(cards)
    return once and all(each[seat] == ABOARD for seat in state.seats)


def _is_left(state: State, boats: Sequence[Mapping[str, Any]], place: int) -> bool:
    """Whether a boat is swapped for one like that which lay beside it in the round before."""
    beside = state.rounds[-1][place - 1].boat.replacement if state.rounds else None
    if beside is None or boats[place - 1].get("replacement") != beside:
        return False
    bare = {key: value for key, value in boats[place - 1].items() if key != "replacement"}
    return _wrong(state, [bare if boat is boats[place - 1] else boat for boat in boats]) is not None


def _told_left(place: int, boat: Mapping[str, Any]) -> Message:
    return say(
        "boat {boat} is swapped for one for {capacity}, as lay beside it a round ago: if that is wrong, undo the "
        "score, draw another, then ok",
        boat=place,
        capacity=boat["replacement"],
    )


def _no_place(boat: int, count: int) -> Message:
    return say(
        "this mat has no place for boat {boat}: lay the one for {count} boats, or enter the round by hand",
        boat=boat,
        count=count,
    )


def _cells(seen: ZoneSeen | None) -> tuple[Reading, ...]:
    return seen.readings if isinstance(seen, GridSeen) else ()


def _is_idle(doubt: Doubt) -> bool:
    """Whether a doubt is of a place for a replacement that is likeliest empty: where that boat is not swapped, nothing
    that might lie there would change anything."""
    return doubt.zone.startswith("boat") and doubt.cell == 1 and doubt.likeliest[:1] == (NOTHING,)


def _helps(state: State, boats: Sequence[Mapping[str, Any]], doubt: Doubt, wrong: Message) -> bool:
    """Whether something else would be wrong, or nothing, if a boat lay in the place in doubt."""
    swapped = int(doubt.zone.removeprefix("boat ")) - 1
    others = [{**boat, "replacement": 0} if at == swapped else boat for at, boat in enumerate(boats)]
    return str(_wrong(state, others)) != str(wrong)


def _place(zone: str, boat: int, at: int) -> Message:
    if zone.startswith("aboard"):
        return say("boat {boat}, animal {place}", boat=boat, place=at + 1)
    return say("boat {boat}", boat=boat) if at == 0 else say("in place of boat {boat}", boat=boat)


def _boat(state: State, lying: Sequence[Reading], aboard: Sequence[Reading]) -> dict[str, Any]:
    """Return a boat as the record writes it; what is no boat or no card of this table stays a text, to be named."""
    boat: dict[str, Any] = {"capacity": capacity_of(lying[0].label), "aboard": []}
    boat["aboard"] = [owner_of(state, reading.label) for reading in aboard if reading.label != NOTHING]
    if len(lying) > 1 and lying[1].label != NOTHING:
        boat["replacement"] = capacity_of(lying[1].label)
    return boat


def capacity_of(label: str) -> int | float | str:
    """Return what a boat carries, the label itself where it is no boat."""
    kind, _, number = label.partition(" ")
    try:
        carries = float(number)
    except ValueError:
        return label
    if kind != "boat":
        return label
    return int(carries) if carries.is_integer() else carries


def owner_of(state: State, label: str) -> list[str]:
    """Return whose card a label is and which animal, the label alone where nobody plays that colour."""
    colour, _, animal = label.rpartition(" ")
    owners = [seat for seat, played in state.colours.items() if played == colour]
    return [owners[0], animal] if owners and animal in set(Animal) else [label]


def card_of(state: State, label: str) -> Card | None:
    """Return the card that a label is, None where it is nobody's."""
    owner = owner_of(state, label)
    return Card(owner[0], Animal(owner[1])) if len(owner) > 1 else None


def _wrong(state: State, boats: Sequence[Mapping[str, Any]]) -> Message | None:
    for number, boat in enumerate(boats, 1):
        for key in ("capacity", "replacement"):
            if isinstance(boat.get(key), str):
                return say("boat {boat}: “{label}” is no boat", boat=number, label=boat[key])
        stray = next((card[0] for card in boat["aboard"] if len(card) == 1), None)
        if stray is not None:
            return say("boat {boat}: “{label}” is nobody's animal here", boat=number, label=stray)
    try:
        rules.apply(state, Sail([_as_event(boat) for boat in boats]))
    except RuleError as error:
        return error.message
    return None


def _as_event(boat: Mapping[str, Any]) -> BoatAboard:
    swapped = {"replacement": boat["replacement"]} if "replacement" in boat else {}
    return BoatAboard(boat["capacity"], [(player, animal) for player, animal in boat["aboard"]], **swapped)
