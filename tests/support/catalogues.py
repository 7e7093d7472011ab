"""What the code and the templates say, and what a catalogue says of it: sentences by their gaps and plural forms."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

Sentence = str | tuple[str, str]  # with its plural, where it tells a number
Keywords = Mapping[str, tuple[int, ...] | None]


def extracted(folder: Path, pattern: str, method: str, keywords: Keywords) -> Iterator[tuple[str, Sentence]]:
    """Yield (file, sentence) for all that the files of a folder say by the keywords."""
    for name, _, message, _, _ in extract_from_dir(folder, method_map=[(pattern, method)], keywords=dict(keywords)):
        yield name, message


def catalogue(folder: Path, language: str) -> dict[Sentence, Sentence]:
    """Return what stands in a catalogue: English sentence → translation; none where there is none."""
    file = folder / language / "LC_MESSAGES" / "messages.po"
    if not file.exists():
        return {}
    with file.open("rb") as text:
        return {message.id: message.string for message in read_po(text, locale=language) if message.id}


def forms(sentence: Sentence) -> tuple[str, ...]:
    """Return the sentence for one and for more, or just the sentence."""
    return (sentence,) if isinstance(sentence, str) else tuple(sentence)


def gaps(text: str) -> set[str]:
    """Return the gaps of a sentence."""
    return set(re.findall(r"{(\w+)}", text))


def gaps_changed(said: Mapping[Sentence, Sentence]) -> list[Sentence]:
    """Return the sentences whose translation has other gaps; only for one thing the number may be left out."""
    return [english for english, other in said.items() if not _alike(forms(english), forms(other))]


def _alike(english: tuple[str, ...], other: tuple[str, ...]) -> bool:
    if len(english) != len(other) or gaps(english[-1]) != gaps(other[-1]):
        return False
    return len(english) == 1 or all(
        gaps(one) | {"count"} == gaps(english[-1]) | {"count"} for one in (english[0], other[0])
    )
