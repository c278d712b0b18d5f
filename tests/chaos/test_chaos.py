"""Ten kills, as `make chaos` does a thousand; and what finds a fault if there is one."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.chaos import clockwork, reader
from tests.chaos.__main__ import report
from tests.chaos.faults import Fault
from tests.chaos.reader import Heard
from tests.chaos.run import run

KILLS, GAMES = 10, 12


def test_nothing_is_lost_and_nothing_doubled_by_ten_kills(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seed = random.randrange(1 << 32)

    outcome = run(tmp_path, KILLS, GAMES, seed)

    report(outcome, seed)
    told = capsys.readouterr().out
    assert not outcome.faults, told
    assert len(outcome.kills) == KILLS, told
    assert outcome.counts["games"] >= GAMES, told
    assert outcome.counts["moves acknowledged"] > GAMES, told
    assert outcome.counts["streams resumed"] > 0, told


def told(*sequences: int) -> list[Heard]:
    """By a stream: a snapshot at the first of these, then the events."""
    return [
        Heard(number, "move_played" if place else "game_snapshot", f"time {number}", number, False)
        for place, number in enumerate(sequences)
    ]


EVENTS = [
    {"sequence": number, "type": "move_played", "event_time": f"time {number}"} for number in range(1, 6)
]


def test_a_stream_that_has_told_everything_once_is_right() -> None:
    reader.check(told(2, 3, 4, 5), EVENTS)


@pytest.mark.parametrize(
    "heard",
    [
        pytest.param(told(2, 3, 5), id="left out"),
        pytest.param(told(2, 3, 3, 4, 5), id="twice"),
        pytest.param(told(2, 4, 3, 5), id="in another order"),
        pytest.param(told(2, 3, 4), id="not to the end"),
        pytest.param(told(2, 3, 4, 5, 6), id="made up"),
        pytest.param([], id="nothing"),
        pytest.param([*told(2, 3), *told(3, 4, 5)], id="a second look"),
    ],
)
def test_a_stream_that_has_not_is_found_out(heard: list[Heard]) -> None:
    with pytest.raises(Fault):
        reader.check(heard, EVENTS)


FISCHER = {"kind": "fischer", "base_ms": 60_000, "increment_ms": 1_000}
OUTAGE = (clockwork.ms("2026-01-01T00:00:02Z"), clockwork.ms("2026-01-01T00:00:06Z"))


def clock(white_ms: int, black_ms: int, side: str, since: str, deadline: str) -> dict[str, Any]:
    return {
        "white_remaining_ms": white_ms,
        "black_remaining_ms": black_ms,
        "running_side": side,
        "since_time": f"2026-01-01T00:0{since}Z",
        "deadline_time": f"2026-01-01T00:0{deadline}Z",
        "used_ms": 0,
        "white_strikes": 0,
        "black_strikes": 0,
    }


def game(charged_ms: int, white_ms: int, deadline: str = "1:10") -> list[dict[str, Any]]:
    """White's first move, ten seconds after the start."""
    start = clock(60_000, 60_000, "white", "0:00", "1:00")
    after = clock(white_ms, 60_000, "black", "0:10", deadline)
    move = {"auto": False, "is_pass": False}
    data = {"side": "white", "ply": 1, "charged_ms": charged_ms, "move": move, "clock": after, "result": None}
    return [
        {
            "sequence": 1,
            "type": "game_started",
            "event_time": "2026-01-01T00:00:00Z",
            "data": {"clock": start},
        },
        {"sequence": 2, "type": "move_played", "event_time": "2026-01-01T00:00:10Z", "data": data},
    ]


def test_a_clock_that_adds_up_is_right() -> None:
    clockwork.check(FISCHER, game(10_000, 51_000), [])
    clockwork.check(FISCHER, game(6_000, 55_000), [OUTAGE])


@pytest.mark.parametrize(
    "events",
    [
        pytest.param(game(6_000, 55_000), id="less charged than passed"),
        pytest.param(game(12_000, 49_000), id="more charged than passed"),
        pytest.param(game(10_000, 50_000), id="no increment"),
        pytest.param(game(10_000, 51_000, "1:09"), id="the other side's deadline too soon"),
    ],
)
def test_a_clock_that_does_not_is_found_out(events: list[dict[str, Any]]) -> None:
    with pytest.raises(Fault):
        clockwork.check(FISCHER, events, [])


def test_an_outage_that_was_charged_is_found_out() -> None:
    """All of it may have been noted only afterwards; but no more than all of the time is ever charged."""
    with pytest.raises(Fault):
        clockwork.check(FISCHER, game(11_000, 50_000), [OUTAGE])
