"""ComputeClock on the wire."""

from __future__ import annotations

import pytest

from brettwerk.clocks.v1 import clocks_service_pb2 as pb
from brettwerk.clocks.v1.clocks_service_pb2_grpc import ClockServiceStub
from brettwerk.types.v1 import types_pb2
from clocks import rpc, shapes
from tests.clocks.messages import (
    AUTO_MOVE,
    CLUB,
    DAY_MS,
    UNLIMITED,
    at,
    club,
    correspondence,
    delay,
    move,
    outage,
    per_move,
    running,
    standing,
    start,
    thinking,
)


def test_a_start_runs_the_clock_of_the_side_to_move(clocks: ClockServiceStub) -> None:
    answer = clocks.ComputeClock(start())

    expected = types_pb2.ClockState(
        white_remaining_ms=180_000,
        black_remaining_ms=180_000,
        running_side=types_pb2.SIDE_BLACK,
        since_time=at(0),
        deadline_time=at(180_000),
        clock_version=1,
    )
    assert pb.ComputeClockResponse(clock=expected) == answer


def test_a_move_is_charged_without_outages_and_passes_the_clock(clocks: ClockServiceStub) -> None:
    answer = clocks.ComputeClock(move(outages=[outage(-3_000, 1_000), outage(2_000, 2_500)]))

    expected = types_pb2.ClockState(
        white_remaining_ms=178_500,
        black_remaining_ms=170_000,
        running_side=types_pb2.SIDE_BLACK,
        since_time=at(5_000),
        deadline_time=at(175_000),
        clock_version=8,
    )
    assert pb.ComputeClockResponse(clock=expected, charged_ms=3_500) == answer


def test_a_fallen_flag_is_an_answer_and_stops_the_clock(clocks: ClockServiceStub) -> None:
    answer = clocks.ComputeClock(move(180_000))

    expected = types_pb2.ClockState(black_remaining_ms=170_000, clock_version=8)
    lost = pb.ComputeClockResponse(
        clock=expected, charged_ms=180_000, flag_fallen=True, verdict=pb.VERDICT_LOST
    )
    assert lost == answer


def test_parts_of_a_millisecond_are_cut_off(clocks: ClockServiceStub) -> None:
    answer = clocks.ComputeClock(
        move(event_time=at(5_000, ns=999_999), clock=running(since_time=at(0, ns=1)))
    )

    assert (5_000, at(5_000)) == (answer.charged_ms, answer.clock.since_time)


def test_a_game_that_is_over_has_no_deadline(clocks: ClockServiceStub) -> None:
    answer = clocks.ComputeClock(move(event=pb.CLOCK_EVENT_STOP))

    expected = types_pb2.ClockState(white_remaining_ms=175_000, black_remaining_ms=170_000, clock_version=8)
    assert pb.ComputeClockResponse(clock=expected, charged_ms=5_000) == answer


def test_a_check_moves_the_deadline_and_nothing_else(clocks: ClockServiceStub) -> None:
    check = move(180_100, event=pb.CLOCK_EVENT_CHECK, outages=[outage(1_000, 5_000)])

    answer = clocks.ComputeClock(check)

    expected = running(deadline_time=at(184_000), clock_version=8)
    assert pb.ComputeClockResponse(clock=expected) == answer


def test_unlimited_time_is_told_without_a_deadline(clocks: ClockServiceStub) -> None:
    started = clocks.ComputeClock(start(time_control=UNLIMITED)).clock

    moved = clocks.ComputeClock(move(time_control=UNLIMITED, clock=started))

    assert types_pb2.ClockState(running_side=types_pb2.SIDE_BLACK, since_time=at(0)) == started
    assert (types_pb2.SIDE_WHITE, 5_000) == (moved.clock.running_side, moved.charged_ms)
    assert not moved.clock.HasField("deadline_time")
    assert not moved.flag_fallen


@pytest.mark.parametrize(
    ("control", "start_ms", "deadline_ms"),
    [
        pytest.param(delay(300_000, 5_000), 300_000, 305_000, id="delay"),
        pytest.param(per_move(60_000), 60_000, 60_000, id="per move"),
        pytest.param(CLUB, 60_000, 60_000, id="per move with strikes"),
        pytest.param(correspondence(14), 14 * DAY_MS, 14 * DAY_MS, id="correspondence"),
    ],
)
def test_each_kind_has_its_budget_and_its_deadline(
    control: types_pb2.TimeControl, start_ms: int, deadline_ms: int, clocks: ClockServiceStub
) -> None:
    answer = clocks.ComputeClock(start(time_control=control))

    expected = types_pb2.ClockState(
        white_remaining_ms=start_ms,
        black_remaining_ms=start_ms,
        running_side=types_pb2.SIDE_BLACK,
        since_time=at(0),
        deadline_time=at(deadline_ms),
        clock_version=1,
    )
    assert pb.ComputeClockResponse(clock=expected) == answer


