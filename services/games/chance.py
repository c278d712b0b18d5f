"""Chance that anyone can check: what is drawn follows from seeds that were committed to before.

A draw is HMAC-SHA256 keyed by the server's seed over "white's seed:black's seed:game:purpose:index". The server tells
the hash of its seed before the first draw, so it cannot choose what comes; the players' seeds come from others.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.sides import Side
from games.stones import Stones, squares_of

LOT, AUTO, STONES = "lot", "auto", "stones"
"""What is drawn for: whether a capture succeeds, a move for a player who was late, pieces to be marked."""


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

    def of(self, side: Side) -> str:
        return self.white if side is Side.WHITE else self.black

    def with_seed(self, side: Side, seed: str) -> Seeds:
        return replace(self, white=seed) if side is Side.WHITE else replace(self, black=seed)

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A number that was drawn, and what it decided."""

    purpose: str
    index: int
    bound: int
    value: int
    outcome: str
    choices: tuple[str, ...] = ()
    """What could have come, in order; the value tells which. None for a lot."""


def draw_lots(
    captured: Sequence[int],
    duels: Sequence[int],
    success_percent: int,
    seeds: Seeds,
    game_id: str,
    first_index: int,
) -> tuple[bool, ...]:
    """One lot for each captured piece in order, up to and including the first failure.

    The lots of a game are counted from 0, the certain ones too; `first_index` is the count so far (A-49).
    """
    lots: list[bool] = []
    for square in captured:
        certain = square not in duels
        index = first_index + len(lots)
        lots.append(certain or below(100, seeds, game_id, LOT, index) < success_percent)
        if not lots[-1]:
            break
    return tuple(lots)


def lots_drawn(
    captured: Sequence[int],
    duels: Sequence[int],
    lots: Sequence[bool],
    seeds: Seeds,
    game_id: str,
    first_index: int,
) -> Iterator[Draw]:
    """The numbers behind these lots; none for one that was certain."""
    for index, (square, lot) in enumerate(zip(captured, lots, strict=False), first_index):
        if square in duels:
            value = below(100, seeds, game_id, LOT, index)
            outcome = "success" if lot else "failure"
            yield Draw(purpose=LOT, index=index, bound=100, value=value, outcome=outcome)


def draw_move(choices: Sequence[str], seeds: Seeds, game_id: str, turn: int) -> Draw:
    """One of the legal moves, each as likely as any other (A-33)."""
    value = below(len(choices), seeds, game_id, AUTO, turn)
    return Draw(
        purpose=AUTO,
        index=turn,
        bound=len(choices),
        value=value,
        outcome=choices[value],
        choices=tuple(choices),
    )


def draw_stones(
    stones: Mapping[Side, Stones], fen: str, per_side: int, seeds: Seeds, game_id: str
) -> Mapping[Side, Stones]:
    """Both sides' marked pieces, with what was missing drawn from their other pieces."""
    drawn: dict[Side, list[int]] = {side: [] for side in Side}
    for side, draw in stones_drawn(stones, fen, per_side, seeds, game_id):
        drawn[side].append(int(draw.outcome))
    return {side: replace(stones[side], drawn=tuple(drawn[side])) for side in Side}


def stones_drawn(
    stones: Mapping[Side, Stones], fen: str, per_side: int, seeds: Seeds, game_id: str
) -> Iterator[tuple[Side, Draw]]:
    """The draws of what the sides have not chosen themselves, White's first, one after the other."""
    index = 0
    for side in Side:
        unmarked = [square for square in squares_of(fen, side) if square not in stones[side].chosen]
        for _ in range(per_side - len(stones[side].chosen)):
            value = below(len(unmarked), seeds, game_id, STONES, index)
            choices = tuple(map(str, unmarked))
            yield (
                side,
                Draw(
                    purpose=STONES,
                    index=index,
                    bound=len(unmarked),
                    value=value,
                    outcome=choices[value],
                    choices=choices,
                ),
            )
            del unmarked[value]
            index += 1


def _hash_of(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:32]
