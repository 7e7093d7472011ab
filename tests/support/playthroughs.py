"""The frozen playthroughs: whole games as records with their answers, in their games' folders."""

from pathlib import Path

import companion

GAMES = Path(companion.__file__).with_name("games")


def playthrough(name: str) -> Path:
    """Return the playthrough of that name; it begins with its game's."""
    return GAMES / name.partition("-")[0] / "playthroughs" / f"{name}.jsonl"


def playthroughs(names: str = "*") -> list[Path]:
    """Return those whose names are like this, sorted by name."""
    return sorted(GAMES.glob(f"*/playthroughs/{names}.jsonl"), key=lambda path: path.name)
