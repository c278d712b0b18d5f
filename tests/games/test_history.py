"""The line of a game ply by ply, and how a game stood in the past: what spectators are told later."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeAlias

import pytest
from google.protobuf.json_format import MessageToDict
from hypothesis import given, settings
from hypothesis import strategies as st

import rulebook
from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.types.v1 import types_pb2
from games import absence, ending, errors, offers, opening, turns
from games.events import Event
from games.game import Change, Game
from games.parts import AbortReason, OfferKind, Position, Result
from games.replay import as_it_stood, public_part
from games.sides import Side
from games.timing import Clock
from games.views import position_hash
from tests.games.house import At, House, creation
from tests.games.medieval import DUEL, LATE_REVEAL, decide_lots, fairness, history, play_all, started
from tests.games.refusals import reason
from tests.games.test_playing import play_out
from tests.games.values import after, created, play, running

MINUTE_MS = 60_000


# The line


@pytest.mark.parametrize("key", ["battledame", "turkish", "othello"])
def test_the_line_is_told_ply_by_ply(anna: At, bert: At, key: str) -> None:
    game, last = play_out(anna, bert, key, seed=3)

    line = history(anna, game)

    ruleset = rulebook.ruleset(key)
    assert line.start_fen == rulebook.initial_position(ruleset).fen
    assert [ply.ply for ply in line.plies] == list(range(1, len(line.plies) + 1))
    assert [ply.turn for ply in line.plies] == list(range(len(line.plies)))
    assert [ply.move.notation for ply in line.plies] == list(last.game.moves) == list(line.game.moves)
    assert line.plies[-1].fen == last.game.position.fen
    assert [ply.position_hash for ply in line.plies] == [position_hash(ply.fen) for ply in line.plies]
    assert line.start_position_hash == position_hash(line.start_fen)
    times = [ply.play_time.ToNanoseconds() for ply in line.plies]
    assert times == sorted(times)
    assert all(ply.HasField("clock") and ply.charged_ms >= 0 for ply in line.plies)
    assert {ply.side for ply in line.plies} == {types_pb2.SIDE_WHITE, types_pb2.SIDE_BLACK}


def test_the_line_has_nothing_that_was_taken_back(anna: At, bert: At) -> None:
    game = bert.join(anna.create())
    play_all(game, (anna, bert), ("22-18", "9-13"))
    anna.act(game, "ask_takeback")
    bert.act(game, "accept_takeback")
    anna.play(game, "23-19", 3)

    (ply,) = history(anna, game).plies

    assert (ply.ply, ply.turn, ply.move.notation) == (1, 3, "23-19")


def test_a_game_that_waits_has_no_line_yet(anna: At) -> None:
    line = history(anna, anna.create())

    assert (line.start_fen, line.start_position_hash, list(line.plies)) == ("", "", [])
    assert line.game.status == pb.GAME_STATUS_WAITING


def test_a_game_without_clocks_has_none_in_its_line(anna: At) -> None:
    game = anna.create(black="me", base_ms=None)
    anna.play(game, "22-18", 0)

    (ply,) = history(anna, game).plies

    assert not ply.HasField("clock")


# How a game stood


Step: TypeAlias = Callable[[Game, int], Change]
"""What happens to a game at some millisecond."""


def _of_offer(act: Callable[[Game, OfferKind, Side, datetime], Change], kind: OfferKind) -> Step:
    return lambda game, ms: act(game, kind, Side.WHITE, after(ms))


_STEPS: dict[str, Step] = {
    "move": lambda game, ms: play(game, at_ms=ms),
    "mate": lambda game, ms: play(game, at_ms=ms, result=Result(winner=game.to_move, termination="no_moves")),
    "take back": lambda game, ms: turns.take_back(
        game,
        1,
        game.to_move.opponent,
        Position(fen=f"taken {game.turn}"),
        running(game.time_control, game.to_move.opponent, after(ms)),
        after(ms),
    ),
    "adjust": lambda game, ms: turns.adjust(
        game, replace(_clock(game), deadline=after(ms + MINUTE_MS)), after(ms)
    ),
    "pause": lambda game, ms: turns.pause(game, _stopped(game), after(ms + MINUTE_MS), after(ms)),
    "resume": lambda game, ms: turns.resume(
        game, running(game.time_control, game.to_move, after(ms)), after(ms)
    ),
    "leave": lambda game, ms: absence.lose_connection(game, Side.BLACK, after(ms - 5), after(ms)),
    "return": lambda game, ms: absence.regain_connection(game, Side.BLACK, after(ms)),
    "resign": lambda game, ms: ending.resign(game, Side.WHITE, _stopped(game), after(ms)),
    "draw": lambda game, ms: ending.agree(game, _stopped(game), after(ms)),
    "abort": lambda game, ms: opening.abort(game, AbortReason.BOTH_ABSENT, _stopped(game), after(ms)),
    "rematch": lambda game, ms: offers.rematched(game, "another", after(ms)),
    **{
        f"{verb} {kind}": _of_offer(act, kind)
        for kind in OfferKind
        for verb, act in (("offer", offers.offer), ("decline", offers.decline))
    },
}


def _clock(game: Game) -> Clock:
    assert game.clock is not None
    return game.clock


def _stopped(game: Game) -> Clock:
    return replace(_clock(game), running=None, since=None, deadline=None)


@settings(max_examples=150, deadline=None)
@given(steps=st.lists(st.sampled_from(sorted(_STEPS)), max_size=25))
def test_a_game_is_found_again_as_it_stood_after_each_of_its_events(steps: list[str]) -> None:
    change = created()
    told: list[Event] = list(change.events)
    change = opening.start(change.after, running(change.after.time_control, Side.WHITE), after(0))
    game = change.after
    told += change.events
    stood = [(len(told), game)]
    for number, step in enumerate(steps, 1):
        if game.is_over is not step.endswith("rematch"):
            continue  # rematches are for games that are over, and nothing else is
        try:
            change = _STEPS[step](game, number * 1000)
        except (errors.GameFinished, errors.GamePaused, errors.NotPaused, errors.NotAllowed, errors.NoOffer):
            continue
        except AssertionError:
            assert game.pause_end is not None or game.ply == 0, (
                step
            )  # no clock to adjust, nothing to take back
            continue
        game = change.after
        told += change.events
        stood.append((len(told), game))

    for count, then in stood:
        found = as_it_stood(game, told[:count])
        assert found == replace(
            then,
            position=Position(fen=then.position.fen),
            declined=(),
            version=game.version,
            pause_count=game.pause_count,
            gone_count=game.gone_count,
        )


def test_what_is_public_goes_by_number_where_times_are_out_of_order() -> None:
    change = created()
    told = [
        *change.events,
        *opening.start(change.after, running(change.after.time_control, Side.WHITE), after(5)).events,
    ]
    told += [replace(told[-1], sequence=3, type="offer_made", time=after(30))]
    told += [replace(told[-1], sequence=4, type="move_played", time=after(20))]
    told += [replace(told[-1], sequence=5, type="offer_made", time=after(40))]

    def last(ms: int) -> int:
        return public_part(told, after(ms))[-1].sequence

    assert [last(ms) for ms in (-9, 0, 19, 20, 30, 39, 40)] == [2, 2, 2, 4, 4, 4, 5]


# What spectators are told later


@pytest.fixture
def delayed(house: House, anna: At, bert: At) -> pb.Game:
    """Three plies; the first was played two minutes ago, and spectators are a minute late."""
    game = bert.join(anna.create(spectator_delay_ms=MINUTE_MS))
    play_all(game, (anna, bert), ("22-18", "9-13", "18-14"))
    age(house, game, 2 * MINUTE_MS, up_to=4)
    return game


def age(house: House, game: pb.Game, ms: int, up_to: int) -> None:
    """As if the game's first events had happened so much earlier."""
    house.execute(
        "UPDATE events SET event_time = event_time - %s * interval '1 ms' WHERE game_id = %s AND sequence <= %s",
        ms,
        game.game_id,
        up_to,
    )


