"""The programs that are measured: ours, the peers in environments of their own, native ones by a path."""

from __future__ import annotations

import json
import os
import re
import resource
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from bench.plan import PEERS, Peer

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENTS = ROOT / ".bench"
NATIVE = "BRETTWERK_BENCH_"

Answer = Mapping[str, object]


class Unavailable(Exception):
    """A program that cannot be measured here; the text says why, in one line."""


class Stopped(Exception):
    """A program that gave no answer."""


class Program(Protocol):
    name: str

    def ask(self, question: Mapping[str, object]) -> Answer:
        """The answer in the form of `drivers/answering.py`. Raises Stopped."""

    def close(self) -> None: ...


class Driver:
    """A program behind a driver of ours, in a process that lives as long as the measurement."""

    def __init__(self, name: str, python: Path, module: str) -> None:
        self.name = name
        environment = dict(os.environ)
        if python != Path(sys.executable):
            environment.pop("PYTHONPATH", None)
        self._process = subprocess.Popen(
            [str(python), "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=environment,
        )

    def ask(self, question: Mapping[str, object]) -> Answer:
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # its last words are on stderr
        line = self._process.stdout.readline()
        if not line:
            raise Stopped(_last_line(self._process.stderr.read()))
        answer: Answer = json.loads(line)
        return answer

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


class Native:
    """A native program: one run of a command counts the leaves of one position to one depth.

    `BRETTWERK_BENCH_<NAME>="RULESET COMMAND"`, for instance
    `BRETTWERK_BENCH_SCAN="international /opt/scan/perft {fen} {depth}"`: {ruleset}, {fen} (the start
    position) and {depth} are put in, and the last number that the command prints is the node count.
    The time is the CPU time of the whole run, so the depth grows until starting it does not matter.
    """

    def __init__(self, name: str, command: list[str]) -> None:
        self.name = name
        self._command = command

    def ask(self, question: Mapping[str, object]) -> Answer:
        command = [re.sub(r"\{(\w+)\}", lambda m: str(question[m[1]]), word) for word in self._command]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            raise Stopped(str(error)) from None
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            raise Stopped(_last_line(done.stderr) or f"it ended with status {done.returncode}")
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return {"nodes": node_count(done.stdout), "seconds": seconds}

    def close(self) -> None:
        """Nothing runs between two questions."""


def node_count(text: str) -> int:
    """The last number in what a native program prints; thousands may be parted by , or _."""
    numbers = re.findall(r"\d+(?:[,_]\d{3})*", text)
    if not numbers:
        raise Stopped("it printed no number")
    return int(numbers[-1].replace(",", "").replace("_", ""))


def ours() -> Program:
    return Driver("Brettwerk", Path(sys.executable), "bench.drivers.ours")


def start(peer: Peer) -> Program:
    """A peer, ready to be asked. Raises Unavailable."""
    return Driver(peer.name, environment(peer), peer.driver)


def natives(environ: Mapping[str, str]) -> dict[str, list[Program]]:
    """Rule set -> the native programs for it, from the environment. Raises Unavailable."""
    found: dict[str, list[Program]] = {}
    for key, value in sorted(environ.items()):
        if key.startswith(NATIVE):
            ruleset, *command = shlex.split(value)
            if not command:
                raise Unavailable(f'{key} must be "RULESET COMMAND", and is {value!r}')
            found.setdefault(ruleset, []).append(Native(key.removeprefix(NATIVE).lower(), command))
    return found


def environment(peer: Peer) -> Path:
    """The Python of the peer's own environment, made at first use. Raises Unavailable."""
    home = ENVIRONMENTS / peer.name
    python = home / "bin" / "python"
    stamp = home / "installed"
    wanted = f"{peer.requirement} {sys.version}"
    if not stamp.exists() or stamp.read_text() != wanted:
        print(f"Installing {peer.requirement} into {home.relative_to(ROOT)} …", file=sys.stderr, flush=True)
        ENVIRONMENTS.mkdir(exist_ok=True)
        (ENVIRONMENTS / ".gitignore").write_text("*\n")
        _run(peer, [sys.executable, "-m", "venv", "--clear", str(home)])
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--retries", "1", "--timeout", "20"]
        _run(peer, [*pip, "install", "--quiet", peer.requirement])
        stamp.write_text(wanted)
    return python


def _run(peer: Peer, command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unavailable(f"{peer.requirement} is not measured: {why_pip_failed(done.stderr)}")


def why_pip_failed(words: str) -> str:
    """One line for a person, from pip's many."""
    if re.search(r"Retrying|NewConnectionError|Could not fetch URL|Temporary failure|timed out", words):
        return "the package index cannot be reached"
    return _last_line(words) or "its environment could not be made"


def _last_line(words: str) -> str:
    lines = [line for line in words.splitlines() if line.strip()]
    return lines[-1].strip() if lines else ""


def everyone() -> tuple[dict[str, Program], list[str]]:
    """Every peer that is there, by name, and a line for each that is not."""
    found: dict[str, Program] = {}
    missing = []
    for peer in PEERS:
        try:
            found[peer.name] = start(peer)
        except Unavailable as reason:
            missing.append(str(reason))
    return found, missing
