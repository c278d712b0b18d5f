"""What chance has decided is told in order, no secret before the end, and after it everything can be checked."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.types.v1 import types_pb2
from cli.main import main
from games import fairness as accounts
from games.ports import History
from games.sides import Side
from gateway import shapes_history
from tests.games.house import At, House, per_move
from tests.games.medieval import (
    BLACK_STONES,
    DUEL,
    LATE_REVEAL,
    WHITE_STONES,
    choosing,
    decide_lots,
    fairness,
    play_all,
    put,
    started,
)
from tests.games.refusals import reason
from tests.games.values import created


def verdict(told: pb.GetFairnessResponse, path: Path) -> int:
    """The exit status of `brettwerk verify` for the page that REST gives."""
    path.write_text(json.dumps(shapes_history.fairness(told)))
    return main(["verify", str(path), "--lang", "en"])


def test_while_a_game_runs_its_seed_and_salts_are_secret(anna: At, bert: At) -> None:
    game = started(anna, bert)

    for at in (anna, bert):
        told = fairness(at, game)
        assert not told.complete
        assert told.server_seed == ""
        assert told.seed_hash == game.seed_hash
        assert [stones.salt for stones in told.stones] == ["", ""]
        assert [stones.commitment for stones in told.stones] == [
            game.choice.white_commitment,
            game.choice.black_commitment,
        ]


def test_after_the_end_the_seed_is_the_one_that_was_promised(anna: At, bert: At, tmp_path: Path) -> None:
    game = started(anna, bert)
    promised = game.seed_hash
    bert.resign(game)

    told = fairness(anna, game)

    assert told.complete
    assert hashlib.sha256(bytes.fromhex(told.server_seed)).hexdigest() == promised == told.seed_hash
    assert [list(stones.squares) for stones in told.stones] == [list(WHITE_STONES), list(BLACK_STONES)]
    assert verdict(told, tmp_path / "page.json") == 0


def test_both_players_seeds_count_and_are_told(anna: At, bert: At) -> None:
    game = anna.create("club-medieval", seed="mine")
    bert.games.JoinGame(pb.JoinGameRequest(game_id=game.game_id))
    bert.games.ContributeSeed(pb.ContributeSeedRequest(game_id=game.game_id, seed="yours"))

    told = fairness(anna, game)

    assert (told.white_seed, told.black_seed) == ("mine", "yours")


def test_who_gave_no_seed_has_one_of_his_name_when_the_game_starts(anna: At, bert: At) -> None:
    game = choosing(anna, bert)
    assert fairness(anna, game).white_seed == ""
    anna.choose(game, *WHITE_STONES)
    bert.choose(game, *BLACK_STONES)

    assert fairness(anna, game).white_seed == hashlib.sha256(b"anna").hexdigest()[:32]
    assert fairness(anna, game).black_seed == hashlib.sha256(b"bert").hexdigest()[:32]


@pytest.fixture(scope="module")
def eventful(house: House, anna: At, bert: At) -> pb.Game:
    """Stones, moves and lots drawn by the server, and a move taken back."""
    clocks = house.service("clocks")
    game = choosing(anna, bert, options=LATE_REVEAL)
    anna.choose(game, 21, 30)
    house.execute(
        "UPDATE games SET choice_end = clock_timestamp() - interval '1 s' WHERE game_id = %s", game.game_id
    )
    assert clocks.expire(game, version=1, kind=pb.ALARM_KIND_SECRET_CHOICE)
    for _ in range(2):
        house.let_pass(game, 61_000)
        assert clocks.expire(anna.get(game))
    anna.act(game, "ask_takeback")
    bert.act(game, "accept_takeback")
    put(house, game, "W:W21,32:BM10,17,1")
    anna.play(game, "21x14x7", 3)
    return game


def test_draws_are_told_in_order_also_of_what_was_taken_back(eventful: pb.Game, anna: At) -> None:
    told = fairness(anna, eventful)

    assert [(draw.purpose, draw.index, draw.turn) for draw in told.draws] == [
        ("stones", 0, 0),
        ("stones", 1, 0),
        ("stones", 2, 0),
        ("stones", 3, 0),
        ("auto", 0, 0),
        ("auto", 1, 1),
        ("lot", 1, 3),
    ]
    assert told.lot_success_percent == 50
    assert all(draw.outcome == draw.choices[draw.value] for draw in told.draws if draw.choices)


def test_everything_that_was_drawn_stands_the_check(eventful: pb.Game, anna: At, tmp_path: Path) -> None:
    told = fairness(anna, eventful)
    assert verdict(told, tmp_path / "page.json") == 1, "it is not over"
    if anna.get(eventful).status == pb.GAME_STATUS_RUNNING:
        anna.resign(eventful)

    assert verdict(fairness(anna, eventful), tmp_path / "page.json") == 0


def test_stones_that_were_drawn_stay_hidden_with_the_marks(house: House, anna: At, bert: At) -> None:
    game = choosing(anna, bert, options=LATE_REVEAL)
    anna.choose(game, *WHITE_STONES)
    house.execute(
        "UPDATE games SET choice_end = clock_timestamp() - interval '1 s' WHERE game_id = %s", game.game_id
    )
    house.service("clocks").expire(game, version=1, kind=pb.ALARM_KIND_SECRET_CHOICE)

    for at in (anna, bert):
        told = fairness(at, game)
        assert not told.draws
        assert not any(stones.squares for stones in told.stones)
    anna.resign(game)
    assert len(fairness(bert, game).draws) == 3


def test_lots_are_told_once_they_are_drawn(house: House, anna: At, bert: At) -> None:
    game = started(anna, bert)
    decide_lots(house, game, False)
    play_all(game, (anna, bert), DUEL)

    (draw,) = fairness(bert, game).draws

    assert (draw.purpose, draw.index, draw.bound, draw.turn) == ("lot", 0, 100, 2)
    assert draw.outcome == "failure"
    assert draw.value >= 50


def test_automatic_moves_are_told_in_games_without_marks_too(
    house: House, anna: At, bert: At, tmp_path: Path
) -> None:
    game = bert.join(anna.create("club-brazilian", time_control=per_move(60_000)))
    house.let_pass(game, 61_000)
    assert house.service("clocks").expire(game)

    (draw,) = fairness(anna, game).draws

    assert (draw.purpose, draw.index, draw.bound) == ("auto", 0, 7)
    assert [draw.outcome] == list(anna.get(game).moves)
    bert.resign(game)
    assert verdict(fairness(anna, game), tmp_path / "page.json") == 0


def test_where_chance_decides_nothing_there_is_nothing_to_tell(anna: At, bert: At, tmp_path: Path) -> None:
    game = bert.join(anna.create())
    bert.resign(game)

    told = fairness(anna, game)

    assert told == pb.GetFairnessResponse(game_id=game.game_id, complete=True)
    assert verdict(told, tmp_path / "page.json") == 0


def test_spectators_are_told_and_strangers_are_not(house: House, anna: At, bert: At, carla: At) -> None:
    game = started(anna, bert)

    assert fairness(carla, game) == fairness(anna, game)
    assert reason(lambda: fairness(house.player("carla", "elsewhere"), game)) == "UNKNOWN_GAME"


def test_a_game_that_never_started_drew_nothing() -> None:
    waiting = created().after

    assert list(accounts.drawn(waiting, History(start=None, moves=(), played=()))) == []


def test_sides_are_in_the_order_of_the_draws(anna: At, bert: At) -> None:
    told = fairness(anna, started(anna, bert))

    assert [stones.side for stones in told.stones] == [types_pb2.SIDE_WHITE, types_pb2.SIDE_BLACK]
    assert list(Side) == [Side.WHITE, Side.BLACK]
