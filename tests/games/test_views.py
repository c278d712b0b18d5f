"""What is hidden stays hidden: whoever must not see marks finds nothing of them in anything that is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from brettwerk.ai.v1 import ai_service_pb2 as ai_pb
from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.types.v1 import types_pb2
from games import views
from games.views import View
from tests.games.house import At, House
from tests.games.medieval import (
    BLACK_STONES,
    DUEL,
    LATE_REVEAL,
    WHITE_STONES,
    choosing,
    decide_lots,
    fairness,
    history,
    play_all,
    put,
    started,
)
from tests.games.refusals import refusal
from tests.patience import wait_for

QUIET = ("22-18", "12-16")
"""Moves without a duel: a marked man of White's goes, an ordinary one of Black's."""
MARK = re.compile(r"M(?=K?\d)")


def answers(at: At, game: pb.Game) -> Iterator[tuple[str, Message]]:
    """Everything that somebody is told who only looks."""
    game_id, topic = game.game_id, f"game:{game.game_id}"
    yield "GetGame", at.games.GetGame(pb.GetGameRequest(game_id=game_id))
    yield (
        "ListGameMoves",
        at.games.ListGameMoves(pb.ListGameMovesRequest(game_id=game_id, include_tree=True)),
    )
    yield "GetHistory", history(at, game)
    yield "GetFairness", fairness(at, game)
    yield "ExportGame", at.games.ExportGame(pb.ExportGameRequest(game_id=game_id))
    # The token of the next page is made of the game's id, and may look like anything.
    listed = at.games.ListGames(pb.ListGamesRequest(page_size=1)).games
    yield "ListGames", pb.ListGamesResponse(games=listed)
    yield "ListEvents", at.feed.ListEvents(events_pb.ListEventsRequest(topic=topic))
    yield "Snapshot", at.feed.Snapshot(events_pb.SnapshotRequest(topic=topic))


def comparable(message: Message) -> list[str]:
    """Without what differs between any two games, or between two looks at one."""
    text = json.dumps(MessageToDict(message), sort_keys=True, indent=1)
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "TIME", text)
    text = re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}", "ID", text)
    text = re.sub(r"\b[0-9a-f]{64}\b", "DIGEST", text)
    text = re.sub(r"\[%clk [^]]*\]", "CLOCK", text)
    text = re.sub(
        r'("charged(Ms|_ms)"|"(white|black)(Remaining|_remaining)(Ms|_ms)"): "?[\d.]+"?', "MS", text
    )
    return text.splitlines()


# What nobody else may see


@pytest.fixture(scope="module")
def twins(anna: At, bert: At) -> tuple[pb.Game, pb.Game]:
    """Two games that differ in Black's marks alone."""
    return tuple(  # type: ignore[return-value]  # two of them
        _begun(anna, bert, stones) for stones in ((9, 10, 11), (1, 4, 5))
    )


def _begun(anna: At, bert: At, stones: tuple[int, ...]) -> pb.Game:
    game = choosing(anna, bert, options=LATE_REVEAL)
    anna.choose(game, *WHITE_STONES)
    bert.choose(game, *stones)
    play_all(game, (anna, bert), QUIET)
    anna.act(game, "ask_takeback")
    again = bert.act(game, "accept_takeback")
    play_all(again, (anna, bert), QUIET)
    return game


@pytest.mark.parametrize("who", ["anna", "carla"])
def test_games_that_differ_in_hidden_marks_alone_look_the_same(
    request: pytest.FixtureRequest, twins: tuple[pb.Game, pb.Game], who: str
) -> None:
    at = request.getfixturevalue(who)

    for (door, one), (_, other) in zip(*(answers(at, twin) for twin in twins), strict=True):
        if door == "ListGames":
            continue  # the newest of them is the same game
        assert comparable(one) == comparable(other), door


def test_the_comparison_sees_marks_where_they_are_shown(bert: At, twins: tuple[pb.Game, pb.Game]) -> None:
    doors = [
        door
        for (door, one), (_, other) in zip(*(answers(bert, twin) for twin in twins), strict=True)
        if comparable(one) != comparable(other)
    ]

    assert doors == ["GetGame", "GetHistory", "ExportGame", "ListEvents", "Snapshot"]


