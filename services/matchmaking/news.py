"""What becomes of games, and who is to hear of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from matchmaking import feed
from matchmaking.feed import Facts, Topic


class News(StrEnum):
    STARTED = "started"
    ENDED = "ended"
    ABORTED = "aborted"
    REMATCH = "rematch"


_TYPES = {
    News.STARTED: feed.GAME_STARTED,
    News.ENDED: feed.GAME_ENDED,
    News.ABORTED: feed.GAME_ABORTED,
    News.REMATCH: feed.REMATCH_STARTED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldGame:
    """A game and what has become of it, as the games service tells it."""

    game_id: str
    tenant_id: str
    kind: News
    white_player_id: str | None
    black_player_id: str | None
    """None where no player sits there."""
    private: bool
    """No business of the lobby."""
    facts: Facts
    """The game as its events tell it: who plays what."""
    result: Facts | None = None
    """Of one that has ended."""
    rematch_game_id: str = ""
    """Of one that is played again."""

    @property
    def data(self) -> Facts:
        """What its event tells."""
        match self.kind:
            case News.REMATCH:
                return {"game_id": self.game_id, "rematch_game_id": self.rematch_game_id}
            case News.ENDED:
                return {**self.facts, "result": self.result}
        return self.facts


def told_to(game: ToldGame) -> Iterator[Topic]:
    """The feeds that tell of it."""
    if not (game.private or game.kind is News.REMATCH):
        yield feed.lobby(game.tenant_id)
    for player_id in {game.white_player_id, game.black_player_id} - {None}:
        assert player_id is not None
        yield feed.me(game.tenant_id, player_id)


def event_type(game: ToldGame) -> str:
    return _TYPES[game.kind]
