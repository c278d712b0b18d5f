"""The README's transcript, run as written against a started Brettwerk."""

import itertools
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from local.ports import free_port
from tests.local.launching import Launch

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PRINTED_ADDRESS = "http://localhost:8080"
"""What the README says; the test asks wherever Brettwerk really listens."""


@dataclass(frozen=True, slots=True)
class Step:
    """One command of a transcript, and what it prints; `…` there stands for anything."""

    command: str
    expected: str


def transcript(text: str) -> list[Step]:
    """The steps of every ```console block. A command goes on while its lines end in a backslash."""
    steps = []
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = re.split(r"(?<!\\)(\n)", part, maxsplit=1)
            steps.append(Step(command, expected.strip()))
    return steps


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    data = tmp_path_factory.mktemp("data")
    command = [sys.executable, "-m", "local", "--data", str(data), "--port", str(free_port(23000, ()))]
    with Launch(command) as launch:
        yield launch.wait_ready()


@pytest.mark.skipif(shutil.which("curl") is None, reason="the transcript calls curl, which is not installed")
@pytest.mark.parametrize("step", transcript(README), ids=itertools.count(1))
def test_the_readme_says_what_happens(address: str, step: Step) -> None:
    finished = subprocess.run(
        ["bash", "-c", step.command.replace(PRINTED_ADDRESS, address)],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    printed = (finished.stdout + finished.stderr).replace(address, PRINTED_ADDRESS).strip()
    pattern = ".*".join(re.escape(part) for part in step.expected.split("…"))
    assert re.fullmatch(pattern, printed, re.DOTALL), f"expected:\n{step.expected}\nprinted:\n{printed}"


def test_the_readme_has_a_transcript_of_three_steps_or_more() -> None:
    assert len(transcript(README)) >= 3


def test_the_readme_names_the_two_commands() -> None:
    assert "make run" in README
    assert "make test" in README
