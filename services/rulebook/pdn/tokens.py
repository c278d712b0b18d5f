"""The tokens of a PDN archive, line by line.

A move is one token: split into squares, "1-18" would look like the result "1-1" and an 8.
Lenient about form and linear in the length of the text, whatever the text is.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterable, Iterator
from typing import Literal, cast

Kind = Literal[
    "number",  # "12.", "12...", or digits alone
    "move",  # squares with separators between them: "32-28", "c3:e5", "f5d6c3"
    "result",  # "2-0", "1/2-1/2"
    "star",  # "*", the end of a game
    "comment",  # the text between { and }, or after ;
    "nag",  # "$7"
    "strength",  # "!?", "(?)"
    "open",  # a variation begins
    "close",
    "setup",  # the text between slashes
    "tag",  # 'White "Kasper"' without brackets
    "dots",  # an ellipsis
    "word",  # anything else
    "bad_tag",  # a tag whose value never ends
    "bad_comment",  # a comment without its }
    "bad_setup",
]
Token = tuple[Kind, str, int]  # kind, text, number of the line from 1

SEPARATOR = r"[-x:X\u00d7\u2010-\u2014]"

_TOKEN = re.compile(
    rf"""
    (?P<result>(?:1/2[ ]?-[ ]?1/2 | ½[ ]?-[ ]?½ | 1[ ]?-[ ]?[01] | 0[ ]?-[ ]?[012] | 2[ ]?-[ ]?0)(?![0-9/]))
  | (?P<move>
        [0-9]{{1,3}}(?:[ \t]*{SEPARATOR}[ \t]*[0-9]{{1,3}})+
      | [A-La-l][0-9]{{1,2}}(?:(?:[ \t]*{SEPARATOR}[ \t]*)?[A-La-l][0-9]{{1,2}})*
    )
  | (?P<number>[0-9]+(?:[ \t]*\.+)?)
  | \{{(?P<comment>[^}}]*)\}}
  | (?P<strength>[!?]+|\([!?]+\))
  | (?P<nag>\$[0-9]{{1,4}}(?![0-9]))
  | (?P<open>\()
  | (?P<close>\))
  | (?P<star>\*)
  | (?P<dots>[.…]+)
  | \[\s*(?P<tag>\w+\s*"(?:[^"\\]|\\.)*")\s*\]
  | (?P<opener>[\[{{]|/(?=\s*(?:FEN\b|"?[WB?]:)))
  | (?P<remark>;.*|(?<!\S)%.*)
  | (?P<stray>[}}\]])
  | (?P<word>[^\s(){{}}\[\];!?]+)
    """,
    re.VERBOSE,
)
# Possessive repetition (*+) keeps long runs of blanks from being tried twice.
_TAG_LINE = re.compile(r'\s*\[\s*[A-Za-z]\w*\s*"')
_TAG_WITH_INNER_QUOTES = re.compile(r'\[\s*(\w+\s*".*")\s*+(?:\]\s*+)?$')
_TAG_WITHOUT_QUOTES = re.compile(r'\[\s*(\w+)\s+([^"\[\]\s][^"\[\]]*)\]')
_TAG_CLOSED = re.compile(r'"\s*+(?:\]\s*+)?$')
_NEXT_GAME = re.compile(r"\s*+(?:$|\[|1\.|\*)")
_MAX_TAG_LINES = 20


def tokens(source: Iterable[str] | Iterable[bytes] | str | bytes) -> Iterator[Token]:
    """The tokens of a text, of bytes (UTF-8, else Latin-1, line by line), or of an iterable of lines."""
    return _Scanner(lines(source)).tokens()


def lines(source: Iterable[str] | Iterable[bytes] | str | bytes) -> Iterator[str]:
    """The lines without their ends, whichever of the three ends they have."""
    if isinstance(source, str):
        pieces: Iterable[str | bytes] = io.StringIO(source, newline=None)
    elif isinstance(source, bytes):
        pieces = io.BytesIO(source)
    else:
        pieces = source
    for piece in pieces:
        line = _decoded(piece) if isinstance(piece, bytes) else piece
        # A byte order mark stands at the start of a file, and of every file that was appended to it.
        line = line.removeprefix("\ufeff").removesuffix("\n").removesuffix("\r")
        if "\r" in line or "\n" in line:
            yield from re.split(r"\r\n|\r|\n", line)
        else:
            yield line


def _decoded(piece: bytes) -> str:
    piece = piece.removeprefix(codecs.BOM_UTF8)
    try:
        return piece.decode("utf-8")
    except UnicodeDecodeError:
        return piece.decode("latin-1")


class _Scanner:
    """Turns lines into tokens; what spans lines is gathered in its own method."""

    def __init__(self, source: Iterator[str]) -> None:
        self._source = source
        self._number = 0
        self._line = ""

    def tokens(self) -> Iterator[Token]:
        find = _TOKEN.finditer
        while self._advance():
            position: int | None = 0
            while position is not None:
                line, number = self._line, self._number
                position_now, position = position, None
                for match in find(line, position_now):
                    kind = match.lastgroup
                    assert kind is not None
                    if kind == "opener":
                        token, position = self._irregular(match.start())
                        yield token
                        break
                    if kind == "remark":
                        if line[match.start()] == ";":
                            yield ("comment", match[kind][1:], number)
                    elif kind == "star":
                        yield _star(line, match.start(), number)
                    elif kind != "stray":
                        yield (cast(Kind, kind), match[kind], number)

    def _advance(self) -> bool:
        for line in self._source:
            self._line = line
            self._number += 1
            return True
        return False

    def _irregular(self, start: int) -> tuple[Token, int | None]:
        """A token that begins at `start` and is not closed on its line, and where to go on."""
        opener = self._line[start]
        if opener == "[":
            return self._irregular_tag(start)
        return self._to_closer("}" if opener == "{" else "/", start)

    def _to_closer(self, closer: str, start: int) -> tuple[Token, int | None]:
        """Gather text up to `closer`, but never past a tag that begins a new game."""
        number = self._number
        kind: Kind = "comment" if closer == "}" else "setup"
        bad_kind: Kind = "bad_comment" if closer == "}" else "bad_setup"
        parts = []
        after_blank = False
        offset = start + 1
        while (end := self._line.find(closer, offset)) < 0:
            parts.append(self._line[offset:])
            after_blank = not self._line.strip()
            offset = 0
            if not self._advance():
                self._line = ""
                return (bad_kind, "".join(parts), number), None
            if after_blank and _TAG_LINE.match(self._line):
                return (bad_kind, "".join(parts), number), 0
        parts.append(self._line[offset:end])
        return (kind, "\n".join(parts), number), end + 1

    def _irregular_tag(self, start: int) -> tuple[Token, int | None]:
        number = self._number
        line = self._line
        if line.startswith("[%", start):  # a clock command that lost its braces
            end = line.find("]", start)
            end = len(line) if end < 0 else end + 1
            return ("comment", line[start:end], number), end
        if bare := _TAG_WITHOUT_QUOTES.match(line, start):
            return ("tag", f'{bare[1]} "{bare[2].strip()}"', number), bare.end()
        if not _TAG_LINE.match(line, start):
            return ("bad_tag", line[start : start + 40], number), start + 1
        if inner := _TAG_WITH_INNER_QUOTES.match(line, start):
            return ("tag", inner[1], number), None
        parts = [line[start + 1 :]]
        while len(parts) <= _MAX_TAG_LINES and self._advance():
            if not self._line.strip() or _TAG_LINE.match(self._line):
                break
            parts.append(self._line)
            if _TAG_CLOSED.search(self._line):
                value = " ".join(parts).rstrip().removesuffix("]").rstrip()
                return ("tag", value, number), None
        else:
            self._line = ""
        return ("bad_tag", line[start : start + 40], number), 0


def _star(line: str, at: int, number: int) -> Token:
    """The end of a game, or the forced-move sign of old files: glued to a move and followed by more."""
    is_glued = at > 0 and not line[at - 1].isspace() and line[at - 1] not in "})"
    if is_glued and not _NEXT_GAME.match(line, at + 1):
        return ("nag", "$7", number)
    return ("star", "*", number)
