"""Signals as something to wait for."""

import os
import signal
import threading
import time

from chassis.signals import Signals


def test_a_signal_that_came_before_the_wait_is_not_missed() -> None:
    with Signals(signal.SIGUSR1) as signals:
        os.kill(os.getpid(), signal.SIGUSR1)

        assert [signal.SIGUSR1] == signals.wait(10)


def test_waiting_ends_with_its_time() -> None:
    with Signals(signal.SIGUSR1) as signals:
        assert signals.wait(0.01) == []


def test_another_thread_may_end_the_wait() -> None:
    with Signals(signal.SIGUSR1) as signals:
        began = time.monotonic()
        threading.Thread(target=signals.wake).start()

        assert signals.wait(30) == []
        assert time.monotonic() - began < 30


def test_to_wake_nobody_is_harmless() -> None:
    with Signals(signal.SIGUSR1) as signals:
        pass

    signals.wake()


def test_a_signal_that_was_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    try:
        with Signals(signal.SIGUSR1) as signals:
            os.kill(os.getpid(), signal.SIGUSR1)

            assert signals.wait(0.01) == []
    finally:
        signal.signal(signal.SIGUSR1, before)
