"""Programs that play in matches from outside: behind Hub, GTP, or a driver of ours, each a process."""

from __future__ import annotations

import json
import os
import queue
import shlex
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from threading import Thread
from typing import Any

from bench.playing import IllegalAnswer, Playing, Unplayable
from bench.programs import ROOT, Stopped
from engine.protocols.hub_text import read_line, read_move, write_line, write_move, write_position
from rulebook import Move, Position, Ruleset, Side, legal_moves

_ANSWER_S = 60.0  # beyond the time for the move; a loaded machine, a table to be made
_GOALS = {"anti": "losing", "breakthrough": "bt"}


class Lines:
    """A process that is talked to in lines."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                cwd=ROOT,
                env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            )
        except OSError as error:
            raise Stopped(f"{command[0]}: {error.strerror or error}") from None
        self._name = command[0]
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise Stopped(f"{self._name} has ended") from None

    def receive(self, seconds: float = _ANSWER_S) -> str:
        """The next line. Raises Stopped if none comes in time."""
        try:
            line = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise Stopped(f"{self._name} gave no answer within {seconds:.0f} s") from None
        if line is None:
            raise Stopped(f"{self._name} has ended")
        return line

    def close(self) -> None:
        """End the process: by the end of its input, or else by force."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join()
        self._process.stdout.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._answers.put(line.rstrip("\r\n"))
        self._answers.put(None)


class _Outside:
    """What all of them share: a process that is there, and has ended after `close` or a bad beginning."""

    name: str

    def __init__(self, command: str) -> None:
        self.name = command
        self._lines = Lines(shlex.split(command))
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    def _begin(self) -> None:
        """Get the process ready to play. Raises Unplayable or Stopped."""
        raise NotImplementedError

    def close(self) -> None:
        self._lines.close()


class HubPlayer(_Outside):
    """An engine that speaks Hub, version 2, on one thread and without its book."""

    def __init__(self, command: str, rules: Ruleset, time_ms: int) -> None:
        self._rules, self._time_ms = rules, time_ms
        super().__init__(command)

    def _begin(self) -> None:
        self._lines.send("hub")
        declared: dict[str, dict[str, str]] = {}
        while (line := read_line(self._lines.receive()))[0] != "wait":
            if line[0] == "param":
                declared[line[1].get("name", "")] = line[1]
            elif line[0] == "id":
                self.name = f"{line[1].get('name', self.name)} {line[1].get('version', '')}".strip()
        for name, value in (
            ("variant", _variant(self._rules, declared)),
            ("threads", "1"),
            ("book", "false"),
        ):
            if name in declared and declared[name].get("value") != value:
                self._lines.send(write_line("set-param", {"name": name, "value": value}))
        self._lines.send("init")
        self._await("ready")

    def new_game(self) -> None:
        self._lines.send("new-game")

    def move(self, game: Playing) -> Move:
        position = game.position
        # What could come again, and so counts for a draw, is told as moves.
        since = min(len(position.counters.seen) // 8, len(game.moves))
        told: dict[str, object] = {"pos": write_position(game.positions[-1 - since])}
        if since:
            told["moves"] = " ".join(write_move(move) for move in game.moves[-since:])
        self._lines.send(write_line("pos", told))
        self._lines.send(f"level move-time={self._time_ms / 1000:g}")
        self._lines.send("go think")
        return read_move(position, self._await("done").get("move", ""))

    def _await(self, wanted: str) -> dict[str, str]:
        while True:
            command, arguments = read_line(self._lines.receive(_ANSWER_S + self._time_ms / 1000))
            if command == wanted:
                return arguments
            if command == "error":
                raise Stopped(f"{self.name}: {arguments.get('message', 'error')}")


def _variant(rules: Ruleset, declared: dict[str, dict[str, str]]) -> str:
    """What the engine calls these rules. Raises Unplayable."""
    goal = rules.options["goal"]
    names = [rules.key] if goal == "normal" else []
    if rules.board.size == 10 and not any(key != "goal" for key in rules.options):
        names.append(_GOALS.get(goal, "frisian" if rules.draughts.king_run_plies else "normal"))
    known = declared.get("variant", {"values": "normal"}).get("values", "normal").split()
    for name in names:
        if name in known:
            return name
    raise Unplayable(f"it plays {', '.join(known)}, and not {rules.key}")


class GtpPlayer(_Outside):
    """An engine that speaks GTP. Its strength is in its command, for GTP knows whole seconds only."""

    def __init__(self, command: str, rules: Ruleset) -> None:
        if rules.is_draughts:
            raise Unplayable("GTP is for Reversi")
        self._told = 0
        super().__init__(command)

    def _begin(self) -> None:
        self.name = " ".join(filter(None, (self._ask("name"), self._ask("version"))))
        self._ask("boardsize 8")

    def new_game(self) -> None:
        self._ask("clear_board")
        self._told = 0

    def move(self, game: Playing) -> Move:
        for at in range(self._told, len(game.moves)):
            self._play(game.positions[at].side, game.moves[at])
        position = game.position
        answer = self._ask(f"genmove {position.side}").lower()
        self._told = len(game.moves) + 1
        for move in legal_moves(position):
            if move.notation == answer:
                return move
        raise IllegalAnswer(answer)

    def _play(self, side: Side, move: Move) -> None:
        self._ask(f"play {side} {'PASS' if move.is_pass else move.notation.upper()}")

    def _ask(self, command: str) -> str:
        self._lines.send(command)
        while not (answer := self._lines.receive()).startswith(("=", "?")):
            pass
        if answer.startswith("?"):
            raise Stopped(f"{command}: {answer}")
        while self._lines.receive().strip():
            pass  # to the empty line
        return answer[1:].strip()


class LinePlayer(_Outside):
    """A program behind a driver in the form of drivers/answering.py."""

    def __init__(self, command: str, rules: Ruleset, time_ms: int) -> None:
        self._rules, self._time_ms = rules, time_ms
        super().__init__(command)

    def _begin(self) -> None:
        self.name = str(self._ask({"ask": "name", "ruleset": self._rules.key})["name"])

    def new_game(self) -> None:
        self._ask({"ask": "new_game", "ruleset": self._rules.key, "options": dict(self._rules.options)})

    def move(self, game: Playing) -> Move:
        answer = self._ask(
            {
                "ask": "move",
                "ruleset": self._rules.key,
                "options": dict(self._rules.options),
                "fen": game.position.fen,
                "start": game.positions[0].fen,
                "moves": [_told(move) for move in game.moves],
                "time_ms": self._time_ms,
            }
        )
        said = str(answer["move"])
        return _read(game.position, said)

    def _ask(self, question: dict[str, object]) -> dict[str, Any]:
        self._lines.send(json.dumps(question))
        answer: dict[str, Any] = json.loads(self._lines.receive(_ANSWER_S + self._time_ms / 1000))
        if "error" in answer:
            raise Stopped(f"{self.name}: {answer['error']}")
        return answer


def _told(move: Move) -> str:
    return move.notation if move.origin is None else write_move(move)


def _read(position: Position, said: str) -> Move:
    if position.ruleset.is_draughts:
        return read_move(position, said)
    for move in legal_moves(position):
        if move.notation == said.lower():
            return move
    raise IllegalAnswer(said)
