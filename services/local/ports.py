"""Free ports on this machine."""

import errno
import socket
from collections.abc import Collection


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


def _can_bind(family: socket.AddressFamily, host: str, port: int) -> bool:
    try:
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        # A machine without IPv6 has nobody listening there.
        return error.errno not in {errno.EADDRINUSE, errno.EACCES}
    return True