def test_players_see_everything_at_once(delayed: pb.Game, anna: At, bert: At) -> None:
    for at in (anna, bert):
        assert (at.get(delayed).ply, len(at.events(delayed)), len(history(at, delayed).plies)) == (3, 6, 3)


def test_a_spectator_sees_the_game_as_it_was(delayed: pb.Game, anna: At, carla: At) -> None:
    seen = carla.get(delayed)

    assert list(seen.moves) == ["22-18"]
    assert (seen.ply, seen.turn, seen.sequence) == (1, 1, 4)
    assert seen.to_move == types_pb2.SIDE_BLACK == seen.clock.running_side
    assert seen.position.fen == history(anna, delayed).plies[0].fen
    assert seen.position_hash == position_hash(seen.position.fen)
    late = anna.get(delayed).now_time.ToDatetime() - seen.now_time.ToDatetime()
    assert timedelta(seconds=50) < late < timedelta(seconds=70)


def test_so_it_is_at_every_door(delayed: pb.Game, carla: At) -> None:
    topic = f"game:{delayed.game_id}"
    page = carla.feed.ListEvents(events_pb.ListEventsRequest(topic=topic))
    snapshot = carla.feed.Snapshot(events_pb.SnapshotRequest(topic=topic)).snapshot
    listed = carla.games.ListGames(pb.ListGamesRequest(player_id="anna", page_size=1)).games[0]
    legal = carla.games.ListGameMoves(pb.ListGameMovesRequest(game_id=delayed.game_id))

    assert (len(page.events), page.last_sequence) == (4, 4)
    assert (snapshot.sequence, snapshot.ply) == (4, 1)
    assert MessageToDict(snapshot.data)["moves"] == ["22-18"]
    assert [ply.move.notation for ply in history(carla, delayed).plies] == ["22-18"]
    assert history(carla, delayed).game.ply == 1
    assert re.findall(r"\d+[-x]\d+", carla.export(delayed).split("\n\n")[1]) == ["22-18"]
    assert (listed.game_id, listed.ply, listed.turn) == (delayed.game_id, 1, 1)
    assert (legal.turn, legal.legal.side_to_move) == (1, types_pb2.SIDE_BLACK)
    assert "9-13" in [move.notation for move in legal.legal.moves]


