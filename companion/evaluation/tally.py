"""Readings counted against the truth: the table that `companion evaluate` prints."""

from dataclasses import dataclass, field

import numpy as np

from vision.observation import Reading

_BINS = 15
_DOUBTFUL = 0.95


@dataclass(slots=True)
class LabelTally:
    """Counts that grow reading by reading; `empty` lists the faces that mean that nothing lies there."""

    empty: tuple[str, ...] = ()
    cells: dict[bool, list[bool]] = field(default_factory=lambda: {False: [], True: []})
    asked: int = 0
    sure_wrong: int = 0
    strangers: int = 0
    strangers_sure: int = 0
    said: list[tuple[float, bool]] = field(default_factory=list)
    clean: list[bool] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    lying: int = 0
    missed: int = 0
    invented: int = 0

    @property
    def worst(self) -> int:
        """How many readings were sure and wrong so far, faces that were never taught among them."""
        return self.sure_wrong + self.strangers_sure

    def count(self, truth: str, reading: Reading, *, known: bool) -> bool:
        """Count one reading; return whether it is a miss: wrong, or sure of a face that was never taught."""
        if not known:
            self.strangers += 1
            self.strangers_sure += reading.sure
            return reading.sure
        right = reading.label == truth
        self.cells[truth in self.empty].append(right)
        self.asked += not reading.sure
        self.sure_wrong += reading.sure and not right
        self.said.append((reading.confidence, right))
        return not right

    def pieces(self, lying: int, missed: int, invented: int) -> None:
        """Count the free pieces of one zone: how many lie there, were missed, were found where none lies."""
        self.lying += lying
        self.missed += missed
        self.invented += invented

    def picture(self, *, clean: bool) -> None:
        """Count a picture that was found, and whether nothing in it was sure and wrong."""
        self.clean.append(clean)

    def refuse(self, why: str) -> None:
        """Count a picture in which the area was not found."""
        self.refused.append(why)

    def time(self, seconds: float) -> None:
        """Count how long a picture took to read."""
        self.seconds.append(seconds)

    def table(self) -> str:
        """Return the table in plain text."""
        faces, empties = self.cells[False], self.cells[True]
        read = len(faces) + len(empties)
        low = [(chance, right) for chance, right in self.said if chance < _DOUBTFUL]
        rows = [
            ("pictures read", _share(len(self.clean), len(self.clean) + len(self.refused))),
            ("faces right", _share(sum(faces), len(faces))),
            ("empty places right", _share(sum(empties), len(empties))),
            ("asked about", _share(self.asked, read)),
            ("sure and wrong", _share(self.sure_wrong, read)),
            ("never taught, taken as sure", _share(self.strangers_sure, self.strangers)),
            ("pictures with nothing sure and wrong", _share(sum(self.clean), len(self.clean))),
            ("calibration error (ECE)", f"{calibration_error(self.said):.3f}" if read else "–"),
            ("readings said below 0.95", _said(low)),
            ("time a picture", _times(self.seconds)),
        ]
        if self.lying or self.invented:
            rows.insert(1, ("pieces found", _share(self.lying - self.missed, self.lying)))
            rows.insert(2, ("pieces invented", str(self.invented)))
        wide = max(len(name) for name, _ in rows)
        lines = [f"{name.ljust(wide)}  {value}" for name, value in rows]
        return "\n".join(lines + [f"refused: {why}" for why in self.refused])


def calibration_error(said: list[tuple[float, bool]]) -> float:
    """Return the expected calibration error over equally wide bins of the stated probability (Naeini and others,
    "Obtaining Well Calibrated Probabilities Using Bayesian Binning", 2015)."""
    if not said:
        return 0.0
    chance = np.array([chance for chance, _ in said])
    right = np.array([right for _, right in said], np.float64)
    places = np.minimum((chance * _BINS).astype(int), _BINS - 1)
    errors = [
        float(np.mean(places == k)) * abs(float(chance[places == k].mean() - right[places == k].mean()))
        for k in np.unique(places)
    ]
    return float(sum(errors))


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.2%})" if whole else "–"


def _said(said: list[tuple[float, bool]]) -> str:
    if not said:
        return "none"
    chance = float(np.mean([chance for chance, _ in said]))
    right = float(np.mean([right for _, right in said]))
    return f"{len(said)}: {chance:.3f} said, {right:.3f} right"


def _times(seconds: list[float]) -> str:
    return f"{1e3 * float(np.median(seconds)):.0f} ms, at most {1e3 * max(seconds):.0f}" if seconds else "–"
