"""How well the recogniser reads real photos: `python tests/bench/accuracy.py PHOTOS
[--novelty] [--complete] [--spoiled]`.

PHOTOS is a folder with the Scrabble boards and SET cards that docs/recogniser.md names. Who is taught and who is read
is written down in protocols.json, fixed before anything was tuned: frames of one game are never on both sides.
"""

import argparse
import functools
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

import cv2
import numpy as np
import spoiling

from companion.evaluation.labels import load_labels
from companion.evaluation.pictures import load_picture
from vision import layout as layouts
from vision.layout import Grid, Pieces
from vision.observation import Reading
from vision.observe import area_light
from vision.pieceset.set_index import Exemplar
from vision.recognition import reading
from vision.recognition.recogniser import fit
from vision.registration.locate import Located, locate
from vision.registration.patches import cell_patches, piece_patch
from vision.teach import example_of_face

PROTOCOLS = json.loads((Path(__file__).with_name("protocols.json")).read_text(encoding="utf-8"))


@dataclass
class Scene:
    """The labelled patches of one picture."""

    name: str
    examples: list[Exemplar] = field(default_factory=list)


@dataclass
class Tally:
    """Readings against the truth."""

    faces: int = 0
    faces_right: int = 0
    empties: int = 0
    empties_right: int = 0
    asked: int = 0
    sure_wrong: int = 0
    unknown: int = 0
    unknown_sure: int = 0
    boards: int = 0
    boards_clean: int = 0
    fit_s: float = 0.0
    read_s: float = 0.0
    said: list[tuple[float, bool]] = field(default_factory=list)
    misses: Counter[str] = field(default_factory=Counter)

    def add(self, truth: str, read: Reading, known: bool) -> None:
        """Count one reading."""
        if not known:
            self.unknown += 1
            self.unknown_sure += read.sure
            return
        right = read.label == truth
        if truth == "empty":
            self.empties += 1
            self.empties_right += right
        else:
            self.faces += 1
            self.faces_right += right
        self.asked += not read.sure
        self.sure_wrong += read.sure and not right
        self.said.append((read.confidence, right))
        if not right:
            self.misses[f"{truth}→{read.label}" + ("!!" if read.sure else "")] += 1

    def __iadd__(self, other: "Tally") -> "Tally":
        for name in self.__dataclass_fields__:
            value = getattr(other, name)
            if isinstance(value, Counter):
                self.misses.update(value)
            else:
                setattr(self, name, getattr(self, name) + value)
        return self

    def row(self) -> str:
        """Return the tally as one line."""
        count = max(self.faces + self.empties, 1)
        low = [(c, r) for c, r in self.said if c < 0.95]
        return (
            f"faces {share(self.faces_right, self.faces)}  empties {share(self.empties_right, self.empties)}  "
            f"asked {self.asked / count:6.2%}  sure+wrong {self.sure_wrong}  "
            f"untaught sure {self.unknown_sure}/{self.unknown}  "
            f"ECE {ece(self.said):.3f}  below .95 said {mean([c for c, _ in low]):.2f} "
            f"right {mean([r for _, r in low]):.2f} ({len(low)})  fit {self.fit_s:.1f}s "
            f"read {1e3 * self.read_s / max(self.boards, 1):.0f}ms  clean {self.boards_clean}/{self.boards}"
        )


def share(right: int, count: int) -> str:
    return f"{right}/{count} {right / count:.2%}" if count else "0/0"


def mean(values: list[float] | list[bool]) -> float:
    return float(np.mean(values)) if values else float("nan")


def ece(said: list[tuple[float, bool]], bins: int = 15) -> float:
    """Return the expected calibration error over equally wide bins."""
    if not said:
        return 0.0
    chance, right = np.array([c for c, _ in said]), np.array([r for _, r in said], float)
    places = np.minimum((chance * bins).astype(int), bins - 1)
    return float(
        sum(
            (places == k).mean() * abs(chance[places == k].mean() - right[places == k].mean())
            for k in range(bins)
            if (places == k).any()
        )
    )


