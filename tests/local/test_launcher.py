"""The launcher with real processes on free ports: start, restart, stop, and nothing left behind."""

import os
import pty
import signal
import socket
import sys
import time
from pathlib import Path

import pytest

from local.ports import PortClaims, free_port, is_free
from tests.local.launching import Launch, get, table
from tests.local.table import DEAF
from tests.patience import wait_for


def test_a_launcher_passes_over_a_port_that_another_holds_while_its_service_restarts(tmp_path: Path) -> None:
    first, second = PortClaims(tmp_path), PortClaims(tmp_path)
    port = first.first_free(22400, ())

    assert is_free(port)
    assert second.first_free(port, ()) > port
    assert first.claim(port)
    assert not second.claim(port)


def test_the_address_is_printed_when_everything_is_healthy(tmp_path: Path) -> None:
    with Launch(table("whole", tmp_path)) as launch:
        url = launch.wait_ready()

        assert get(url) is not None
        assert "listening" in (tmp_path / "logs" / "subject.log").read_text()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_everything(tmp_path: Path, number: signal.Signals) -> None:
    with Launch(table("whole", tmp_path)) as launch:
        launch.wait_ready()
        launch.process.send_signal(number)

        assert launch.process.wait(20) == 0
        assert launch.alive() == []


def test_a_signal_while_starting_stops_everything(tmp_path: Path) -> None:
    with Launch(table("whole", tmp_path)) as launch:
        wait_for(lambda: (tmp_path / "logs" / "page.log").exists(), "the last process is started")
        launch.process.send_signal(signal.SIGINT)

        assert launch.process.wait(20) == 0
        assert launch.alive() == []


def test_killing_the_launcher_leaves_nothing_behind(tmp_path: Path) -> None:
    with Launch(table("whole", tmp_path)) as launch:
        launch.wait_ready()
        # Launcher, subject, page and the page's worker at the least.
        assert len(launch.alive()) >= 4
        launch.process.kill()

        launch.wait_gone()


def test_a_closed_terminal_leaves_nothing_behind(tmp_path: Path) -> None:
    # The command takes the terminal as its own first, as a shell in a window does.
    take = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
    leader, follower = pty.openpty()
    with Launch([sys.executable, "-c", take, *table("whole", tmp_path)], terminal=follower) as launch:
        os.close(follower)
        said = b""
        while b"ready" not in said:
            said += os.read(leader, 4096)
        os.close(leader)

        launch.process.wait(20)
        launch.wait_gone()


def test_the_death_of_the_parent_leaves_nothing_behind(tmp_path: Path) -> None:
    # Stands for `make run` whose make is killed.
    with Launch(["sh", "-c", '"$@"; true', "sh", *table("whole", tmp_path), "--with-parent"]) as launch:
        launch.wait_ready()
        launch.process.kill()

        launch.wait_gone()


def test_a_killed_service_comes_back_at_its_address(tmp_path: Path) -> None:
    with Launch(table("whole", tmp_path)) as launch:
        url = launch.wait_ready()
        (pid,) = [pid for pid in launch.alive() if "tests.chassis.subject" in _command(pid)]
        os.kill(pid, signal.SIGKILL)

        launch.wait_said(r"subject ended \(killed by SIGKILL\); starting it again")
        # The page is ready only if it reaches the subject at the address it was told at first.
        wait_for(lambda: get(url) is not None, "the page finds the subject again")


@pytest.mark.parametrize("which", [pytest.param(0, id="worker"), pytest.param(1, id="its parent")])
def test_a_killed_http_server_comes_back_whole(tmp_path: Path, which: int) -> None:
    with Launch(table("whole", tmp_path)) as launch:
        url = launch.wait_ready()
        before = get(url)
        assert before is not None
        pids = [int(pid) for pid in before.split()]
        os.kill(pids[which], signal.SIGKILL)

        launch.wait_said(r"page ended .*; starting it again")
        wait_for(lambda: (get(url) or before) != before, "another process answers")
        assert not set(pids) & set(launch.alive())


def test_a_process_that_does_not_start_is_reported_with_the_end_of_its_log(tmp_path: Path) -> None:
    with Launch(table("broken", tmp_path)) as launch:
        launch.wait_said(r"broken ended while starting \(exit code 1\)")
        launch.wait_said("the oven is cold")

        assert launch.process.wait(20) == 1
        assert launch.alive() == []


def test_a_second_signal_kills_what_does_not_listen_to_the_first(tmp_path: Path) -> None:
    with Launch(table("deaf", tmp_path)) as launch:
        wait_for(lambda: "deaf" in _log(tmp_path, "deaf"), "the deaf one ignores SIGTERM")
        launch.process.send_signal(signal.SIGINT)
        launch.wait_said("Stopping")
        began = time.monotonic()
        launch.process.send_signal(signal.SIGINT)

        assert launch.process.wait(20) == 0
        assert time.monotonic() - began < DEAF.stop_s
        assert launch.alive() == []


def test_under_nohup_the_terminal_may_close(tmp_path: Path) -> None:
    with Launch(["nohup", *table("whole", tmp_path)]) as launch:
        url = launch.wait_ready()
        launch.process.send_signal(signal.SIGHUP)
        launch.process.send_signal(signal.SIGCHLD)

        assert get(url) is not None
        assert launch.process.poll() is None


def test_a_taken_port_is_passed_over() -> None:
    with socket.create_server(("127.0.0.1", free_port(22000, ()))) as stranger:
        port = stranger.getsockname()[1]

        assert not is_free(port)
        assert free_port(port, ()) > port
        assert free_port(port, {port + 1}) > port + 1


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_a_port_that_a_stranger_has_on_ipv6_counts_as_taken() -> None:
    with socket.create_server(("::1", free_port(22100, ())), family=socket.AF_INET6) as stranger:
        assert not is_free(stranger.getsockname()[1])


def test_a_wished_port_is_used(tmp_path: Path) -> None:
    port = free_port(22200, ())
    with Launch(table("whole", tmp_path), PORT=str(port)) as launch:
        assert launch.wait_ready() == f"http://localhost:{port}"


@pytest.mark.parametrize(
    ("port", "words"),
    [
        pytest.param("http", "is not a port", id="no number"),
        pytest.param("65536", "is not a port", id="too high"),
    ],
)
def test_a_wished_port_that_is_none_is_a_plain_line(tmp_path: Path, port: str, words: str) -> None:
    with Launch(table("whole", tmp_path), PORT=port) as launch:
        launch.wait_said(words)

        assert launch.process.wait(20) == 2


def test_a_wished_port_that_is_taken_is_a_plain_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", free_port(22300, ()))) as stranger:
        port = stranger.getsockname()[1]
        with Launch(table("whole", tmp_path), PORT=str(port)) as launch:
            launch.wait_said(f"Port {port} is taken: choose another with PORT=")

            assert launch.process.wait(20) == 1


def _command(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()


def _log(data: Path, name: str) -> str:
    path = data / "logs" / f"{name}.log"
    return path.read_text() if path.exists() else ""
