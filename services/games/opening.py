"""How a game begins: seats, seeds, the secret choice of marked pieces, and the start of the clock."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime

from games import chance, errors, events
from games.chance import Seeds
from games.game import Change, Game, told
from games.parts import AbortReason, Engine, Player, Position, RulesetChoice, Seat, Status
from games.sides import Side
from games.stones import Marking, Stones, squares_of, with_marks
from games.terms import Terms
from games.timing import Clock, TimeControl


def create(
    *,
    game_id: str,
    tenant_id: str,
    creator_id: str,
    ruleset: RulesetChoice,
    forces_passes: bool,
    time_control: TimeControl,
    terms: Terms,
    marking: Marking,
    white: Seat,
    black: Seat,
    rated: bool,
    position: Position,
    to_move: Side,
    seeds: Seeds,
    now: datetime,
    rematch_of: str | None = None,
) -> Change:
    """A game that waits; with both seats taken it is to go on at once. Raises InvalidField."""
    game = Game(
        game_id=game_id,
        tenant_id=tenant_id,
        creator_id=creator_id,
        ruleset=ruleset,
        forces_passes=forces_passes,
        time_control=time_control,
        terms=terms,
        marking=marking,
        white=white,
        black=black,
        rated=rated,
        status=Status.WAITING,
        turn=0,
        ply=0,
        to_move=to_move,
        position=position,
        clock=None,
        moves=(),
        result=None,
        revealed=marking.per_side == 0,
        seeds=seeds,
        lots_drawn=0,
        rematch_of=rematch_of,
        create_time=now,
        sequence=0,
        version=0,
    )
    if rated and (game.has_engine or game.is_on_one_device):
        raise errors.InvalidField("only a game between two players is rated", "rated")
    data = {
        **events.ruleset_facts(ruleset),
        "time_control": events.time_control_facts(time_control),
        "white": events.seat_facts(white),
        "black": events.seat_facts(black),
        "rated": rated,
    }
    return told(None, game, now, (events.GAME_CREATED, data))


def join(game: Game, player: Player, seed: str, now: datetime) -> Change:
    """The player on the open seat, White's first. Raises NoOpenSeat, or InvalidField if he sits there already."""
    side = game.open_side()
    if side is None or game.status is not Status.WAITING:
        raise errors.NoOpenSeat(game.game_id)
    if game.controls(player, side.opponent):
        raise errors.InvalidField("one player cannot take both sides")
    after = replace(game, white=player) if side is Side.WHITE else replace(game, black=player)
    after = replace(after, seeds=after.seeds.with_seed(side, seed) if seed else after.seeds)
    data = {"side": side, **(events.seat_facts(player) or {})}
    return told(game, after, now, (events.PLAYER_JOINED, data))


def swap_colours(game: Game, now: datetime) -> Change:
    """Both seats change sides while one is open. Raises GameUnderWay or GameFinished."""
    require_waiting(game)
    seeds = replace(game.seeds, white=game.seeds.black, black=game.seeds.white)
    after = replace(game, white=game.black, black=game.white, seeds=seeds)
    data = {"white": events.seat_facts(after.white), "black": events.seat_facts(after.black)}
    return told(game, after, now, (events.COLOURS_SWAPPED, data))


def give_seed(game: Game, side: Side, seed: str, now: datetime) -> Change:
    """The side's own seed. Raises GameUnderWay, GameFinished, or SeedGiven."""
    if game.is_over:
        raise errors.GameFinished(game.game_id, game.status)
    if game.status is Status.RUNNING:
        raise errors.GameUnderWay(game.game_id)
    if game.seeds.of(side):
        raise errors.SeedGiven(side)
    after = replace(game, seeds=game.seeds.with_seed(side, seed))
    return told(game, after, now, (events.SEED_GIVEN, {"side": side, "seed": seed}))


def begin_choice(game: Game, salts: Mapping[Side, bytes], end: datetime, now: datetime) -> Change:
    """Both sides are to mark pieces in secret until the end."""
    assert game.status is Status.WAITING, game
    assert game.open_side() is None, game
    assert game.marking.per_side > 0, game
    stones = {side: Stones(salt=salts[side]) for side in Side}
    after = replace(game, status=Status.CHOOSING, stones=stones, choice_end=end)
    data = {"per_side": game.marking.per_side, "deadline_time": events.written(end)}
    return told(game, after, now, (events.CHOICE_BEGUN, data))


