"""`make bench-api`: validations per second over gRPC and REST, beside calls that do nothing.

Real servers on the loopback: the rules service with an empty RPC beside it on the same server, and the
gateway behind granian with its validate route, the same route calling the empty RPC, and a plain route.
One client process loads them in interleaved rounds, so that a busy machine disturbs both sides of a ratio
alike. The servers have one core and the client another. Besides the rate by the clock stands the rate by
the servers' own processor time, which does not count the client or what else the machine does.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

import grpc
from tqdm import tqdm

from bench import api_load
from chassis.channels import connect
from chassis.healthy import is_serving
from chassis.tokens import TokenSource, make_keys
from local.ports import free_port
from local.processes import serves_http

BATCH = 256
_READY_S = 30.0


@dataclass(slots=True, kw_only=True)
class Target:
    """Something to load. `call` makes one connection's caller; each call is worth `worth` answers."""

    name: str
    caller: Callable[[], Callable[[], None]]
    pids: tuple[int, ...]
    """The servers whose processor time it takes."""
    worth: int = 1
    connections: int = 4
    rounds: list[Round] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """Answers per second of the clock, and per second of the servers' processor time."""

    by_clock: float
    by_processor: float


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.api", description=__doc__)
    parser.add_argument("--rounds", type=int, default=24, help="rounds for each target (default: 24)")
    parser.add_argument("--round-s", type=float, default=0.3, help="seconds of a round (default: 0.3)")
    wishes = parser.parse_args(arguments)
    with ExitStack() as stack:
        ports = [free_port(18101, ())]
        ports.append(free_port(18180, ports))
        rules, gateway = (f"127.0.0.1:{port}" for port in ports)
        keys = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        make_keys(keys / "private", keys / "public", "gateway")
        gateway_key = keys / "private" / "gateway.pem"
        environment = {
            **os.environ,
            "BRETTWERK_PUBLIC_KEYS": str(keys / "public"),
            "BRETTWERK_GATEWAY_KEY": str(gateway_key),
            **{f"BRETTWERK_{name}_ADDRESS": rules for name in ("RULES", "GAMES", "AI", "MATCHMAKING")},
            "BRETTWERK_GATEWAY_DATABASE": "",
            "BRETTWERK_GATEWAY_ADDRESS": gateway,
            "BRETTWERK_RULES_LOG_LEVEL": "error",
            "BRETTWERK_GATEWAY_LOG_LEVEL": "error",
        }
        rules_pid = stack.enter_context(
            _running(("bench.api_servers",), environment, lambda: is_serving(rules))
        )
        gateway_pid = stack.enter_context(
            _running(
                ("chassis.web", "gateway", "bench.api_gateway:app"), environment, lambda: serves_http(gateway)
            )
        )
        servers = (rules_pid, *_family(gateway_pid))
        _separate(servers)
        bearer = TokenSource("gateway", gateway_key).bearer("rules")
        channel = stack.enter_context(connect(rules, bearer=bearer))
        targets = _targets(channel, gateway, rules_pid, servers)
        _measure(targets, wishes.rounds, wishes.round_s)
    _report({target.name: target for target in targets})
    return 0


def _targets(channel: grpc.Channel, gateway: str, rules_pid: int, servers: tuple[int, ...]) -> list[Target]:
    questions = api_load.questions(BATCH)
    unary = api_load.unary_requests(questions)
    rest = api_load.rest_requests(questions, gateway)
    same_rest = api_load.rest_requests(questions, gateway, path="/bench/same")
    empty_rest = api_load.rest_request("/bench/empty", b"{}", gateway)
    plain_rest = api_load.rest_request("/bench/plain", b"{}", gateway)
    return [
        Target(name="empty RPC", caller=_rpc(channel, api_load.EMPTY, (b"",)), pids=(rules_pid,)),
        Target(name="ValidateMove", caller=_rpc(channel, api_load.VALIDATE, unary), pids=(rules_pid,)),
        Target(
            name="BatchValidateMoves",
            caller=_rpc(channel, api_load.BATCH_VALIDATE, (api_load.batch_request(questions),)),
            pids=(rules_pid,),
            worth=BATCH,
            connections=2,
        ),
        Target(name="plain route", caller=_http(gateway, (plain_rest,)), pids=servers),
        Target(name="bare route, empty RPC", caller=_http(gateway, (empty_rest,)), pids=servers),
        Target(name="same route, empty RPC", caller=_http(gateway, same_rest), pids=servers),
        Target(name="POST /v1/moves:validate", caller=_http(gateway, rest), pids=servers),
    ]


def _rpc(channel: grpc.Channel, method: str, requests: Sequence[bytes]) -> Callable[[], Callable[[], None]]:
    """Calls with requests that are bytes already, and answers that stay so: the client's share is small."""
    call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(
        method, request_serializer=None, response_deserializer=None
    )

    def caller() -> Callable[[], None]:
        sent = cycle(requests)
        return lambda: _expect(call(next(sent)) is not None, method)

    return caller


