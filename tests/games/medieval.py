"""Games with secretly marked pieces, short to begin, and seeds by which lots fall as wanted."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import count
from typing import Any

from brettwerk.games.v1 import games_service_pb2 as pb
from games import chance
from games.chance import Seeds
from tests.games.house import At, House, per_move

WHITE_STONES = (22, 29, 32)
BLACK_STONES = (1, 4, 9)
LATE_REVEAL = {"reveal": "on_first_duel"}

DUEL = ("22-18", "9-14", "18x9")
"""A game's first moves: White's marked man attacks Black's marked one."""


def choosing(white: At, black: At, **wishes: Any) -> pb.Game:
    """Both have their seats and mark pieces."""
    game = white.create("club-medieval", **{"time_control": per_move(60_000), **wishes})
    return black.join(game)


def started(white: At, black: At, **wishes: Any) -> pb.Game:
    """With the marks above."""
    game = choosing(white, black, **wishes)
    white.choose(game, *WHITE_STONES)
    return black.choose(game, *BLACK_STONES)


def play_all(game: pb.Game, players: Sequence[At], moves: Sequence[str]) -> pb.PlayMoveResponse:
    """The moves in turn, by the players in turn; the last answer."""
    answers = [
        players[number % len(players)].play(game, move, game.turn + number)
        for number, move in enumerate(moves)
    ]
    return answers[-1]


def put(house: House, game: pb.Game, fen: str) -> None:
    """The game goes on from this position of White's, whose counters start afresh."""
    assert fen.startswith("W:"), fen
    house.execute(
        "UPDATE games SET fen = %s, rule_state = '', to_move = 'white' WHERE game_id = %s", fen, game.game_id
    )


def decide_lots(house: House, game: pb.Game, *lots: bool, first_index: int = 0) -> bytes:
    """Give the game a server's seed by which its next uncertain lots fall so."""
    ((white, black),) = house.execute(
        "SELECT white_seed, black_seed FROM games WHERE game_id = %s", game.game_id
    )

    def falls(server: bytes) -> bool:
        seeds = Seeds(server=server, white=white, black=black)
        return all(
            (chance.below(100, seeds, game.game_id, chance.LOT, index) < 50) is lot
            for index, lot in enumerate(lots, first_index)
        )

    servers = (hashlib.sha256(str(number).encode()).digest() for number in count())
    server = next(filter(falls, servers))
    house.execute("UPDATE games SET server_seed = %s WHERE game_id = %s", server, game.game_id)
    return server


def fairness(at: At, game: pb.Game) -> pb.GetFairnessResponse:
    return at.games.GetFairness(pb.GetFairnessRequest(game_id=game.game_id))


def history(at: At, game: pb.Game) -> pb.GetHistoryResponse:
    return at.games.GetHistory(pb.GetHistoryRequest(game_id=game.game_id))
