"""Whole games frozen as records with their answers, in the folder of their game.

Run `PYTHONPATH=.:tests python -m support.legal_play.frozen` to add those that are missing. One that is there is never
written again: where a deliberate change of the rules changes its answers, remove it, look at the new one, and keep it.
"""

import io
from pathlib import Path

from support.legal_play import playing
from support.playthroughs import playthrough

from companion.commands.replay import replay
from companion.game import record, registry
from companion.game.match import Match


def wanted() -> dict[str, tuple[str, int, dict[str, bool]]]:
    """Return every playthrough there must be by its name: game, players, options."""
    return {
        "-".join((game, str(players), *(f"{key}_{'on' if value else 'off'}" for key, value in options.items()))): (
            game,
            players,
            options,
        )
        for game in registry.names()
        for players in registry.find(game).players
        for options in playing.switches(game)
    }


def answers(path: Path) -> tuple[int, str]:
    """Return the exit status and what `companion replay --json` prints of a record."""
    out = io.StringIO()
    return replay(str(path), as_json=True, out=out, err=io.StringIO()), out.getvalue()


def _write(path: Path, played: Match) -> None:
    path.write_text("".join(record.write(line) + "\n" for line in played.lines), encoding="utf-8", newline="\n")
    path.with_suffix(".answers").write_text(answers(path)[1], encoding="utf-8", newline="\n")


def main() -> None:
    """Play and write what is missing."""
    for name, (game, players, options) in wanted().items():
        path = playthrough(name)
        path.parent.mkdir(exist_ok=True)
        if not path.exists():
            _write(path, playing.whole_game(game, players, options, "playthrough"))
            print(path.name)


if __name__ == "__main__":
    main()
