"""The manifest of a game that stands on a base."""

from collections.abc import Sequence
from typing import Any

from companion.bases.faces import Face, tints
from companion.game import Game, Manifest, Mat
from companion.game.manifest import Artwork
from companion.game.teaching import TeachingContract


def of_base(game: Game[Any], faces: Sequence[Face], mat: Mat, walk: TeachingContract, practice: Artwork) -> Manifest:
    """Return a game's manifest; `practice` is its artwork, the people of its simulated table and its play by chance.
    On the page kinds have the colours of their faces."""
    shown = tints(faces)
    return Manifest(
        game=game, contract=1, mat=mat, walk=walk, art=practice, tints=shown, people=practice, legal=practice
    )
