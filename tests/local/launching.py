"""Starts the launcher for a test, watches its words, and finds every process that came from it."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
import uuid
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.patience import wait_for

ROOT = Path(__file__).parents[2]


class Launch:
    """A started launcher. All that descends from it carries a mark in its environment."""

    def __init__(self, command: Sequence[str], *, terminal: int | None = None, **variables: str) -> None:
        self._mark = f"BRETTWERK_TEST_MARK={uuid.uuid4()}"
        name, _, value = self._mark.partition("=")
        # What ignores hang-ups itself, as under nohup, would have its children do so too.
        if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
            command = ("env", "--default-signal=HUP", *command)
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, name: value, **variables},
            stdin=subprocess.DEVNULL if terminal is None else terminal,
            stdout=subprocess.PIPE if terminal is None else terminal,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.said = ""

    def wait_ready(self) -> str:
        """The address printed."""
        found = self.wait_said(r"ready: (http://\S+)")
        return found.group(1)

    def wait_said(self, pattern: str) -> re.Match[str]:
        """Read on until the launcher has said something of this form."""
        assert self.process.stdout is not None
        while not (found := re.search(pattern, self.said)):
            line = self.process.stdout.readline()
            assert line, f"ended without saying {pattern!r}: {self.said}"
            self.said += line
        self.said = self.said[found.end() :]
        return found

    def alive(self) -> list[int]:
        """Every living process that came from this launch, itself included."""
        pids = []
        for folder in Path("/proc").iterdir():
            if folder.name.isdecimal():
                with contextlib.suppress(OSError):
                    if self._mark.encode() in (folder / "environ").read_bytes().split(b"\0"):
                        pids.append(int(folder.name))
        return pids

    def wait_gone(self) -> None:
        wait_for(lambda: not self.alive(), f"nothing is left; here: {self.alive()}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        for pid in self.alive():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def table(name: str, data: Path) -> list[str]:
    """The command that runs one of the tables of tests/local/table.py."""
    return [sys.executable, "-m", "tests.local.table", name, "--data", str(data)]


def get(url: str) -> str | None:
    """The body of a 200 answer; None for anything else."""
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            body: bytes = answer.read()
            return body.decode()
    except (urllib.error.URLError, OSError):
        return None
