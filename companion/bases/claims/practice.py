"""Practice pieces of a game of claims, people who play it on the simulated table, and play by chance."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from companion.bases.claims.game import ClaimsGame, ClaimsState
from companion.bases.faces import EMPTY
from companion.bases.practice_set import PracticeSet
from companion.game import edition
from companion.practice.patience import Patience, Reaction
from companion.practice.people import Ask, Deed, Dice, Move, Press, Truth
from companion.prints.piece import Drop, Laid
from companion.table.requests import Enter
from companion.table.signals import Key
from companion.table.snapshot import Question, Snapshot, Step
from vision.layout import Layout

PASSES = 0.2  # how often somebody claims nothing who may


class Practice(PracticeSet):
    """All that a game's manifest offers of practice: `batches`, simulated people with their lessons, legal play."""

    def __init__(self, game: ClaimsGame) -> None:
        super().__init__(game.title, game.faces, game.tile_mm, turned=True)
        self._game = game

    def sit_down(self, seats: tuple[str, ...], people: int, dice: Dice, brisk: bool) -> "Players":
        """Return the people of a new game; pieces are laid at once however brisk they are."""
        return Players(self._game, self, seats)

    def header(self, players: list[str], chance: Dice) -> dict[str, Any]:
        """Return what a header holds beside game, players and options."""
        return {}

    def event(self, state: ClaimsState, chance: Dice) -> dict[str, Any]:
        """Return an event that the rules allow now."""
        seat = self._game.turn(state) or ""
        if self._game.passing and chance.random() < PASSES:
            return {"do": "pass", "player": seat}
        return {"do": "claim", "player": seat, "place": chance.choice(self._game.open_to(state, seat))}


class Players:
    """The people of a game and the map before them. They know the rules."""

    def __init__(self, game: ClaimsGame, practice: Practice, seats: tuple[str, ...]) -> None:
        self._game, self._practice, self._seats = game, practice, seats
        self._state: ClaimsState | None = None
        self._lying: dict[str, tuple[tuple[str, Drop], ...]] = {}
        self._truths: list[Truth] = []
        self._patience = Patience()

    def act(self, snapshot: Snapshot, dice: Dice) -> list[Deed]:
        """Return what somebody does next."""
        if snapshot.step is Step.OVER:
            return []
        if snapshot.events < len(self._truths):
            return self._insist(self._truths[snapshot.events].event or {}, snapshot, dice)
        state = self._state or self._begun(snapshot)
        event = self._practice.event(state, dice)
        self._state, _ = self._game.apply(state, msgspec.convert(event, self._game.events))
        deeds = self._played(event, dice)
        lying = {zone: tuple(label for label, _ in laid) for zone, laid in self._lying.items()}
        bare = {place.name: (EMPTY,) * place.spaces for place in self._game.places}
        self._truths.append(Truth(len(self._truths) + 1, {**bare, **lying}, event))
        return deeds

    def _begun(self, snapshot: Snapshot) -> ClaimsState:
        """Return the game as it begins: who plays which pieces stands by each seat, who starts by the form."""
        game, chosen = self._game, dict(snapshot.game.options) if snapshot.game is not None else {}
        noted = {choice.name for choice in game.choices if choice.noted}
        options = {name: value for name, value in chosen.items() if name not in noted}
        state = game.begin(self._seats, msgspec.convert(options, game.options), edition.printed(game.name))
        pieces = {seat.name: str(seat.mark.values["pieces"]) for seat in snapshot.seats if seat.mark is not None}
        first = next((form.seat for form in snapshot.forms if form.seat), None)
        return replace(state, pieces=pieces or state.pieces, first=first or state.first)

    def _insist(self, event: Mapping[str, Any], snapshot: Snapshot, dice: Dice) -> list[Deed]:
        match self._patience.reaction(snapshot):
            case Reaction.WAIT:
                return []
            case Reaction.AGAIN:
                return self._played(event, dice)
            case Reaction.BY_HAND:
                return [Ask(event["player"], Enter(dict(event)))]

    def _played(self, event: Mapping[str, Any], dice: Dice) -> list[Deed]:
        """Lay a claim's pieces, and press ok; where nothing is claimed, only that."""
        ok = Press(self._seats.index(event["player"]), Key.OK)
        if event["do"] == "pass" or self._state is None:
            return [ok]
        (spaces,) = (place.spaces for place in self._game.places if place.name == event["place"])
        pieces = (self._state.pieces[event["player"]],) * spaces
        self._lying[event["place"]] = self._practice.dropped(pieces, dice)
        return [Move(event["place"]), ok]

    def laid(self, layout: Layout) -> tuple[Laid, ...]:
        """Return the pieces as they lie."""
        return self._practice.lay(layout, self._lying)

    def answer(self, question: Question) -> str:
        """Return what really lies in the space in question."""
        return self._lying[question.zone][question.cell][0] if question.zone in self._lying else EMPTY

    def truths(self) -> tuple[Truth, ...]:
        """Return every turn as it really was, and what lay on the map."""
        return tuple(self._truths)
