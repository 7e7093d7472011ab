"""Readings → figures, and figures → tables."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import exp, isnan, lgamma, log, log1p, nan
from typing import Any

import numpy as np
from generalise_data import COVERED, EITHER, GAMES, KNOWN, STRANGER, UNSAID
from generalise_reads import INVENTED, LEFT_OUT, OTHER_EVENING, OWN_EVENING, PLAIN, Read, Run

ROWS = ("everyday", "hard", "one each", "no bar")
_BINS = 10

Figures = dict[str, Any]


def figures(reads: Sequence[Read]) -> Figures:
    """Return the figures of readings of one kind: shares are of 1."""
    cells = [read for read in reads if read.kind == KNOWN]
    strange = [read for read in reads if read.kind in (STRANGER, COVERED)]
    wrong = [read for read in reads if read.silent and read.kind not in (STRANGER, COVERED)]
    judged = [read for read in reads if read.kind != UNSAID and not _ruled_out(read)]
    boards = list(_boards(reads))
    said = [(read.confidence, read.right) for read in judged if read.kind != EITHER and not isnan(read.confidence)]
    known = [(read.confidence, read.right) for read in cells if not isnan(read.confidence)]
    sure = sum(read.sure for read in cells)
    strange_sure = sum(read.silent for read in strange)
    return {
        "pictures": len({(read.protocol, read.picture) for read in reads}),
        "cells": len(cells),
        "right": _share(sum(read.right for read in cells), len(cells)),
        "sure": _share(sure, len(cells)),
        "asked": _share(len(cells) - sure, len(cells)),
        "sure_wrong": len(wrong),
        "sure_wrong_most": upper_limit(len(wrong), len(cells)),
        "strangers": len(strange),
        "strangers_sure": strange_sure,
        "strangers_sure_most": upper_limit(strange_sure, len(strange)),
        "boards": len(boards),
        "boards_unasked": sum(boards),
        "at_none_wrong": _at_none_wrong(judged, len(cells)),
        "ece": calibration_error(known),
        "auroc": auroc(said),
        "missed": sum(read.label is None for read in cells),
        "invented": sum(read.kind == INVENTED for read in reads),
    }


def _ruled_out(read: Read) -> bool:
    """Return whether it is of a stranger to a set that was declared complete: that is counted by itself alone, for
    somebody said that there is none."""
    return read.complete and read.kind == STRANGER


def upper_limit(count: int, of: int, chance: float = 0.05) -> float:
    """Return the share below which the true one lies with 95 % confidence (Clopper and Pearson, one-sided)."""
    if not of or count >= of:
        return 1.0
    low, high = count / of, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        at_most = sum(_binomial(k, of, middle) for k in range(count + 1))
        low, high = (middle, high) if at_most > chance else (low, middle)
    return high


def _binomial(count: int, of: int, share: float) -> float:
    if share in (0.0, 1.0):
        return float(count == of * share)
    ways = lgamma(of + 1) - lgamma(count + 1) - lgamma(of - count + 1)
    return exp(ways + count * log(share) + (of - count) * log1p(-share))


def calibration_error(said: Sequence[tuple[float, bool]]) -> float:
    """Return how far what is said lies from what is right, on average over equally wide bins."""
    if not said:
        return nan
    chance, right = np.array([c for c, _ in said]), np.array([r for _, r in said], float)
    places = np.minimum((chance * _BINS).astype(int), _BINS - 1)
    within = [places == k for k in range(_BINS) if (places == k).any()]
    return float(sum(own.mean() * abs(chance[own].mean() - right[own].mean()) for own in within))


def auroc(said: Sequence[tuple[float, bool]]) -> float:
    """Return how often a right reading is thought likelier than one that is wrong or of a stranger."""
    right = np.array([c for c, r in said if r])
    wrong = np.sort([c for c, r in said if not r])
    if not len(right) or not len(wrong):
        return nan
    below, up_to = np.searchsorted(wrong, right, "left"), np.searchsorted(wrong, right, "right")
    return float((below + up_to).mean() / 2 / len(wrong))


def _at_none_wrong(reads: Sequence[Read], cells: int) -> float:
    """Return the share of cells that are right and thought likelier than everything that must not be sure."""
    bad = [read.confidence for read in reads if not read.right and not isnan(read.confidence)]
    bar = max(bad, default=0.0)
    return _share(sum(read.right and read.kind == KNOWN and read.confidence > bar for read in reads), cells)


def _boards(reads: Iterable[Read]) -> Iterator[bool]:
    """Yield of each board whether it needs no question: all that can be read there is right and sure, nothing else is
    wrong and sure. A board is a picture, or a zone of it."""
    by_board: dict[tuple[object, ...], list[Read]] = {}
    for read in reads:
        zone = read.zone if GAMES[read.game].get("boards") == "zone" else ""
        by_board.setdefault((read.protocol, read.way, read.complete, read.picture, zone), []).append(read)
    for own in by_board.values():
        known = [read for read in own if read.kind == KNOWN]
        if known:
            yield all(read.right and read.sure for read in known) and not any(
                read.silent and not _ruled_out(read) for read in own
            )


def _share(count: int, of: int) -> float:
    return count / of if of else nan


def report(run: Run) -> dict[str, Any]:
    """Return all figures of a run, ready for JSON: by game, row and completeness, by protocol, by condition, strangers
    left out in turn, evenings, costs, and the mean and the worst over the games."""
    plain = [read for read in run.reads if read.way == PLAIN]
    by_game = _grouped(plain, lambda read: (read.row, read.game, read.complete))
    return {
        "games": by_game,
        "summary": _summary(by_game),
        "protocols": _grouped(plain, lambda read: (read.game, read.protocol, read.complete)),
        "conditions": _grouped(
            [read for read in plain if GAMES[read.game].get("evenings") and read.row != "one each"],
            lambda read: (read.game, read.condition, read.complete),
        ),
        "left_out": list(_left_out(run.reads)),
        "evenings": list(_evenings(run.reads)),
        "costs": [
            dict(zip(("game", "protocol", "complete", "teach_s", "pictures", "read_s"), cost, strict=True))
            for cost in run.costs
        ],
        "sure_and_wrong": [_told(read) for read in run.reads if read.silent and read.way != LEFT_OUT],
        "refused": sorted(set(run.refused)),
    }


def _grouped(reads: Iterable[Read], key: Callable[[Read], tuple[object, ...]]) -> list[Figures]:
    groups: dict[tuple[object, ...], list[Read]] = {}
    for read in reads:
        groups.setdefault(key(read), []).append(read)
    return [{"of": list(which), **figures(own)} for which, own in groups.items()]


def _summary(by_game: Sequence[Figures]) -> list[Figures]:
    """Return the mean over games, and the worst of them, of what is a share: of all games and of each half."""
    out = []
    for row in ROWS:
        for half in ("A + B", "A", "B"):
            for complete in (False, True):
                own = [
                    each
                    for each in by_game
                    if each["of"][0] == row
                    and each["of"][2] == complete
                    and each["cells"]
                    and GAMES[each["of"][1]]["half"] in half
                ]
                if own:
                    out.append({"of": [row, half, complete], **_over_games(own)})
    return out


def _over_games(own: Sequence[Figures]) -> Figures:
    told: Figures = {"games": len(own)}
    for name, worst in _SHARES.items():
        values = [(each[name], each["of"][1]) for each in own if not isnan(each[name])]
        told[name] = [float(np.mean([value for value, _ in values])), *worst(values)] if values else None
    for name in ("cells", "sure_wrong", "strangers", "strangers_sure", "boards", "boards_unasked"):
        told[name] = sum(each[name] for each in own)
    told["sure_wrong_most"] = upper_limit(told["sure_wrong"], told["cells"])
    return told


_SHARES = {"right": min, "sure": min, "at_none_wrong": min, "ece": max, "auroc": min}


def _left_out(reads: Sequence[Read]) -> Iterator[Figures]:
    """Yield for each game, and for all as one, how many places of faces that had been left out were sure, and as what
    they were taken; and, with what was read of the whole open set beside them, how well both are told apart."""
    gone = [read for read in reads if read.way == LEFT_OUT]
    whose = {(read.game, read.protocol) for read in gone}
    whole = [r for r in reads if r.way == PLAIN and not r.complete and (r.game, r.protocol) in whose]
    for game in (*dict.fromkeys(read.game for read in gone), ""):
        own = [read for read in gone if game in ("", read.game)]
        taken = Counter(f"{read.said} → {read.label}" for read in own if read.silent)
        both = figures([*(read for read in whole if game in ("", read.game)), *own])
        yield {
            "of": game or "all",
            "strangers": len(own),
            "sure": sum(taken.values()),
            "share": _share(sum(taken.values()), len(own)),
            "most": upper_limit(sum(taken.values()), len(own)),
            "at_none_wrong": both["at_none_wrong"],
            "auroc": both["auroc"],
            "taken": dict(taken.most_common()),
        }


def _evenings(reads: Sequence[Read]) -> Iterator[Figures]:
    """Yield for each game and picture of its evenings the share asked about with and without lessons, and what lessons
    of another evening do."""
    seen = [read for read in reads if read.evening and read.row != "one each"]
    for game, complete in dict.fromkeys((read.game, read.complete) for read in seen):
        own = [read for read in seen if (read.game, read.complete) == (game, complete)]
        for step in (1, 2, 3):
            for way in (PLAIN, OWN_EVENING, OTHER_EVENING):
                these = [read for read in own if read.step == step and read.way == way]
                if these:
                    yield {"of": [game, complete, step, way], **figures(these)}


def _told(read: Read) -> str:
    where = f"{read.game}, {read.protocol}, {read.way}, {'complete' if read.complete else 'open'}, {read.picture}"
    return f"{where}, {read.zone} {read.at}: {read.kind} {read.said}, read {read.label} at {read.confidence:.3f}"


def markdown(told: dict[str, Any]) -> str:
    """Return the figures as tables to read."""
    parts = []
    costs = _seconds(told["costs"])
    for row in ROWS:
        games = [each for each in told["games"] if each["of"][0] == row]
        if games:
            lines = [[*_named(each["of"][1], each["of"][2]), *_cells(each), *_spent(costs, each)] for each in games]
            parts += [f"## {row}", _table([*_HEAD, "s a picture", "s to teach"], lines)]
    parts += ["## Over the games: mean, and the worst", _table(_OVER, [_over(each) for each in told["summary"]])]
    parts += ["## Protocols", _table(_HEAD, [[f"{e['of'][0]}, {e['of'][1]}", _set(e["of"][2]), *_cells(e)]
                                             for e in told["protocols"]])]  # fmt: skip
    parts += ["## Conditions", _table(_HEAD, [[f"{e['of'][0]}, {e['of'][1]}", _set(e["of"][2]), *_cells(e)]
                                              for e in told["conditions"]])]  # fmt: skip
    lines = [_left_out_line(each) for each in told["left_out"]]
    parts += ["## Faces left out in turn", _table(_GONE, lines)]
    lines = [[e["of"][0], _set(e["of"][1]), e["of"][2], e["of"][3], e["cells"], _percent(e["right"]),
              _percent(e["asked"]), e["sure_wrong"] + e["strangers_sure"]] for e in told["evenings"]]  # fmt: skip
    head = ["game", "set", "picture", "lessons", "cells", "right", "asked", "sure and wrong"]
    parts += ["## Evenings", _table(head, lines)]
    parts += ["## Refused", "\n".join(f"- {each}" for each in told["refused"])]
    parts += ["## Sure and wrong", "\n".join(f"- {each}" for each in told["sure_and_wrong"])]
    return "\n\n".join(parts) + "\n"


_HEAD = [
    "game", "set", "cells", "right", "sure", "sure and wrong", "at most", "strangers sure", "no question",
    "at none wrong", "ECE", "AUROC", "missed", "invented",
]  # fmt: skip
_OVER = [
    "row", "half", "set", "games", "right", "worst", "sure", "worst", "sure and wrong", "at most", "strangers sure",
    "no question", "at none wrong", "worst", "ECE", "worst", "AUROC", "worst",
]  # fmt: skip

_GONE = ["game", "strangers", "sure", "share", "at most", "at none wrong", "AUROC", "taken for"]


def _cells(of: Figures) -> list[object]:
    return [
        of["cells"], _percent(of["right"]), _percent(of["sure"]), of["sure_wrong"], _percent(of["sure_wrong_most"], 2),
        f"{of['strangers_sure']} of {of['strangers']}", f"{of['boards_unasked']} of {of['boards']}",
        _percent(of["at_none_wrong"]), f"{of['ece']:.3f}", f"{of['auroc']:.3f}", of["missed"], of["invented"],
    ]  # fmt: skip


def _over(of: Figures) -> list[object]:
    def both(name: str, write: Callable[[float], str]) -> list[str]:
        value = of[name]
        return [write(value[0]), f"{write(value[1])} {value[2]}"] if value else ["–", "–"]

    return [
        of["of"][0], of["of"][1], _set(of["of"][2]), of["games"], *both("right", _percent), *both("sure", _percent),
        f"{of['sure_wrong']} of {of['cells']}", _percent(of["sure_wrong_most"], 2),
        f"{of['strangers_sure']} of {of['strangers']}", f"{of['boards_unasked']} of {of['boards']}",
        *both("at_none_wrong", _percent), *both("ece", "{:.3f}".format), *both("auroc", "{:.3f}".format),
    ]  # fmt: skip


def _left_out_line(of: Figures) -> list[object]:
    taken = ", ".join(f"{which} ×{count}" for which, count in list(of["taken"].items())[:6])
    shares = [_percent(of[name]) for name in ("share", "most", "at_none_wrong")]
    return [of["of"], of["strangers"], of["sure"], *shares, f"{of['auroc']:.3f}", taken]


def _named(game: str, complete: bool) -> list[str]:
    return [f"{game} ({GAMES[game]['half']})", _set(complete)]


def _set(complete: bool) -> str:
    return "complete" if complete else "open"


def _seconds(costs: Sequence[Figures]) -> dict[tuple[str, bool], tuple[float, float]]:
    """Return by game and completeness the processor's seconds a picture, and those of teaching once."""
    out = {}
    for key in {(cost["game"], cost["complete"]) for cost in costs}:
        own = [cost for cost in costs if (cost["game"], cost["complete"]) == key]
        pictures = max(sum(cost["pictures"] for cost in own), 1)
        out[key] = (sum(cost["read_s"] for cost in own) / pictures, float(np.mean([cost["teach_s"] for cost in own])))
    return out


def _spent(costs: dict[tuple[str, bool], tuple[float, float]], of: Figures) -> list[str]:
    read_s, teach_s = costs.get((of["of"][1], of["of"][2]), (nan, nan))
    return [f"{read_s:.2f}", f"{teach_s:.1f}"]


def _percent(share: float, digits: int = 1) -> str:
    return "–" if isnan(share) else f"{100 * share:.{digits}f} %"


def _table(head: Sequence[str], lines: Sequence[Sequence[object]]) -> str:
    rows = [head, ["---"] * len(head), *lines]
    return "\n".join("| " + " | ".join(str(value) for value in row) + " |" for row in rows)
