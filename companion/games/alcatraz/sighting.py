"""What a look at the reading area means: the cards of a claim, in their order, and the objectives that lie open."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.game import Asked, Proposal, RuleError, unsure
from companion.games.alcatraz import rules
from companion.games.alcatraz.events import Claim, Covered
from companion.games.alcatraz.pieces import CARDS, CLAIMED, OBJECTIVES, OPEN_OBJECTIVES
from companion.games.alcatraz.state import State
from companion.language.message import Message, name, say
from vision.observation import GridSeen, ZoneSeen

CLAIM, OPEN = "claim", "objectives"
NOTHING = "empty"


def labels() -> tuple[str, ...]:
    """Return what can lie on the mat: cards and objectives, or nothing."""
    cards = (f"cat {number}" for number in sorted(CARDS))
    return (*cards, *(f"objective {number}" for number in OBJECTIVES), NOTHING)


def place(zone: str) -> Message:
    """Return what lies in a zone."""
    return say("the cards of the claim") if zone == CLAIM else say("the open objectives")


def claimed(player: str, objective: int, seen: ZoneSeen | None, overlays: Sequence[Sequence[str]] = ()) -> Proposal:
    """Return the claim that lies in the reading area, or the cards to ask about. `overlays` are what the claimer ticked
    for each card from left to right; what lies over a card can't be read from its number."""
    if not isinstance(seen, GridSeen):
        return Proposal(None)
    doubts = unsure(CLAIM, seen.readings, lambda at: say("card {place}", place=at + 1), labels=labels())
    if doubts:
        return Proposal(None, doubts)
    lying = [reading.label for reading in seen.readings if reading.label != NOTHING]
    stray = next((label for label in lying if number_of(label) is None), None)
    if stray is not None:
        return Proposal(None, wrong=say("“{label}” is no card that can be claimed with", label=stray))
    if len(lying) not in CLAIMED:
        return Proposal(None, wrong=say("a claim is of 2 or 3 cards; seen: {count}", count=len(lying)))
    beyond = next((place for place, over in enumerate(overlays, 1) if over and place > len(lying)), None)
    if beyond is not None:
        told = say(
            "something is ticked as laid over card {place}; cards seen, counted from the left: {count}",
            place=beyond,
            count=len(lying),
        )
        return Proposal(None, wrong=told)
    cards = [_card(label, overlays[at] if at < len(overlays) else ()) for at, label in enumerate(lying)]
    return Proposal({"do": "claim", "player": player, "objective": objective, "cards": cards})


def open_objectives(seen: ZoneSeen | None) -> tuple[int, ...]:
    """Return the objectives that surely lie open, from left to right."""
    if not isinstance(seen, GridSeen):
        return ()
    found = [reading.label.partition(" ") for reading in seen.readings if reading.sure]
    return tuple(int(number) for kind, _, number in found if kind == "objective")


def not_open(objective: int, seen: ZoneSeen | None) -> Message | None:
    """Return a warning where all open objectives are seen for sure and the one announced is not among them. The claim
    stands anyway."""
    lying = open_objectives(seen)
    if len(lying) < OPEN_OBJECTIVES or objective in lying:
        return None
    return say("Objective {objective} is not seen among {open}", objective=objective, open=lying)


def number_of(label: str) -> int | None:
    """Return a card's number, None for anything else."""
    kind, _, number = label.partition(" ")
    return int(number) if kind == "cat" and number in {str(card) for card in CARDS} else None


def _card(label: str, overlays: Sequence[str]) -> Any:
    number = number_of(label)
    return {"card": number, "overlays": list(overlays)} if overlays else number


def propose(state: State, now: Mapping[str, ZoneSeen], asked: Asked | None) -> Proposal:
    """Return the claim of the one who asked for a look, who counted the objective before or chose it on the page; then
    the circle, where the claim has emptied the row. Once a row is empty, ok without an objective ends the round: by the
    one who has the last turn, or by anybody where nobody knows who that is; but not before a circle that is due."""
    if asked is None:
        return Proposal(None)
    if asked.seat in state.emptying:
        return Proposal({"do": "empty", "player": asked.seat})
    objective = _announced(asked)
    if not objective and _may_end(state, asked.seat):
        if state.emptying:
            return Proposal(None, wrong=say("{player}'s row is empty: a circle", player=name(state.emptying[0])))
        return Proposal({"do": "end_round"})
    if not objective:
        return Proposal(None, wrong=say("{player}: count the objective first, then press ok", player=name(asked.seat)))
    claim = claimed(asked.seat, objective, now.get(CLAIM), _ticked(asked))
    if claim.event is None:
        return claim
    before = _claimed_before(state, asked.seat, objective, claim.event["cards"])
    if before is not None:
        return Proposal(None, wrong=before)
    warning = not_open(objective, now.get(OPEN))
    return replace(claim, more=_empties(state, claim.event), remarks=(warning,) if warning is not None else ())


def _claimed_before(state: State, seat: str, objective: int, cards: Sequence[Any]) -> Message | None:
    """Return that the cards are those of the claim just before, which lie there still: another's, or one's own that was
    met, whose objective lies open no more. Who was wrong may have said the wrong objective."""
    claims = [claim for each in (*state.rounds, state.now) for claim in each.claims]
    last = claims[-1] if claims else None
    if last is None or [card.card for card in last.cards] != [_printed(card) for card in cards]:
        return None
    if last.player == seat:
        told = say("{player}'s claim of objective {objective} counts already", player=name(seat), objective=objective)
        return told if last.met and last.objective == objective else None
    return say(
        "These are the cards of {player}'s claim: lay yours there, or enter the claim by hand", player=name(last.player)
    )


def _printed(card: Any) -> int:
    return card if isinstance(card, int) else int(card["card"])


def _may_end(state: State, seat: str) -> bool:
    """Whether this seat's ok without an objective can only mean that the round is over."""
    if not state.now.emptied:
        return False
    return not state.to_finish or seat == state.to_finish[-1]


def _announced(asked: Asked) -> int:
    """Return the objective that was chosen on the page, else the one counted on the pod, 0 where there is neither."""
    chosen = str(asked.said.get("objective", ""))
    return int(chosen) if chosen in {str(number) for number in OBJECTIVES} else asked.counted


def _ticked(asked: Asked) -> tuple[tuple[str, ...], ...]:
    """Return what lies over each card from left to right, as it was ticked on the page."""
    over = (asked.said.get(f"over {place}") for place in range(1, CLAIMED.stop))
    return tuple(tuple(map(str, each)) if isinstance(each, list) else () for each in over)


def _empties(state: State, claim: Mapping[str, Any]) -> bool:
    """Whether a claim, if it stands, takes the last card of the row."""
    try:
        after, _ = rules.apply(
            state, Claim(claim["player"], claim["objective"], [_as_event(c) for c in claim["cards"]])
        )
    except RuleError:
        return False
    return claim["player"] in after.emptying


def _as_event(card: Any) -> int | Covered:
    return card if isinstance(card, int) else Covered(card["card"], card["overlays"])
