"""Fit `vision/recognition/calibration.py`: which of the compared faces is the likeliest, how likely it is right, and
from where on that may be acted on.

    PYTHONPATH=.:tests/bench python tests/training/fit_trust.py --photos PHOTOS

wants the companion's own environment and the fonts that docs/encoder.md names. Games are drawn (`games.py`), and with
PHOTOS those of `tests/bench/protocols.json` are added. All that is taught is read in other pictures, and every face is
left out in turn and shown as a stranger. Games that are only checked, and each kind of photos with the fit made without
that kind, are what the fit has not met.
"""

import argparse
import functools
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import accuracy
import cv2
import numpy as np
from games import Game, drawn_game
from spoiling import spoiled

from vision.photometry import tone_transfer
from vision.pieceset.set_index import Exemplar
from vision.recognition import alignment, calibration, matching, reading
from vision.recognition.encoder import Embedded
from vision.recognition.recogniser import Recogniser
from vision.recognition.recogniser import fit as fitted_to
from vision.recognition.self_similarity import Usual

STRANGERS = 0.2
"""The share of what lies there that was never taught, for `sure`; and for what is said:"""
STRANGERS_SAID = 0.03
PHOTO_GROUPS = {"set": "set", "scrabble": "scrabble", "one_each": "scrabble"}
"""The groups of the protocols, and of what kind their photos are."""
FRAMES = 2
EMPTIES = 5
"""Of a photographed game so many pictures are read, good and spoiled, and of their empty squares every fifth."""
MOST_STRANGERS = 12
_RIDGE = 1e-3
_BOUNDS = (0.9, 0.95, 0.97, 0.98, 0.985, 0.99)


@dataclass(frozen=True)
class Evidence:
    """What was measured of each reading at the first look and at the second, in the taught pictures' tones (n, 2, r,
    measures), what is usual for these faces (n, 2, r, 3), which of them is the true one (n, 2; -1 where none is), and
    whether the true face was taught at all (n,). Missing faces are NaN."""

    measured: np.ndarray
    usual: np.ndarray
    true: np.ndarray
    taught: np.ndarray


FIELDS = ("measured", "usual", "true", "taught")


def evidence_of(recogniser: Recogniser, examples: list[Exemplar], to_taught: tone_transfer.Reals | None) -> Evidence:
    """Return what the recogniser finds in examples of one picture, whose tones are mapped `to_taught` ones."""
    patches, lamp = np.stack([e.patch for e in examples]), examples[0].lamp_bgr
    first = matching.weigh(recogniser, matching.viewed(recogniser, patches, lamp))
    looks = [first, first]
    if to_taught is not None:
        looks[1] = matching.weigh(recogniser, matching.viewed(recogniser, patches, lamp, to_taught))
    n, ranks, measures = first.measured.shape
    measured, habits = np.full((n, 2, matching.RIVALS, measures), np.nan), np.full((n, 2, matching.RIVALS, 3), np.nan)
    true = np.full((n, 2), -1)
    for k, found in enumerate(looks):
        measured[:, k, :ranks] = found.measured
        habits[:, k, :ranks] = recogniser.usual.habits[found.face]
        hit = np.array(recogniser.labels)[found.face] == np.array([e.label for e in examples])[:, None]
        true[:, k] = np.where(hit.any(axis=1), hit.argmax(axis=1), -1)
    return Evidence(measured, habits, true, np.isin([e.label for e in examples], recogniser.labels))


def tone_of(recogniser: Recogniser, examples: list[Exemplar]) -> tone_transfer.Reals | None:
    """Return how the tones of the picture that these examples are of lead to those of the taught ones."""
    view = matching.viewed(recogniser, np.stack([e.patch for e in examples]), examples[0].lamp_bgr)
    found = matching.weigh(recogniser, view)
    return reading.tone_of(recogniser, view, found, reading.judge(recogniser, found))


