"""The launcher with its own Postgres and Valkey: as root and not, killed and restarted, with data that survive."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import psycopg
import pytest

from chassis.tokens import TokenSource, Verifier
from local import commoner, postgres
from local.ports import free_port
from tests.local.launching import Launch, get, table
from tests.patience import wait_for

QUICK_S = 10.0
"""What a second start may take."""
NOT_ROOT = (sys.executable, "-I", "-S", commoner.__file__, "namespace")


def has_namespaces() -> bool:
    return (
        sys.platform == "linux"
        and subprocess.run((*NOT_ROOT, "/bin/true"), stderr=subprocess.DEVNULL, check=False).returncode == 0
    )


@pytest.mark.parametrize(
    "before",
    [
        pytest.param((), id="as whoever runs the tests"),
        pytest.param(
            NOT_ROOT,
            id="as nobody",
            marks=pytest.mark.skipif(not has_namespaces(), reason="the kernel grants no user namespace"),
        ),
    ],
)
def test_data_survive_and_the_second_start_is_quick(tmp_path: Path, before: Sequence[str]) -> None:
    with Launch([*before, *table("counter", tmp_path)]) as launch:
        url = launch.wait_ready()
        assert [get(f"{url}/visit") for _ in range(3)] == ["1", "2", "3"]
        launch.process.send_signal(signal.SIGINT)
        assert launch.process.wait(30) == 0
        assert launch.alive() == []

    began = time.monotonic()
    with Launch([*before, *table("counter", tmp_path)]) as launch:
        url = launch.wait_ready()
        took_s = time.monotonic() - began

        assert get(f"{url}/visit") == "4"
    assert took_s < QUICK_S


def test_killing_the_launcher_leaves_nothing_behind_and_the_next_finds_all(tmp_path: Path) -> None:
    with Launch(table("counter", tmp_path)) as launch:
        url = launch.wait_ready()
        assert get(f"{url}/visit") == "1"
        names = " ".join(_command(pid) for pid in launch.alive())
        assert "postgres" in names
        assert "valkey" in names
        launch.process.kill()
        # At once, without waiting for the others to be gone.
        with Launch(table("counter", tmp_path)) as second:
            assert get(f"{second.wait_ready()}/visit") == "2"
            launch.wait_gone()


@pytest.mark.parametrize(
    ("name", "sign"), [("postgres", "bin/postgres -D"), ("valkey", "valkey.conf")], ids=["postgres", "valkey"]
)
def test_a_part_that_is_killed_comes_back_with_its_data(tmp_path: Path, name: str, sign: str) -> None:
    with Launch(table("counter", tmp_path)) as launch:
        url = launch.wait_ready()
        assert get(f"{url}/visit") == "1"
        (pid,) = [pid for pid in launch.alive() if sign in _command(pid)]
        os.kill(pid, signal.SIGKILL)

        launch.wait_said(rf"{name} ended \(killed by SIGKILL\); starting it again")
        wait_for(lambda: get(f"{url}/visit") == "2", "the counter goes on where it was")


def test_a_second_launcher_on_the_same_data_is_a_plain_line(tmp_path: Path) -> None:
    with Launch(table("counter", tmp_path)) as launch:
        launch.wait_ready()
        with Launch(table("counter", tmp_path)) as second:
            second.wait_said("Brettwerk is already running on ")

            assert second.process.wait(20) == 1
        assert launch.process.poll() is None


def test_each_service_gets_its_own_key_and_password_and_others_cannot_read_them(tmp_path: Path) -> None:
    with Launch(table("counter", tmp_path)) as launch:
        launch.wait_ready()
        keys = tmp_path / "keys"
        token = TokenSource("clocks", keys / "private" / "clocks.pem").token("games")

        assert Verifier("games", keys / "public").caller_of(token).id == "clocks"
        for path in (
            keys / "passwords.json",
            keys / "private" / "clocks.pem",
            tmp_path / "valkey" / "valkey.conf",
        ):
            assert path.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become nobody")
def test_root_without_namespaces_runs_it_as_nobody_where_nobody_can_reach_it(tmp_path: Path) -> None:
    closed, house = tmp_path / "closed", Path("/var/tmp") / f"brettwerk-test-{os.getpid()}"
    closed.mkdir(mode=0o700)
    house.mkdir(mode=0o755)
    try:
        where = postgres.place(closed / "postgres", house=house, namespace=False)
        assert where.data.is_relative_to(house)
        postgres.make(where, "secret", sync=False)
        port = str(free_port(24500, ()))
        address = f"127.0.0.1:{port}"
        process = subprocess.Popen(postgres.command(where, port), stderr=subprocess.DEVNULL)
        try:
            wait_for(lambda: postgres.is_ready(address), "it takes connections")
            with psycopg.connect(postgres.conninfo(address, "postgres", "secret")) as connection:
                assert connection.execute("SELECT 1").fetchone() == (1,)
            assert Path(f"/proc/{process.pid}").stat().st_uid != 0
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()
    finally:
        subprocess.run(["rm", "-rf", str(house)], check=True)


def test_a_start_that_was_cut_off_while_the_data_were_made_begins_anew(tmp_path: Path) -> None:
    where = postgres.place(tmp_path / "postgres", house=tmp_path)
    (tmp_path / "postgres.new").mkdir()
    (tmp_path / "postgres.new" / "PG_VERSION").write_text("half")

    postgres.make(where, "secret", sync=False)

    assert (where.data / "global" / "pg_control").exists()


def test_data_of_another_release_are_a_plain_line(tmp_path: Path) -> None:
    where = postgres.place(tmp_path / "postgres", house=tmp_path)
    where.data.mkdir()
    (where.data / "PG_VERSION").write_text("9\n")

    with pytest.raises(postgres.PostgresFault, match="was made by PostgreSQL 9"):
        postgres.make(where, "secret")


def test_the_note_of_a_process_that_is_no_postgres_is_thrown_away(tmp_path: Path) -> None:
    where = postgres.place(tmp_path / "postgres", house=tmp_path)
    where.data.mkdir()
    note = where.data / "postmaster.pid"
    note.write_text("1\n/somewhere\n")

    postgres.await_leftover(where)

    assert not note.exists()


def _command(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
