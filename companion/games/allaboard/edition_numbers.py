"""The numbers printed on the cards as their owner types them: what is asked, and what can't be true."""

from collections.abc import Mapping
from typing import Any

from companion.game import EVEN_SO, Field, Form, refuse
from companion.games.allaboard.pieces import Animal, Cards, animal_name, number
from companion.language.message import Message, say, say_count

LEAST_WEIGHT, MOST_WEIGHT = -10, 60
LEAST_POINTS, MOST_POINTS = -10, 30


def questions() -> Form:
    """Return what the owner is asked once: twelve weights and twelve points, in the rulebook's order."""
    fields: list[Field] = []
    for animal in Animal:
        weight = say("{animal}: weight, in the upper corners", animal=animal_name(animal))
        points = say("{animal}: points, at the lower edge", animal=animal_name(animal))
        fields.append(Field(f"{animal} weight", weight, "number", low=LEAST_WEIGHT, high=MOST_WEIGHT, halves=True))
        fields.append(Field(f"{animal} points", points, "number", low=LEAST_POINTS, high=MOST_POINTS))
    even_so = say("If a number seems wrong to me: does it stand there even so?")
    fields.append(Field(EVEN_SO, even_so, "choice", ("yes",), optional=True, shown=(say("yes"),)))
    return Form("edition", say("What is printed on your cards?"), tuple(fields), printed=True)


def answered(filled: Mapping[str, Any]) -> dict[str, Any]:
    """Return the edition that the filled questions make, as a header says it; a number left out is a RuleError."""
    for field in questions().fields:
        if not field.optional and not isinstance(filled.get(field.name), int | float):
            raise refuse("{what}: a number is missing", what=field.label)
    return {
        "animals": {
            animal.value: {"weight": filled[f"{animal} weight"], "points": filled[f"{animal} points"]}
            for animal in Animal
        }
    }


def doubts(cards: Cards) -> tuple[Message, ...]:
    """Return what can't be printed on cards: absurd numbers, and weights that the rulebook's example contradicts."""
    return (*_absurd(cards), *_contradictions(cards))


def _absurd(cards: Cards) -> list[Message]:
    found: list[Message] = []
    for animal, card in cards.items():
        name, weight = animal_name(animal), number(card.halves)
        if not LEAST_WEIGHT <= weight <= MOST_WEIGHT:
            found.append(say("{animal}: a weight of {weight}? Look at the card again", animal=name, weight=weight))
        if not LEAST_POINTS <= card.points <= MOST_POINTS:
            found.append(
                say(
                    "{animal}: {points}? Look at the card again",
                    animal=name,
                    points=say_count("{count} point", "{count} points", count=card.points),
                )
            )
    return found


def _contradictions(cards: Cards) -> list[Message]:
    def together(*animals: Animal) -> int | float:
        return number(sum(cards[animal].halves for animal in animals))

    found: list[Message] = []
    heavy = together(Animal.GIRAFFE, Animal.GIRAFFE, Animal.FOX, Animal.ZEBRA)
    if heavy != 25:
        found.append(
            say("two giraffes, fox and zebra weigh 25 in the rulebook's example; these weigh {weight}", weight=heavy)
        )
    light = together(Animal.FOX, Animal.MONKEY, Animal.BEAR)
    if light != 16:
        found.append(say("fox, monkey and bear weigh 16 in the rulebook's example; these weigh {weight}", weight=light))
    first = together(Animal.MOUSE, Animal.ELEPHANT, Animal.OCTOPUS)
    if first > 16:
        found.append(
            say("mouse, elephant and octopus sail on 16 in the rulebook's example; these weigh {weight}", weight=first)
        )
    order = (Animal.FOX, Animal.MONKEY, Animal.LION, Animal.BEAR)
    if [cards[animal].halves for animal in order] != sorted({cards[animal].halves for animal in order}):
        found.append(say("a fox is lighter than a monkey, a monkey than a lion, a lion than a bear; these are not"))
    return found
