"""Chance that anyone can check: what is drawn follows from seeds that were committed to before.

A draw is HMAC-SHA256 keyed by the server's seed over "white's seed:black's seed:game:purpose:index". The server tells
the hash of its seed before the first draw, so it cannot choose what comes; the players' seeds come from others.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass, field, replace

LOT_SUCCESS_PERCENT = 50  # of a marked victim; ordinary ones are certain
MARKED_BY_EACH_SIDE = {"club-medieval": 3}
"""How many of its pieces a side marks before the game, by rule set; none where it is not listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeds:
    """What a game's draws follow from."""

    server: bytes = field(repr=False)
    """32 bytes, secret until the game is over."""
    white: str = ""
    black: str = ""

    @property
    def server_hash(self) -> str:
        return hashlib.sha256(self.server).hexdigest()

    def with_default_players(self, white: str, black: str) -> Seeds:
        """The players' seeds from their names, where they gave none of their own."""
        return replace(self, white=self.white or _hash_of(white), black=self.black or _hash_of(black))


def below(bound: int, seeds: Seeds, game_id: str, purpose: str, index: int) -> int:
    """A whole number from 0 up to, not including, the bound, each as likely as any other.

    Words that would favour the low numbers are passed over; when the eight of a digest are used up, the digest's own
    hash gives the next eight.
    """
    text = f"{seeds.white}:{seeds.black}:{game_id}:{purpose}:{index}"
    digest = hmac.digest(seeds.server, text.encode(), "sha256")
    fair = (1 << 32) - (1 << 32) % bound
    while True:
        for at in range(0, 32, 4):
            word = int.from_bytes(digest[at : at + 4], "big")
            if word < fair:
                return word % bound
        digest = hashlib.sha256(digest).digest()


def draw_lots(
    captured: tuple[int, ...], duels: tuple[int, ...], seeds: Seeds, game_id: str, first_index: int
) -> tuple[bool, ...]:
    """One lot for each captured piece in order, up to and including the first failure.

    The lots of a game are counted from 0, the certain ones too; `first_index` is the count so far (A-49).
    """
    lots: list[bool] = []
    for square in captured:
        index = first_index + len(lots)
        certain = square not in duels
        lots.append(certain or below(100, seeds, game_id, "lot", index) < LOT_SUCCESS_PERCENT)
        if not lots[-1]:
            break
    return tuple(lots)


def mark_pieces(fen: str, count: int, seeds: Seeds, game_id: str) -> str:
    """A draughts FEN in which each side has `count` pieces marked, drawn one after the other, White's first."""
    side, *lists = fen.split(":")
    index = 0

    def draw(bound: int) -> int:
        nonlocal index
        index += 1
        return below(bound, seeds, game_id, "stones", index - 1)

    return ":".join([side, *(_marked(listed, count, draw) for listed in lists)])


def _marked(listed: str, count: int, draw: Callable[[int], int]) -> str:
    colour, pieces = listed[0], listed[1:].split(",")
    unmarked = list(range(len(pieces)))
    for _ in range(count):
        place = unmarked.pop(draw(len(unmarked)))
        pieces[place] = f"M{pieces[place]}"
    return colour + ",".join(pieces)


def _hash_of(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:32]
