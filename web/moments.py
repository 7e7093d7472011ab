"""ISO 8601 moments in this house's clock, wherever they were taken down."""

from datetime import datetime


def in_house(moment: str) -> datetime | None:
    """Return a moment in this house's clock; None where it is none, or one that no calendar has here: a program that
    knows no date writes the first day of year 1, which is a day of no year further west."""
    try:
        at = datetime.fromisoformat(moment)
        return at if at.tzinfo is None else at.astimezone()
    except (ValueError, OverflowError, OSError):  # the last: Windows knows no zone before 1970
        return None


def day_in_house(moment: str) -> str:
    """Return the day of a moment in this house's clock, as files are named by it; of what is none its beginning."""
    at = in_house(moment)
    return moment[:10] if at is None else at.date().isoformat()
