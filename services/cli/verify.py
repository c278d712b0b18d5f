"""`brettwerk verify`: checks that chance was not steered in a game, from what its fairness page tells.

What is checked is all here, needs the standard library alone, and is short enough to be read by whoever doubts it:

- Before anything was drawn the server gave the hash of its seed. The seed that it tells now has to have that hash.
- Every number follows from the server's seed, both players' seeds, the game's id, and what the number was for. The server
  could choose none of them, since it had committed itself to its own part.
- What a number decided has to be what the rules of the draw say.
- A secret choice of pieces has to be the one whose hash was given when it was made.

Not checked here: that the moves in `choices` were the legal ones. Replay the game for that (`brettwerk pdn check`).
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cli.arguments import Subcommands
from cli.words import LANGUAGES, language_of, say
from rulebook import Text


def number_of(game: Mapping[str, Any], purpose: str, index: int, bound: int) -> int:
    """The number that the seeds give: HMAC-SHA256, read as 32-bit words, the first that favours no number."""
    message = f"{game['white_seed']}:{game['black_seed']}:{game['game_id']}:{purpose}:{index}"
    digest = hmac.digest(bytes.fromhex(game["server_seed"]), message.encode(), "sha256")
    while True:
        for start in range(0, 32, 4):
            word = int.from_bytes(digest[start : start + 4], "big")
            if word < 2**32 - 2**32 % bound:
                return word % bound
        digest = hashlib.sha256(digest).digest()


def draw_is_right(game: Mapping[str, Any], draw: Mapping[str, Any]) -> bool:
    """Whether a draw's number is the one that the seeds give, and decided what it says."""
    purpose, value, choices = draw["purpose"], draw["value"], draw["choices"]
    if purpose == "lot":
        succeeds = value < game["lot_success_percent"]
        follows = draw["bound"] == 100 and draw["outcome"] == ("success" if succeeds else "failure")
    else:
        follows = draw["bound"] == len(choices) > value >= 0 and draw["outcome"] == choices[value]
        # A turn has one automatic move; stones are drawn before the first turn.
        follows = follows and draw["turn"] == (draw["index"] if purpose == "auto" else 0)
    return bool(follows and value == number_of(game, purpose, draw["index"], draw["bound"]))


def stones_are_right(game: Mapping[str, Any], stones: Mapping[str, Any]) -> bool:
    """Whether the pieces that a side had marked are those whose hash was given when it had chosen."""
    squares = ",".join(map(str, stones["squares"]))
    told = f"{stones['salt']}:{game['game_id']}:{stones['side']}:{squares}"
    return hashlib.sha256(told.encode()).hexdigest() == str(stones["commitment"])


def checks(game: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any], bool]]:
    """Whatever can be wrong: what it is, the part of the page that tells it, and whether it is right."""
    seed = bytes.fromhex(game["server_seed"])
    yield "seed", game, hashlib.sha256(seed).hexdigest() == game["seed_hash"]
    marked = {str(square) for stones in game["stones"] for square in stones["squares"]}
    last = {"stones": -1, "auto": -1, "lot": -1}
    for draw in game["draws"]:
        purpose, index = draw["purpose"], draw["index"]
        # Each number is drawn once and in order; of stones none is left out, and what was drawn is marked.
        in_order = purpose in last and index > last[purpose]
        if purpose == "stones":
            in_order = in_order and index == last[purpose] + 1 and draw["outcome"] in marked
        last[purpose] = index
        yield "draw", draw, in_order and draw_is_right(game, draw)
    for stones in game["stones"]:
        yield "stones", stones, stones_are_right(game, stones)


