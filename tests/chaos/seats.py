"""Who plays at a table of the chaos, and how: any legal move, and now and then something else that players do."""

from __future__ import annotations

import asyncio
import random
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass, field

from rulebook import legal_moves, parse_fen, ruleset
from tests.chaos.faults import require
from tests.chaos.reader import Reader
from tests.chaos.visitors import LOST, Json, Visitor

_THINKS_S = (0.05, 0.9)
_LOOKS_AGAIN_S = 5.0
"""Even where the stream says nothing."""
_IN_THE_END_PLIES = 2
"""So many are still played after the last kill, to see that the game goes on."""
_MOVE_CONFLICTS = {"turn_played", "flag_fallen", "game_finished", "game_paused", "race_lost"}
"""What may come between a player's look at the game and his move."""


_PASSING = {"race_lost", "game_paused"}
"""After these the move is sent again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How likely a player does something each time he is to move."""

    resigns: float = 0.01
    offers_draw: float = 0.06
    asks_takeback: float = 0.1
    asks_pause: float = 0.03
    dozes: float = 0.0
    """Lets the time for the move pass."""


@dataclass(slots=True, kw_only=True)
class Seat:
    """A player at his side of one game."""

    visitor: Visitor
    game_id: str
    side: str
    reader: Reader
    manner: Manner
    is_closing: Callable[[], bool]
    """Whether all games are to come to their end now."""
    sent: dict[int, str] = field(default_factory=dict)
    """Moves that were sent, by turn; one for each."""
    acknowledged: dict[int, str] = field(default_factory=dict)
    """Those that were answered as played."""
    refused: dict[int, str] = field(default_factory=dict)
    """Why those that were not were not."""
    closing_ply: int | None = None

    async def play(self) -> None:
        """To the end of the game. Raises Fault."""
        game = await self._look()
        while not _is_over(game):
            self.reader.news.clear()
            if await self._acts(game):
                game = await self._look()
                continue
            try:
                async with asyncio.timeout(_LOOKS_AGAIN_S):
                    await self.reader.news.wait()
            except TimeoutError:
                pass
            game = await self._look()

    async def _look(self) -> Json:
        return await self.visitor.get(f"/v1/games/{self.game_id}")

    async def _acts(self, game: Json) -> bool:
        """Whether it did something about the game as it stands."""
        if game["status"] == "choosing":
            return await self._chooses(game)
        if game["status"] != "running":
            return False
        if self._has_enough(game):
            await self._try(":resign")
            return True
        if game["pause"] and game["pause"]["reason"] == "agreed":
            await asyncio.sleep(self._uniform(0.2, 1.0))
            await self._act("resume")
            return True
        if await self._answers(game):
            return True
        return await self._moves(game) if game["to_move"] == self.side else False

    def _has_enough(self, game: Json) -> bool:
        if not self.is_closing():
            return False
        if self.closing_ply is None:
            self.closing_ply = game["ply"] + _IN_THE_END_PLIES
        return int(game["ply"]) >= self.closing_ply

    async def _chooses(self, game: Json) -> bool:
        if game["choice"][f"{self.side}_count"] == game["choice"]["per_side"]:
            return False
        position = parse_fen(ruleset(game["ruleset"], game["options"]), game["fen"])
        own = sorted(square for square, piece in position.pieces().items() if piece.side == self.side)
        squares = self._chance.sample(own, game["choice"]["per_side"])
        answer = await self.visitor.ask("POST", f"/v1/games/{self.game_id}/stones", {"squares": squares})
        # Sent again after a lost answer, the choice is final already, or the game has begun.
        late = answer.code in {"choice_final", "not_choosing"}
        require(answer.status == 200 or late, f"stones {squares}: {answer}")
        return True

    async def _answers(self, game: Json) -> bool:
        """To what the other side has offered."""
        for offer in game["offers"]:
            if offer["side"] != self.side:
                accepts = self._chance.random() < (0.15 if offer["kind"] == "draw" else 0.6)
                await self._act(f"{'accept' if accepts else 'decline'}_{offer['kind']}")
                return True
        return False

    async def _moves(self, game: Json) -> bool:
        turn = game["turn"]
        if turn in self.refused and self.refused[turn] not in _PASSING:
            return False
        if turn not in self.sent:
            await asyncio.sleep(self._uniform(*_THINKS_S))
            if self._chance.random() < self.manner.dozes:
                self.refused[turn] = "dozed"
                return False
            await self._does_else(game)
            rules = ruleset(game["ruleset"], game["options"])
            state = b64decode(game["rule_state"]) if game["rule_state"] else b""
            moves = legal_moves(parse_fen(rules, game["fen"], state))
            require(moves, f"no move in {game['fen']}, and the game goes on")
            self.sent[turn] = self._chance.choice(moves).notation
        move = self.sent[turn]
        body = {"move": move, "expected_turn": turn}
        answer = await self.visitor.ask("POST", f"/v1/games/{self.game_id}/moves", body)
        if answer.status == 200:
            played = (answer.body["turn"], answer.body["move"]["notation"])
            require(played == (turn, move), f"{move} for turn {turn} is answered by {played}")
            self.acknowledged[turn] = move
            self.refused.pop(turn, None)
        else:
            conflict = answer.status == 409 and answer.code in _MOVE_CONFLICTS
            require(conflict, f"{move} for turn {turn} in {game['fen']}: {answer}")
            self.refused[turn] = answer.code
        return True

    async def _does_else(self, game: Json) -> None:
        """Before moving."""
        manner, chance = self.manner, self._chance
        if chance.random() < manner.resigns and game["ply"] > 6:
            await self._try(":resign")
        if chance.random() < manner.offers_draw:
            await self._act("offer_draw")
        if chance.random() < manner.asks_takeback:
            await self._act("ask_takeback")
        if chance.random() < manner.asks_pause:
            await self._act("ask_pause")

    async def _act(self, action: str) -> None:
        await self._try("/actions", {"action": action})

    async def _try(self, address: str, body: Json = None) -> None:
        """Once: what was heard and not answered must not be done again, and what is refused is not needed any more."""
        with_id = f"/v1/games/{self.game_id}{address}"
        try:
            answer = await self.visitor.door.ask_once("POST", with_id, body, self.visitor.header)
        except LOST:
            return
        require(answer.status in {200, 409, 503}, f"{body or address}: {answer}")
        done = "done" if answer.status == 200 else "refused"
        self.visitor.door.counts[f"{body['action'] if body else 'resign'} {done}"] += 1

    def _uniform(self, least: float, most: float) -> float:
        return self._chance.uniform(least, most)

    @property
    def _chance(self) -> random.Random:
        return self.visitor.door.chance


def _is_over(game: Json) -> bool:
    return game["status"] in {"finished", "aborted"}
