"""A label in words: what a face of a piece, or a square, is called."""

from companion.language.message import Message, say


def label_message(label: str) -> Message:
    """Return a face's label as a message: its kind in the reader's language, its number as it stands. A label may be of
    an owner's own; braces in it are no gaps."""
    label = label.replace("{", "{{").replace("}", "}}")
    kind, _, number = label.rpartition(" ")
    if kind and number.lstrip("-").isdigit():
        return say("{kind} {number}", kind=say(kind), number=number)
    return say(label)