def add(commands: Subcommands) -> None:
    command = commands.add_parser("verify", help="check that chance was not steered in a game")
    command.add_argument(
        "file", metavar="FILE", help="the answer of /v1/games/{id}/fairness; - for standard input"
    )
    command.add_argument("--lang", choices=LANGUAGES, help="else that of the terminal")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """0 if everything is right, 1 if something is wrong or cannot be checked, 2 if the file cannot be read."""
    language = given.lang or language_of()
    try:
        text = sys.stdin.buffer.read() if given.file == "-" else Path(given.file).read_bytes()
    except OSError as error:
        print(f"{given.file}: {error.strerror or error}", file=sys.stderr)
        return 2
    try:
        game = json.loads(text)
        if not game["complete"]:
            print(say(_NOT_OVER, language))
            return 1
        if not game["seed_hash"] and not game["draws"] and not game["stones"]:
            print(say(_NOTHING, language))
            return 0
        found = list(checks(game))
        lines = [_line(kind, part, language) for kind, part, _ in found]
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        print(say(_NO_PAGE, language))
        return 1
    for line, (_, _, is_right) in zip(lines, found, strict=True):
        print(f"{say(_RIGHT if is_right else _WRONG, language)}  {line}")
    wrong = sum(not is_right for _, _, is_right in found)
    verdict = say(_ALL_WRONG if wrong else _ALL_RIGHT, language)
    print(verdict.format(wrong=wrong, all=len(found)))
    return 1 if wrong else 0


_RIGHT = Text(de="ok    ", en="ok   ")
_WRONG = Text(de="FALSCH", en="WRONG")
_NOT_OVER = Text(
    de="Die Partie ist noch nicht zu Ende: Erst danach wird verraten, was zum Prüfen nötig ist.",
    en="The game is not over yet: what is needed for checking is told only then.",
)
_NOTHING = Text(
    de="In dieser Partie hat der Zufall nichts entschieden.", en="Chance decided nothing in this game."
)
_NO_PAGE = Text(
    de="Das ist nicht die Antwort von /v1/games/{id}/fairness.",
    en="This is not an answer of /v1/games/{id}/fairness.",
)
_ALL_RIGHT = Text(
    de="Alles stimmt: Niemand hat den Zufall gelenkt.", en="All of it is right: nobody has steered chance."
)
_ALL_WRONG = Text(
    de="{wrong} von {all} Angaben stimmen nicht.", en="{wrong} of {all} statements are not right."
)
_SEED = Text(
    de="Der Startwert des Servers hat die Prüfsumme, die vorher genannt war.",
    en="The server's seed has the hash that was given before.",
)
_DRAWS = {
    "lot": Text(
        de="Zug {turn}, Los {index}: {value} von {bound}, {outcome}",
        en="turn {turn}, lot {index}: {value} of {bound}, {outcome}",
    ),
    "auto": Text(
        de="Zug {turn}, Zug des Servers: {value} von {bound}, {outcome}",
        en="turn {turn}, the server's move: {value} of {bound}, {outcome}",
    ),
    "stones": Text(
        de="Auswahl, Stein {index}: {value} von {bound}, Feld {outcome}",
        en="choice, stone {index}: {value} of {bound}, square {outcome}",
    ),
}
_OTHER = Text(
    de="Zug {turn}, {purpose} {index}: {value} von {bound}, {outcome}",
    en="turn {turn}, {purpose} {index}: {value} of {bound}, {outcome}",
)
_OUTCOMES = {
    "success": Text(de="gelungen", en="success"),
    "failure": Text(de="misslungen", en="failure"),
}
_STONES = {
    "white": Text(de="Heimliche Auswahl von Weiß: {squares}", en="White's secret choice: {squares}"),
    "black": Text(de="Heimliche Auswahl von Schwarz: {squares}", en="Black's secret choice: {squares}"),
}
_NOBODYS = Text(de="Heimliche Auswahl: {squares}", en="A secret choice: {squares}")


def _line(kind: str, part: Mapping[str, Any], language: str) -> str:
    if kind == "seed":
        return say(_SEED, language)
    if kind == "stones":
        text = _STONES.get(part["side"], _NOBODYS)
        return say(text, language).format(squares=", ".join(map(str, part["squares"])))
    outcome = part["outcome"]
    if part["purpose"] == "lot" and outcome in _OUTCOMES:
        outcome = say(_OUTCOMES[outcome], language)
    return say(_DRAWS.get(part["purpose"], _OTHER), language).format(**{**part, "outcome": outcome})
