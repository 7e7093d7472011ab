"""When a camera's automatic exposure has come to rest. Pure: numbers in, yes or no out."""

from collections.abc import Sequence


def at_rest(values: Sequence[float], *, over: int = 5, within: float = 0.02) -> bool:
    """Return whether the last `over` values differ by no more than the share `within` of the largest of them."""
    if len(values) < over:
        return False
    last = [abs(value) for value in values[-over:]]
    return max(last) - min(last) <= within * max(last)
