"""Random legal play of Alcatraz: claims right and wrong, rows that empty, a third round now and then."""

from typing import Any

from companion.games.alcatraz.pieces import CARDS, OBJECTIVES, Overlay, Shown, padded
from companion.games.alcatraz.state import State
from companion.practice.people import Dice


def header(players: list[str], chance: Dice) -> dict[str, Any]:
    """Return what a header holds beside game, players and options: its notes."""
    return {"wild": chance.random() < 0.3, "first": chance.choice(players)}


def event(state: State, chance: Dice) -> dict[str, Any]:
    """Return an event that the rules allow now: mostly what can happen with rows of cards, but people forget things."""
    if chance.random() < 0.02 or not _playing(state) or state.to_finish == ():
        return {"do": "end_round"}
    done = [seat for seat in _playing(state) if state.left_in_row(seat) == 0]
    if done and chance.random() < 0.9:
        return {"do": "empty", "player": done[0]}
    player = chance.choice(state.to_finish or _playing(state))
    return _claim(state, chance, player, min(3, max(2, state.left_in_row(player))))


def _playing(state: State) -> list[str]:
    return [seat for seat in state.seats if seat not in state.now.emptied]


def after_over(state: State, chance: Dice) -> dict[str, Any] | None:
    """Return an event with which the game goes on although it is over, where there is one."""
    tie = len(state.tied) > 1 and not state.third
    return {"do": "third_round"} if tie and chance.random() < 0.8 else None


def seatings(players: list[str]) -> list[list[str]]:
    """Return orders of the players in which the rules treat everybody as before: all of them do."""
    return [players[::-1], players[1:] + players[:1]]


def _claim(state: State, chance: Dice, player: str, most: int) -> dict[str, Any]:
    for _ in range(chance.choice((1, 20))):  # people look for a sum
        cards = [_card(chance) for _ in range(chance.randint(2, most))]
        values = [card.value for card in cards]
        right = sum(values) in OBJECTIVES and (state.zero_padding or not padded(values))
        if right:
            break
    objective = sum(values) if right and chance.random() < 0.9 else _wrong(values, chance)
    return {
        "do": "claim",
        "player": player,
        "objective": objective,
        "cards": [_written(card, chance) for card in cards],
    }


def _wrong(values: list[int], chance: Dice) -> int:
    found: int = chance.choice([objective for objective in OBJECTIVES if objective != sum(values)])
    return found


def _card(chance: Dice) -> Shown:
    overlays = tuple(chance.choice(list(Overlay)) for _ in range(chance.choice((0, 0, 0, 0, 0, 1, 1, 2))))
    return Shown(chance.choice(sorted(CARDS)), overlays)


def _written(card: Shown, chance: Dice) -> Any:
    if not card.overlays and chance.random() < 0.9:
        return card.card
    return {"card": card.card, "overlays": [str(overlay) for overlay in card.overlays]}


def filled(event: dict[str, Any], state: State) -> dict[str, Any] | None:  # noqa: ARG001 (contract)
    """Return the form that makes this event, filled."""
    form = {"do": event["do"]}
    if "player" in event:
        form["seat"] = event["player"]
    if event["do"] == "claim":
        form["objective"] = str(event["objective"])
        for place, card in enumerate(event["cards"], 1):
            form[f"card {place}"] = str(card["card"] if isinstance(card, dict) else card)
            form[f"over {place}"] = card["overlays"] if isinstance(card, dict) else []
    return form
