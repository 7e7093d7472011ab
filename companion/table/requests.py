"""What people may ask for on a page. Form is checked here (msgspec), rights and rules by the session."""

from typing import Any

import msgspec


class PageRequest(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """What a page posts: its tag as "do", with the fields that it names and no others."""


class Sit(PageRequest, frozen=True, tag="sit"):
    """Take a seat for this device. A seat with a pod waits for its ok; one without is taken at once, and so is one
    whose pod does nothing, where a host `confirm`s that."""

    seat: str
    confirm: bool = False


class Leave(PageRequest, frozen=True, tag="leave"):
    """Give this device's seat up."""

    seat: str


class Free(PageRequest, frozen=True, tag="free"):
    """Free a seat that another device holds (host or PIN)."""

    seat: str


class OfStep(PageRequest, frozen=True, kw_only=True):
    """What is meant for the step that a snapshot calls `awaited`, and comes to nothing once that is over; without a
    name, for whatever is awaited."""

    awaited: str = ""

    def comes_too_late(self, step_id: str) -> bool:
        """Whether it was meant for another step than this one."""
        return self.awaited not in ("", step_id)


class Choose(OfStep, frozen=True, tag="choose"):
    """Choose a card of one's own hand; nothing is locked yet."""

    seat: str
    card: int


class Lock(OfStep, frozen=True, tag="lock"):
    """Lock the chosen card, or unlock it again before the reveal. `cards`: those that the page offers to lock, none to
    unlock; what stands otherwise by now is left alone. Without them it is the other of what stands."""

    seat: str
    cards: list[int] | None = None


class GoOn(OfStep, frozen=True, tag="go_on"):
    """Lead on: draw, next chapter; or, with a seat, "it lies as it should" / "I have taken it"."""

    seat: str | None = None


class Answer(PageRequest, frozen=True, tag="answer"):
    """Settle a question with a label."""

    question: str
    label: str


class LookAgain(PageRequest, frozen=True, tag="look_again"):
    """Have what the table waits to see looked at once more."""


class PutAside(PageRequest, frozen=True, tag="put_aside"):
    """Hear no more of something that is waited for in vain, until its step is over."""

    stall: str


class Enter(OfStep, frozen=True, tag="enter"):
    """Enter by hand what one of the snapshot's forms was filled with: an event, or what lies in a seat's zone. A form
    that asks for nothing and is nobody's reads the same in each step (a round ends), and is meant for its own; any
    other may come late, unless the same was entered meanwhile."""

    event: dict[str, Any]


class OfEvent(PageRequest, frozen=True, kw_only=True):
    """What is meant for the event in a line as it stood when somebody looked at it, by its name `event`: one that was
    played anew or corrected meanwhile is left alone. Without a name it is meant for whatever stands there."""

    event: str = ""


class Correct(OfEvent, frozen=True, tag="correct"):
    """Correct a cell of a chapter that was scored. Without `confirm` the answer says what would change."""

    line: int
    seat: str
    cell: int
    label: str
    confirm: bool = False


class Add(OfEvent, frozen=True, tag="add"):
    """Say that a free piece lies in a photo where the camera found none: `at` is its middle, in parts of the photo's
    width and height; without it, it lies anywhere. Without `confirm` the answer says what would change."""

    line: int
    zone: str
    label: str
    at: tuple[float, float] | None = None
    confirm: bool = False


class Learn(OfEvent, frozen=True, tag="learn"):
    """Teach a correction although the camera had been sure of something else."""

    line: int
    seat: str
    cell: int


class Teaching(PageRequest, frozen=True, tag="teaching"):
    """Let corrections teach the camera, or not."""

    on: bool


class HideStandings(PageRequest, frozen=True, tag="hide_standings"):
    """Show how people stand only at the end of a game, or always."""

    on: bool


class Numbers(PageRequest, frozen=True, tag="numbers"):
    """Keep what is printed on the pieces of a game, as its form was filled."""

    game: str
    filled: dict[str, Any]


class OfDeed(PageRequest, frozen=True, kw_only=True):
    """What is meant for the deed that a snapshot names, and for no other that was done meanwhile; without a name, for
    whatever was done last."""

    deed: str = ""


class Undo(OfDeed, frozen=True, tag="undo"):
    """Take a deed back: the last event or correction, or the last change of seats since."""


class Redo(OfDeed, frozen=True, tag="redo"):
    """Do again what was taken back last."""


class NewGame(OfStep, frozen=True, tag="new_game"):
    """Begin a game; a running one is kept and can be taken up again. A `practice` counts nothing, and is not kept."""

    game: str
    players: list[str]
    options: dict[str, Any] = {}
    practice: bool = False


class EndPractice(PageRequest, frozen=True, tag="end_practice"):
    """Throw the practice game away that is on the table."""


class TakeUp(PageRequest, frozen=True, tag="take_up"):
    """Take a stored game up again."""

    game_id: str


class Delete(PageRequest, frozen=True, tag="delete"):
    """Delete a stored game."""

    game_id: str


class Pin(PageRequest, frozen=True, tag="pin"):
    """Give the table's PIN: this device may then do what the host may."""

    pin: str


class ComeIn(PageRequest, frozen=True, tag="come_in"):
    """Bring a key: this device is let in; with the machine's own key it is a host."""

    key: str


class Knock(PageRequest, frozen=True, tag="knock"):
    """Ask to be let in by somebody who is."""


class LetIn(PageRequest, frozen=True, tag="let_in"):
    """Let the device in that knocked and was given this number, or send it away."""

    number: int
    welcome: bool = True


class ClaimTable(PageRequest, frozen=True, tag="claim_table"):
    """Claim a new table that has no other way to show who may."""


class ShowPin(PageRequest, frozen=True, tag="show_pin"):
    """Show the table's PIN on the OLED for a while."""


class ShowJoin(PageRequest, frozen=True, tag="show_join"):
    """Show on the OLED how to join."""


Request = (
    Sit
    | Leave
    | Free
    | Choose
    | Lock
    | GoOn
    | Answer
    | LookAgain
    | PutAside
    | Enter
    | Correct
    | Add
    | Learn
    | Teaching
    | HideStandings
    | EndPractice
    | Undo
    | Redo
    | Numbers
    | NewGame
    | TakeUp
    | Delete
    | Pin
    | ComeIn
    | Knock
    | LetIn
    | ClaimTable
    | ShowPin
    | ShowJoin
)


class RequestError(ValueError):
    """A request that is not one; the message says which key is wrong."""


def parse(value: object) -> Request:
    """Return the request in a JSON value, or raise a RequestError."""
    request: Request = understood(value, Request)
    return request


def understood(value: object, kinds: Any) -> Any:
    """Return the request of these `kinds` that a JSON value is, or raise a RequestError."""
    try:
        return msgspec.convert(value, kinds)
    except msgspec.ValidationError as error:
        raise RequestError(f"this request can't be understood: {error}") from None
