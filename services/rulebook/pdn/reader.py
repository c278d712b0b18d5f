"""Reads an archive game by game, holding one game at a time.

A game ends at a result or `*`, or where the tags of the next one begin. After a fault the rest of its
game is skipped and reading goes on with the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rulebook import Ruleset
from rulebook.errors import RulebookError
from rulebook.pdn import faults
from rulebook.pdn.faults import FaultFound
from rulebook.pdn.header import result_of, told_by
from rulebook.pdn.record import Fault, ParsedGame
from rulebook.pdn.replay import Replay
from rulebook.pdn.rules import Rules, rules_of, start_of
from rulebook.pdn.tags import Tags, split_tag
from rulebook.pdn.tokens import Kind, tokens


def read_archive(
    source: Iterable[str] | Iterable[bytes] | str | bytes, ruleset: Ruleset | None = None
) -> Iterator[ParsedGame | Fault]:
    """Every game of an archive, or what is wrong with it, in their order.

    `source` is a text, bytes, or an iterable of lines such as an open file; only one game of it is held
    at a time. `ruleset` is for games whose tags do not name theirs. Nothing in the text raises.
    """
    reader = _Reader(ruleset)
    for kind, text, line in tokens(source):
        finished = reader.token(kind, text, line)
        if finished is not None:
            yield finished
    last = reader.finish("*")
    if last is not None:
        yield last


class _Draft:
    """The game that is being read."""

    __slots__ = ("comments", "fault", "in_moves", "last_tag_line", "line", "replay", "rules", "tags")

    def __init__(self) -> None:
        self.line = 0  # of its first token, 0 while there is none
        self.tags = Tags()
        self.last_tag_line = 0
        self.comments: list[str] = []  # before its first move
        self.in_moves = False
        self.rules: Rules | None = None
        self.replay: Replay | None = None
        self.fault: FaultFound | None = None

    @property
    def is_empty(self) -> bool:
        return not (self.in_moves or self.tags.values or self.fault)


class _Reader:
    def __init__(self, default: Ruleset | None) -> None:
        self._default = default
        self._games = 0
        self._at_line = 1
        self._draft = _Draft()
        self._on: dict[Kind, Callable[[str, int], ParsedGame | Fault | None]] = {
            "move": self._on_move,
            "number": self._on_number,
            "comment": self._on_comment,
            "tag": self._on_tag,
            "bad_tag": self._on_bad_tag,
            "result": self._on_end,
            "star": self._on_end,
            "nag": self._on_nag,
            "strength": self._on_strength,
            "open": self._on_open,
            "close": self._on_close,
            "setup": self._on_setup,
            "word": self._on_word,
            "dots": self._on_dots,
            "bad_comment": self._on_bad_comment,
            "bad_setup": self._on_bad_setup,
        }

    def token(self, kind: Kind, text: str, line: int) -> ParsedGame | Fault | None:
        """Take one token; the game that it ends, if it ends one."""
        self._at_line = line
        if self._draft.fault is not None and kind not in _ENDINGS:
            return None
        if not self._draft.line:
            self._draft.line = line
        try:
            return self._on[kind](text, line)
        except FaultFound as fault:
            self._draft.fault = fault
        except RulebookError as error:
            self._draft.fault = FaultFound(faults.POSITION, text, line, str(error))
        return None

    def finish(self, terminator: str) -> ParsedGame | Fault | None:
        """End the game that is being read; None if there is none."""
        draft, self._draft = self._draft, _Draft()
        if draft.is_empty:
            return None
        self._games += 1
        if draft.fault is None:
            try:
                return self._parsed(draft, terminator)
            except FaultFound as found:
                draft.fault = found
            except RulebookError as error:
                draft.fault = FaultFound(faults.POSITION, "", draft.line, str(error))
        fault = draft.fault
        return Fault(
            game=self._games, line=fault.line, reason=fault.reason, value=fault.value, detail=fault.detail
        )

    def _parsed(self, draft: _Draft, terminator: str) -> ParsedGame:
        replay = self._replay_of(draft)
        assert draft.rules is not None
        start = replay.start
        comment, moves = replay.finish(self._at_line)
        return ParsedGame(
            ruleset=draft.rules.ruleset,
            start=start,
            moves=moves,
            tags=told_by(draft.tags, draft.rules),
            comment=comment,
            result_text=result_of(draft.tags, terminator, draft.rules, self._at_line),
            number=self._games,
            line=draft.line,
        )

    def _replay_of(self, draft: _Draft, first_move: str = "") -> Replay:
        """The replay of a game; its header is complete from here on."""
        if draft.replay is None:
            draft.in_moves = True
            draft.rules = rules_of(draft.tags, self._default)
            if draft.rules.is_guess and first_move[:1].isalpha():
                raise FaultFound(
                    faults.UNKNOWN_RULESET, first_move, self._at_line, "algebraic squares, and no GameType"
                )
            draft.replay = Replay(start_of(draft.tags, draft.rules), draft.rules.numbers)
            for comment in draft.comments:
                draft.replay.comment(comment)
        return draft.replay

    def _on_move(self, text: str, line: int) -> ParsedGame | Fault | None:
        draft = self._draft
        replay = draft.replay or self._replay_of(draft, text)
        try:
            replay.move(text, line)
        except FaultFound:
            if replay.depth == 0 and text == draft.tags.get("Result"):
                return self.finish("*")  # a tournament's own scoring, such as "4-6"
            raise
        return None

    def _on_number(self, text: str, line: int) -> ParsedGame | Fault | None:
        """Numbers of moves say nothing that the moves do not; four digits are a move without its dash."""
        if len(text) == 4 and text.isdigit():
            return self._on_move(f"{text[:2]}-{text[2:]}", line)
        return None

    def _on_comment(self, text: str, _line: int) -> None:
        draft = self._draft
        if draft.replay is not None:
            draft.replay.comment(text)
        else:
            draft.comments.append(text)

    def _on_tag(self, text: str, line: int) -> ParsedGame | Fault | None:
        name, value = split_tag(text)
        finished = self._next_header(name, line)
        try:
            self._draft.tags.add(name, value, line)
        except FaultFound as fault:
            self._draft.fault = self._draft.fault or fault
        return finished

    def _on_bad_tag(self, text: str, line: int) -> ParsedGame | Fault | None:
        name, quote, _ = text.lstrip("[ ").partition('"')
        if not quote:
            self._draft.in_moves = True
            raise FaultFound(faults.SYNTAX, text, line)
        finished = self._next_header(name.strip(), line)
        self._draft.fault = self._draft.fault or FaultFound(faults.TAG, text, line)
        return finished

    def _next_header(self, name: str, line: int) -> ParsedGame | Fault | None:
        """Begin a new game if this tag cannot belong to the one that is being read."""
        draft = self._draft
        is_again = name in draft.tags.values and line > draft.last_tag_line + 1
        finished = self.finish("*") if draft.in_moves or is_again else None
        if finished is not None or self._draft.is_empty:
            self._draft.comments.clear()  # what stood before a header belongs to no game
            self._draft.line = line
        self._draft.last_tag_line = line
        return finished

    def _on_end(self, text: str, _line: int) -> ParsedGame | Fault | None:
        replay = self._draft.replay
        if replay is not None and replay.depth > 0 and self._draft.fault is None:
            if text != "*":
                replay.comment(text)  # the verdict of a line of analysis
            return None
        return self.finish(text)

    def _on_nag(self, text: str, line: int) -> None:
        self._replay_of(self._draft).nag(text, line)

    def _on_strength(self, text: str, line: int) -> None:
        self._replay_of(self._draft).strength(text, line)

    def _on_open(self, _text: str, line: int) -> None:
        self._replay_of(self._draft).open(line)

    def _on_close(self, _text: str, line: int) -> None:
        self._replay_of(self._draft).close(line)

    def _on_setup(self, text: str, line: int) -> None:
        self._replay_of(self._draft).setup(text, line)

    def _on_word(self, text: str, line: int) -> None:
        self._replay_of(self._draft).word(text, line)

    def _on_dots(self, _text: str, _line: int) -> None:
        """An ellipsis stands for the other side's move; the position knows whose turn it is."""

    def _on_bad_comment(self, text: str, line: int) -> None:
        self._draft.in_moves = True
        raise FaultFound(faults.COMMENT_OPEN, "{" + text[:40], line)

    def _on_bad_setup(self, text: str, line: int) -> None:
        self._draft.in_moves = True
        raise FaultFound(faults.SETUP_OPEN, "/" + text[:40], line)


_ENDINGS = frozenset({"tag", "bad_tag", "result", "star"})