def choose(game: Game, side: Side, squares: Collection[int], now: datetime) -> Change:
    """The side's choice as far as it has come. Raises NotChoosing, ChoiceFinal, InvalidStones."""
    if game.status is not Status.CHOOSING:
        raise errors.NotChoosing(game.game_id)
    before = game.stones[side]
    if len(before.chosen) == game.marking.per_side:
        raise errors.ChoiceFinal(side)
    own = squares_of(game.position.fen, side)
    if len(squares) > game.marking.per_side:
        raise errors.InvalidStones(f"{len(squares)} squares; {game.marking.per_side} pieces are marked")
    if len(set(squares)) != len(squares):
        raise errors.InvalidStones("a square is named twice")
    for square in squares:
        if square not in own:
            raise errors.InvalidStones(f"{square} is not a square of {side}'s pieces")
    chosen = before.choosing(squares)
    after = replace(game, stones={**game.stones, side: chosen})
    data = {"side": side, "count": len(squares), "commitment": commitment(after, side)}
    return told(game, after, now, (events.STONES_CHOSEN, data))


def choice_count(game: Game, side: Side) -> int:
    """How many pieces the side has marked."""
    return len(game.stones[side].squares) if side in game.stones else 0


def commitment(game: Game, side: Side) -> str:
    """Of the side's choice; empty until it is complete."""
    stones = game.stones.get(side)
    if stones is None or len(stones.squares) < game.marking.per_side:
        return ""
    return stones.commitment(game.game_id, side)


def has_chosen(game: Game) -> bool:
    """Whether every player's choice is complete. For an engine the server draws."""
    return all(
        isinstance(game.seat(side), Engine) or len(game.stones[side].chosen) == game.marking.per_side
        for side in Side
    )


def start(game: Game, clock: Clock, now: datetime) -> Change:
    """The game under way. Where pieces are marked, the server draws what is missing."""
    assert game.status in (Status.WAITING, Status.CHOOSING), game
    assert game.open_side() is None, game
    seeds = game.seeds.with_default_players(name_of(game.white), name_of(game.black))
    position, stones, data = game.position, game.stones, {}
    if game.marking.per_side:
        stones = chance.draw_stones(
            game.stones, game.position.fen, game.marking.per_side, seeds, game.game_id
        )
        marks = {side: stones[side].squares for side in Side}
        position = Position(fen=with_marks(game.position.fen, marks))
        data = {"commitments": {side: stones[side].commitment(game.game_id, side) for side in Side}}
    after = replace(
        game,
        status=Status.RUNNING,
        position=position,
        seeds=seeds,
        clock=clock,
        choice_end=None,
        stones=stones,
        revealed=game.marking.per_side == 0 or not game.marking.at_first_duel,
    )
    facts = {"fen": position.fen, "to_move": after.to_move, "clock": events.clock_facts(clock), **data}
    return told(game, after, now, (events.GAME_STARTED, facts))


def abort(game: Game, reason: AbortReason, clock: Clock | None, now: datetime) -> Change:
    """No game after all. Raises GameFinished."""
    if game.is_over:
        raise errors.GameFinished(game.game_id, game.status)
    after = replace(
        game,
        status=Status.ABORTED,
        abort_reason=reason,
        clock=clock,
        choice_end=None,
        offers=(),
        declined=(),
        pause_end=None,
        gone={},
    )
    return told(game, after, now, (events.GAME_ABORTED, {"reason": reason}))


def require_waiting(game: Game) -> None:
    """Raises GameUnderWay or GameFinished."""
    if game.is_over:
        raise errors.GameFinished(game.game_id, game.status)
    if game.status is not Status.WAITING:
        raise errors.GameUnderWay(game.game_id)


def name_of(seat: Seat) -> str:
    match seat:
        case Player(player_id):
            return player_id
        case Engine(persona):
            return persona
    return ""
