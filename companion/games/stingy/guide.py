"""Leading through the evening: each step in one line."""

from companion.game import Form, View
from companion.games.stingy.state import State
from companion.message import Message, say


def lead(state: State) -> Message:
    """Return what people do now."""
    return say("It is {turn}'s turn", turn=len(state.seats))


def view(state: State) -> View:  # noqa: ARG001
    """Return what everybody may see."""
    return View()


def forms(state: State) -> tuple[Form, ...]:  # noqa: ARG001
    """Return the events that may be entered by hand."""
    return ()
