"""The rules: what each event does to a state and what it answers."""

from dataclasses import replace

from companion.game import Answer, refuse
from companion.games.alcatraz.events import Claim, Covered, Empty, EndRound, Event, ThirdRound
from companion.games.alcatraz.pieces import CARDS, CLAIMED, OBJECTIVES, ROUNDS, Overlay, Shown, padded
from companion.games.alcatraz.state import Claimed, Round, State


def apply(state: State, event: Event) -> tuple[State, Answer]:
    """Return the state after `event` and the answer of the record; raise a RuleError if it is forbidden."""
    match event:
        case Claim():
            return _claim(state, event)
        case Empty():
            return _empty(state, event)
        case EndRound():
            return _end_round(state)
        case ThirdRound():
            return _third_round(state)


def _claim(state: State, event: Claim) -> tuple[State, Answer]:
    player = state.seats.find(event.player)
    if player in state.now.emptied:
        raise refuse("{player} has no card left in this round and can't claim", player=player)
    if event.objective not in OBJECTIVES:
        raise refuse(
            "{player} claims objective {objective}; they are 4 to 14", player=player, objective=event.objective
        )
    if len(event.cards) not in CLAIMED:
        raise refuse("{player}: a claim is of 2 or 3 cards; turned up: {count}", player=player, count=len(event.cards))
    cards = tuple(_shown(player, card) for card in event.cards)
    claimed = Claimed(player, event.objective, cards, sum(card.value for card in cards) == event.objective)
    padding = padded([card.value for card in cards])
    if claimed.met and padding and not state.zero_padding:
        raise refuse(
            "{player}'s claim holds {values}, which add up to 0: cards just for points don't count",
            player=player,
            values=padding,
        )
    after = replace(
        state,
        points={**state.points, player: state.points[player] + claimed.points},
        now=replace(state.now, claims=(*state.now.claims, claimed), last=player),
    )
    return after, {"sum": claimed.sum, "met": claimed.met, "points": claimed.points}


def _shown(player: str, card: int | Covered) -> Shown:
    number, overlays = (card, []) if isinstance(card, int) else (card.card, card.overlays)
    if number not in CARDS:
        raise refuse("{player} turns up card {card}; cards are −3 to 14 without 0", player=player, card=number)
    for overlay in overlays:
        if overlay not in set(Overlay):
            raise refuse("{player} lays “{overlay}” over a card; that is no overlay", player=player, overlay=overlay)
    return Shown(number, tuple(Overlay(overlay) for overlay in overlays))


def _empty(state: State, event: Empty) -> tuple[State, Answer]:
    player = state.seats.find(event.player)
    if player in state.now.emptied:
        raise refuse("{player}'s row is empty in this round already", player=player)
    circles = {**state.circles, player: state.circles[player] + 1}
    last = state.now.last if player in state.emptying else player  # a circle given late: others have claimed since
    now = replace(state.now, emptied=(*state.now.emptied, player), last=last)
    return replace(state, circles=circles, now=now), {"circles": circles}


def _end_round(state: State) -> tuple[State, Answer]:
    after = replace(state, rounds=(*state.rounds, state.now), now=Round())
    return after, {"round": len(after.rounds), "scores": dict(state.points)}


def _third_round(state: State) -> tuple[State, Answer]:
    if not state.over or len(state.rounds) != ROUNDS:
        raise refuse("a third round can only follow round 2")
    if len(state.tied) < 2:
        raise refuse("{player} has won: a third round is for a tie at the top", player=state.tied[0])
    return replace(state, third=True), {"round": ROUNDS + 1}
