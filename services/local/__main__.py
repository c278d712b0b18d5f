"""`python -m local`: start Brettwerk on this machine. `make run` calls it."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from chassis.leash import die_with_parent
from local.groundwork import Groundwork
from local.postgres import PostgresFault
from local.processes import SERVICES, Process, parts
from local.supervisor import Supervisor, say


def main(services: Sequence[Process] = SERVICES, *, with_parts: bool = True) -> int:
    """Run these, on database and broker if they need them, until told to stop; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m local", description="Start Brettwerk on this machine.")
    parser.add_argument(
        "--port",
        type=_port,
        default=os.environ.get("PORT") or None,
        help="port of the gateway (default: PORT, else 8080 or the next free one)",
    )
    parser.add_argument(
        "--data", type=Path, default=Path(".data"), help="folder for data and logs (default: .data)"
    )
    parser.add_argument(
        "--with-parent", action="store_true", help="stop when the process that started this ends"
    )
    wishes = parser.parse_args()
    if wishes.with_parent:
        die_with_parent(os.getppid(), signal.SIGTERM)
    if not with_parts:
        return Supervisor(services, wishes.data, wishes.port).run()
    try:
        table = (*parts(wishes.data), *services)
    except PostgresFault as fault:
        say(str(fault))
        return 1
    groundwork = Groundwork(wishes.data, sorted({row.runs_as for row in services}))
    return Supervisor(table, wishes.data, wishes.port, groundwork).run()


def _port(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port, a number from 1 to 65535")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