def test_a_delay_is_not_charged(clocks: ClockServiceStub) -> None:
    answer = clocks.ComputeClock(move(8_000, time_control=delay(180_000, 5_000)))

    assert (3_000, 177_000) == (answer.charged_ms, answer.clock.white_remaining_ms)


def test_a_pause_keeps_what_was_used_and_the_turn_goes_on_with_the_rest(clocks: ClockServiceStub) -> None:
    strikes = {"white_strikes": 2, "black_strikes": 1}

    paused = clocks.ComputeClock(club(59_999, pb.CLOCK_EVENT_PAUSE, clock=thinking(**strikes)))
    resumed = clocks.ComputeClock(
        club(90_000, pb.CLOCK_EVENT_RESUME, clock=paused.clock, to_move=types_pb2.SIDE_WHITE)
    )

    stood = standing(used_ms=59_999, **strikes)
    stood.clock_version = 8
    assert pb.ComputeClockResponse(clock=stood) == paused
    running_again = thinking(
        since_time=at(90_000), deadline_time=at(90_001), used_ms=59_999, **strikes, clock_version=9
    )
    assert pb.ComputeClockResponse(clock=running_again) == resumed


def test_an_auto_move_is_a_strike_and_the_other_clock_starts_when_the_duel_was_shown(
    clocks: ClockServiceStub,
) -> None:
    answer = clocks.ComputeClock(club(60_100, pb.CLOCK_EVENT_AUTO_MOVE, start_delay_ms=4_000))

    expected = thinking(
        running_side=types_pb2.SIDE_BLACK,
        since_time=at(64_100),
        deadline_time=at(124_100),
        clock_version=8,
        white_strikes=1,
    )
    assert answer == pb.ComputeClockResponse(
        clock=expected, charged_ms=60_000, flag_fallen=True, verdict=pb.VERDICT_AUTO_MOVE
    )


@pytest.mark.parametrize(
    ("strikes", "verdict", "runs_on"),
    [(0, pb.VERDICT_AUTO_MOVE, True), (1, pb.VERDICT_AUTO_MOVE, True), (2, pb.VERDICT_STRUCK_OUT, False)],
)
def test_the_verdict_counts_the_strikes_in_a_row(
    strikes: int, verdict: pb.Verdict.ValueType, runs_on: bool, clocks: ClockServiceStub
) -> None:
    clock = thinking(white_strikes=strikes, black_strikes=2)

    answer = clocks.ComputeClock(club(60_000, pb.CLOCK_EVENT_CHECK, clock=clock))

    assert (True, verdict) == (answer.flag_fallen, answer.verdict)
    assert runs_on == (answer.clock == clock) == answer.clock.HasField("deadline_time")


@pytest.mark.parametrize(
    "request_",
    [
        pytest.param(start(time_control=delay(86_400_000, 3_600_000)), id="the longest delay"),
        pytest.param(start(time_control=delay(1, 0)), id="the shortest delay"),
        pytest.param(start(time_control=per_move(86_400_000)), id="a day for a move"),
        pytest.param(start(time_control=per_move(1_000, AUTO_MOVE, 10)), id="ten strikes"),
        pytest.param(start(time_control=per_move(1_000, AUTO_MOVE)), id="strikes without end"),
        pytest.param(start(time_control=correspondence(1)), id="a day"),
        pytest.param(start(start_delay_ms=60_000), id="a minute later"),
        pytest.param(
            club(
                60_000,
                pb.CLOCK_EVENT_AUTO_MOVE,
                time_control=per_move(60_000, AUTO_MOVE),
                clock=thinking(white_strikes=(1 << 31) - 2),
            ),
            id="more strikes than anybody lives to see",
        ),
    ],
)
def test_what_is_just_within_the_bounds_is_computed(
    request_: pb.ComputeClockRequest, clocks: ClockServiceStub
) -> None:
    assert types_pb2.SIDE_BLACK == clocks.ComputeClock(request_).clock.running_side


def test_every_event_of_the_contract_happens_and_every_method_is_served() -> None:
    numbers = set(pb.ClockEvent.values()) - {pb.CLOCK_EVENT_UNSPECIFIED}
    methods = set(pb.DESCRIPTOR.services_by_name["ClockService"].methods_by_name)

    assert numbers == set(shapes._HAPPENINGS)
    assert set(pb.Verdict.values()) == set(shapes._NUMBER_OF_VERDICT.values())
    assert methods == set(rpc.ACCESS)
    assert all(vars(rpc.ClocksServicer).get(name) for name in methods)
