"""A timer for the whole room: begun, paused, gone on with, ended. A value; whoever shows it counts down by itself."""

import msgspec


class Timer(msgspec.Struct, frozen=True):
    """How long is left: `left_s` while it is paused, else until `ends_s`, by the room's clock (seconds since 1970)."""

    left_s: float
    ends_s: float | None = None

    def left(self, now_s: float) -> float:
        """Return the seconds that are left, none below zero."""
        return max(0.0, self.left_s if self.ends_s is None else self.ends_s - now_s)

    def paused(self, now_s: float) -> "Timer":
        """Return it standing still."""
        return Timer(self.left(now_s))

    def going(self, now_s: float) -> "Timer":
        """Return it running."""
        return self if self.ends_s is not None else Timer(self.left_s, now_s + self.left_s)
