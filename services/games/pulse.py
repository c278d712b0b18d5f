"""The pulse of the house: a sign of life each second, and what has to be looked after besides.

A sign of life says that a move could be made: the database takes it, and the services that a move needs answer. When
every replica is silent for some seconds, the next sign of life writes the silence down as an outage, which is charged to
nobody. An alarm that was lost on its way is sent again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import structlog

log = structlog.get_logger()

BEAT_S = 1.0


def beat_if_whole(beat: Callable[[], None], parts: Sequence[Callable[[], bool]]) -> None:
    """The sign of life, if all parts say that they serve."""
    if all(serves() for serves in parts):
        beat()


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """Something to be done every so many beats."""

    name: str
    every: int
    do: Callable[[], None]


class Pulse:
    """Does its duties from `start` to `stop` on a thread of its own; what fails is tried again when it is due next."""

    def __init__(self, duties: tuple[Duty, ...]) -> None:
        self._duties = duties
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        beats = 0
        while not self._stopped.wait(BEAT_S):
            beats += 1
            for duty in self._duties:
                if beats % duty.every == 0:
                    self._do(duty)

    def _do(self, duty: Duty) -> None:
        try:
            duty.do()
        except Exception as error:  # noqa: BLE001  the next beat must come whatever this one met
            log.warning("duty failed", duty=duty.name, detail=repr(error))
