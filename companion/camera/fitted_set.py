"""A game's taught set, loaded and fitted for the mat that lies there: aside, for it takes seconds, and whoever watches
the table must not stand still meanwhile."""

import logging
from collections.abc import Callable, Iterable
from hashlib import blake2b

from companion.camera.aside import Aside
from companion.table.evidence.set_change import Looks
from vision.layout import Layout
from vision.observation import Unseen
from vision.observe import Trained, train
from vision.pieceset.faces import Faces
from vision.pieceset.set_index import Exemplar

log = logging.getLogger("companion")

UNTAUGHT = Unseen("the pieces are not taught yet: see “Teach the pieces” under “More”")
FITTING = Unseen("the taught pieces are being made ready: that takes a few seconds")
BROKEN = Unseen("the taught pieces can't be used: teach them anew, the log says why")


def looks_of(exemplars: Iterable[Exemplar]) -> Looks:
    """Return what a set of these is fitted to: the face's name of each picture."""
    return {blake2b(one.patch.tobytes(), digest_size=16).digest(): one.label for one in exemplars}


class FittedSet:
    """See the module. `load` returns the set, None where nothing was taught; `before` reads until this one is fitted:
    the same game's, as it was until now."""

    def __init__(self, load: Callable[[], Faces | None], aside: Aside, before: "FittedSet | None" = None) -> None:
        self._load, self._aside, self._before = load, aside, before
        self._fitted: dict[str, Trained | Unseen] = {}
        self._fitted_to: Looks | None = None
        self.looks: Looks | None = None
        self._outdated = False
        if before is not None:
            before._outdated = True

    def on(self, layout: Layout) -> Trained | Unseen:
        """Return the set fitted for a mat, or why it can't be read with just now. What is missing is begun. `looks`
        says then what it was fitted to, None where nothing is."""
        if layout.name not in self._fitted:
            self._fitted[layout.name] = FITTING
            self._aside(lambda: self._fit(layout))
        fitted = self._fitted[layout.name]
        if fitted is FITTING and self._before is not None:
            meanwhile = self._before.on(layout)
            self.looks = self._before.looks
            return meanwhile
        self._before, self.looks = None, self._fitted_to
        return fitted

    def _fit(self, layout: Layout) -> None:
        if self._outdated:
            return  # the set has changed once more since
        try:
            faces = self._load()
            looks = looks_of(() if faces is None else faces.examples)
            fitted = UNTAUGHT if faces is None else train(faces, layout)
            self._fitted_to = looks
            self._fitted[layout.name] = fitted
        except Exception:
            log.exception("the taught pieces could not be made ready")
            self._fitted[layout.name] = BROKEN
