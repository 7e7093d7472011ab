"""The whole practice set laid on a mat sheet by sheet, as somebody lays it who teaches: holds, then crates on the bare
docks."""

from collections.abc import Mapping

from companion.games.shipshape.practice import laying
from companion.games.shipshape.practice.box import CRATES, HOLDS
from companion.games.shipshape.practice.laying import Dock, LaidCrate
from companion.practice.people import Dice, Labels
from companion.prints.piece import Laid
from vision.layout import Layout

OFF_MM, ASKEW_DEG = 1.5, 2.5


def sheets(layout: Layout, dice: Dice) -> list[tuple[tuple[Laid, ...], Mapping[str, Labels]]]:
    """Return the pieces of each sheet, and what lies on each square of each dock; None is the bare mat."""
    docks = [zone.name for zone in layout.zones]
    holds, crates = list(HOLDS), dice.sample(CRATES, len(CRATES))
    tables: list[tuple[tuple[Laid, ...], Mapping[str, Labels]]] = []
    while holds:
        laid = {dock: Dock(holds.pop(0), offset_mm=_off(dice), askew_deg=_askew(dice)) for dock in docks if holds}
        tables.append((laying.lay(layout, laid), {name: dock.labels for name, dock in laid.items()}))
    while crates:
        alone = {
            dock: LaidCrate(crates.pop(), dice.choice(range(4)), dice.random() < 0.5, _off(dice), _askew(dice))
            for dock in docks
            if crates
        }
        tables.append((laying.lay_crates(layout, alone), {name: crate.cells for name, crate in alone.items()}))
    return tables


def _off(dice: Dice) -> tuple[float, float]:
    return dice.uniform(-OFF_MM, OFF_MM), dice.uniform(-OFF_MM, OFF_MM)


def _askew(dice: Dice) -> float:
    return dice.uniform(-ASKEW_DEG, ASKEW_DEG)
