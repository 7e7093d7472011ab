"""Whether a result was brought along: played elsewhere, long before its table was paired with the room."""

from datetime import datetime, timedelta

from companion.publishing.messages import Offer, TableResult

BROUGHT = timedelta(hours=12)
"""What is so much older than its table's pairing is of no evening here."""


def is_brought(offer: Offer, result: TableResult, paired_at: str, now: str) -> bool:
    """Return whether a result that comes `now` was known to its table long before it was paired, by that table's own
    clock: its age counts, for clocks differ. Where this machine's clock was set back since the pairing, that was just
    now. What has no time, or one that can't be, was not."""
    try:
        age = datetime.fromisoformat(str(offer.at)) - datetime.fromisoformat(result.at)
        told = datetime.fromisoformat(now) - age
        return told < datetime.fromisoformat(min(paired_at, now)) - BROUGHT
    except (ValueError, TypeError, OverflowError):
        return False