def scrabble(
    folder: Path, starts: tuple[str, ...] = ("game",), change: Callable[[np.ndarray], np.ndarray] | None = None
) -> dict[str, Scene]:
    """Return the boards whose names start so, their pictures changed in some way."""
    layout = layouts.load(folder / "layout.toml")
    found = load_labels(folder / "LABELS.json", layout).pictures
    return {
        labelled.file.stem: scene_of(labelled, change) for labelled in found if labelled.file.stem.startswith(starts)
    }


def scene_of(labelled, change: Callable[[np.ndarray], np.ndarray] | None = None) -> Scene:
    frame = load_picture(labelled.file)
    frame = change(frame) if change else frame
    located = locate(frame, labelled.layout, corners_px=np.array(labelled.corners_px), rectified=False)
    assert isinstance(located, Located), located
    lamp = area_light(frame, located, labelled.layout, by_markers=False).lamp
    scene = Scene(labelled.file.stem)
    for zone in labelled.layout.zones:
        if isinstance(zone, Grid):
            patches = cell_patches(frame, located.zones[zone.name], zone)
            labels = [label for row in labelled.cells[zone.name] for label in row]
            scene.examples += [
                Exemplar(label, patch, lamp, 1.0, True, scene.name)
                for label, patch in zip(labels, patches, strict=True)
                if label
            ]
        elif isinstance(zone, Pieces):
            for piece in labelled.pieces[zone.name]:
                patch = piece_patch(frame, located.zones[zone.name], zone, piece.center_mm, piece.angle_deg or 0.0)
                scene.examples.append(Exemplar(piece.label, patch, lamp, zone.piece_mm[0] / zone.piece_mm[1]))
    return scene


def cards(folder: Path) -> dict[str, list[Scene]]:
    found: dict[str, list[Scene]] = {"1": [], "2": [], "table": []}
    for labelled in load_labels(folder / "LABELS.json", None).pictures:
        which = labelled.file.stem[-1]
        # Every crop is a picture of its own, with its own lamp.
        crop = example_of_face(load_picture(labelled.file), labelled.face, labelled.file.name)
        found[which].append(Scene(labelled.file.stem, [crop]))
    found["table"] = [scene_of(labelled) for labelled in load_labels(folder / "truth.json", None).pictures]
    return found


def judge(taught: list[Exemplar], scenes: list[Scene], turns: int, complete: bool = False) -> Tally:
    """Return how well the taught examples read the scenes; `complete`: as a set in which every face is said to be."""
    tally = Tally()
    start = perf_counter()
    fitted = fit(taught, turns, complete=complete)
    tally.fit_s = perf_counter() - start
    labels = {example.label for example in taught}
    for scene in scenes:
        examples = [e for e in scene.examples if not complete or e.label in labels]
        patches = np.stack([example.patch for example in examples])
        start = perf_counter()
        readings = reading.read(fitted, patches, examples[0].lamp_bgr)
        tally.read_s += perf_counter() - start
        before = tally.sure_wrong + tally.unknown_sure
        for example, read in zip(examples, readings, strict=True):
            tally.add(example.label, read, example.label in labels)
        tally.boards += 1
        tally.boards_clean += tally.sure_wrong + tally.unknown_sure == before
    return tally


