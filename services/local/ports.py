"""Free ports on this machine."""

import errno
import fcntl
import os
import socket
import tempfile
from collections.abc import Collection
from pathlib import Path


def is_free(port: int) -> bool:
    """Nobody listens on this port of the loopback addresses.

    IPv6 is asked too: where `localhost` means `::1`, a stranger there would get our visitors.
    """
    return _can_bind(socket.AF_INET, "127.0.0.1", port) and _can_bind(socket.AF_INET6, "::1", port)


def free_port(first: int, taken: Collection[int]) -> int:
    """The first free port from `first` on that is not in `taken`.

    Counting up from a low port, and not asking the kernel for any, keeps out of the range from which
    outgoing connections take theirs: a service that restarts finds its port still free.
    """
    for port in range(first, 65536):
        if port not in taken and is_free(port):
            return port
    raise OSError(errno.EADDRINUSE, f"no free port from {first} on")


class PortClaims:
    """Ports that are ours while this process lives, also while nobody listens on them.

    Between the death of a service and its restart its port is free. Another launcher that starts just then would take
    it, and our services would talk to his: so launchers of one user pass over each other's claims. A claim is a lock on
    a file, which the kernel gives back when its holder ends.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Path(tempfile.gettempdir()) / f"brettwerk-ports-{os.getuid()}"
        self._folder.mkdir(mode=0o700, exist_ok=True)
        self._locks: dict[int, int] = {}

    def first_free(self, first: int, taken: Collection[int]) -> int:
        """The first port from `first` on that is free and not in `taken`, claimed."""
        passed_over = set(taken)
        while True:
            port = free_port(first, passed_over)
            if self.claim(port):
                return port
            passed_over.add(port)

    def claim(self, port: int) -> bool:
        """It is ours from now on, or was before; False if another process has it."""
        if port in self._locks:
            return True
        try:
            lock = os.open(
                self._folder / str(port), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600
            )
        except PermissionError:
            # The folder is another user's (in a user namespace, say): there is nobody to agree with.
            return True
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            return False
        self._locks[port] = lock
        return True


def _can_bind(family: socket.AddressFamily, host: str, port: int) -> bool:
    try:
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        # A machine without IPv6 has nobody listening there.
        return error.errno not in {errno.EADDRINUSE, errno.EACCES}
    return True
