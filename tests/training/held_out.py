"""Held-out motifs: the fonts and pictures that stand in what the recogniser is measured on, and so must not stand in
what its networks are trained on."""

from collections.abc import Iterable

HELD_OUT_FONTS = ("Liberation", "Noto Color Emoji", "Noto Emoji", "Noto Serif Display", "Arimo", "Cousine", "Tinos")
"""Beginnings of family names. The last three draw the letters of Liberation under other names."""

ART_SOURCES = ("openclipart 0.18",)
"""The collections of pictures that may be drawn; all others are held out."""


class HeldOutError(RuntimeError):
    """A motif that is held out was about to be drawn; the message names it."""


def is_held_out(names: Iterable[str]) -> bool:
    """Return whether a font with these names (of its family, of its file) is held out, however they are spelled."""
    squeezed = ["".join(letter for letter in name.lower() if letter.isalnum()) for name in names]
    barred = [name.lower().replace(" ", "") for name in HELD_OUT_FONTS]
    return any(name.startswith(start) for name in squeezed for start in barred)


def require_font(names: Iterable[str]) -> None:
    """Raise a HeldOutError if a font with these names is held out."""
    told = list(names)
    if is_held_out(told):
        raise HeldOutError(f"the font {told} stands in pictures that are measured on; it must not be drawn in training")


def require_art(sources: Iterable[str]) -> None:
    """Raise a HeldOutError if pictures are of a collection that is not known to be free of held-out motifs."""
    strange = sorted(set(sources) - set(ART_SOURCES))
    if strange:
        raise HeldOutError(f"pictures of {strange} must not be drawn in training; {list(ART_SOURCES)} may")
