"""Keeps a table of processes running: start, wait until healthy, restart, stop.

One thread and one loop, which waits on a pipe of signals (chassis.signals): nothing happens inside a
handler. Each child is on a leash (chassis.leash) and in a session of its own:
Ctrl-C reaches the supervisor alone, which stops the others in order; if the supervisor is killed,
the kernel kills them.
"""

import contextlib
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from chassis import leash
from chassis.signals import Signals
from local.groundwork import Fault, Groundwork
from local.ports import PortClaims, is_free
from local.processes import Process

START_S = 60.0
"""A process that is not ready by then, on the slowest machine we have seen, never will be."""
RESTART_FIRST_S, RESTART_MOST_S = 0.25, 15.0
STEADY_S = 30.0
"""A process that lived this long is restarted without further delay when it dies."""

_STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StartFailed(Exception):
    """A process ended, or stayed unready, before the whole was up."""


class PortLost(StartFailed):
    """Somebody took the port between our look and the process's own try."""


@dataclass(slots=True)
class Child:
    """A row of the table, running or about to be started again at `restart_at`."""

    row: Process
    address: str
    log_path: Path
    popen: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    restart_at: float = 0.0
    deaths: int = 0
    """In a row, each before STEADY_S had passed."""


class Supervisor:
    """Runs the processes of a table until a signal says stop. Use it once, from the main thread."""

    def __init__(
        self,
        processes: Sequence[Process],
        data: Path,
        front_port: int | None = None,
        groundwork: Groundwork | None = None,
    ) -> None:
        self._rows = tuple(processes)
        self._logs = data / "logs"
        self._front_port = front_port
        self._groundwork = groundwork
        self._children: list[Child] = []
        self._ports = PortClaims()
        # SIGCHLD wakes the loop, for a death to be noticed at once.
        self._signals = Signals(*_STOP_SIGNALS, signal.SIGCHLD)

    def run(self) -> int:
        """The exit code: 0 after a wished stop, 1 if something did not start."""
        with self._signals:
            try:
                if self._start_on_free_ports():
                    self._watch()
            except StartFailed as failure:
                say(str(failure))
                return 1
            finally:
                self._stop()
        return 0

    def _start_on_free_ports(self) -> bool:
        for _ in range(2):
            try:
                return self._start()
            except PortLost as loss:
                say(f"{loss}\nStarting again on other ports.")
                self._stop()
        return self._start()

    def _start(self) -> bool:
        """Everything up and healthy; False if told to stop meanwhile. Raises StartFailed."""
        self._logs.mkdir(parents=True, exist_ok=True)
        self._children = [
            Child(row=row, address=address, log_path=self._logs / f"{row.name}.log")
            for row, address in zip(self._rows, self._addresses(), strict=True)
        ]
        try:
            if self._groundwork is not None:
                self._groundwork.lay()
            if not self._start_those(child for child in self._children if child.row.is_part):
                return False
            if self._groundwork is not None:
                self._groundwork.furnish({child.row.name: child.address for child in self._children})
        except Fault as fault:
            raise StartFailed(str(fault)) from fault
        if not self._start_those(child for child in self._children if not child.row.is_part):
            return False
        for child in self._children:
            if child.row.front:
                host, _, port = child.address.rpartition(":")
                name = "localhost" if host == "127.0.0.1" else host
                say(f"Brettwerk is ready: http://{name}:{port} (Ctrl-C stops it, logs are in {self._logs})")
        return True

    def _start_those(self, children: Iterable[Child]) -> bool:
        """They are up and healthy; False if told to stop meanwhile."""
        waiting = list(children)
        for child in waiting:
            _keep_old_log(child.log_path)
            self._spawn(child)
        while waiting:
            if self._told_to_stop(0.05):
                return False
            for child in waiting:
                self._require_alive(child)
            waiting = [child for child in waiting if not child.row.probe(child.address)]
        return True

    def _addresses(self) -> Iterator[str]:
        taken: set[int] = set()
        for row in self._rows:
            if row.front and self._front_port is not None:
                port = self._front_port
                if not is_free(port) or not self._ports.claim(port):
                    raise StartFailed(f"Port {port} is taken: choose another with PORT=, or leave it to us.")
            else:
                port = self._ports.first_free(row.first_port, taken)
            taken.add(port)
            yield f"127.0.0.1:{port}"

    def _spawn(self, child: Child) -> None:
        addresses = {f"BRETTWERK_{other.row.name}_ADDRESS".upper(): other.address for other in self._children}
        port = child.address.rpartition(":")[2]
        own = {} if self._groundwork is None else self._groundwork.surroundings(child.row.runs_as)
        asked = {name: value.replace("{port}", port) for name, value in child.row.environment.items()}
        with child.log_path.open("ab") as log:
            child.popen = subprocess.Popen(
                (
                    *leash.command(os.getpid(), child.row.orphan_signal),
                    *(word.replace("{port}", port) for word in child.row.command),
                ),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, **addresses, **own, **asked},
                start_new_session=True,
            )
        child.started_at = time.monotonic()

    def _require_alive(self, child: Child) -> None:
        assert child.popen is not None
        code = child.popen.poll()
        if code is not None:
            port = int(child.address.rpartition(":")[2])
            raise (StartFailed if is_free(port) else PortLost)(
                f"{child.row.name} ended while starting ({_ending(code)}). The end of {child.log_path}:\n"
                + _tail(child.log_path)
            )
        if time.monotonic() - child.started_at > START_S:
            raise StartFailed(
                f"{child.row.name} is not ready after {START_S:.0f} s. The end of {child.log_path}:\n"
                + _tail(child.log_path)
            )

    def _watch(self) -> None:
        """Restart what dies, until told to stop."""
        while True:
            due = [child.restart_at for child in self._children if child.popen is None]
            pause = max(0.0, min(due) - time.monotonic()) if due else None
            if self._told_to_stop(pause):
                return
            for child in self._children:
                if child.popen is not None:
                    self._bury(child)
                if child.popen is None and time.monotonic() >= child.restart_at:
                    self._spawn(child)

    def _bury(self, child: Child) -> None:
        """Notice a death, and decide when to start again."""
        assert child.popen is not None
        code = child.popen.poll()
        if code is None:
            return
        _kill_group(child.popen.pid)
        child.popen = None
        now = time.monotonic()
        child.deaths = 1 if now - child.started_at >= STEADY_S else child.deaths + 1
        delay = min(RESTART_FIRST_S * 2 ** (child.deaths - 1), RESTART_MOST_S) * random.uniform(0.8, 1.2)  # noqa: S311
        child.restart_at = now + delay
        say(
            f"{child.row.name} ended ({_ending(code)}); starting it again in {delay:.1f} s, see {child.log_path}"
        )

    def _told_to_stop(self, seconds: float | None) -> bool:
        """Wait for any signal, at most `seconds`; True if one of them says stop."""
        return any(number in _STOP_SIGNALS for number in self._signals.wait(seconds))

    def _stop(self) -> None:
        """Last started, first stopped; a second signal kills what is left."""
        hurried = False
        if self._children:
            say("Stopping; a second signal kills at once.")
        for child in reversed(self._children):
            if child.popen is None:
                continue
            child.popen.send_signal(child.row.stop_signal)
            give_up_at = time.monotonic() + (0.0 if hurried else child.row.stop_s)
            while child.popen.poll() is None and (left := give_up_at - time.monotonic()) > 0:
                if self._told_to_stop(left):
                    hurried, give_up_at = True, 0.0
            # Whatever a process started itself goes with it.
            _kill_group(child.popen.pid)
            child.popen.wait()
        self._children = []


def say(line: str) -> None:
    """Tell the person at the terminal, if it is still there."""
    with contextlib.suppress(OSError):
        print(line, flush=True)


def _kill_group(leader_pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader_pid, signal.SIGKILL)


def _ending(code: int) -> str:
    return f"exit code {code}" if code >= 0 else f"killed by {signal.Signals(-code).name}"


def _keep_old_log(path: Path) -> None:
    """The last run's log becomes `.log.1`, so that neither grows without end."""
    with contextlib.suppress(FileNotFoundError):
        path.replace(path.with_suffix(".log.1"))


def _tail(path: Path) -> str:
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join(f"  {line}" for line in lines[-15:])