@pytest.mark.parametrize(
    ("who", "squares"), [("anna", ["18", "29", "32"]), ("bert", ["1", "4", "9"]), ("carla", [])]
)
def test_before_the_first_duel_only_own_marks_are_in_a_position(
    request: pytest.FixtureRequest, anna: At, bert: At, who: str, squares: list[str]
) -> None:
    game = started(anna, bert, options=LATE_REVEAL)
    play_all(game, (anna, bert), QUIET)
    at = request.getfixturevalue(who)

    seen = at.get(game)

    assert re.findall(r"MK?(\d+)", seen.position.fen) == squares
    assert not seen.position.rule_state
    assert len(seen.choice.own_squares) == len(squares)
    for door, answer in answers(at, game):
        marked = set(re.findall(r"[^A-Z]M(?:K?)(\d+)", str(answer)))
        assert marked <= {*squares, *map(str, (*WHITE_STONES,) if squares else ())}, door


def test_an_answer_to_a_move_shows_no_more(anna: At, bert: At) -> None:
    game = started(anna, bert, options=LATE_REVEAL)

    by_anna = anna.play(game, "22-18", 0)
    by_bert = bert.play(game, "12-16", 1)

    assert re.findall(r"M(\d+)", by_anna.game.position.fen) == ["18", "29", "32"]
    assert re.findall(r"M(\d+)", by_bert.game.position.fen) == ["1", "4", "9"]
    again = anna.play(game, "22-18", 0)
    assert again.replayed
    assert re.findall(r"M(\d+)", again.game.position.fen) == ["18", "29", "32"]


def test_a_refusal_says_nothing_of_marks(anna: At, bert: At) -> None:
    game = started(anna, bert, options=LATE_REVEAL)

    for move in ("22-17x", "22-23", "9-13", "22x15", "32-28"):
        problem = refusal(lambda move=move: anna.play(game, move, 0))  # type: ignore[misc]
        assert not MARK.search(f"{problem.message} {problem.facts}"), problem


def test_legal_captures_do_not_tell_which_victim_may_withstand(house: House, anna: At, bert: At) -> None:
    game = started(anna, bert, options=LATE_REVEAL)
    put(house, game, "W:W21,WM32:BM10,17,1".replace("WM32", "M32"))

    (move,) = anna.games.ListGameMoves(pb.ListGameMovesRequest(game_id=game.game_id)).legal.moves

    assert list(move.captured) == [17, 10]
    assert not move.duels


def test_while_stones_are_chosen_only_their_number_is_told(anna: At, bert: At) -> None:
    game = choosing(anna, bert, options=LATE_REVEAL)
    anna.choose(game, *WHITE_STONES)
    bert.choose(game, 5)

    seen = bert.get(game)

    assert list(seen.choice.own_squares) == [5]
    assert (seen.choice.white_count, seen.choice.black_count) == (3, 1)
    told = [event.data for event in bert.events(game) if event.type == "stones_chosen"]
    assert [sorted(data) for data in told] == [["commitment", "count", "side"]] * 2
    assert not any(stones.squares or stones.salt for stones in fairness(bert, game).stones)


def test_an_engine_is_told_its_own_marks_alone(house: House, anna: At) -> None:
    house.engine.requests.clear()
    game = anna.create("club-medieval", black="mittel", options=LATE_REVEAL)
    anna.choose(game, *WHITE_STONES)
    played = anna.play(game, "22-18", 0)

    def asked() -> ai_pb.RequestMoveRequest | None:
        return next((each for each in house.engine.requests if each.game_id == game.game_id), None)

    request = wait_for(asked)
    white, black = request.position.fen.split(":")[1:3]
    assert (white.count("M"), black.count("M")) == (0, 3)
    assert not request.position.rule_state
    engine = house.service("ai", "engine")
    answer = engine.play(game, "9-13", played.game.turn)
    assert not MARK.search(str(answer)), "what the engines' hand gets back is for no side's eyes"


# What is seen


@pytest.mark.parametrize("lot", [True, False])
def test_after_the_first_duel_everybody_sees_all_marks(
    house: House, anna: At, bert: At, carla: At, lot: bool
) -> None:
    game = started(anna, bert, options=LATE_REVEAL)
    decide_lots(house, game, lot)
    before = anna.play(game, DUEL[0], 0)
    assert not before.game.choice.revealed
    bert.play(game, DUEL[1], 1)

    played = anna.play(game, DUEL[2], 2)

    assert list(played.move.lots) == [lot]
    assert played.game.choice.revealed
    for at in (anna, bert, carla):
        seen = at.get(game)
        assert seen.choice.revealed
        assert len(MARK.findall(seen.position.fen)) == 5
        assert [len(MARK.findall(event.data["fen"])) for event in at.events(game) if "fen" in event.data] == [
            6,
            6,
            6,
            5,
        ]
        assert '[BlackMedieval "1,4,9"]' in at.export(game)
    assert [list(stones.squares) for stones in fairness(carla, game).stones] == [
        list(WHITE_STONES),
        list(BLACK_STONES),
    ]


