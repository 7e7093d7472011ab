"""What a piece can be named: kinds first, then what tells those of a kind apart (a number, or a second word)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from web.labels import taken_apart


@dataclass(frozen=True, slots=True)
class LabelButton:
    """One label, and what its button says beside its kind: a number, a word, or nothing where the kind is all."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class LabelKind:
    """A kind and its labels, numbers rising."""

    name: str
    choices: tuple[LabelButton, ...]

    @property
    def in_words(self) -> bool:
        """Whether words, not numbers, tell its labels apart."""
        return any(choice.text and _order(choice)[0] for choice in self.choices)


def kinds(labels: Iterable[str]) -> tuple[LabelKind, ...]:
    """Return the kinds in the order in which they first come."""
    groups: dict[str, list[LabelButton]] = {}
    for label in dict.fromkeys(labels):
        name, text = halves(label)
        groups.setdefault(name, []).append(LabelButton(label, text))
    return tuple(LabelKind(name, tuple(sorted(group, key=_order))) for name, group in groups.items())


def halves(label: str) -> tuple[str, str]:
    """Return a label's kind and the rest: "gold 2" → gold, 2; "red mouse" → red, mouse; "empty" → empty and nothing."""
    part = taken_apart(label)
    if part.number:
        return part.kind, part.number
    first, _, rest = label.strip().partition(" ")
    return first, rest


def _order(choice: LabelButton) -> tuple[bool, int]:
    number = choice.text.replace("−", "-")
    return (False, int(number)) if re.fullmatch(r"[-+]?\d{1,9}", number) else (True, 0)
