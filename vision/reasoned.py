"""Why a file can't be used, as a sentence with gaps, so that whoever shows it can say it in the reader's language."""

from pathlib import Path
from typing import Self


class ReasonedError(ValueError):
    """`why` is the English sentence, `values` what fills its gaps. Its text names the file, too, where it came from
    one (`at`)."""

    def __init__(self, why: str, /, **values: object) -> None:
        super().__init__(why.format_map(values))
        self.why = why
        self.values = {gap: value if isinstance(value, int) else str(value) for gap, value in values.items()}

    def at(self, file: Path) -> Self:
        """Name the file that it came from in its text."""
        self.args = (f"{file}: {self}",)
        return self
