"""Which hold each seat gets in the next voyage."""

from collections.abc import Mapping, Sequence


def allot(numbers: Sequence[int], coins: Mapping[str, int], before: Mapping[str, int]) -> dict[str, int]:
    """Allot the drawn holds: most coins, highest number; equal coins, the lower hold of the voyage before gets the
    higher. `coins` and `before` are keyed by seat in seating order, and so is the answer."""
    order = sorted(coins, key=lambda seat: (-coins[seat], before[seat]))
    allotted = dict(zip(order, sorted(numbers, reverse=True), strict=True))
    return {seat: allotted[seat] for seat in coins}
