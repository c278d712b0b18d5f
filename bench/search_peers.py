"""Outside programs to measure a search against: Edax and Scan 2.0, where the environment says they are.

Both are free programs under the GPL that stay outside this project: `BRETTWERK_EDAX` and `BRETTWERK_SCAN`
name their binaries, each run as one process of one thread in its own folder. `BRETTWERK_EDAX_WEIGHTS` may
name another file of weights for Edax than its own.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_EDAX_TOTAL = re.compile(r": (\d+) nodes in")
_EDAX_ROW = re.compile(r"^\s*\d+\|\s*\d+(?:@\d+%)?\s+([+-]\d+)\s+\S+\s+(\d+)", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What a program did: its scores in discs (Edax), its nodes, and its CPU time in seconds."""

    scores: tuple[int, ...] = ()
    nodes: int
    seconds: float


def edax(boards: Sequence[str]) -> Measured | None:
    """Edax solving positions exactly, each 64 squares and who moves, as in its own problem files."""
    binary = os.environ.get("BRETTWERK_EDAX")
    if not binary:
        return None
    command = [binary, "-n-tasks", "1", "-l", "60"]
    weights = os.environ.get("BRETTWERK_EDAX_WEIGHTS")
    if weights:
        command += ["-eval-file", weights]
    with tempfile.NamedTemporaryFile("w", suffix=".obf") as problems:
        problems.write("".join(f"{board};\n" for board in boards))
        problems.flush()
        began = _children_seconds()
        done = subprocess.run(
            [*command, "-solve", problems.name],
            cwd=Path(binary).parent,
            capture_output=True,
            text=True,
            check=True,
        )
    total = _EDAX_TOTAL.search(done.stdout)
    assert total is not None, done.stdout
    scores = tuple(int(score) for score, _ in _EDAX_ROW.findall(done.stdout))
    return Measured(scores=scores, nodes=int(total[1]), seconds=_children_seconds() - began)


def scan(seconds: float) -> Measured | None:
    """Scan 2.0 analysing the first position of 10x10 draughts for so long, without its book."""
    binary = os.environ.get("BRETTWERK_SCAN")
    if not binary:
        return None
    scan = subprocess.Popen(
        [binary, "hub"],
        cwd=Path(binary).parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert scan.stdin is not None
    assert scan.stdout is not None
    scan.stdin.write("hub\ninit\nstart\n")
    scan.stdin.flush()
    for line in scan.stdout:
        if line.startswith("ready"):
            break
    ready = _cpu_seconds_of(scan.pid)
    scan.stdin.write("analyse\n")
    scan.stdin.flush()
    # Any line ends an analysis.
    timer = threading.Timer(seconds, lambda: _end(scan))
    timer.start()
    nodes, used = 0, 0.0
    for line in scan.stdout:
        if line.startswith("info "):
            # depth, mean ply, score, nodes, seconds; both figures are those of one instant.
            nodes, used = int(line.split()[4]), _cpu_seconds_of(scan.pid) - ready
        if line.startswith("move "):
            break
    timer.cancel()
    _end(scan)
    scan.wait(10)
    assert nodes
    return Measured(nodes=nodes, seconds=used)


def _end(scan: subprocess.Popen[str]) -> None:
    assert scan.stdin is not None
    if not scan.stdin.closed:
        try:
            scan.stdin.write("ping\nquit\n")
            scan.stdin.close()
        except BrokenPipeError:
            pass


def _cpu_seconds_of(pid: int) -> float:
    """User and system time of a living process (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
