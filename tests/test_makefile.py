"""The commands around the code: what `make` lists, and what is said when a tool is missing."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TARGETS = {
    "setup",
    "run",
    "test",
    "check",
    "lint",
    "format",
    "bench",
    "bench-api",
    "bench-move",
    "perft",
    "lock",
    "clean",
    "help",
}


def test_make_alone_lists_every_target_with_one_line_of_help() -> None:
    listing = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    listed = dict(re.findall(r"^  make (\S+) +(\S.*)$", listing, re.MULTILINE))
    assert set(listed) >= TARGETS


def test_ci_runs_what_check_runs() -> None:
    text = (ROOT / ".ci" / "run").read_text()

    assert "make check" in text


def test_the_lock_has_hashes_and_no_address() -> None:
    lock = (ROOT / "requirements.lock").read_text()

    packages = re.findall(r"^[a-z0-9].*?(?=^\S|\Z)", lock, re.DOTALL | re.MULTILINE)
    assert len(packages) > 30
    assert [] == [package for package in packages if "--hash=sha256:" not in package]
    assert "://" not in lock


def require_tools(**variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(ROOT / ".ci" / "require-tools")],
        env={"PATH": os.environ["PATH"], **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def stand_in(folder: Path, answers: dict[str, str]) -> str:
    """A `python` that answers otherwise where a piece of its code contains a key; else the real one does."""
    script = folder / "python"
    cases = "\n".join(f"*{shlex.quote(piece)}*) {answer} ;;" for piece, answer in answers.items())
    script.write_text(
        f'#!/bin/sh\ncase "$2" in\n{cases}\n*) exec {shlex.quote(sys.executable)} "$@" ;;\nesac\n'
    )
    script.chmod(0o755)
    return str(script)


def test_nothing_is_said_when_all_is_there() -> None:
    finished = require_tools(PYTHON=sys.executable)

    assert (0, "", "") == (finished.returncode, finished.stdout, finished.stderr)


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        pytest.param({"version_info": "exit 1", "python_version": "echo 3.9.2"}, "is 3.9.2", id="old Python"),
        pytest.param({"ensurepip": "exit 1"}, "python3-venv", id="no venv"),
        pytest.param({'["include"]': "echo /nowhere"}, "python3-dev", id="no headers"),
        pytest.param({'"CC"': "echo no-such-compiler -pthread"}, "build-essential", id="no compiler"),
        pytest.param({'"CC"': "echo false"}, "build-essential", id="a compiler without a C library"),
    ],
)
def test_a_missing_tool_is_one_plain_line(tmp_path: Path, answers: dict[str, str], words: str) -> None:
    finished = require_tools(PYTHON=stand_in(tmp_path, answers))

    assert finished.returncode == 1
    assert finished.stdout == ""
    assert [words in line for line in finished.stderr.splitlines()] == [True]


def test_without_any_python_the_line_says_so(tmp_path: Path) -> None:
    finished = require_tools(PYTHON=str(tmp_path / "python3"))

    assert finished.returncode == 1
    assert ["Python 3.11 or newer" in line for line in finished.stderr.splitlines()] == [True]


def test_the_compiler_named_by_cc_is_the_one_asked() -> None:
    finished = require_tools(PYTHON=sys.executable, CC="no-such-compiler")

    assert finished.returncode == 1
    assert "no-such-compiler" in finished.stderr
