"""The fixtures, for the package's own tests; elsewhere `pytest_plugins = ["power.plugin"]` brings them."""

from power.plugin import power_cuts, power_disk, power_scratch

__all__ = ["power_cuts", "power_disk", "power_scratch"]