def collect(game: Game) -> Evidence:
    """Return what is found in a game: all read with all taught, and in one picture each face with itself left out. (The
    tones are told once, with all taught.)"""
    recogniser = fitted_to(game.taught, game.turns)
    tones = [tone_of(recogniser, list(picture)) for picture in game.asked]
    parts = [evidence_of(recogniser, list(picture), to) for picture, to in zip(game.asked, tones, strict=True)]
    for label in recogniser.labels if game.strangers and len(recogniser.labels) > 2 else ():
        rest = without(recogniser, label)
        for picture, to in list(zip(game.asked, tones, strict=True))[: game.strangers]:
            shown = [example for example in picture if example.label == label][:MOST_STRANGERS]
            parts += [evidence_of(rest, shown, to)] if shown else []
    return joined(parts)


def drawn(seed: int) -> Evidence:
    """Return what is found in a drawn game."""
    cv2.setNumThreads(1)
    return collect(drawn_game(np.random.default_rng(seed)))


def photographed(photos: Path, at: tuple[str, int], *, spoil: bool = False) -> Evidence:
    """Return what is found in a photographed game, its pictures spoiled if so wished: which group of the protocols, and
    its number there."""
    cv2.setNumThreads(1)
    group, number = at
    protocol = accuracy.PROTOCOLS[group][number]
    if group == "set":
        cards = accuracy.cards(photos / "set")
        taught = [e for which in protocol["teach"] for scene in cards[which] for e in scene.examples]
        pictures = [scene.examples for scene in cards[protocol["read"]]]
        return collect(Game(tuple(taught), tuple(map(tuple, pictures)), 2, len(pictures)))
    boards = accuracy.scrabble(photos / "scrabble", (*protocol["teach"], protocol["read"]))
    taught = [e for name in protocol["teach"] for e in boards[name].examples]
    taught = accuracy.one_each(taught) if group == "one_each" else taught
    names = [name for name in boards if name.startswith(protocol["read"])]
    names = names[:: -max(1, len(names) // FRAMES)][:FRAMES]
    if spoil:
        change = functools.partial(spoiled, np.random.default_rng(3_000_000 + 100 * len(group) + number))
        boards = accuracy.scrabble(photos / "scrabble", tuple(names), change)
    pictures = [_thinned(boards[name].examples) for name in names]
    return collect(Game(tuple(taught), tuple(map(tuple, pictures)), 1, 0 if spoil else 1))


def _thinned(examples: list[Exemplar]) -> list[Exemplar]:
    empties = [example for example in examples if example.label == "empty"]
    return [example for example in examples if example.label != "empty"] + empties[::EMPTIES]


def joined(parts: list[Evidence]) -> Evidence:
    """Return all evidence as one."""
    return Evidence(*(np.concatenate([getattr(part, name) for part in parts]) for name in FIELDS))


def without(recogniser: Recogniser, label: str) -> Recogniser:
    """Return the recogniser as if a face had not been taught. (The space of the quick search stays as it was.)"""
    number = recogniser.labels.index(label)
    kept = np.flatnonzero(recogniser.owner != number)
    owner = recogniser.owner[kept]
    owner = owner - (owner > number)
    near = replace(recogniser.near, coarse=recogniser.near.coarse[kept], exemplars=recogniser.near.exemplars[kept])
    old = recogniser.aligner
    aligner = alignment.Aligner(old.steps[kept], old.centred[kept], old.energy[kept])
    seen = Embedded(recogniser.seen.maps[kept], recogniser.seen.vectors[kept])
    labels = tuple(name for name in recogniser.labels if name != label)
    left = np.arange(len(recogniser.labels)) != number
    habits = Usual(recogniser.usual.own[left], recogniser.usual.others[left][:, left])
    middles, tints = recogniser.middles[kept], recogniser.tints[kept]
    return Recogniser(
        labels, owner, recogniser.turn[kept], near, aligner, middles, seen, tints, habits, recogniser.veils
    )


def each_look(found: Evidence) -> Evidence:
    """Return both looks at each reading as if they were two readings (2 n, 1, …)."""
    n = 2 * len(found.true)
    one = [values.reshape(n, 1, *values.shape[2:]) for values in (found.measured, found.usual, found.true)]
    return Evidence(one[0], one[1], one[2], np.repeat(found.taught, 2))


def fit_ranking(found: Evidence) -> np.ndarray:
    """Return the weights of the measures, such that the true face's sum is likely the greatest (softmax)."""
    rows = found.true >= 0
    measured = found.measured[rows]
    scaled, barred = np.nan_to_num(calibration.straightened(measured)), np.isnan(measured[..., 0])
    target = np.eye(scaled.shape[1])[found.true[rows]]
    weights = np.zeros(scaled.shape[2])
    for _ in range(30):
        score = np.where(barred, -1e9, scaled @ weights)
        chance = np.exp(score - score.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        slope = np.einsum("nr,nrf->f", target - chance, scaled) - _RIDGE * weights
        mean = np.einsum("nr,nrf->nf", chance, scaled)
        bend = np.einsum("nr,nrf,nrg->fg", chance, scaled, scaled) - mean.T @ mean + _RIDGE * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def first_of(found: Evidence, ranking: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the clues (n, looks, clues) of the likeliest face at each look, and whether it is the true one."""
    n, looks, ranks, measures = found.measured.shape
    measured, usual = found.measured.reshape(-1, ranks, measures), found.usual.reshape(-1, ranks, 3)
    scaled = calibration.straightened(measured)
    score = np.where(np.isnan(measured[..., 0]), -np.inf, scaled @ ranking)
    right = score.argmax(axis=1) == found.true.ravel()
    return calibration.clues(scaled, score, usual).reshape(n, looks, -1), right.reshape(n, looks)


def fit_logistic(clues: np.ndarray, right: np.ndarray, weight: np.ndarray, ridge: float = 1.0) -> np.ndarray:
    """Return the weights of the clues and, last, the offset of a logistic regression (Newton)."""
    spread = clues.std(axis=0) + 1e-9
    middle = clues.mean(axis=0)
    with_one = np.hstack([(clues - middle) / spread, np.ones((len(clues), 1))])
    found = np.zeros(with_one.shape[1])
    shrink = np.full(len(found), ridge)
    shrink[-1] = 0
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(with_one @ found, -40, 40)))
        slope = with_one.T @ (weight * (right - chance)) - shrink * found
        bend = (with_one * (weight * chance * (1 - chance))[:, None]).T @ with_one + np.diag(shrink)
        found = found + np.linalg.solve(bend, slope)
    scaled = found[:-1] / spread
    return np.append(scaled, found[-1] - scaled @ middle)


def weights_of(taught: np.ndarray, strangers: float) -> np.ndarray:
    """Return a weight for each reading such that so great a share of them is of faces that were never taught."""
    share = 1 - taught.mean()
    return np.where(taught, (1 - strangers) / (1 - share), strangers / max(share, 1e-9))


def report(name: str, found: Evidence, fitted: "Fitted") -> None:
    """Print which share of the taught would be asked from several bounds on, and how many wrong and strangers pass."""
    clues, right = first_of(found, fitted.ranking)
    log_odds, taught = clues @ fitted.sure[:-1] + fitted.sure[-1], found.taught
    best = right[:, 1][taught].mean()
    print(f"{name}: {taught.sum()} taught, best guess right {best:.4f}; {(~taught).sum()} strangers")
    for odds in _BOUNDS:
        sure = log_odds >= np.log(odds / (1 - odds))
        # The first look that is sure is what is said.
        said_right = np.where(sure[:, 0], right[:, 0], right[:, 1])
        passed = sure.any(axis=1)
        print(
            f"    {odds}: asked {1 - passed[taught].mean():.3f} (first look {1 - sure[taught, 0].mean():.3f}), "
            f"sure and wrong {(passed & taught & ~said_right).sum()}, strangers sure {(passed & ~taught).sum()}"
        )


@dataclass(frozen=True)
class Fitted:
    """The numbers of `vision.recognition.calibration`: `ranking`; `sure`, the clues' weights and last the offset;
    `said`."""

    ranking: np.ndarray
    sure: np.ndarray
    said: np.ndarray


def fit(parts: list[Evidence]) -> Fitted:
    """Return the numbers fitted to evidence."""
    found = each_look(joined(parts))
    ranking = fit_ranking(found)
    clues, right = (values[:, 0] for values in first_of(found, ranking))
    known = right & found.taught
    sure = fit_logistic(clues, known, weights_of(found.taught, STRANGERS))
    log_odds = clues @ sure[:-1] + sure[-1]
    said = fit_logistic(log_odds[:, None], known, weights_of(found.taught, STRANGERS_SAID), 0.0)
    return Fitted(ranking, sure, said)


def gathered(jobs: int, games: int, check: int, photos: Path | None) -> dict[str, Evidence]:
    """Return the evidence of games to fit (`drawn`), to check, and of each kind of photos."""
    tasks: list[tuple[str, Callable[[], Evidence]]] = []
    tasks += [("drawn", functools.partial(drawn, 2_000_000 + k)) for k in range(games)]
    tasks += [("check", functools.partial(drawn, 1_000_000 + k)) for k in range(check)]
    for group, kind in PHOTO_GROUPS.items() if photos is not None else ():
        for number in range(len(accuracy.PROTOCOLS[group])):
            tasks.insert(0, (kind, functools.partial(photographed, photos, (group, number))))
            if group != "set":
                tasks.insert(
                    0, (f"{kind}, spoiled", functools.partial(photographed, photos, (group, number), spoil=True))
                )
    with ProcessPoolExecutor(jobs) as pool:
        done = [(name, pool.submit(task)) for name, task in tasks]
        found: dict[str, list[Evidence]] = {}
        for name, part in done:
            found.setdefault(name, []).append(part.result())
    return {name: joined(parts) for name, parts in found.items()}


def main() -> None:
    """Read the command line, gather, fit and print what belongs into `vision/recognition/calibration.py`."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=90)
    asked.add_argument("--check", type=int, default=40)
    asked.add_argument("--photos", type=Path)
    asked.add_argument("--jobs", type=int, default=2)
    asked.add_argument("--evidence", type=Path, help="keep the evidence here, or take it from here")
    given = asked.parse_args()
    if given.evidence and given.evidence.exists():
        kept = np.load(given.evidence)
        names = {key.partition("/")[0] for key in kept.files}
        found = {name: Evidence(*(kept[f"{name}/{what}"] for what in FIELDS)) for name in sorted(names)}
    else:
        found = gathered(given.jobs, given.games, given.check, given.photos)
    if given.evidence:
        np.savez(given.evidence, **{f"{name}/{what}": getattr(e, what) for name, e in found.items() for what in FIELDS})
    fitting = [name for name in found if name != "check" and "spoiled" not in name]
    for name in found:
        if name != "drawn":
            others = [found[n] for n in fitting if n.partition(",")[0] != name.partition(",")[0]]
            report(f"{name}, fitted without such photos", found[name], fit(others))
    whole = fit([found[name] for name in fitting])
    for name, numbers in (("_RANK", whole.ranking), ("_TRUST", whole.sure[:-1]), ("_OFFSET", whole.sure[-1:])):
        print(name, ", ".join(f"{number:.3f}" for number in numbers))
    print("_SAID", ", ".join(f"{number:.3f}" for number in whole.said))
    for name, part in found.items():
        report(f"{name}, fitted to all but the checked", part, whole)


if __name__ == "__main__":
    main()
