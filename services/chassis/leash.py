"""A process that does not outlive its parent, however the parent dies (Linux; elsewhere nothing happens).

As a script it is an exec wrapper, so that a parent with threads need not run Python between fork and exec:

    python -I -S leash.py PARENT_PID COMMAND...

It imports nothing of ours: it is run by path, before any package is found.
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1  # prctl(2)


def die_with_parent(parent_pid: int, wish: signal.Signals = signal.SIGKILL) -> None:
    """Have the kernel send `wish` to this process when its parent ends. Survives an exec.

    Linux means the parent's thread that started this process: start children from the main thread.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, int(wish))
    if os.getppid() != parent_pid:
        # The parent ended before the kernel was told.
        os.kill(os.getpid(), wish)


if __name__ == "__main__":
    die_with_parent(int(sys.argv[1]))
    os.execvp(sys.argv[2], sys.argv[2:])  # noqa: S606  # no shell is the point