def test_a_marked_attacker_shows_all_marks_too(house: House, anna: At, bert: At, carla: At) -> None:
    game = started(anna, bert, options=LATE_REVEAL)
    put(house, game, "W:WM21,32:BM1,17,12")

    anna.play(game, "21x14")

    assert "M1" in carla.get(game).position.fen


def test_an_ordinary_capture_shows_none(house: House, anna: At, bert: At, carla: At) -> None:
    game = started(anna, bert, options=LATE_REVEAL)
    put(house, game, "W:W21,M32:BM1,17,12")

    played = anna.play(game, "21x14")

    assert not played.game.choice.revealed
    assert not MARK.search(carla.get(game).position.fen)
    assert not played.game.HasField("pause")
    assert played.game.clock.since_time.ToMilliseconds() <= played.game.now_time.ToMilliseconds()


def test_when_the_game_is_over_nothing_is_secret_any_more(anna: At, bert: At, carla: At) -> None:
    game = started(anna, bert, options=LATE_REVEAL)
    play_all(game, (anna, bert), QUIET)

    bert.resign(game)

    for at in (anna, carla):
        seen = at.get(game)
        assert seen.choice.revealed
        assert len(MARK.findall(seen.position.fen)) == 6
        assert len(MARK.findall(history(at, game).start_fen)) == 6


def test_on_one_device_both_sides_marks_are_seen(anna: At) -> None:
    game = anna.create("club-medieval", black="me", options=LATE_REVEAL)
    anna.choose(game, *WHITE_STONES, side=types_pb2.SIDE_WHITE)
    anna.choose(game, *BLACK_STONES, side=types_pb2.SIDE_BLACK)

    seen = anna.get(game)

    assert seen.view == "both"
    assert len(MARK.findall(seen.position.fen)) == 6
    assert anna.feed.ListEvents(events_pb.ListEventsRequest(topic=f"game:{game.game_id}")).view == "both"


def test_a_stranger_sees_nothing_before_the_game_runs(anna: At, bert: At, carla: At) -> None:
    game = choosing(anna, bert, options=LATE_REVEAL)

    calls: dict[str, Callable[[], object]] = {
        "GetGame": lambda: carla.get(game),
        "GetHistory": lambda: history(carla, game),
        "GetFairness": lambda: fairness(carla, game),
        "ExportGame": lambda: carla.export(game),
        "ListEvents": lambda: carla.events(game),
    }
    for door, call in calls.items():
        assert refusal(call).reason in {"UNKNOWN_GAME", "UNKNOWN_TOPIC"}, door


# Hashes


def test_a_positions_hash_covers_what_is_seen_and_no_counters() -> None:
    one = views.position_hash("W:WM21:B12:H3")

    assert re.fullmatch("[0-9a-f]{16}", one)
    assert one == views.position_hash("W:WM21:B12:H4")
    assert one != views.position_hash("W:W21:B12:H3")
    assert views.position_hash("") == ""


def test_events_history_snapshot_and_game_tell_the_same_hash(anna: At, bert: At) -> None:
    game = started(anna, bert, options=LATE_REVEAL)
    play_all(game, (anna, bert), QUIET)
    topic = f"game:{game.game_id}"

    told = anna.feed.ListEvents(events_pb.ListEventsRequest(topic=topic)).events
    snapshot = anna.feed.Snapshot(events_pb.SnapshotRequest(topic=topic)).snapshot
    line = history(anna, game)

    assert [event.position_hash for event in told if event.type == "move_played"] == [
        ply.position_hash for ply in line.plies
    ]
    assert told[-1].position_hash == snapshot.position_hash == line.game.position_hash
    assert told[-1].position_hash == anna.get(game).position_hash
    assert line.game.position_hash == views.position_hash(line.plies[-1].fen)


def test_a_view_knows_its_own_secrets() -> None:
    assert {view: sorted(view.sides) for view in View} == {
        View.WHITE: ["white"],
        View.BLACK: ["black"],
        View.BOTH: ["black", "white"],
        View.SPECTATOR: [],
    }
