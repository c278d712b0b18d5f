"""What a caller learns from an error, over a real connection."""

from __future__ import annotations  # grpc's channel is typed for checkers only

from collections.abc import Callable

import grpc
import pytest
from google.rpc.error_details_pb2 import ErrorInfo
from grpc_status import rpc_status
from structlog.testing import capture_logs

from chassis import Problem, Running, Violation, problem_of
from tests.chassis.subject import METHOD, raw

Echo = Callable[[str], str]
Dial = Callable[..., grpc.Channel]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        pytest.param(
            "unknown x",
            Problem(
                status=grpc.StatusCode.NOT_FOUND,
                reason="UNKNOWN_WORD",
                message="no such word: x",
                facts={"word": "x"},
            ),
            id="listed",
        ),
        pytest.param(
            "verb y",
            Problem(
                status=grpc.StatusCode.NOT_FOUND,
                reason="UNKNOWN_WORD",
                message="no such word: y",
                facts={"word": "y"},
            ),
            id="listed by its ancestor",
        ),
        pytest.param(
            "nested z",
            Problem(
                status=grpc.StatusCode.NOT_FOUND,
                reason="UNKNOWN_WORD",
                message="no such word: z",
                violations=(Violation(pointer="/requests/3/word", description="no such word: z"),),
                facts={"word": "z"},
            ),
            id="inside two places",
        ),
        pytest.param(
            "refused",
            Problem(
                status=grpc.StatusCode.INVALID_ARGUMENT,
                reason="TWO_FAULTS",
                message="two",
                violations=(
                    Violation(pointer="/batch/a", description="no"),
                    Violation(pointer="/batch/b", description="neither"),
                ),
            ),
            id="several violations at once",
        ),
    ],
)
def test_an_exception_of_the_table_arrives_with_all_its_facts(
    echo: Echo, word: str, expected: Problem
) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        echo(word)

    assert expected == problem_of(caught.value)


@pytest.mark.parametrize("word", ["x" * 200_000, "ä" * 200_000], ids=["ASCII", "beyond ASCII"])
@pytest.mark.parametrize("kind", ["unknown", "nested"])
def test_an_error_about_a_long_value_still_fits_into_the_headers(echo: Echo, kind: str, word: str) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        echo(f"{kind} {word}")

    problem = problem_of(caught.value)
    assert (grpc.StatusCode.NOT_FOUND, "UNKNOWN_WORD") == (problem.status, problem.reason)
    assert problem.message.startswith(f"no such word: {word[:100]}")
    assert problem.message.endswith("…")
    assert bool(problem.violations) == (kind == "nested")


def test_error_info_names_our_domain(echo: Echo) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        echo("unknown x")

    assert isinstance(caught.value, grpc.Call)
    status = rpc_status.from_call(caught.value)
    info = ErrorInfo()
    assert status.details[0].Unpack(info)
    assert ("brettwerk", "UNKNOWN_WORD") == (info.domain, info.reason)


def test_a_bug_is_logged_with_its_trace_and_answered_without_detail(echo: Echo) -> None:
    with capture_logs() as entries, pytest.raises(grpc.RpcError) as caught:
        echo("bug")

    problem = problem_of(caught.value)
    assert (grpc.StatusCode.INTERNAL, "INTERNAL") == (problem.status, problem.reason)
    assert "secret" not in problem.message
    (entry,) = entries
    assert ("rpc failed", METHOD) == (entry["event"], entry["method"])
    assert isinstance(entry["exc_info"], ZeroDivisionError)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\xff\xff\xff", id="no protobuf"),
        pytest.param(b"\x0a\x02\xff\xfe", id="text that is not UTF-8"),
        pytest.param(b"\x0a\x7fshort", id="cut off"),
    ],
)
def test_a_broken_message_is_the_callers_fault(dial: Dial, running: Running, data: bytes) -> None:
    with dial(running.address) as channel, pytest.raises(grpc.RpcError) as caught:
        raw(channel)(data)

    problem = problem_of(caught.value)
    assert (grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED_REQUEST") == (problem.status, problem.reason)
    assert ("",) == tuple(violation.pointer for violation in problem.violations)


def test_a_part_that_is_down_reads_as_unavailable(dial: Dial) -> None:
    # Port 1 is reserved, and nobody listens there.
    with dial("127.0.0.1:1") as channel, pytest.raises(grpc.RpcError) as caught:
        raw(channel)(b"")

    problem = problem_of(caught.value)
    assert (grpc.StatusCode.UNAVAILABLE, "UNAVAILABLE") == (problem.status, problem.reason)
