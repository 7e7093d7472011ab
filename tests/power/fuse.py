"""A FUSE server in plain Python for one file, `disk`: every write and fsync of it goes into a log, in order.

    python -m power.fuse MOUNTPOINT BYTES LOG SOCKET

It speaks the kernel's own protocol on /dev/fuse (linux/fuse.h, version 7.31), so it needs root and no library. Lines
sent to the socket are put into the log as marks, each answered by a byte once it stands there.
"""

import contextlib
import ctypes
import errno
import mmap
import os
import select
import signal
import socket
import stat
import struct
import sys
from typing import BinaryIO

from power.cuts import FLUSHED, MARKED, PLACE, WROTE

ROOT, DISK = 1, 2
LOOKUP, FORGET, GETATTR, SETATTR, OPEN, READ, WRITE, STATFS, RELEASE, FSYNC = 1, 2, 3, 4, 14, 15, 16, 17, 18, 20
FLUSH, INIT, OPENDIR, READDIR, RELEASEDIR, ACCESS, INTERRUPT, DESTROY, BATCH_FORGET = 25, 26, 27, 28, 29, 34, 36, 38, 42
BIG_WRITES, MAX_PAGES = 1 << 5, 1 << 22
LARGEST = 1 << 20
HEAD = struct.Struct("<IIQQIIII")


class Server:
    """Serves one mount until it is unmounted."""

    def __init__(self, size: int, log: BinaryIO) -> None:
        self._data = mmap.mmap(-1, size)
        self._size = size
        self._log = log

    def answer(self, fuse: int, request: bytes) -> bool:
        """Answer one request of the kernel; return False where it was the last."""
        _, code, unique, node, *_ = HEAD.unpack_from(request)
        if code in (FORGET, BATCH_FORGET, INTERRUPT):
            return True
        try:
            body = self._done(code, node, request[HEAD.size :])
            status = 0
        except OSError as error:
            body, status = b"", -(error.errno or errno.EIO)
        with contextlib.suppress(FileNotFoundError):  # the request was given up meanwhile
            os.write(fuse, struct.pack("<IiQ", 16 + len(body), status, unique) + body)
        return code != DESTROY

    def _done(self, code: int, node: int, body: bytes) -> bytes:
        match code:
            case _ if code == INIT:
                _, minor, ahead, flags = struct.unpack_from("<IIII", body)
                flags &= BIG_WRITES | MAX_PAGES
                return struct.pack(
                    "<IIIIHHIIHH32x", 7, min(minor, 31), ahead, flags, 64, 48, LARGEST, 1, LARGEST // 4096, 0
                )
            case _ if code == WRITE:
                _, offset, size = struct.unpack_from("<QQI", body)
                data = body[40 : 40 + size]
                self._data[offset : offset + size] = data
                self._log.write(WROTE + PLACE.pack(offset, size) + data)
                return struct.pack("<II", size, 0)
            case _ if code == READ:
                _, offset, size = struct.unpack_from("<QQI", body)
                return self._data[offset : offset + size]
            case _ if code == FSYNC:
                self._log.write(FLUSHED)
                return b""
            case _ if code == LOOKUP:
                if body.rstrip(b"\0") != b"disk":
                    raise OSError(errno.ENOENT, "only one file is here")
                return struct.pack("<QQQQII", DISK, 0, 3600, 3600, 0, 0) + self._attributes(DISK)
            case _ if code in (GETATTR, SETATTR):
                return struct.pack("<QII", 3600, 0, 0) + self._attributes(node)
            case _ if code in (OPEN, OPENDIR):
                return struct.pack("<QII", 0, 0, 0)
            case _ if code in (RELEASE, RELEASEDIR, FLUSH, ACCESS, DESTROY, READDIR):
                return b""
            case _ if code == STATFS:
                return struct.pack("<QQQQQIIII24x", self._size >> 12, 0, 0, 1, 0, 4096, 255, 4096, 0)
            case _:
                raise OSError(errno.ENOSYS, "not spoken here")

    def _attributes(self, node: int) -> bytes:
        mode, size = (stat.S_IFDIR | 0o755, 4096) if node == ROOT else (stat.S_IFREG | 0o600, self._size)
        return struct.pack("<QQQQQQIIIIIIIIII", node, size, size >> 9, 0, 0, 0, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)

    def mark(self, line: bytes) -> None:
        """Put a mark into the log."""
        self._log.write(MARKED + PLACE.pack(0, len(line)) + line)


def main(where: str, size: int, log: str, address: str) -> None:
    """Mount, say so by a line, and serve."""
    libc = ctypes.CDLL(None, use_errno=True)
    fuse = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={fuse},rootmode=40000,user_id=0,group_id=0,allow_other"
    if libc.mount(b"power", where.encode(), b"fuse.power", 6, options.encode()):
        raise OSError(ctypes.get_errno(), "mount of FUSE refused")
    heard = socket.socket(socket.AF_UNIX)
    heard.bind(address)
    heard.listen()
    print("mounted", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # so that the log is written to its end
    with open(log, "wb", buffering=1 << 20) as file:  # noqa: PTH123
        server = Server(size, file)
        clients: list[socket.socket] = []
        serving = True
        while serving:
            ready, _, _ = select.select([fuse, heard, *clients], [], [])
            if fuse in ready:
                try:
                    serving = server.answer(fuse, os.read(fuse, LARGEST + 8192))
                except OSError as error:
                    if error.errno == errno.ENODEV:  # unmounted
                        break
                    if error.errno not in (errno.ENOENT, errno.EINTR):
                        raise
            if heard in ready:
                clients.append(heard.accept()[0])
            for client in [one for one in clients if one in ready]:
                line = client.recv(1 << 16)
                if line:
                    server.mark(line)
                    client.sendall(b".")
                else:
                    clients.remove(client)
                    client.close()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4])
