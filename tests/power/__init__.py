"""Power cuts: a real file system on a disk that records every write and flush, and images of it as a cut leaves them.

See README.md beside this. Nothing here knows what is tested.
"""

from power.cuts import Image, Log, Mark, read_log
from power.disk import PowerDisk, why_not

__all__ = ["Image", "Log", "Mark", "PowerDisk", "read_log", "why_not"]