def _http(address: str, requests: Sequence[bytes]) -> Callable[[], Callable[[], None]]:
    host, _, port = address.rpartition(":")

    def caller() -> Callable[[], None]:
        connection = socket.create_connection((host, int(port)))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sent = cycle(requests)

        def call() -> None:
            connection.sendall(next(sent))
            answer = connection.recv(65536)
            head, _, body = answer.partition(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
            while len(body) < length:
                body += connection.recv(65536)
            _expect(answer.startswith(b"HTTP/1.1 200"), answer[:200].decode("latin-1"))

        return call

    return caller


def _expect(holds: bool, what: str) -> None:
    if not holds:
        raise RuntimeError(f"the server failed: {what}")


def _measure(targets: Sequence[Target], rounds: int, round_s: float) -> None:
    for target in targets:  # warm up: caches, connections, threads
        _round(target, round_s)
    with tqdm(total=rounds * len(targets), unit="round", disable=None) as progress:
        for _ in range(rounds):
            for target in targets:
                progress.set_description(target.name)
                target.rounds.append(_round(target, round_s))
                progress.update()


def _round(target: Target, seconds: float) -> Round:
    ends = time.perf_counter() + seconds
    counts = [0] * target.connections
    faults: list[BaseException] = []

    def load(index: int) -> None:
        try:
            call = target.caller()
            while time.perf_counter() < ends:
                call()
                counts[index] += 1
        except BaseException as fault:  # noqa: BLE001  shown by the main thread
            faults.append(fault)

    began, used = time.perf_counter(), _processor_s(target.pids)
    threads = [threading.Thread(target=load, args=(index,)) for index in range(target.connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
    answers = sum(counts) * target.worth
    return Round(
        by_clock=answers / (time.perf_counter() - began),
        by_processor=answers / max(_processor_s(target.pids) - used, 0.001),
    )


def _processor_s(pids: Sequence[int]) -> float:
    """Processor time of these processes so far, all threads, user and system."""
    # Linux gives each process a clock of its own, numbered so; /proc counts in hundredths of a second.
    return sum(time.clock_gettime((~pid << 3) | 2) for pid in pids)


def _separate(servers: Sequence[int]) -> None:
    """The servers on one core, this process on the others, where there are several."""
    first, *others = sorted(os.sched_getaffinity(0))
    if others:
        for pid in servers:
            for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208  a path of the kernel's
                os.sched_setaffinity(int(task), {first})
        os.sched_setaffinity(0, others)


def _family(pid: int) -> tuple[int, ...]:
    """The process and its children: granian works in a child."""
    with open(f"/proc/{pid}/task/{pid}/children") as children:  # noqa: PTH123  same
        return (pid, *(int(child) for child in children.read().split()))


@contextmanager
def _running(
    module: Sequence[str], environment: dict[str, str], is_ready: Callable[[], bool]
) -> Iterator[int]:
    """A server in a process of its own, ready; what it says is shown only if it fails to start."""
    with tempfile.TemporaryFile() as log:
        command = (sys.executable, "-m", *module)
        process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            gives_up = time.monotonic() + _READY_S
            while not is_ready():
                if process.poll() is not None or time.monotonic() > gives_up:
                    log.seek(0)
                    raise RuntimeError(f"{module[0]} did not start:\n{log.read().decode()}")
                time.sleep(0.05)
            yield process.pid
        finally:
            process.terminate()
            process.wait()


def _report(targets: dict[str, Target]) -> None:
    load = os.getloadavg()[0]
    print(
        f"\n{os.cpu_count()} cores, load {load:.1f} at the end; medians of {len(targets['empty RPC'].rounds)} rounds"
    )
    print(f"{'':26}{'per second':>12}{'per processor second':>22}{'µs each':>10}")
    for name, target in targets.items():
        clock = statistics.median(each.by_clock for each in target.rounds)
        processor = statistics.median(each.by_processor for each in target.rounds)
        print(f"{name:26}{clock:12,.0f}{processor:22,.0f}{1e6 / processor:10.1f}")
    print(f"\n{'':48}{'by clock':>9}{'by processor':>14}{'target':>8}")
    for name, beside, goal in _RATIOS:
        pairs = list(zip(targets[name].rounds, targets[beside].rounds, strict=True))
        clock = statistics.median(one.by_clock / other.by_clock for one, other in pairs)
        processor = statistics.median(one.by_processor / other.by_processor for one, other in pairs)
        print(f"{name + ' / ' + beside:48}{clock:9.2f}{processor:14.2f}{goal or '':>8}")
    batch = statistics.median(each.by_processor for each in targets["BatchValidateMoves"].rounds)
    print(f"{'validations a second and core in batches':48}{'':9}{batch:14,.0f}{'40,000':>8}")


_RATIOS = (
    ("ValidateMove", "empty RPC", "0.80"),
    ("POST /v1/moves:validate", "same route, empty RPC", "0.90"),
    ("POST /v1/moves:validate", "bare route, empty RPC", None),
    ("POST /v1/moves:validate", "plain route", None),
)


if __name__ == "__main__":
    sys.exit(main())
