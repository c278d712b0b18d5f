"""The whole platform as `make run` starts it, and its processes by the names of the launcher's table."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from local.ports import free_port
from tests.local.launching import Launch, eventually


class Platform:
    """Everything, started by the launcher on free ports and on data of its own; ready inside `with`."""

    def __init__(self, data: Path) -> None:
        port = free_port(23500, ())
        self._logs = data / "logs"
        self._launch = Launch([sys.executable, "-m", "local", "--data", str(data), "--port", str(port)])
        self.url = ""

    def leader(self, name: str) -> int:
        """The process that the launcher has started under this name, once it lives."""
        return _once_found(lambda: self._leaders(name), f"{name} lives")[0]

    def child(self, name: str) -> int:
        """The last process that it has started itself, once there is one."""
        return _once_found(lambda: self._children(name), f"{name} has a child")[-1]

    def kill(self, pid: int) -> None:
        """As by `kill -9`, and it is gone."""
        born = _birth(pid)
        os.kill(pid, signal.SIGKILL)
        eventually(lambda: _birth(pid) != born, f"{pid} is gone")

    def names(self) -> set[str]:
        """Of everything that the launcher has started."""
        return {path.stem for path in self._logs.glob("*.log")}

    def _leaders(self, name: str) -> list[int]:
        return [pid for pid in self._family(name) if _parent(pid) == self._launch.process.pid]

    def _children(self, name: str) -> list[int]:
        leader = self.leader(name)
        return [pid for pid in self._family(name) if _parent(pid) == leader]

    def _family(self, name: str) -> list[int]:
        """All processes that write into this log: the launcher gives each row of its table one of its own."""
        log = str((self._logs / f"{name}.log").resolve())
        return sorted(pid for pid in self._launch.alive() if _output(pid) == log)

    def __enter__(self) -> Self:
        try:
            self.url = self._launch.wait_ready()
        except BaseException:
            self._launch.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._launch.process.send_signal(signal.SIGINT)
        with contextlib.suppress(Exception):
            self._launch.process.wait(30)
        self._launch.__exit__(kind, error, trace)


def _once_found(look: Callable[[], list[int]], what: str) -> list[int]:
    found: list[int] = []

    def finds() -> bool:
        found[:] = look()
        return bool(found)

    eventually(finds, what)
    return found


def _output(pid: int) -> str:
    try:
        return str(Path(f"/proc/{pid}/fd/1").readlink())
    except OSError:
        return ""


def _parent(pid: int) -> int:
    fields = _stat(pid)
    return int(fields[1]) if fields else 0


def _birth(pid: int) -> str:
    """When it was started; empty once it is dead."""
    fields = _stat(pid)
    return fields[19] if fields and fields[0] not in {"Z", "X"} else ""


def _stat(pid: int) -> list[str]:
    """The fields of proc(5) from the state on; none for a process that is gone."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return []
    return text.rpartition(")")[2].split()
