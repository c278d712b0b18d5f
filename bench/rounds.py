"""Measuring in interleaved rounds, so that whatever else the machine does meets all programs alike."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from tqdm import tqdm

from bench.programs import Program, Stopped

_LEAST_ROUNDS = 3


@dataclass(slots=True, kw_only=True)
class Series:
    """One program at one task: the CPU seconds of each round.

    `work` is what a round does: leaves counted, or moves validated.
    """

    label: str
    program: Program
    question: dict[str, object]
    name: str = ""  # with its version
    door: str = ""
    work: int = 0
    legal: bool | None = None
    seconds: list[float] = field(default_factory=list)
    fault: str | None = None

    def __post_init__(self) -> None:
        self.name = self.name or self.program.name

    @property
    def best(self) -> float:
        """Work per second in the best round."""
        return self.work / max(min(self.seconds), 1e-9)

    @property
    def typical(self) -> float:
        """Work per second in the median round."""
        return self.work / max(median(self.seconds), 1e-9)

    @property
    def spread(self) -> float:
        """By how much the median round is slower than the best one: 0.05 is 5 %."""
        return median(self.seconds) / max(min(self.seconds), 1e-9) - 1

    def ask(self, **changes: object) -> float:
        """Ask once, note what comes back; the CPU seconds it took. Raises Stopped."""
        answer = self.program.ask({**self.question, **changes})
        if "nodes" in answer:
            self.work = int(str(answer["nodes"]))
        if "legal" in answer:
            self.legal = bool(answer["legal"])
        return float(str(answer["seconds"]))


def choose_size(series: Series, seconds: float) -> None:
    """Make one round of the series last about so long: by the depth, or by the number of times."""
    try:
        if series.question["ask"] == "perft":
            _choose_depth(series, seconds)
        else:
            once = max(series.ask(times=20) / 20, 1e-7)
            times = max(1, round(seconds / once))
            series.question["times"] = series.work = times
    except Stopped as reason:
        series.fault = f"{series.program.name} stopped: {reason}"


def _choose_depth(series: Series, seconds: float) -> None:
    before = series.ask(depth=1)
    # A native program's time includes its start, which must not be what is measured.
    most = 2 * max(seconds, 5 * before)
    depth = 2
    while depth < 30:
        took = series.ask(depth=depth)
        growth = took / before if before > 0.002 else 8.0
        if took * growth > most:  # the next depth would be farther from what is wished than this one
            break
        depth, before = depth + 1, took
    series.question["depth"] = depth


class Progress:
    """A bar on stderr that fills with the time that the run may take."""

    def __init__(self, seconds: float) -> None:
        self._begun = time.monotonic()
        self._seconds = seconds
        form = "{desc:<44.44} {bar} {n:.0f}/{total:.0f} s"
        self._bar = tqdm(total=seconds, bar_format=form, mininterval=0.3, dynamic_ncols=True)

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self._begun

    def show(self, words: str) -> None:
        self._bar.set_description_str(words, refresh=False)
        self._bar.update(min(self.elapsed, self._seconds) - self._bar.n)

    def close(self) -> None:
        self._bar.close()


def measure(all_series: Sequence[Series], until: float, progress: Progress) -> int:
    """Ask every series in turn, again and again, as long as a round still ends in time; the rounds."""
    done = 0
    longest = 0.0
    while done < _LEAST_ROUNDS or progress.elapsed + longest < until:
        begun = progress.elapsed
        done += 1
        for series in all_series:
            if series.fault is None:
                progress.show(f"round {done}: {series.label}, {series.program.name}")
                _ask_in_round(series)
        longest = max(longest, progress.elapsed - begun)
    return done


def _ask_in_round(series: Series) -> None:
    try:
        series.seconds.append(series.ask())
    except Stopped as reason:
        series.fault = f"{series.program.name} stopped: {reason}"
