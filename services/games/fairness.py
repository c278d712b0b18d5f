"""What chance has decided in a game, told so that anybody can check it once the game is over."""

from __future__ import annotations

from collections.abc import Iterator

from brettwerk.games.v1 import games_service_pb2 as games_pb
from games import chance, opening, shapes, views
from games.chance import Draw
from games.events import PlayedTurn
from games.game import Game
from games.ports import History
from games.sides import Side


def account(game: Game, history: History) -> games_pb.GetFairnessResponse:
    """The same for all eyes: what is not over tells no seed, and nothing of marks that are hidden."""
    message = games_pb.GetFairnessResponse(game_id=game.game_id, complete=game.is_over)
    if not game.asks_chance:
        return message
    message.seed_hash = game.seeds.server_hash
    message.server_seed = game.seeds.server.hex() if game.is_over else ""
    message.white_seed, message.black_seed = game.seeds.white, game.seeds.black
    message.lot_success_percent = game.marking.success_percent
    message.draws.extend(_draw(draw, turn) for turn, draw in drawn(game, history))
    # A choice that never became complete has committed nobody to anything.
    message.stones.extend(_stones(game, side) for side in Side if opening.commitment(game, side))
    return message


def drawn(game: Game, history: History) -> Iterator[tuple[int, Draw]]:
    """Each draw that may be told with its turn, in the order in which they were made."""
    if history.start is not None and views.is_revealed(game):
        start, per_side = history.start_fen, game.marking.per_side
        for _, draw in chance.stones_drawn(game.stones, start, per_side, game.seeds, game.game_id):
            yield 0, draw
    lots = 0
    for played in history.played:
        if played.choices:
            yield played.turn, chance.draw_move(played.choices, game.seeds, game.game_id, played.turn)
        if views.is_revealed(game):
            yield from ((played.turn, draw) for draw in _lots(game, played, lots))
        lots += len(played.move.lots)


def _lots(game: Game, played: PlayedTurn, first_index: int) -> Iterator[Draw]:
    move = played.move
    return chance.lots_drawn(move.captured, move.duels, move.lots, game.seeds, game.game_id, first_index)


def _draw(draw: Draw, turn: int) -> games_pb.Draw:
    return games_pb.Draw(
        purpose=draw.purpose,
        index=draw.index,
        bound=draw.bound,
        value=draw.value,
        turn=turn,
        outcome=draw.outcome,
        choices=draw.choices,
    )


def _stones(game: Game, side: Side) -> games_pb.Stones:
    stones = game.stones[side]
    return games_pb.Stones(
        side=shapes.SIDES[side],
        commitment=opening.commitment(game, side),
        salt=stones.salt.hex() if game.is_over else "",
        squares=stones.squares if views.is_revealed(game) else (),
    )
