#!/usr/bin/env python3
"""Print the part of requirements.lock that sections of requirements.in need, hashes and all.

    python lock_part.py "The services" > services.lock

The lock holds everything that a checkout needs; an image has no use for the tests' tools and embedded servers.
Reads both files in the working directory. A section is named by the beginning of its heading.
"""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_VIA = re.compile(r"    #   (?:via )?|    # via ")


def lock_part(requirements: str, lock: str, sections: Sequence[str]) -> str:
    """What the sections name and all that these need in turn. Raises ValueError for an unknown section."""
    wanted = {name for section in sections for name in _named_in(requirements, section)}
    entries = dict(_entries(lock))
    missing = wanted - set(entries)
    if missing:
        raise ValueError(f"not in the lock: {', '.join(sorted(missing))}")
    grown = True
    while grown:
        grown = False
        for name, entry in entries.items():
            if name not in wanted and wanted.intersection(_needed_by(entry)):
                wanted.add(name)
                grown = True
    return "".join(entry for name, entry in entries.items() if name in wanted)


def _named_in(requirements: str, section: str) -> set[str]:
    for part in requirements.split("\n\n"):
        heading, *lines = part.strip().splitlines()
        if heading.startswith(f"# {section}") and lines:
            return {_name(line) for line in lines}
    raise ValueError(f"requirements.in has no section {section!r}")


def _entries(lock: str) -> list[tuple[str, str]]:
    """Name and text of each requirement."""
    return [(_name(entry), entry) for entry in re.split(r"(?m)^(?=[A-Za-z0-9])", lock) if entry]


def _needed_by(entry: str) -> set[str]:
    """The names in its `# via`, which uv writes on one line or below each other."""
    comments = (line[found.end() :] for line in entry.splitlines() if (found := _VIA.match(line)))
    return {_name(comment) for comment in comments if _NAME.match(comment)}


def _name(text: str) -> str:
    found = _NAME.match(text)
    if found is None:
        raise ValueError(f"no requirement: {text!r}")
    return re.sub(r"[-_.]+", "-", found[0]).lower()


if __name__ == "__main__":
    sys.stdout.write(
        lock_part(Path("requirements.in").read_text(), Path("requirements.lock").read_text(), sys.argv[1:])
    )
