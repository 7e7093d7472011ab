"""What the page needs for the host's chores, stated as a protocol."""

from collections.abc import Mapping
from typing import Any, Protocol


class HostSettings(Protocol):
    """What the host looks after. Whatever changes anything is a request to `Companion.submit`, with its rights."""

    def teaches(self) -> bool:
        """Return whether corrections teach the camera."""
        ...

    def sets(self, language: str) -> list[Mapping[str, Any]]:
        """Return every game's taught set: {"game", "title", "faces", "pictures", "complete", "problem"}."""
        ...

    def pieces(self, game: str, language: str) -> Mapping[str, Any] | None:
        """Return a game's set as `sets` does, with "shelf": [{"label", "count", "files"}] and what the game "knows":
        [label]; None where no such game is."""
        ...

    def piece_picture(self, game: str, file: str) -> bytes | None:
        """Return a taught picture as PNG, None where there is none."""
        ...

    def export(self, game: str) -> bytes | None:
        """Return a whole set as one file, None where nothing is taught."""
        ...

    def take_in(self, game: str, data: bytes, language: str) -> tuple[bool, str]:
        """Add an exported file to a set; return whether it was done, and the sentence to show."""
        ...

    def trial(self, game: str, language: str) -> Mapping[str, Any] | None:
        """Return what the set says of the camera's present picture: {"why"} alone where it says nothing, else "why"
        empty, "sure" and "asked" as counts, and "places": [{"name", "picture", "cols", "cells": [{"label", "sure",
        "percent", "rival"}], "why"}]; None where no such game is."""
        ...

    def look(self, language: str, *, playing: bool, board: bool = False) -> Mapping[str, Any]:
        """Return what the camera sees now: {"picture": a data: address or "", "found", "lines": [{"state", "text"}]};
        while a game is played, nothing but the mat. With `board`, the calibration board is looked for."""
        ...

    def setup(self, language: str) -> Mapping[str, Any] | None:
        """Return what can be set up and what is: {"name", "wifi", "language", "camera", "cameras": [(value, words)],
        "pods", "most_pods", "display", "displays", "size", "sizes", "restart"}; None where nothing is kept."""
        ...

    def lens(self, language: str) -> Mapping[str, Any]:
        """Return how far the lens is measured: {"camera", "taken", "enough", "result", "good", "kept"}."""
        ...

    def wiring(self, language: str) -> Mapping[str, Any]:
        """Return the pods' wiring test: {"pods": how many there are, "line": what to press now, empty while there is no
        test, "wrong": what was pressed instead, "done", "total": of how many keys}."""
        ...

    def board(self, paper: str) -> bytes:
        """Return the calibration board as PDF, for "a4" or "letter"."""
        ...