def test_what_is_not_told_yet_is_no_cursor_either(delayed: pb.Game, carla: At) -> None:
    assert carla.events(delayed, after=4) == []
    assert reason(lambda: carla.events(delayed, after=5)) == "INVALID_CURSOR"


def test_the_rest_is_told_when_its_time_has_come(house: House, delayed: pb.Game, anna: At, carla: At) -> None:
    age(house, delayed, MINUTE_MS, up_to=6)

    assert [event.sequence for event in carla.events(delayed, after=4)] == [5, 6]
    assert carla.get(delayed).ply == 3
    assert carla.get(delayed).position == anna.get(delayed).position


def test_the_end_comes_as_late(house: House, delayed: pb.Game, anna: At, bert: At, carla: At) -> None:
    bert.resign(delayed)
    anna.act(delayed, "offer_rematch")

    seen = carla.get(delayed)
    assert (seen.status, seen.HasField("result"), list(seen.offers)) == (pb.GAME_STATUS_RUNNING, False, [])
    assert not fairness(carla, delayed).complete
    assert fairness(anna, delayed).complete
    assert '[Result "*"]' in carla.export(delayed)

    age(house, delayed, MINUTE_MS, up_to=99)
    assert carla.get(delayed).result == bert.get(delayed).result
    assert fairness(carla, delayed).complete


def test_the_start_is_told_at_once(anna: At, bert: At, carla: At) -> None:
    game = bert.join(anna.create(spectator_delay_ms=MINUTE_MS))
    anna.play(game, "22-18")

    seen = carla.get(game)

    assert (seen.status, seen.ply, len(carla.events(game))) == (pb.GAME_STATUS_RUNNING, 0, 3)
    assert seen.now_time.ToNanoseconds() >= seen.clock.since_time.ToNanoseconds()
    assert not seen.HasField("pause")


def test_marks_are_hidden_until_the_duel_is_told(house: House, anna: At, bert: At, carla: At) -> None:
    game = started(anna, bert, options=LATE_REVEAL, spectator_delay_ms=MINUTE_MS)
    decide_lots(house, game, True)
    play_all(game, (anna, bert), DUEL)
    (told,) = house.execute("SELECT max(sequence) FROM events WHERE game_id = %s", game.game_id)
    age(house, game, 2 * MINUTE_MS, up_to=told[0] - 1)

    seen = carla.get(game)

    assert seen.ply == 2
    assert not seen.choice.revealed
    assert "M" not in seen.position.fen
    assert not any("M" in event.data.get("fen", "") for event in carla.events(game))
    assert not any(stones.squares for stones in fairness(carla, game).stones)
    assert not fairness(carla, game).draws
    assert anna.get(game).choice.revealed
    age(house, game, 2 * MINUTE_MS, up_to=told[0])
    assert carla.get(game).choice.revealed
    assert len(fairness(carla, game).draws) == 1


def test_whoever_made_the_game_for_others_is_told_as_late(anna: At, carla: At) -> None:
    wish = creation(
        white="open", black="mittel", spectator_delay_ms=MINUTE_MS, request_id="for others", rated=False
    )
    game = carla.games.CreateGame(wish).game
    anna.join(game)
    anna.play(game, "22-18")

    repeated = carla.games.CreateGame(wish)

    assert repeated.replayed
    assert (repeated.game.status, repeated.game.ply) == (pb.GAME_STATUS_RUNNING, 0)
    assert carla.get(game).ply == 0


def test_a_game_that_never_started_has_nothing_to_be_late_with(anna: At, carla: At) -> None:
    game = anna.create(spectator_delay_ms=MINUTE_MS)

    assert anna.act(game, "abort").status == pb.GAME_STATUS_ABORTED
    assert carla.get(game).status == pb.GAME_STATUS_ABORTED


def test_without_a_delay_spectators_see_what_players_see(anna: At, bert: At, carla: At) -> None:
    game = bert.join(anna.create())
    anna.play(game, "22-18")

    assert carla.get(game).ply == 1
    assert len(carla.events(game)) == 4
