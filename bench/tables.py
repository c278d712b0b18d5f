"""The figures as text."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.plan import Case, Row
from bench.rounds import Series


def machine(before: Sequence[float], after: Sequence[float], rounds: Sequence[int]) -> str:
    return (
        f"{processor()}, {os.cpu_count()} cores, Python {platform.python_version()}; "
        f"load {before[0]:.1f} before, {after[0]:.1f} after; {rounds[0]} and {rounds[1]} rounds; "
        "CPU time of one thread"
    )


def processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def perft_lines(perft: Sequence[tuple[Row, Sequence[Series]]], times_dame_rs: float) -> Iterator[str]:
    yield ""
    yield f"{'Leaves from the start, in millions a second':44} {'ply':>3} {'best':>9} {'median':>9} {'spread':>6}"
    for row, (mine, *others) in perft:
        if mine.fault:
            continue
        rate = mine.best / 1e6
        yield f"{row.label:44} {_figures(mine)}  {verdict(rate, row.target)}".rstrip()
        for theirs in others:
            if theirs.fault:
                continue
            times = mine.best / theirs.best
            goal = times_dame_rs if theirs.name.startswith("dame-rs ") else None
            told = f"ours x {ratio(times)} {verdict(times, goal, ' times')}".rstrip()
            yield f"    {theirs.name:40} {_figures(theirs)}  {told}   ({theirs.door})"


def _figures(series: Series) -> str:
    best, typical = (_millions(rate) for rate in (series.best, series.typical))
    return f"{series.question['depth']!s:>3} {best:>9} {typical:>9} {series.spread:6.0%}"


def _millions(rate: float) -> str:
    return f"{rate / 1e6:.1f}" if rate >= 1e6 else f"{rate / 1e6:.3g}"


def judge_lines(
    judged: Sequence[tuple[Case, Sequence[Series]]], most_us: float, aim_us: float
) -> Iterator[str]:
    yield ""
    head = f"Parse a FEN and validate a move (target {most_us:g}, aim {aim_us:g})"
    yield f"{head:60} {'best µs':>9} {'median µs':>9} {'spread':>6}"
    for case, (mine, *others) in judged:
        if mine.fault:
            continue
        word = "aim met" if 1e6 / mine.best <= aim_us else "met" if 1e6 / mine.best <= most_us else "MISSED"
        yield f"{f'{case.label} ({case.move})':60} {_microseconds(mine)}  {word}"
        for theirs in others:
            if not theirs.fault:
                times = mine.best / theirs.best
                yield f"    {theirs.name:56} {_microseconds(theirs)}  ours x {ratio(times)}"


def _microseconds(series: Series) -> str:
    return f"{1e6 / series.best:9.2f} {1e6 / series.typical:9.2f} {series.spread:6.0%}"


def verdict(value: float, target: float | None, unit: str = "") -> str:
    """Whether a target is reached, or nothing where there is none."""
    if target is None:
        return ""
    return f"target {target:g}{unit}: {'met' if value >= target else 'MISSED'}"


def ratio(times: float) -> str:
    """Three significant digits, whole thousands parted."""
    return f"{times:,.0f}" if times >= 100 else f"{times:.3g}"
