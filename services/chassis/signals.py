"""Signals as something to wait for, with none missed.

A handler written in Python runs when the main thread gets to it, and a main thread about to block
on a lock does not: a signal in that instant is acted upon at the next one, if ever. So what arrives is
written into a pipe by the interpreter itself, in C, and the main thread waits on the pipe.
"""

import contextlib
import os
import select
import signal
import threading
import time
from types import TracebackType
from typing import Self


class Signals:
    """The given signals, queued from `with` on. One at a time per process, in the main thread."""

    def __init__(self, *numbers: signal.Signals) -> None:
        self._numbers = numbers
        self._open = False
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)
        self._open = True
        self._outer_fd = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        for number in self._numbers:
            # What the parent has us ignore stays ignored: under nohup, SIGHUP.
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, lambda _number, _frame: None)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.set_wakeup_fd(self._outer_fd)
        with self._lock:
            self._open = False
            os.close(self._read)
            os.close(self._write)

    def wait(self, seconds: float | None = None) -> list[signal.Signals]:
        """What has arrived, waiting for it up to `seconds`; empty if nothing did, or after `wake`."""
        select.select([self._read], [], [], seconds)
        with contextlib.suppress(BlockingIOError):
            return [signal.Signals(number) for number in os.read(self._read, 4096) if number]
        return []

    def wake(self) -> None:
        """End the present or the next `wait`. May be called from any thread, and late."""
        with self._lock:
            if self._open:
                os.write(self._write, b"\0")


def insist() -> None:
    """Repeat each signal to the main thread until it ends, where a library waits on a lock instead of a pipe.

    Measured with granian 2.8.7, whose worker waits on a threading.Event: one of 30 that were stopped in
    their first tenth of a second slept on.
    """
    read, write = os.pipe()
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    main_thread = threading.main_thread().ident
    assert main_thread is not None

    def repeat() -> None:
        while number := os.read(read, 1):
            time.sleep(0.05)
            signal.pthread_kill(main_thread, number[0])

    threading.Thread(target=repeat, name="signals", daemon=True).start()
