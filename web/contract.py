"""What the page needs of the app behind it, stated as a protocol; whoever serves the page hands it one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from web.language import Translate
from web.settings_contract import HostSettings


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a request: `ok`, and the sentence to show where it is not (or where there is something to say).
    `ask` names what is needed first: "pin" or "confirm" (the text says what would change)."""

    ok: bool
    text: str = ""
    ask: str | None = None
    value: Any = None


class Companion(Protocol):
    """The app as the page sees it. `device` is the page's own random token (a cookie), `language` a code like "pt"."""

    def snapshot(self, language: str) -> Mapping[str, Any]:
        """Return the newest public snapshot in the words of a language (see companion/table/snapshot.py)."""
        ...

    def updates(self, after: int, timeout_s: float) -> int:
        """Wait until the snapshot's number exceeds `after` or the time is up; return the newest number."""
        ...

    def own(self, device: str, language: str) -> Mapping[str, Any]:
        """Return what only this device may see: {"seats": [{"seat", "hand": [int], "chosen": [int], "many": how many
        are to be chosen, "locked": bool, "must_bid": bool}], "host": bool, "waiting": seat whose pod's ok is awaited
        or None}."""
        ...

    def submit(self, device: str, language: str, request: Mapping[str, Any]) -> Done:
        """Take a request: {"do": …, …}. See companion/table/requests.py for each and what it needs."""
        ...

    def picture(self, key: str) -> bytes | None:
        """Return the JPEG of a photo or cell that a snapshot named, or None when there is none."""
        ...

    def reading(self, line: int, seat: str, cell: int) -> Mapping[str, Any] | None:
        """Return what the camera said of a cell of the game on the table when event `line` was scored: {"label",
        "sure", "likeliest": [label, best first]}; None where it did not see it. `seat` is the zone where the camera saw
        it in a turn."""
        ...

    def games(self, language: str) -> list[Mapping[str, Any]]:
        """Return the games that can be played: {"name", "title", "least", "most", "options": [{"name", "kind":
        "yes"|"choice"|"each" (a choice for every place), "label", "help", "default", "choices", "shown": what they are
        called}]}."""
        ...

    def translator(self, language: str) -> Translate:
        """Return what says the page's own sentences (`web.language.WORDS`) and a game's words (a kind of thing, "gold"
        or "red coins") in a language."""
        ...

    def numbers(self, language: str) -> list[Mapping[str, Any]]:
        """Return what the owner is asked of the pieces of each game whose rulebook does not say it: {"game", "title",
        "form": as in a snapshot, None where there is a "problem" (in words), "filled": what was entered, by field,
        "entered": whether anything was}."""
        ...

    def docks(self, language: str) -> list[Mapping[str, Any]]:
        """Return the six docks in seating order: {"number", "colour": "#rrggbb", "shape", "name": the colour's}."""
        ...

    def history(self) -> list[Mapping[str, Any]]:
        """Return the stored games, newest first: {"id", "game", "title", "players", "begun", "over", "winners",
        "standings", "provisional": whether it was scored with numbers that nobody has confirmed}."""
        ...

    def record(self, game_id: str) -> bytes | None:
        """Return a stored game as a record file; None when there is none or it is not over yet."""
        ...

    def totals(self, game_id: str, language: str) -> Mapping[str, Any] | None:
        """Return a finished game's {"steps": number of events, "chapters": [{"title", "scores": {seat: total}}]}; None
        when there is none or it is not over yet."""
        ...

    def moment(self, game_id: str, step: int, language: str) -> Mapping[str, Any] | None:
        """Return a finished game's public snapshot as it was after `step` events (its number); None when there is
        none, it is not over, or has not so many."""
        ...

    def look(self, game_id: str, line: int, language: str) -> Mapping[str, Any] | None:
        """Return what the camera saw in the turn of event `line` of a stored game, as a snapshot tells of the newest;
        None where it did not look."""
        ...

    def upkeep(self) -> HostSettings | None:
        """Return what the host looks after, None where that can't be done here."""
        ...

    def bench(self) -> "Bench | None":
        """Return the simulated table's bench, None where the table is real."""
        ...

    def walking(self) -> "TeachWalk | None":
        """Return the teach walk, None where no camera looks."""
        ...


class Bench(Protocol):
    """The simulated table, to be looked at and played with."""

    def camera_picture(self) -> bytes:
        """Return the camera's newest picture as JPEG."""
        ...

    def display_picture(self) -> bytes:
        """Return the small display's picture as PNG."""
        ...

    def lamps(self) -> Mapping[str, float]:
        """Return each pod's lamp, 0 to 1, by pod number."""
        ...

    def key(self, pod: int, key: str, pressed: bool) -> None:
        """Press or release a key ("add", "ok") of a pod (1 to 6): whoever does takes that seat over."""
        ...


class TeachWalk(Protocol):
    """The teach walk: pieces are laid on the mat, and what is new or doubtful is named on the page."""

    def may(self, device: str) -> bool:
        """Return whether this device may teach."""
        ...

    def openings(self, language: str) -> Sequence[Mapping[str, Any]]:
        """Return what is asked before a walk, for each game whose pieces can be taught by one: {"game", "title",
        "question": how large the pieces are, "width_mm": the answer so far, "least_mm", "most_mm", "ask_size": whether
        it was never answered}."""
        ...

    def view(self, language: str) -> Mapping[str, Any] | None:
        """Return the walk, None while there is none: {"number": rises with each change, "game", "title", "stage":
        "clear"|"lay"|"name"|"done", "line": what is awaited, "problem", "busy", "progress": [{"text", "shown",
        "total"}], "size_mm": of the mat, "sheet": its picture's name, which no other has, "zones": [{"name", "title",
        "rect_mm", "free", "places": [{"key", "title", "share": left, top, width, height in % of the zone, "box_mm",
        "mark": "waiting"|"strange"|"guessed"|"known"|"named"|"left_out", "label", "likeliest"}]}], "asked": key of the
        place to name next, "left": how many are new, "groups": guesses to confirm [{"label", "keys"}], "odd":
        sentences, "labels": all that can be said, "taught", "can_undo", "whole", "named", "pictures"}."""
        ...

    def picture(self, name: str) -> bytes | None:
        """Return the sheet of that name as JPEG, the mat seen from straight above; None where it is gone."""
        ...

    def submit(self, device: str, language: str, asked: Mapping[str, Any]) -> Done:
        """Take a request: {"do": "begin", "game", "width_mm"?}, "take" (a picture of the bare mat, or once more),
        {"do": "name", "labels": {key: label, or None to leave it out}}, "undo", "finish", "leave"."""
        ...
