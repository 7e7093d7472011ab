"""What happens to one boat: love or fights, effects from the lightest animal on, the weighing, and who is saved."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.game import refuse
from companion.games.allaboard.pieces import LOVE_HALVES, Animal, Card, Cards, card_name, halves, number
from companion.language.message import Message, say


@dataclass(frozen=True, slots=True)
class Boat:
    """A boat before it is judged. `capacity` is in halves; `replacement` is the capacity of the boat drawn for it, as
    the record has it, which nobody looks at unless it is needed."""

    place: int  # from the left, counted from 1
    capacity: int
    aboard: tuple[Card, ...]
    replacement: int | float | None = None
    last: bool = False


@dataclass(frozen=True, slots=True)
class Voyage:
    """A boat as it was judged. `lovers` and `fighters` are kinds; `weight` and `capacity` are in halves."""

    boat: Boat
    lovers: tuple[Animal, ...]
    fighters: tuple[Animal, ...]
    effects: tuple[Message, ...]  # in their order
    aftermath: tuple[Message, ...]  # the last of them: what followed the weighing
    weight: int
    capacity: int
    sailed: bool
    saved: tuple[Card, ...]
    discarded: tuple[Card, ...]
    moved: tuple[Card, ...]

    @property
    def cupids(self) -> tuple[str, ...]:
        """The owners of the animals in love: a cupid each."""
        return tuple(card.player for card in self.boat.aboard if card.animal in self.lovers)


@dataclass(frozen=True)
class _Deck:
    """A boat while things happen on it."""

    boat: Boat
    cards: Cards
    lovers: frozenset[Animal]
    capacity: int
    aboard: tuple[Card, ...]
    moved: tuple[Card, ...] = ()
    discarded: tuple[Card, ...] = ()
    effects: tuple[Message, ...] = ()

    def free(self, card: Card) -> bool:
        """Whether a card may act and be hit: not in love."""
        return card.animal not in self.lovers

    def halves(self, card: Card) -> int:
        """Return what a card weighs now."""
        if card.animal in self.lovers and card.animal in LOVE_HALVES:
            return LOVE_HALVES[card.animal]
        return self.cards[card.animal].halves

    def by_weight(self, some: Iterable[Card]) -> list[Card]:
        """Return cards from the lightest on; equal weights in the order of the list of animals."""
        return sorted(some, key=lambda card: (self.halves(card), card.animal.place))

    def others(self, actor: Card) -> list[Card]:
        """Return the cards that `actor` can hit, lightest first."""
        return self.by_weight(card for card in self.aboard if card != actor and self.free(card))

    def off(self, card: Card, told: Message, *, to_next: bool) -> "_Deck":
        """Return the deck after `card` has left it: to the next boat, or to the discards."""
        return replace(
            self,
            aboard=tuple(other for other in self.aboard if other != card),
            moved=(*self.moved, card) if to_next else self.moved,
            discarded=self.discarded if to_next else (*self.discarded, card),
            effects=(*self.effects, told),
        )


def capacity(place: int, given: int | float) -> int:
    """Return the capacity of the boat at that place in halves; raise a RuleError if no boat can have it."""
    in_halves = halves(given)
    if in_halves is None or in_halves < 0:
        raise refuse(
            "boat {boat}: a capacity is a whole or half number from 0 on, not {given}", boat=place, given=given
        )
    return in_halves


def sail(boat: Boat, cards: Cards, *, effects: bool) -> Voyage:
    """Judge one boat, animals that moved in included; raise a RuleError where the boat drawn for it is missing."""
    count = Counter(card.animal for card in boat.aboard)
    lovers = tuple(animal for animal in count if count[animal] == 2)
    fighters = tuple(animal for animal in count if count[animal] > 2)
    deck = _Deck(boat, cards, frozenset(lovers), boat.capacity, boat.aboard)
    if effects and not fighters:
        deck = _act(deck)
    weight = sum(deck.halves(card) for card in deck.aboard)
    sailed = not fighters and weight <= deck.capacity
    settled = _arrive(deck, effects=effects) if sailed else _sink(deck, frozenset(fighters), effects=effects)
    return Voyage(
        boat=boat,
        lovers=lovers,
        fighters=fighters,
        effects=settled.effects,
        aftermath=settled.effects[len(deck.effects) :],
        weight=weight,
        capacity=deck.capacity,
        sailed=sailed,
        saved=settled.aboard,
        discarded=settled.discarded,
        moved=settled.moved,
    )


def _act(deck: _Deck) -> _Deck:
    """Let mouse, monkey and lion act, lightest first, each if it is still aboard."""
    for actor in deck.by_weight(card for card in deck.aboard if deck.free(card)):
        if actor in deck.aboard:
            match actor.animal:
                case Animal.MOUSE:
                    deck = _frighten(deck, actor)
                case Animal.MONKEY:
                    deck = _throw(deck, actor)
                case Animal.LION:
                    deck = _eat(deck, actor)
    return deck


def _frighten(deck: _Deck, mouse: Card) -> _Deck:
    elephant = next((card for card in deck.others(mouse) if card.animal is Animal.ELEPHANT), None)
    if elephant is None:
        return deck
    if deck.boat.replacement is None:
        raise refuse(
            "boat {boat}: {mouse} frightens {elephant}; leave this boat, and lay the one drawn for it beside it "
            "(its “replacement”)",
            boat=deck.boat.place,
            mouse=card_name(mouse),
            elephant=card_name(elephant),
        )
    swapped = capacity(deck.boat.place, deck.boat.replacement)
    told = say(
        "{mouse} frightens {elephant}: a boat for {new} takes the place of the one for {old}",
        mouse=card_name(mouse),
        elephant=card_name(elephant),
        new=number(swapped),
        old=number(deck.capacity),
    )
    return replace(deck, capacity=swapped, effects=(*deck.effects, told))


def _throw(deck: _Deck, monkey: Card) -> _Deck:
    """The monkey joins with the heaviest of the others and throws the second heaviest."""
    others = deck.others(monkey)
    if len({deck.halves(card) for card in others}) < 2:  # one other alone, or all weigh the same
        return deck
    thrown = others[-2]
    given = {"monkey": card_name(monkey), "animal": card_name(thrown)}
    told = (
        say("{monkey} throws {animal} out: discarded, as this is the last boat", **given)
        if deck.boat.last
        else say("{monkey} throws {animal} into the next boat", **given)
    )
    return deck.off(thrown, told, to_next=not deck.boat.last)


def _eat(deck: _Deck, lion: Card) -> _Deck:
    lighter = [card for card in deck.others(lion) if deck.halves(card) < deck.halves(lion)]
    if not lighter:
        return deck
    told = say("{lion} eats {animal}", lion=card_name(lion), animal=card_name(lighter[-1]))
    return deck.off(lighter[-1], told, to_next=False)


def _arrive(deck: _Deck, *, effects: bool) -> _Deck:
    """Return what is left aboard, which is saved: all but an octopus that is not in love."""
    for card in deck.aboard:
        if effects and card.animal is Animal.OCTOPUS and deck.free(card):
            told = say("{octopus} would rather swim: discarded", octopus=card_name(card))
            deck = deck.off(card, told, to_next=False)
    return deck


def _sink(deck: _Deck, fighters: frozenset[Animal], *, effects: bool) -> _Deck:
    """Return what is left in the water and saved: an octopus not in love. A fox jumps, the rest are discarded."""
    saved, lost, moved, told = list[Card](), list[Card](), list[Card](), list[Message]()
    for card in deck.aboard:
        if effects and card.animal is Animal.OCTOPUS and deck.free(card):
            saved.append(card)
            told.append(say("{octopus} likes the water: saved", octopus=card_name(card)))
        elif effects and card.animal is Animal.FOX and deck.free(card) and card.animal not in fighters:
            fox = card_name(card)
            told.append(
                say("{fox} jumps, but this is the last boat: discarded", fox=fox)
                if deck.boat.last
                else say("{fox} jumps into the next boat", fox=fox)
            )
            (lost if deck.boat.last else moved).append(card)
        else:
            lost.append(card)
    return replace(
        deck,
        aboard=tuple(saved),
        discarded=(*deck.discarded, *lost),
        moved=(*deck.moved, *moved),
        effects=(*deck.effects, *told),
    )
