"""The whole platform as `make run` starts it, and the processor time of its processes by name."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from local import postgres
from local.ports import free_port


class Platform:
    """A platform that runs on data of its own."""

    def __init__(self, url: str, data: Path, launcher_pid: int) -> None:
        self.url = url
        self._data = data
        self._launcher_pid = launcher_pid

    def conninfo(self) -> str:
        """Its database, as the one who may do everything there."""
        passwords = json.loads((self._data / "keys" / "passwords.json").read_text())
        return postgres.conninfo(self._address("postgres"), postgres.SUPERUSER, passwords[postgres.SUPERUSER])

    def processor_s(self) -> Mapping[str, float]:
        """Processor time so far by name in the launcher's table, with all that these have started."""
        return {
            name: sum(_used_s(each) for each in _family(pid))
            for pid in _children(self._launcher_pid)
            if (name := _name(pid))
        }

    def _address(self, name: str) -> str:
        (pid,) = [pid for pid in _children(self._launcher_pid) if _name(pid) == "gateway"]
        wanted = f"BRETTWERK_{name.upper()}_ADDRESS="
        (address,) = [
            line.removeprefix(wanted)
            for line in Path(f"/proc/{pid}/environ").read_text().split("\0")
            if line.startswith(wanted)
        ]
        return address


@contextmanager
def running(data: Path) -> Iterator[Platform]:
    """It is ready; it is stopped at the end."""
    command = (sys.executable, "-m", "local", "--with-parent", "--data", str(data))
    launcher = subprocess.Popen(
        (*command, "--port", str(free_port(18080, ()))),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield Platform(_ready_url(launcher), data, launcher.pid)
    finally:
        launcher.send_signal(signal.SIGINT)
        launcher.communicate()


def _ready_url(launcher: subprocess.Popen[str]) -> str:
    assert launcher.stdout is not None
    said = ""
    for line in launcher.stdout:
        said += line
        if found := re.search(r"ready: (http://\S+)", line):
            return found.group(1)
    raise RuntimeError(f"the platform did not start:\n{said}")


def _name(pid: int) -> str:
    """The launcher gives each row of its table a log of its own."""
    try:
        return Path(f"/proc/{pid}/fd/1").readlink().stem
    except OSError:
        return ""


def _family(pid: int) -> Iterator[int]:
    yield pid
    for child in _children(pid):
        yield from _family(child)


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208  a path of the kernel's
            text = Path(f"/proc/{pid}/task/{task}/children").read_text()
            found += (int(child) for child in text.split())
    return found


def _used_s(pid: int) -> float:
    """All threads, user and system, to the nanosecond; /proc counts in hundredths of a second."""
    try:
        # Linux gives each process a clock of its own, numbered so.
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return 0.0
