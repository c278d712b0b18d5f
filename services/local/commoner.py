"""Leaves root behind, and becomes a command that refuses to run as root (Linux):

    python -I -S commoner.py namespace|nobody COMMAND...

`namespace` keeps every right to files: in a user namespace of its own the process is called nobody, and to the
world outside it is still the user who started it. `nobody` really is that user, where the kernel grants no
namespaces, as in most containers. It imports nothing of ours: it is run by path, before any package is found.
"""

import ctypes
import os
import pwd
import sys
from pathlib import Path

_CLONE_NEWUSER = 0x10000000  # unshare(2)
_PR_SET_PDEATHSIG, _PR_GET_PDEATHSIG = 1, 2  # prctl(2)
_LIBC = ctypes.CDLL(None, use_errno=True)


def become_nobody(way: str) -> None:
    """Raises OSError if the kernel does not let us."""
    nobody = pwd.getpwnam("nobody")
    parent, wish = os.getppid(), ctypes.c_int()
    _LIBC.prctl(_PR_GET_PDEATHSIG, ctypes.byref(wish))
    if way == "namespace":
        uid, gid = os.geteuid(), os.getegid()
        if _LIBC.unshare(_CLONE_NEWUSER):
            raise OSError(ctypes.get_errno(), "no user namespace")
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{nobody.pw_uid} {uid} 1")
        Path("/proc/self/gid_map").write_text(f"{nobody.pw_gid} {gid} 1")
    else:
        os.setgroups([])
        os.setgid(nobody.pw_gid)
        os.setuid(nobody.pw_uid)
    # A change of user ends the leash (chassis.leash): put it on again.
    _LIBC.prctl(_PR_SET_PDEATHSIG, wish.value)
    if os.getppid() != parent:
        sys.exit("the parent ended meanwhile")


if __name__ == "__main__":
    become_nobody(sys.argv[1])
    os.execv(sys.argv[2], sys.argv[2:])  # noqa: S606  # no shell is the point
