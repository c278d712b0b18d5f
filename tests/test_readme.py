"""The README's transcript, run as written against a started Brettwerk."""

import itertools
import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from local.ports import free_port
from tests.local.launching import Launch

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PRINTED_ADDRESS = "http://localhost:8080"
"""What the README says; the test asks wherever Brettwerk really listens."""


END_OF_STEP = "-- end of a step of the transcript --"


@dataclass(frozen=True, slots=True)
class Step:
    """One command of a transcript, and what it prints; `…` there stands for anything."""

    command: str
    expected: str


def transcript(text: str) -> list[Step]:
    """The steps of every ```console block.

    A command goes on while its lines end in a backslash, or the next begins with the shell's `>`.
    """
    steps = []
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = re.split(r"(?<!\\)(\n)(?!> )", part, maxsplit=1)
            steps.append(Step(command.replace("\n> ", "\n"), expected.strip()))
    return steps


STEPS = transcript(README)


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What each step prints, all in one shell: later steps use what earlier ones have set."""
    if shutil.which("curl") is None:
        pytest.skip("the transcript calls curl, which is not installed")
    data = tmp_path_factory.mktemp("data")
    command = [sys.executable, "-m", "local", "--data", str(data), "--port", str(free_port(23000, ()))]
    with Launch(command) as launch:
        address = launch.wait_ready()
        script = "".join(f"{step.command}\nprintf '%s\\n' '{END_OF_STEP}'\n" for step in STEPS)
        finished = subprocess.run(
            ["bash", "-c", script.replace(PRINTED_ADDRESS, address)],
            cwd=ROOT,
            env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )
        launch.process.send_signal(signal.SIGINT)
        launch.process.wait(30)
    return finished.stdout.replace(address, PRINTED_ADDRESS).split(END_OF_STEP)


@pytest.mark.parametrize(("number", "step"), list(enumerate(STEPS)), ids=itertools.count(1))
def test_the_readme_says_what_happens(printed: list[str], number: int, step: Step) -> None:
    pattern = ".*".join(re.escape(part) for part in step.expected.split("…"))
    shown = printed[number].strip()

    assert re.fullmatch(pattern, shown, re.DOTALL), f"expected:\n{step.expected}\nprinted:\n{shown}"


def test_the_readme_has_a_transcript_of_three_steps_or_more() -> None:
    assert len(STEPS) >= 3


def test_the_readme_names_the_two_commands() -> None:
    assert "make run" in README
    assert "make test" in README
