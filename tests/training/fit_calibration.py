"""Fit `vision/recognition/calibration.json`: which of the compared faces leads, and the odds that it is right.

    python tests/bench/generalise.py SHARED --patches PATCHES.npz
    python tests/training/fit_calibration.py PATCHES.npz [--drawn N] [--keep EVIDENCE.pickle] [--write]

What is fitted to: the games of the benchmark, each as much as any other, and a third as much again drawn games. Each
cell is measured as it is, and once more with its own face left out, as somebody meets a face that was never taught; by
the second networks, too. What both measured has a fit of its own, to the cells in which both see the same face lead.
Halves are fitted apart and judged by the other; the tables that are printed are of games that took no part in their
fit. With `--write` the fit to all of them is kept.
"""

import argparse
import itertools
import json
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from games import drawn_game

from vision.pieceset.set_index import Exemplar, mostly_by_markers
from vision.recognition import calibration, matching, network, odds
from vision.recognition.gallery import Recogniser
from vision.recognition.kinship import Kinship, Probes, kinship, probes_of
from vision.recognition.matching import Measured, Weighed
from vision.recognition.odds import CLUES, RANKED, clues_of
from vision.recognition.recogniser import compared, uncompared
from vision.recognition.self_similarity import Similarity
from vision.recognition.set_ranking import set_ranking

KNOWN = "known"
_OF_A_FACE = 40
_DRAWN_SHARE = 0.25
_STRANGERS, _STRANGERS_OF_KNOWN = 0.02, 0.1
_TRUE_STRANGERS = 0.02
_RIDGE, _RIDGE_OF_BOTH, _RIDGE_OF_KNOWN = 10.0, 300.0, 30.0
_SEED = 3


@dataclass
class Evidence:
    """What was measured of the cells of one protocol: as they are (one `Measured` a picture), with the labels that are
    true, of what kind each is, and with their own faces left out. `kinship` is what was measured of its
    own exemplars and of probes, `gone` which face was left out of each; `second` all of this by the second
    networks."""

    game: str
    half: str
    protocol: str
    complete: bool
    labels: tuple[str, ...]
    similarity: Similarity
    kinship: Kinship
    cells: list[Measured]
    truth: list[np.ndarray]
    kinds: list[np.ndarray]
    rows: list[np.ndarray]
    left_out: list[Measured]
    gone: list[np.ndarray]
    second: "Evidence | None" = None

    def ranked_by(self, weights: np.ndarray) -> Similarity:
        """Return the similarity with the set's own ranking, told from these fitted weights."""
        return replace(self.similarity, ranking=set_ranking(self.kinship, self.similarity, weights))

    def strangers(self) -> Iterator[tuple[Measured, Similarity]]:
        """Yield what was measured of cells whose faces were left out, face by face, with the similarity of the rest."""
        for face in np.unique(np.concatenate(self.gone)) if self.gone else ():
            rest = self.kinship.similarity(int(face))
            for measured, gone in zip(self.left_out, self.gone, strict=True):
                if (gone == face).any():
                    yield measured.of(np.flatnonzero(gone == face)), rest


def evidence(
    game: str, half: str, protocol: str, taught: Sequence[Exemplar], turns: int, pictures, *, complete: bool
) -> Evidence:
    """Return what is measured of a protocol's pictures (patches, lamps, blacks, labels, kinds and rows of each) with
    the open set or the complete one."""
    bare, crops = uncompared(taught, turns, complete=complete, by_markers=mostly_by_markers(taught))
    fitted = compared(bare, crops)

    def of(seen: Recogniser, probes: Probes | None) -> Evidence:
        told = kinship(seen, probes)
        about = (game, half, protocol, complete, fitted.labels, told.similarity(), told)
        return Evidence(*about, [], [], [], [], [], [])

    found = of(fitted, probes_of(crops, bare.gallery.origin) if complete else None)
    if fitted.second is not None:
        found.second = of(fitted.as_second(fitted.second), None)
    numbers = {label: k for k, label in enumerate(fitted.labels)}
    left: dict[int, int] = {}
    for patches, lamps, blacks, labels, kinds, rows in pictures:
        view = matching.viewed(patches, lamps, fitted.placing, blacks)
        _add(found, "cells", fitted, matching.weigh(fitted, view))
        truth = np.array([numbers.get(label, -1) for label in labels])
        found.truth.append(truth)
        found.kinds.append(np.array(kinds))
        found.rows.append(np.array(rows))
        some = []
        for k in np.flatnonzero((np.array(kinds) == KNOWN) & (truth >= 0)):
            left[truth[k]] = left.get(truth[k], 0) + 1
            if left[truth[k]] <= _OF_A_FACE and len(fitted.labels) > 2:
                some.append(k)
        if some:
            which = np.array(some)
            part = matching.viewed(patches[which], lamps[which], fitted.placing, blacks[which])
            _add(found, "left_out", fitted, matching.weigh(fitted, part, truth[which]), truth[which])
            found.gone.append(truth[which])
    if found.second is not None:
        found.second = replace(found.second, truth=found.truth, kinds=found.kinds, rows=found.rows, gone=found.gone)
    return found