def one_each(examples: list[Exemplar]) -> list[Exemplar]:
    """Return one example of each face, of the empty square one a print (told apart by its mean colour)."""
    seen: Counter[object] = Counter()
    kept = []
    for example in examples:
        key: object = example.label
        if example.label == "empty":
            key = tuple((example.patch[32:64, 32:64].mean((0, 1)) // 40).astype(int))
        seen[key] += 1
        if seen[key] == 1:
            kept.append(example)
    return kept


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--novelty", action="store_true")
    parser.add_argument("--complete", action="store_true", help="as sets in which every face is said to be")
    parser.add_argument("--spoiled", action="store_true", help="the boards' last frames, spoiled in every way")
    parser.add_argument("--frames", type=int, default=100, help="read the last so many of a game's frames")
    parser.add_argument("--only", default="")
    parser.add_argument("--misses", type=int, default=6)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.spoiled:
        read_spoiled(args.photos, args.only, args.complete)
        return
    boards, sets = scrabble(args.photos / "scrabble"), cards(args.photos / "set")
    for group in ("scrabble", "one_each", "set"):
        sums: dict[str, Tally] = {}
        for protocol in PROTOCOLS[group]:
            if args.only not in protocol["name"] + " " + group:
                continue
            if group == "set":
                taught = [e for which in protocol["teach"] for s in sets[which] for e in s.examples]
                scenes, turns = sets[protocol["read"]], 2
            else:
                taught = [e for name in protocol["teach"] for e in boards[name].examples]
                taught = one_each(taught) if group == "one_each" else taught
                scenes, turns = [s for n, s in boards.items() if n.startswith(protocol["read"])], 1
            if group != "set":
                scenes = scenes[-args.frames :]
            tally = judge(taught, scenes, turns, args.complete)
            print(f"   {' '.join(protocol['teach'])} → {protocol['read']}: {tally.row()}", flush=True)
            print("        ", dict(tally.misses.most_common(args.misses)))
            sums.setdefault(protocol["name"], Tally())
            sums[protocol["name"]] += tally
            if args.novelty:
                scenes = scenes[-3:]  # a game's frames show the same tiles again and again
                print("      left out in turn:", left_out(taught, scenes, turns), flush=True)
        for name, tally in sums.items():
            print(f"{name}: {tally.row()}")


def read_spoiled(photos: Path, only: str, complete: bool) -> None:
    """Print how the last frames of the boards are read once they are spoiled, way by way, all protocols together."""
    boards = scrabble(photos / "scrabble")
    wanted = [
        (group, protocol)
        for group in ("scrabble", "one_each")
        for protocol in PROTOCOLS[group]
        if only in protocol["name"] + " " + group
    ]
    last = {game: max(name for name in boards if name.startswith(game)) for game in ("game05", "game06", "game12")}
    for number, way in enumerate(sorted(spoiling.WAYS)):
        worse = {
            name: scene
            for name in last.values()
            for scene in scrabble(
                photos / "scrabble",
                (name,),
                functools.partial(spoiling.WAYS[way], np.random.default_rng(4_000_000 + number)),
            ).values()
        }
        tally = Tally()
        for group, protocol in wanted:
            taught = [e for name in protocol["teach"] for e in boards[name].examples]
            taught = one_each(taught) if group == "one_each" else taught
            tally += judge(taught, [worse[last[protocol["read"]]]], 1, complete)
        print(f"{way}: {tally.row()}", dict(tally.misses.most_common(4)), flush=True)


def left_out(taught: list[Exemplar], scenes: list[Scene], turns: int) -> str:
    """Return how many readings of faces left out in turn were sure, and as what."""
    count = sure = 0
    taken: Counter[str] = Counter()
    for label in sorted({example.label for example in taught}):
        rest = [example for example in taught if example.label != label]
        if not rest:
            continue
        fitted = fit(rest, turns)
        strangers = [e for s in scenes for e in s.examples if e.label == label]
        for lamp in {e.lamp_bgr for e in strangers}:
            patches = np.stack([e.patch for e in strangers if e.lamp_bgr == lamp])
            for read in reading.read(fitted, patches, lamp):
                count += 1
                sure += read.sure
                if read.sure:
                    taken[f"{label}→{read.label}"] += 1
    return f"sure {sure} of {count} {dict(taken.most_common(8))}"


if __name__ == "__main__":
    main()
