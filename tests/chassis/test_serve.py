"""A service as a process of its own: what it logs, and how it stops."""

from __future__ import annotations  # grpc's channel is typed for checkers only

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.chassis.subject import raw
from tests.identity import Identity

Dial = Callable[..., grpc.Channel]
ROOT = Path(__file__).parents[2]


class Subject:
    """The subject as a process, with its log lines as they come."""

    def __init__(self, **variables: str) -> None:
        environment = {"BRETTWERK_SUBJECT_ADDRESS": "127.0.0.1:0", **variables}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.chassis.subject"],
            cwd=ROOT,
            env={**os.environ, **environment},
            stderr=subprocess.PIPE,
            text=True,
        )

    def line(self) -> dict[str, Any]:
        assert self.process.stderr is not None
        entry: dict[str, Any] = json.loads(self.process.stderr.readline())
        return entry

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)


@pytest.fixture
def subject(identity: Identity) -> Iterator[Subject]:
    subject = Subject(BRETTWERK_PUBLIC_KEYS=str(identity.public_keys))
    yield subject
    subject.process.kill()
    subject.process.communicate()


def test_the_log_is_one_json_object_a_line_with_constant_events(subject: Subject) -> None:
    line = subject.line()

    assert ("listening", "subject", "info") == (line["event"], line["service"], line["level"])
    assert line["address"].startswith("127.0.0.1:")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_first_signal_lets_a_started_call_finish(
    subject: Subject, dial: Dial, tmp_path: Path, number: signal.Signals
) -> None:
    address, gate = subject.line()["address"], tmp_path / "gate"
    text = f"until {gate}".encode()
    with dial(address, deadline_ms=20_000) as channel:
        call = raw(channel).future(bytes([0x0A, len(text)]) + text)
        _wait_until_begun(channel)
        subject.signal(number)
        stopping = subject.line()
        gate.touch()

        assert text in call.result()
    assert ("stopping", number.name) == (stopping["event"], stopping["signal"])
    assert subject.line()["event"] == "stopped"
    assert subject.process.wait(10) == 0


def test_the_second_signal_ends_at_once(subject: Subject, dial: Dial) -> None:
    address = subject.line()["address"]
    with dial(address, deadline_ms=30_000) as channel:
        call = raw(channel).future(b"\x0a\x08sleep 60")
        _wait_until_begun(channel)
        subject.signal(signal.SIGTERM)
        assert subject.line()["event"] == "stopping"
        subject.signal(signal.SIGTERM)

        assert subject.line()["event"] == "stopped with calls unfinished"
        assert subject.process.wait(10) == 1
        assert call.exception() is not None


def test_faulty_settings_are_one_readable_message() -> None:
    subject = Subject(BRETTWERK_SUBJECT_ADDRESS="nowhere", BRETTWERK_SUBJECT_THREADS="many")
    _, text = subject.process.communicate(timeout=20)

    assert subject.process.returncode == 1
    assert "Traceback" not in text
    assert "BRETTWERK_SUBJECT_ADDRESS" in text
    assert "BRETTWERK_SUBJECT_THREADS" in text
    assert "BRETTWERK_PUBLIC_KEYS" in text


def _wait_until_begun(channel: Any) -> None:
    """A later call on the same connection is answered, so the earlier one has reached its handler."""
    raw(channel)(b"")