def _add(found: Evidence, to: str, fitted: Recogniser, weighed: Weighed, gone: np.ndarray | None = None) -> None:
    """Add what was measured, and what the second networks measure, of patches; face `gone` was left out of each."""
    getattr(found, to).append(weighed.measured)
    if fitted.second is not None and found.second is not None:
        every = np.arange(len(weighed.crops))
        getattr(found.second, to).append(matching.weighed_again(fitted, fitted.second, weighed, every, gone))


def of_benchmark(path: Path) -> Iterator[Evidence]:
    """Yield the evidence of each protocol in a file of patches (see tests/bench/generalise_store.py)."""
    told = np.load(path)
    rows = {key: told[key] for key in told.files if key != "patches"}
    patches = told["patches"]
    plain = rows["way"] == "plain"
    for game, protocol in sorted({*zip(rows["game"][plain], rows["protocol"][plain], strict=True)}):
        of = plain & (rows["game"] == game) & (rows["protocol"] == protocol)
        taught = np.flatnonzero(of & (rows["side"] == "taught"))
        read = np.flatnonzero(of & (rows["side"] == "read") & (rows["kind"] != "unsaid"))
        exemplars = [
            Exemplar(
                str(rows["label"][k]),
                patches[rows["patch"][k]],
                _bgr(rows["lamp_bgr"][k]),
                float(rows["ratio"][k]),
                bool(rows["turned"][k]),
                str(rows["picture"][k]),
                "",
                _bgr(rows["white_bgr"][k]),
                _bgr(rows["black_bgr"][k]),
            )
            for k in taught
        ]
        pictures = []
        for name in np.unique(rows["picture"][read]):
            own = read[rows["picture"][read] == name]
            kinds, labels = rows["kind"][own], rows["label"][own]
            light = (rows["lamp_bgr"][own], rows["black_bgr"][own])
            pictures.append((patches[rows["patch"][own]], *light, labels, kinds, rows["row"][own]))
        turns = int(rows["turns"][read].max())
        print(game, protocol, len(exemplars), len(read), flush=True)
        for complete in (False, True):
            half = str(rows["half"][taught[0]])
            yield evidence(str(game), half, str(protocol), exemplars, turns, pictures, complete=complete)


def _bgr(values: np.ndarray) -> tuple[float, float, float]:
    blue, green, red = values
    return float(blue), float(green), float(red)


def of_drawn(count: int) -> Iterator[Evidence]:
    """Yield the evidence of drawn games; those are left out whose fonts are not on this machine."""
    for number in range(count):
        rng = np.random.default_rng([_SEED, number])
        try:
            game = drawn_game(rng)
        except ValueError:
            continue
        if len({each.label for each in game.taught}) < 4:
            continue
        pictures = [
            (np.stack([each.patch for each in asked]), np.array([each.lamp_bgr for each in asked]),
             np.zeros((len(asked), 3)), [each.label for each in asked], [KNOWN] * len(asked), ["drawn"] * len(asked))
            for asked in game.asked
        ]  # fmt: skip
        turns = int(rng.choice([1, 1, 2, 4]))
        for complete in (False, True):
            yield evidence(f"drawn {number}", "drawn", "", game.taught, turns, pictures, complete=complete)


