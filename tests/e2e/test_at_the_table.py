"""What ends a game besides its rules, and what happens when two wishes meet."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import TypeVar

import pytest

from tests.e2e.agreeing import check_events, check_finished
from tests.e2e.playing import Script, play_on, position_of, quick
from tests.e2e.visiting import GAMES, UNLIMITED, Answer, Guest, Json, fischer

SCRIPT = Script(key="table-english")
Answered = TypeVar("Answered")


def seated(white: Guest, black: Guest, script: Script = SCRIPT, time_control: Json = UNLIMITED) -> Json:
    """A game of these two, under way."""
    made = white.make_game(script.wish("me", "open", time_control))
    return black.join(made["id"])


def at_once(*wishes: Callable[[], Answered]) -> Sequence[Answered]:
    """All of them at the same instant, as far as threads can; the answers in their order."""
    barrier = Barrier(len(wishes))

    def ask(wish: Callable[[], Answered]) -> Answered:
        barrier.wait()
        return wish()

    with ThreadPoolExecutor(len(wishes)) as pool:
        return list(pool.map(ask, wishes))


@pytest.mark.parametrize("side", ["white", "black"])
def test_whoever_gives_up_has_lost_also_when_the_other_is_to_move(
    guest: Guest, opponent: Guest, tmp_path: Path, side: str
) -> None:
    game = play_on(guest, opponent, seated(guest, opponent), SCRIPT, most_plies=8)
    (guest if side == "white" else opponent).resign(game["id"])

    finished = check_finished(guest, game["id"], tmp_path)

    winner = "black" if side == "white" else "white"
    assert finished["result"] == {"winner": winner, "termination": "resignation"}
    assert finished["ply"] == 8


def test_a_flag_that_falls_before_the_first_move_ends_the_game(
    guest: Guest, opponent: Guest, tmp_path: Path
) -> None:
    game = seated(guest, opponent, time_control=fischer(300, 0))

    over = opponent.wait_end(game["id"])

    finished = check_finished(guest, over["id"], tmp_path)
    loser = game["to_move"]
    winner = "black" if loser == "white" else "white"
    assert finished["result"] == {"winner": winner, "termination": "timeout"}
    assert finished["clock"][f"{loser}_remaining_ms"] == 0
    ended = guest.events(game["id"])[-1]
    late = datetime.fromisoformat(ended["event_time"]) - datetime.fromisoformat(
        game["clock"]["deadline_time"]
    )
    # The grace is 0.1 s; the rest is for a busy machine.
    assert 0.1 <= late.total_seconds() < 5


def test_a_flag_falls_in_the_middle_of_a_game_and_no_move_comes_after_it(
    guest: Guest, opponent: Guest, tmp_path: Path
) -> None:
    game = seated(guest, opponent, time_control=fischer(2_000, 0))
    game = play_on(guest, opponent, game, SCRIPT, most_plies=4)

    guest.wait_end(game["id"])
    player = guest if game["to_move"] == "white" else opponent
    late = player.play(game["id"], SCRIPT.choose(position_of(game), game["turn"]).notation, game["turn"])

    assert (late.status, late.body["code"]) == (409, "game_finished")
    finished = check_finished(guest, game["id"], tmp_path)
    assert finished["result"]["termination"] == "timeout"
    assert finished["ply"] == 4


def test_a_guest_plays_an_engine_to_the_end(guest: Guest, tmp_path: Path) -> None:
    script = quick("thai")
    game = guest.make_game(script.wish("me", {"persona": "leicht"}, fischer(60_000, 1_000)))
    while not game["result"]:
        if game["to_move"] == "white":
            move = script.choose(position_of(game), game["turn"])
            answer = guest.play(game["id"], move.notation, game["turn"])
            assert answer.status == 200, answer.text
            game = answer.body["game"]
        else:
            guest.wait(game["id"], game["sequence"])
            game = guest.game(game["id"])

    check_finished(guest, game["id"], tmp_path)
    assert [sum((line["won"], line["drawn"], line["lost"])) for line in guest.wait_record(1)] == [1]


def test_of_two_moves_at_one_instant_one_is_played_and_the_other_told_so(
    guest: Guest, opponent: Guest
) -> None:
    game = seated(guest, opponent)
    for _ in range(10):
        player = guest if game["to_move"] == "white" else opponent
        offered = player.get(f"{GAMES}/{game['id']}/legal_moves")["moves"]
        moves = [move["notation"] for move in offered]
        one, other = moves[0], moves[-1]

        answers = at_once(
            partial(player.play, game["id"], one, game["turn"]),
            partial(player.play, game["id"], other, game["turn"]),
        )

        if one == other:
            assert [answer.status for answer in answers] == [200, 200]
            assert sorted(answer.is_replayed for answer in answers) == [False, True]
        else:
            assert sorted(answer.status for answer in answers) == [200, 409]
            (refused,) = [answer for answer in answers if answer.status == 409]
            assert refused.body["code"] == "turn_played"
        turn = game["turn"]
        game = guest.game(game["id"])
        assert game["turn"] == turn + 1
    check_so_far(guest, game)


def test_the_same_move_many_times_at_one_instant_is_played_once(guest: Guest, opponent: Guest) -> None:
    game = seated(guest, opponent)
    for _ in range(5):
        player = guest if game["to_move"] == "white" else opponent
        move = SCRIPT.choose(position_of(game), game["turn"]).notation

        answers = at_once(*[partial(player.play, game["id"], move, game["turn"])] * 4)

        assert [answer.status for answer in answers] == [200] * 4, [answer.text for answer in answers]
        assert sum(answer.is_replayed for answer in answers) == 3
        assert {answer.body["game"]["fen"] for answer in answers} == {answers[0].body["game"]["fen"]}
        assert {answer.body["turn"] for answer in answers} == {game["turn"]}
        game = guest.game(game["id"])
    check_so_far(guest, game)


def test_a_move_and_the_others_resignation_at_one_instant_both_get_a_clear_answer(
    guest: Guest, opponent: Guest, tmp_path: Path
) -> None:
    for _ in range(5):
        game = seated(guest, opponent)
        mover, other = (guest, opponent) if game["to_move"] == "white" else (opponent, guest)
        move = SCRIPT.choose(position_of(game), game["turn"]).notation

        moved, resigned = at_once(
            partial(mover.play, game["id"], move, game["turn"]),
            partial(other.ask, "POST", f"{GAMES}/{game['id']}:resign"),
        )

        assert resigned.status == 200, resigned.text
        if moved.status != 200:
            assert (moved.status, moved.body["code"]) == (409, "game_finished")
        finished = check_finished(guest, game["id"], tmp_path)
        assert finished["ply"] == (1 if moved.status == 200 else 0)
        assert finished["result"] == {"winner": game["to_move"], "termination": "resignation"}


def test_two_who_join_at_one_instant_get_one_seat(guest: Guest, new_guest: Callable[[], Guest]) -> None:
    others = [new_guest(), new_guest()]
    made = guest.make_game(SCRIPT.wish("me", "open", UNLIMITED))

    answers = at_once(*(partial(other.ask, "POST", f"{GAMES}/{made['id']}:join") for other in others))

    assert sorted(answer.status for answer in answers) == [200, 409]
    (seated_one,) = [other for other, answer in zip(others, answers, strict=True) if answer.status == 200]
    game = guest.game(made["id"])
    assert game["black"] == {"player_id": seated_one.player_id}
    assert game["status"] == "running"


def test_a_key_makes_one_game_however_often_it_is_sent(guest: Guest) -> None:
    key, wish = str(uuid.uuid4()), SCRIPT.wish("me", "open", UNLIMITED)

    def make(body: Json) -> Answer:
        return guest.ask("POST", GAMES, body, Idempotency_Key=key)

    answers = [*at_once(*[lambda: make(wish)] * 4), make(wish)]

    assert [answer.status for answer in answers] == [201] * 5, [answer.text for answer in answers]
    assert len({answer.body["id"] for answer in answers}) == 1
    assert sum(answer.is_replayed for answer in answers) == 4
    assert answers[-1].is_replayed

    another = make({**wish, "ruleset": "othello"})
    assert (another.status, another.body["code"]) == (422, "request_id_reused")
    assert make(wish).body["id"] == answers[0].body["id"]


def test_a_key_is_its_owners_alone(guest: Guest, opponent: Guest) -> None:
    key, wish = str(uuid.uuid4()), SCRIPT.wish("me", "open", UNLIMITED)

    answers = [each.ask("POST", GAMES, wish, Idempotency_Key=key) for each in (guest, opponent)]

    assert [answer.status for answer in answers] == [201, 201]
    assert len({answer.body["id"] for answer in answers}) == 2


def check_so_far(guest: Guest, game: Json) -> None:
    """Ends the game, so that it can be checked as a whole."""
    guest.resign(game["id"])
    check_events(guest.game(game["id"]), guest.events(game["id"]))
