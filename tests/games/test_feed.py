"""The feed of a game, and the game written down."""

from __future__ import annotations

import pytest

import rulebook
from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.types.v1 import types_pb2
from rulebook import pdn
from tests.games.house import At, House
from tests.games.refusals import reason
from tests.games.test_playing import play_out


def test_the_feed_tells_a_game_from_its_beginning(anna: At, bert: At) -> None:
    game = bert.join(anna.create())
    anna.play(game, "22-18")
    bert.resign(game)

    events = anna.events(game)

    assert [event.sequence for event in events] == [1, 2, 3, 4, 5]
    assert [event.type for event in events] == [
        "game_created",
        "player_joined",
        "game_started",
        "move_played",
        "game_ended",
    ]
    assert events[0].data["time_control"] == {
        "kind": "fischer",
        "base_ms": 180_000,
        "increment_ms": 2000,
    }
    assert events[3].data["move"]["notation"] == "22-18"
    assert events[4].data["result"]["winner"] == "white"


def test_the_feed_goes_on_behind_a_cursor(anna: At, bert: At) -> None:
    game = bert.join(anna.create())
    request = events_pb.ListEventsRequest(topic=f"game:{game.game_id}", after=1, limit=1)

    answer = anna.feed.ListEvents(request)

    assert [event.sequence for event in answer.events] == [2]
    assert answer.last_sequence == 3
    assert anna.events(game, after=3) == []


@pytest.mark.parametrize(
    ("after", "limit", "code"),
    [
        (-1, 0, "INVALID_CURSOR"),
        (2, 0, "INVALID_CURSOR"),
        (0, 501, "INVALID_FIELD"),
        (0, -1, "INVALID_FIELD"),
    ],
)
def test_a_cursor_that_was_never_given_is_refused(anna: At, after: int, limit: int, code: str) -> None:
    game = anna.create()

    assert reason(lambda: anna.events(game, after, limit)) == code


@pytest.mark.parametrize("topic", ["", "game:", "room:1", "game:x"])
def test_a_topic_that_is_none_is_unknown(anna: At, topic: str) -> None:
    assert reason(lambda: anna.feed.ListEvents(events_pb.ListEventsRequest(topic=topic))) == "UNKNOWN_TOPIC"


def test_others_read_a_game_once_it_runs(anna: At, bert: At, carla: At) -> None:
    game = anna.create()
    assert reason(lambda: carla.events(game)) == "UNKNOWN_TOPIC"
    assert reason(lambda: carla.export(game)) == "UNKNOWN_GAME"

    bert.join(game)

    assert len(carla.events(game)) == 3
    assert '[Variant "battledame"]' in carla.export(game)


@pytest.mark.parametrize("key", ["battledame", "english", "turkish", "club-medieval", "othello"])
def test_a_game_written_down_is_read_and_played_again(anna: At, bert: At, key: str) -> None:
    game, last = play_out(anna, bert, key, seed=5)

    text = anna.export(game)

    (read,) = pdn.read_archive(text, rulebook.ruleset(key))
    assert isinstance(read, pdn.ParsedGame), read
    assert [step.move.notation for step in read.moves if step.move] == list(last.game.moves)
    assert read.final.fen == last.game.position.fen
    assert read.tags["Site"] == "Brettwerk"
    assert read.tags["TimeControl"] == "180+2"
    assert {read.tags["White"], read.tags["Black"]} == {"anna", "bert"}
    assert "[%clk 0:0" in text


def test_a_game_without_clocks_between_engines_names_them(anna: At) -> None:
    text = anna.export(anna.create(white="leicht", black="stark", base_ms=None))

    assert '[White "leicht"]' in text
    assert '[BlackType "program"]' in text
    assert '[TimeControl "-"]' in text
    assert "%clk" not in text


def test_a_resigned_game_is_written_with_its_winner(anna: At, bert: At) -> None:
    game = bert.join(anna.create())
    bert.resign(game)

    text = anna.export(game)

    assert '[Result "2-0"]' in text or '[Result "1-0"]' in text
    assert '[Termination "resignation"]' in text


def test_legal_moves_come_with_their_turn_and_on_request_as_a_tree(anna: At, bert: At) -> None:
    game = bert.join(anna.create())
    request = pb.ListGameMovesRequest(game_id=game.game_id, include_tree=True)

    answer = bert.games.ListGameMoves(request)

    assert answer.turn == 0
    assert answer.legal.side_to_move == types_pb2.SIDE_WHITE
    assert len(answer.legal.moves) == 7
    assert [hop.square for hop in answer.legal.tree] == [21, 22, 23, 24]


def test_a_game_that_waits_has_no_moves_yet(house: House, anna: At) -> None:
    assert anna.legal(anna.create()) == []
