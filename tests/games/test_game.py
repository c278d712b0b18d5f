"""The life of a game as a value: what each transition makes, tells and refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from games import ending, errors, events, opening, turns
from games.game import Change, Game
from games.parts import RESIGNATION, Engine, EngineHand, Player, Result, Seat, Status, Viewer
from games.sides import Side
from games.timing import Clock, Verdict
from tests.games.values import (
    ANNA,
    BERT,
    ENGINE,
    NOON,
    START,
    STRANGER,
    after,
    created,
    play,
    pressed,
    running,
    started,
)

WON = Result(winner=Side.WHITE, termination="no_moves")


def stopped(before: Game) -> Clock:
    return pressed(before, after(500), stops=True).clock


WAITING = created(black=None).after
RUNNING = started()
FINISHED = play(RUNNING, result=WON).after


def test_a_new_game_waits_and_has_told_of_itself() -> None:
    change = created(black=None)

    assert change.before is None
    assert change.after.status is Status.WAITING
    assert [event.type for event in change.events] == [events.GAME_CREATED]
    assert change.events[0].data["white"] == {"player_id": "anna"}
    assert change.events[0].data["black"] is None


@pytest.mark.parametrize(
    ("white", "black", "rated"),
    [(ANNA, ANNA, True), (ANNA, ENGINE, True), (ENGINE, None, True)],
    ids=["rated on one device", "rated against an engine", "rated with an engine and an open seat"],
)
def test_what_no_game_can_be_is_refused(white: Seat, black: Seat, rated: bool) -> None:
    with pytest.raises(errors.InvalidField):
        created(white, black, rated=rated)


def test_a_player_takes_the_open_seat() -> None:
    joined = opening.join(WAITING, BERT, "", after(10))

    assert joined.after.black == BERT
    assert joined.after.status is Status.WAITING
    assert joined.events[0].data == {"side": "black", "player_id": "bert"}


def test_the_first_of_two_open_seats_is_white() -> None:
    assert opening.join(created(None, None).after, BERT, "", NOON).after.white == BERT


@pytest.mark.parametrize(("before", "who"), [(RUNNING, STRANGER), (FINISHED, STRANGER), (RUNNING, ANNA)])
def test_without_an_open_seat_nobody_joins(before: Game, who: Player) -> None:
    with pytest.raises(errors.NoOpenSeat):
        opening.join(before, who, "", NOON)


def test_a_game_starts_with_its_clock_and_its_position() -> None:
    full = opening.join(WAITING, BERT, "", NOON).after
    change = opening.start(full, running(full.time_control, Side.WHITE), NOON)

    assert change.after.status is Status.RUNNING
    assert change.events[0].type == events.GAME_STARTED
    assert change.events[0].data["fen"] == START.fen
    assert change.events[0].data["clock"]["running_side"] == "white"


def test_a_move_takes_a_turn_and_hands_it_over() -> None:
    change = play(RUNNING, "21-17")

    moved = change.after
    assert (moved.turn, moved.ply, moved.to_move, moved.moves) == (1, 1, Side.BLACK, ("21-17",))
    assert moved.position.fen == "after 21-17"
    (event,) = change.events
    assert (event.type, event.turn, event.sequence) == (events.MOVE_PLAYED, 0, RUNNING.sequence + 1)
    assert event.data["move"]["notation"] == "21-17"
    assert (event.data["side"], event.data["to_move"]) == ("white", "black")


def test_a_move_that_ends_the_game_tells_of_both_in_one_change() -> None:
    change = play(RUNNING, result=WON)

    assert change.after.status is Status.FINISHED
    assert change.after.result == WON
    assert [event.type for event in change.events] == [events.MOVE_PLAYED, events.GAME_ENDED]
    assert [event.turn for event in change.events] == [0, 0]
    assert change.events[1].data["result"] == {"winner": "white", "termination": "no_moves"}


def test_two_changes_together_are_one() -> None:
    first = play(RUNNING, "d3")
    both = first.then(play(first.after, "pass"))

    assert both.before is RUNNING
    assert both.after.turn == 2
    assert [event.sequence - RUNNING.sequence for event in both.events] == [1, 2]
    assert both.after.version == RUNNING.version + 2


@pytest.mark.parametrize("side", list(Side))
def test_who_gives_up_loses_on_either_turn(side: Side) -> None:
    change = ending.resign(RUNNING, side, stopped(RUNNING), after(500))

    assert change.after.result == Result(winner=side.opponent, termination="resignation")
    assert change.after.turn == RUNNING.turn
    assert ending.has_ended_by(change.after, side, RESIGNATION)
    assert not ending.has_ended_by(change.after, side.opponent, RESIGNATION)


def test_whose_time_is_over_loses() -> None:
    change = ending.expire(RUNNING, Verdict.LOST, stopped(RUNNING), after(180_000))

    assert change.after.result == Result(winner=Side.BLACK, termination="timeout")
    assert change.events[0].data["clock"]["running_side"] is None


def test_an_outage_changes_the_clock_alone() -> None:
    later = replace(running(RUNNING.time_control, Side.WHITE, version=7), deadline=after(185_000))
    change = turns.adjust(RUNNING, later, after(9000))

    assert change.after.clock == later
    assert change.after.turn == RUNNING.turn
    assert [event.type for event in change.events] == [events.CLOCK_ADJUSTED]


@pytest.mark.parametrize(
    ("before", "error"), [(WAITING, errors.GameNotStarted), (FINISHED, errors.GameFinished)]
)
@pytest.mark.parametrize(
    "transition",
    [
        lambda before: play(before),
        lambda before: ending.resign(before, Side.WHITE, running(before.time_control, Side.WHITE), NOON),
        lambda before: ending.expire(before, Verdict.LOST, running(before.time_control, Side.WHITE), NOON),
        lambda before: turns.adjust(before, running(before.time_control, Side.WHITE), NOON),
    ],
    ids=["play", "resign", "expire", "adjust"],
)
def test_only_a_running_game_goes_on(
    before: Game, error: type[Exception], transition: Callable[[Game], Change]
) -> None:
    with pytest.raises(error):
        transition(before)


WITH_ENGINE = started(ANNA, ENGINE)
ENGINES_TURN = play(WITH_ENGINE).after


@pytest.mark.parametrize(
    ("before", "viewer", "turn", "error"),
    [
        (RUNNING, ANNA, 0, None),
        (RUNNING, ANNA, 1, errors.TurnNotReached),
        (RUNNING, BERT, 0, errors.NotYourTurn),
        (WAITING, ANNA, 0, errors.GameNotStarted),
        (FINISHED, ANNA, 1, errors.GameFinished),
        (ENGINES_TURN, EngineHand(), 1, None),
        (WITH_ENGINE, EngineHand(), 0, errors.NotYourTurn),
        (ENGINES_TURN, ANNA, 1, errors.NotYourTurn),
    ],
)
def test_a_turn_is_played_by_its_side_when_it_has_come(
    before: Game, viewer: Viewer, turn: int, error: type[Exception] | None
) -> None:
    if error is None:
        before.require_turn(viewer, turn)
    else:
        with pytest.raises(error):
            before.require_turn(viewer, turn)


@pytest.mark.parametrize(
    ("before", "viewer", "error"),
    [
        (WAITING, ANNA, None),
        (WAITING, STRANGER, errors.UnknownGame),
        (WAITING, EngineHand(), errors.UnknownGame),
        (RUNNING, BERT, None),
        (RUNNING, STRANGER, errors.NotAPlayer),
        (RUNNING, EngineHand(), errors.NotAPlayer),
        (WITH_ENGINE, EngineHand(), None),
        (FINISHED, STRANGER, errors.NotAPlayer),
    ],
)
def test_only_who_has_a_seat_acts_and_a_waiting_game_is_private(
    before: Game, viewer: Viewer, error: type[Exception] | None
) -> None:
    if error is None:
        before.require_seat(viewer)
    else:
        with pytest.raises(error):
            before.require_seat(viewer)


def test_the_maker_of_a_game_between_engines_sees_it_without_a_seat() -> None:
    created(ENGINE, Engine("stark")).after.require_visible(ANNA)


def test_a_turn_of_the_past_is_shown_as_it_was_left() -> None:
    first = play(RUNNING, "21-17")
    second = play(first.after, "12-16", at_ms=2000)
    past = events.played_turn(first.events[0])

    seen = second.after.as_of(past)

    assert seen == replace(first.after, position=replace(START, fen="after 21-17", rule_state=b""), version=4)


def test_the_last_turn_is_shown_with_its_counters() -> None:
    change = play(RUNNING, "21-17")

    assert change.after.as_of(events.played_turn(change.events[0])) == change.after


def test_a_turn_that_ended_the_game_is_shown_as_its_end() -> None:
    change = play(RUNNING, result=WON)

    seen = change.after.as_of(events.played_turn(change.events[0]))

    assert (seen.status, seen.result, seen.moves) == (Status.FINISHED, WON, ("21-17",))


def test_what_a_move_event_tells_is_read_back_whole() -> None:
    change = play(RUNNING, "21-17", at_ms=1234)

    past = events.played_turn(change.events[0])

    assert past.clock == change.after.clock
    assert (past.turn, past.ply, past.side, past.to_move) == (0, 1, Side.WHITE, Side.BLACK)