def ranking(found: Sequence[Evidence]) -> np.ndarray:
    """Return the weights of `RANKED`: a conditional logit of which compared face is the true one, games equal."""
    inputs, targets, weights = [], [], []
    for each, share in _shares(found):
        for measured, truth, kinds in zip(each.cells, each.truth, each.kinds, strict=True):
            hit = (measured.face == truth[:, None]) & (truth >= 0)[:, None] & (kinds == KNOWN)[:, None]
            some = hit.any(axis=1)
            x = odds.ranked(measured, each.similarity)[some]
            room = matching.RIVALS - x.shape[1]
            inputs.append(np.pad(x, ((0, 0), (0, room), (0, 0)), constant_values=np.nan))
            targets.append(hit[some].argmax(axis=1))
            weights.append(np.full(int(some.sum()), share / max(sum(int((k == KNOWN).sum()) for k in each.kinds), 1)))
    x, target, weight = np.concatenate(inputs), np.concatenate(targets), np.concatenate(weights)
    weight = weight / weight.sum()
    missing, x = ~np.isfinite(x).all(axis=2), np.nan_to_num(x)
    hot, found_weights = np.eye(matching.RIVALS)[target], np.zeros(len(RANKED))
    for _ in range(40):
        score = np.where(missing, -1e9, x @ found_weights)
        chance = np.exp(score - score.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        slope = np.einsum("n,nr,nrf->f", weight, hot - chance, x) - 1e-3 * found_weights
        mean = np.einsum("nr,nrf->nf", chance, x)
        curve = np.einsum("n,nr,nrf,nrg->fg", weight, chance, x, x) - (mean * weight[:, None]).T @ mean
        step = np.linalg.solve(curve + 1e-3 * np.eye(len(RANKED)), slope)
        found_weights = found_weights + step * min(1.0, 3 / float(np.abs(step).max()))
    return found_weights


def told(similarity: Similarity, measured: Measured, rank: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the clues of the leading faces, and which these are."""
    _, first, found = odds.leading(measured, similarity, rank)
    return found, measured.face[np.arange(len(first)), first]


Told = tuple[np.ndarray, np.ndarray, np.ndarray]
"""The clues of cells, which face leads in each, and in which all opinions see the same one lead."""


def clues_told(each: Evidence, ranks: Sequence[np.ndarray], *, own: bool) -> tuple[Told, Told]:
    """Return what is told of all cells, and of those whose faces were left out, by the first networks' ranking or by
    both rankings; with `own`, by the ranking that the set itself tells from these."""
    opinions = list(zip((each, each.second), ranks, strict=False))
    cells, gone = [], []
    for by, rank in opinions:
        similarity = by.ranked_by(rank) if own else by.similarity
        cells.append([told(similarity, measured, rank) for measured in by.cells])
        left = ((measured, replace(rest, ranking=similarity.ranking)) for measured, rest in by.strangers())
        gone.append([told(rest, measured, rank) for measured, rest in left])
    return _as_one(cells), _as_one(gone)


def _as_one(opinions: Sequence[Sequence[tuple[np.ndarray, np.ndarray]]]) -> Told:
    nothing = np.empty((0, len(CLUES))), np.empty(0, np.intp)
    parts = [[np.concatenate(part) for part in zip(nothing, *pictures, strict=True)] for pictures in opinions]
    (x, face), same = parts[0], np.ones(len(parts[0][1]), bool)
    for x_again, face_again in parts[1:]:
        x, same = odds.together(x, x_again), face == face_again
    return x, face, same


def logistic(found: Sequence[Evidence], ranks: Sequence[np.ndarray], kind: str) -> dict[str, object]:
    """Return the offset, and mean, spread and weight of each clue: ridge regression of “the first is right”, or of “any
    of the taught lies there” (kind `known`), by the first networks' ranking or by both, where these agree."""
    xs, ys, ws = [], [], []
    known = kind.endswith("known")
    strangers = _STRANGERS_OF_KNOWN if known else _STRANGERS

    def add(x: np.ndarray, y: np.ndarray, weight: float) -> None:
        xs.append(x)
        ys.append(y)
        ws.append(np.full(len(x), weight / max(len(x), 1)))

    for each, share in _shares(found):
        (x, face, same), (gone, _, same_gone) = clues_told(each, ranks, own=kind.endswith(odds.OWN))
        truth, kinds = np.concatenate(each.truth), np.concatenate(each.kinds)
        taught = (kinds == KNOWN) & (truth >= 0) & same
        foreign = (np.isin(kinds, ("stranger", "invented")) | ((kinds == KNOWN) & (truth < 0))) & same
        add(x[taught], ((face == truth) | known)[taught], share * (1 - strangers))
        add(x[foreign], np.zeros(int(foreign.sum())), share * _TRUE_STRANGERS * bool(foreign.any()))
        add(gone[same_gone], np.zeros(int(same_gone.sum())), share * strangers)
    x, y, w = np.concatenate(xs), np.concatenate(ys).astype(float), np.concatenate(ws)
    w *= len(w) / w.sum()
    names = clues_of(kind)
    mean, spread = x.mean(axis=0), x.std(axis=0) + 1e-6
    design = np.concatenate([(x - mean) / spread, np.ones((len(x), 1))], axis=1)
    stiff = _RIDGE_OF_KNOWN if known else _RIDGE if len(ranks) == 1 else _RIDGE_OF_BOTH
    ridge = np.diag([*np.full(len(names), stiff), 1e-6])
    weight = np.zeros(len(names) + 1)
    for _ in range(30):
        chance = 1 / (1 + np.exp(-np.clip(design @ weight, -30, 30)))
        slope = design.T @ (w * (y - chance)) - ridge @ weight
        curve = (design * (w * chance * (1 - chance) + 1e-9)[:, None]).T @ design + ridge
        step = np.linalg.solve(curve, slope)
        weight = weight + step * min(1.0, 2 / float(np.abs(step).max()))
    clues = {name: [round(float(part[k]), 5) for part in (mean, spread, weight)] for k, name in enumerate(names)}
    return {"offset": round(float(weight[-1]), 5), "clues": clues}


def _shares(found: Sequence[Evidence]) -> list[tuple[Evidence, float]]:
    """Return each protocol with its share: games equal, drawn ones together a third as much as the others."""
    games: dict[str, int] = {}
    for each in found:
        games[each.game] = games.get(each.game, 0) + 1
    drawn = sum(game.startswith("drawn") for game in games)
    real = len(games) - drawn
    share = {True: _DRAWN_SHARE / max(drawn, 1), False: (1 - _DRAWN_SHARE * bool(drawn)) / max(real, 1)}
    return [(each, share[each.game.startswith("drawn")] / games[each.game]) for each in found]


def fitted(found: Sequence[Evidence]) -> str:
    """Return the fits to that evidence, of open sets, of what is known, of complete sets, and of these by rankings of
    their own, by first networks and by both, as `vision/recognition/calibration.json` holds them."""
    fits: dict[str, dict[str, object]] = {}
    for kind in ("open", "complete"):
        of_kind = [each for each in found if each.complete == (kind == "complete")]
        seconded = [each for each in of_kind if each.second is not None]
        ranks = [ranking(of_kind), ranking([each.second for each in seconded if each.second is not None])]
        for by, every, of in ((network.FIRST, of_kind, ranks[:1]), (network.SECOND, seconded, ranks)):
            names = {name: round(float(v), 4) for name, v in zip(RANKED, of[-1], strict=True)}
            fits[by + kind] = {"ranking": names} | logistic(every, of, by + kind)
            other = "known" if kind == "open" else odds.OWN
            fits[by + other] = logistic(every, of, by + other)
    return json.dumps(fits, indent=1) + "\n"


def judged(found: Sequence[Evidence], numbers: str, folder: Path) -> dict[tuple[str, str], dict[str, np.ndarray]]:
    """Return, by row and game, which cells and strangers are sure under a fit and which are right, also without the
    second opinion (`alone`)."""
    odds.NUMBERS = folder / "calibration.json"
    odds.NUMBERS.write_text(numbers, encoding="utf-8")
    odds._numbers.cache_clear()
    out: dict[tuple[str, str], dict[str, list[np.ndarray]]] = {}
    for each in found:
        kind = "complete" if each.complete else "open"
        similarity = calibration.similarity_of(each.kinship, complete=each.complete)
        again = each.second.kinship if each.second is not None else each.kinship
        second_similarity = calibration.similarity_again(each.kinship, again, complete=each.complete)
        shown = zip(each.cells, each.truth, each.kinds, each.rows, strict=True)
        for number, (measured, truth, kinds, rows) in enumerate(shown):
            looks: dict[str, calibration.SecondLook | None] = {"alone": None, "sure": None}
            if each.second is not None:
                looks["sure"] = _asked(each.second.cells[number], second_similarity)
            told = {"known": kinds == KNOWN}
            for way, look in looks.items():
                verdict = calibration.judge(measured, similarity, complete=each.complete, look=look)
                leading = measured.face[np.arange(len(truth)), verdict.chance.argmax(axis=1)]
                told |= {way: verdict.sure, f"{way} right": (leading == truth) & (truth >= 0)}
            for row in np.unique(rows):
                part = out.setdefault((str(row), each.game), {})
                for key, value in told.items():
                    part.setdefault(f"{kind} {key}", []).append(value[rows == row])
        if each.complete:
            continue
        strangers, second = [np.empty(0, np.bool_)], each.second
        bound, second_bound = similarity.strangers, second_similarity.strangers
        of_second = second.strangers() if second is not None else itertools.repeat(None)
        for (measured, rest), again in zip(each.strangers(), of_second, strict=False):
            look = _asked(again[0], replace(again[1], strangers=second_bound)) if again is not None else None
            told_by = replace(rest, strangers=bound)
            strangers.append(calibration.judge(measured, told_by, complete=False, look=look).sure)
        for row in {str(row) for rows in each.rows for row in rows}:
            out[row, each.game].setdefault("strangers", []).append(np.concatenate(strangers))
    return {key: {name: np.concatenate(parts) for name, parts in value.items()} for key, value in out.items()}


def _asked(measured: Measured, similarity: Similarity) -> calibration.SecondLook:
    """Return what the second networks say of the cells of a picture."""
    return lambda which: (measured.of(which), similarity)


def table(told_of: dict[tuple[str, str], dict[str, np.ndarray]]) -> None:
    """Print how each game fares under a fit that never saw it."""
    sums: dict[str, list[list[float]]] = {}
    print(
        "row game cells: right, sure/wrong by one opinion, sure/wrong; of open sets, of complete ones; strangers sure"
    )
    for (row, game), part in sorted(told_of.items()):
        known = part["open known"]
        if not known.any():
            continue
        line = []
        for kind in ("open", "complete"):
            line.append(float(part[f"{kind} sure right"][known].mean()))
            for way in ("alone", "sure"):
                sure, right = part[f"{kind} {way}"], part[f"{kind} {way} right"]
                line += [float(sure[known].mean()), float((sure & ~right).sum())]
        line.append(float(part["strangers"].sum()))
        sums.setdefault(row, []).append(line)
        print(f"{row:9s} {game:13s} {known.sum():5d}: {_said(line)}", flush=True)
    for row, lines in sums.items():
        means, counts = np.mean(lines, axis=0), np.sum(lines, axis=0)
        counted = [2, 4, 7, 9, 10]
        means[counted] = counts[counted]
        print(f"mean {row}: {_said(means.tolist())}")


def _said(line: list[float]) -> str:
    sets = [f"{line[k]:.3f}, {line[k + 1]:.3f}/{line[k + 2]:.0f}, {line[k + 3]:.3f}/{line[k + 4]:.0f}" for k in (0, 5)]
    return f"{'; '.join(sets)}; {line[10]:.0f}"


def main() -> None:
    """Measure, fit, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("patches", type=Path)
    parser.add_argument("--drawn", type=int, default=60, metavar="N", help="how many drawn games")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="keep what was measured, and read it from there again"
    )
    parser.add_argument("--write", action="store_true", help="keep the fit to all in vision/recognition")
    args = parser.parse_args()
    goal = odds.NUMBERS
    if args.keep and args.keep.exists():
        games, drawn = pickle.loads(args.keep.read_bytes())
    else:
        # Before there is a fit, strangers' odds tell nothing: the bound is set after it.
        games, drawn = list(of_benchmark(args.patches)), list(of_drawn(args.drawn))
        if args.keep:
            args.keep.write_bytes(pickle.dumps((games, drawn)))
    print(len(games), "protocols", len(drawn), "drawn games")
    folder = Path(args.keep.parent if args.keep else ".")
    out: dict[tuple[str, str], dict[str, np.ndarray]] = {}
    for half in "AB":
        numbers = fitted([each for each in games if each.half != half] + drawn)
        (folder / f"other_of_{half}.json").write_text(numbers, encoding="utf-8")
        out |= judged([each for each in games if each.half == half], numbers, folder)
    table(out)
    odds.NUMBERS = goal
    if args.write:
        goal.write_text(fitted([*games, *drawn]), encoding="utf-8")


if __name__ == "__main__":
    main()
