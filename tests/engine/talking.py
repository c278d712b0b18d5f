"""A program that is talked to in lines, for the protocols' tests."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
from contextlib import suppress
from threading import Thread
from typing import Self

PATIENCE_S = 60.0


class Talk:
    """`brettwerk` with these arguments as a process; used as a context, it has ended afterwards."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cli.main", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=dict(os.environ),
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            with suppress(BrokenPipeError):
                pipe.close()

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def hear(self) -> str:
        line = self._lines.get(timeout=PATIENCE_S)
        assert line is not None, "the program has ended"
        return line

    def hear_until(self, word: str) -> list[str]:
        """All lines up to the first that begins with the word."""
        heard = [self.hear()]
        while not heard[-1].startswith(word):
            heard.append(self.hear())
        return heard

    def end(self) -> tuple[int, str]:
        """Close its input; its status, and what it wrote to its standard error."""
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        status = self.process.wait(PATIENCE_S)
        return status, self.process.stderr.read()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)
