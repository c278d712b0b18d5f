"""The whole platform as `make run` starts it, and its processes by the names of the launcher's table."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from local import postgres
from local.processes import SERVICES
from tests.local.launching import Launch
from tests.patience import wait_for


@dataclass(frozen=True, slots=True, kw_only=True)
class Victim:
    """A process by its name in the launcher's table, or one that it has started itself."""

    name: str
    is_child: bool = False

    def __str__(self) -> str:
        return f"{self.name}-child" if self.is_child else self.name


VICTIMS = (
    *(Victim(name=row.name) for row in SERVICES),
    Victim(name="gateway", is_child=True),
    Victim(name="worker", is_child=True),
    Victim(name="analyst", is_child=True),
    Victim(name="valkey"),
    Victim(name="postgres"),
)
"""All that the launcher starts, and what of it has processes of its own that work."""


class Platform:
    """Everything, started by the launcher on free ports and on data of its own; ready inside `with`."""

    def __init__(self, data: Path, launcher: str = "local") -> None:
        """`launcher` is the module to run: the launcher itself, or something that runs it otherwise. It chooses its ports
        itself: between a look for a free one and its use another run would take it.
        """
        self._data = data
        self._logs = data / "logs"
        self._launch = Launch([sys.executable, "-m", launcher, "--with-parent", "--data", str(data)], PORT="")
        self.url = ""

    def pid(self, victim: Victim) -> int:
        """Once it lives."""
        return self.child(victim.name) if victim.is_child else self.leader(victim.name)

    def living(self, victim: Victim) -> int | None:
        """Its process at this moment; None while it is away."""
        leaders = self._leaders(victim.name)
        if victim.is_child and leaders:
            return next(reversed([pid for pid in self._family(victim.name) if _parent(pid) in leaders]), None)
        return leaders[0] if leaders else None

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
        wait_for(lambda: _birth(pid) != born, f"{pid} is gone")

    def wait_open(self, name: str) -> None:
        """Until the process of this name answers, be it in another life."""
        probe = {row.name: row.probe for row in SERVICES}[name]
        address = self.address(name)
        wait_for(lambda: probe(address), f"{name} answers")

    def names(self) -> set[str]:
        """Of everything that the launcher has started."""
        return {path.stem for path in self._logs.glob("*.log")}

    @property
    def launcher_pid(self) -> int:
        return self._launch.process.pid

    def address(self, name: str) -> str:
        """Where the process of this name listens, through all its lives."""
        return self.variable(f"BRETTWERK_{name.upper()}_ADDRESS")

    def variable(self, name: str) -> str:
        """What all processes are told."""
        told = Path(f"/proc/{self.leader('rules')}/environ").read_text().split("\0")
        (value,) = [line.removeprefix(f"{name}=") for line in told if line.startswith(f"{name}=")]
        return value

    def conninfo(self) -> str:
        """Its database, as the one who may do everything there."""
        passwords = json.loads((self._data / "keys" / "passwords.json").read_text())
        return postgres.conninfo(self.address("postgres"), postgres.SUPERUSER, passwords[postgres.SUPERUSER])

    def _leaders(self, name: str) -> list[int]:
        return [pid for pid in self._family(name) if _parent(pid) == self._launch.process.pid]

    def _children(self, name: str) -> list[int]:
        leader = self.leader(name)
        return [pid for pid in self._family(name) if _parent(pid) == leader]

    def _family(self, name: str) -> list[int]:
        """All processes that write into this log: the launcher gives each row of its table one of its own."""
        log = str((self._logs / f"{name}.log").resolve())
        return sorted(pid for pid in self._launch.alive() if _output(pid) == log)

    def _hear(self) -> None:
        output = self._launch.process.stdout
        assert output is not None
        with contextlib.suppress(ValueError):  # closed at the end
            for _ in output:
                pass

    def __enter__(self) -> Self:
        try:
            self.url = self._launch.wait_ready()
            # It says a line of every death. A pipe that nobody reads would stop it in the end.
            threading.Thread(target=self._hear, name="launcher's words", daemon=True).start()
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

    wait_for(finds, what)
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
