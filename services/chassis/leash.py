"""A process that does not outlive its parent, however the parent dies (Linux; elsewhere nothing happens).

As a script it is an exec wrapper, so that a parent with threads need not run Python between fork and exec:

    python -I -S leash.py PARENT_PID SIGNAL COMMAND...

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


def command(parent_pid: int, wish: signal.Signals = signal.SIGKILL) -> tuple[str, ...]:
    """What to put before a command, to have it on the leash from its first instant."""
    return (sys.executable, "-I", "-S", __file__, str(parent_pid), str(int(wish)))


if __name__ == "__main__":
    die_with_parent(int(sys.argv[1]), signal.Signals(int(sys.argv[2])))
    os.execvp(sys.argv[3], sys.argv[3:])  # noqa: S606  # no shell is the point
