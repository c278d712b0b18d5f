"""Lists of games: what they are asked for, and pages of them as somebody may see them."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol
from uuid import UUID

from games import errors
from games.parts import Player, Status
from games.ports import Reading
from games.service import Games
from games.wishes import Visitor


@dataclass(frozen=True, slots=True, kw_only=True)
class ListWish:
    """Which games to list, for whom."""

    tenant_id: str
    viewer: Player
    player_id: str = ""
    """Only those in which this player sits; empty: anybody's."""
    statuses: frozenset[Status] = frozenset()
    """Only those that stand so; empty: any."""
    ruleset_key: str = ""
    before: str | None = None
    """Only those made before the game with this id."""
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    games: Sequence[Reading]
    """The newest first."""
    next_token: str
    """Empty on the last page."""


class Lists(Protocol):
    """Where games are looked up."""

    def find(self, wish: ListWish) -> Sequence[Reading]:
        """Those that the viewer may see, the newest first: a game's id tells when it was made.

        Also those of another status whose last event may be later than the viewer is told.
        """


class Listing:
    """The use case. Safe for threads."""

    def __init__(self, lists: Lists, games: Games) -> None:
        self._lists = lists
        self._games = games

    def page(self, visitor: Visitor, wish: ListWish) -> Page:
        """A page, each game as the visitor may see it by now.

        It may have fewer games than asked for and still not be the last.
        """
        found = self._lists.find(replace(wish, limit=wish.limit + 1))
        shown = found[: wish.limit]
        seen = [self._games.in_time(reading, visitor.viewer) for reading in shown]
        return Page(
            games=[reading for reading in seen if not wish.statuses or reading.game.status in wish.statuses],
            next_token=token_after(shown[-1].game.game_id) if len(found) > len(shown) else "",
        )


def token_after(game_id: str) -> str:
    """The token of the page behind this game."""
    return base64.urlsafe_b64encode(UUID(game_id).bytes).decode().rstrip("=")


def read_token(token: str) -> str | None:
    """The id of the game behind which the page begins; None for the first. Raises InvalidPageToken."""
    if not token:
        return None
    try:
        game_id = str(UUID(bytes=base64.urlsafe_b64decode(f"{token}==")))
    except (binascii.Error, ValueError):
        raise errors.InvalidPageToken from None
    if token_after(game_id) != token:
        raise errors.InvalidPageToken
    return game_id
