"""What players do at a table besides moving, at REST."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from apiflask import APIFlask

from tests.gateway.asking import Guest, answered, problem
from tests.gateway.seated import BLACK_STONES, WHITE_STONES, act, choose, look, medieval, refused


def test_a_draw_is_offered_declined_offered_again_and_accepted(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create())

    offered = act(anna, game, "offer_draw")
    again = act(anna, game, "offer_draw")
    declined = act(bert, game, "decline_draw")
    nothing = refused(bert, game, "accept_draw")
    too_soon = refused(anna, game, "offer_draw")
    game = anna.play(game, "22-18")["game"]
    act(bert, game, "offer_draw")
    over = act(anna, game, "accept_draw")

    assert offered["offers"] == again["offers"] == [{"kind": "draw", "side": "white"}]
    assert again["sequence"] == offered["sequence"]
    assert declined["offers"] == []
    assert nothing == (409, "no_offer", None)
    assert too_soon == (409, "not_allowed", "refused_already")
    assert over["result"] == {"winner": None, "termination": "agreement"}
    assert refused(anna, game, "offer_draw") == (409, "game_finished", None)


def test_a_move_that_was_taken_back_is_said_to_be_when_it_is_sent_again(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create())
    played = anna.play(game, "22-18")

    asked = act(anna, game, "ask_takeback")
    back = act(bert, game, "accept_takeback")
    again = anna.play(back, "22-18", turn=0)

    assert played["taken_back"] is False
    assert asked["offers"] == [{"kind": "takeback", "side": "white"}]
    assert (back["ply"], back["turn"], back["moves"]) == (0, 2, [])
    assert again["taken_back"] is True


def test_both_clocks_stand_in_a_pause_and_either_side_ends_it(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create())
    assert refused(anna, game, "resume") == (409, "not_paused", None)

    act(anna, game, "ask_pause")
    paused = act(bert, game, "accept_pause")
    move = anna.post(f"/v1/games/{game['id']}/moves", {"move": "22-18", "expected_turn": 0})
    resumed = act(anna, game, "resume")

    assert (paused["pause"]["reason"], paused["clock"]["running_side"]) == ("agreed", None)
    assert problem(move) == (409, "game_paused")
    assert (resumed["pause"], resumed["clock"]["running_side"]) == (None, "white")


def test_what_a_game_does_without_is_not_allowed_and_says_why(anna: Guest, bert: Guest) -> None:
    flags = ["no_abort", "no_draw_offer", "no_takeback", "no_pause", "no_rematch"]
    game = bert.join(anna.create(flags=flags))
    actions = {
        "abort": "no_abort",
        "offer_draw": "no_draw_offer",
        "ask_takeback": "no_takeback",
        "ask_pause": "no_pause",
    }

    found = {action: refused(anna, game, action) for action in actions}
    act(bert, game, "leave")

    assert found == {action: (409, "not_allowed", why) for action, why in actions.items()}
    assert refused(anna, game, "offer_rematch") == (409, "not_allowed", "no_rematch")


def test_a_game_is_aborted_before_both_have_moved_and_not_after(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create())
    aborted = act(anna, game, "abort")
    late = bert.join(anna.create())
    late = bert.play(anna.play(late, "22-18")["game"], "9-13")["game"]

    assert (aborted["status"], aborted["abort_reason"]) == ("aborted", "by_player")
    assert (aborted["result"], late["abort_reason"]) == (None, None)
    assert refused(anna, late, "abort") == (409, "game_under_way", None)


def test_who_leaves_loses_and_a_rematch_swaps_colours(anna: Guest, bert: Guest) -> None:
    game = bert.join(anna.create())
    assert refused(anna, game, "offer_rematch") == (409, "game_under_way", None)
    over = act(anna, game, "leave")

    act(bert, game, "offer_rematch")
    accepted = act(anna, game, "accept_rematch")
    rematch = look(anna, {"id": accepted["rematch_id"]})

    assert over["result"] == {"winner": "black", "termination": "left"}
    assert (rematch["rematch_of_id"], rematch["status"]) == (game["id"], "running")
    assert rematch["black"] == {"player_id": anna.player_id}


def test_two_play_on_one_device(anna: Guest, bert: Guest) -> None:
    game = anna.create(white="me", black="me", time_control=None)

    offered = answered(
        anna.post(f"/v1/games/{game['id']}/actions", {"action": "offer_draw", "side": "black"})
    )
    foreign = anna.create()
    other = anna.post(
        f"/v1/games/{bert.join(foreign)['id']}/actions", {"action": "offer_draw", "side": "black"}
    )

    assert (game["status"], game["view"]) == ("running", "both")
    assert offered["result"]["termination"] == "agreement"
    assert problem(other) == (400, "invalid_field")
    assert other.get_json()["errors"][0]["pointer"] == "/side"


def test_colours_are_swapped_while_a_seat_is_open(anna: Guest, bert: Guest) -> None:
    game = anna.create()

    swapped = act(anna, game, "swap_colours")

    assert (swapped["white"], swapped["black"]) == (None, {"player_id": anna.player_id})
    running = bert.join(game)
    assert refused(anna, running, "swap_colours") == (409, "game_under_way", None)


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/action"),
        ({"action": "resign"}, "/action"),
        ({"action": "dance"}, "/action"),
        ({"action": 3}, "/action"),
        ({"action": "offer_draw", "side": "red"}, "/side"),
        ({"action": "offer_draw", "turn": 1}, "/turn"),
    ],
)
def test_a_faulty_action_is_refused_before_the_game_is_looked_at(
    anna: Guest, body: dict[str, Any], pointer: str
) -> None:
    response = anna.post(f"/v1/games/{uuid4()}/actions", body)

    assert problem(response) == (400, "invalid_field")
    assert response.get_json()["errors"][0]["pointer"] == pointer


def test_marks_are_chosen_in_secret_and_then_the_game_starts(anna: Guest, bert: Guest, app: APIFlask) -> None:
    game = medieval(anna, bert)
    part = answered(choose(anna, game, [21]))
    whole = answered(choose(anna, game, WHITE_STONES))
    seen_by_bert = look(bert, game)["choice"]
    final = choose(anna, game, [24, 25, 26])
    running = answered(choose(bert, game, BLACK_STONES))

    assert part["choice"]["white_count"] == 1
    assert (whole["choice"]["own_squares"], seen_by_bert["own_squares"]) == (WHITE_STONES, [])
    assert seen_by_bert["white_commitment"] == whole["choice"]["white_commitment"]
    assert problem(final) == (409, "choice_final")
    assert running["status"] == "running"
    assert answered(choose(anna, game, WHITE_STONES))["sequence"] == running["sequence"]
    assert problem(choose(anna, game, [24, 25, 26])) == (409, "not_choosing")


@pytest.mark.parametrize("squares", [[21, 21], [10], [0], [33], [21, 22, 23, 24]])
def test_marks_that_cannot_be_are_refused(anna: Guest, bert: Guest, squares: list[int]) -> None:
    response = choose(anna, medieval(anna, bert), squares)

    assert problem(response) == (400, "invalid_stones")
    assert response.get_json()["errors"][0]["pointer"] == "/squares"


@pytest.mark.parametrize("squares", [None, "21", [21.5], ["21"], [1] * 51])
def test_a_faulty_choice_is_refused_before_the_game_is_looked_at(anna: Guest, squares: Any) -> None:
    response = anna.post(f"/v1/games/{uuid4()}/stones", {"squares": squares})

    assert problem(response) == (400, "invalid_field")
    assert response.get_json()["errors"][0]["pointer"].startswith("/squares")


def test_a_seed_is_given_once_and_before_the_start(anna: Guest, bert: Guest) -> None:
    game = medieval(anna, bert)
    path = f"/v1/games/{game['id']}/seed"

    given, again = anna.post(path, {"seed": "mine"}), anna.post(path, {"seed": "mine"})
    other, at_joining = anna.post(path, {"seed": "other"}), bert.post(path, {"seed": "other"})
    broken = anna.post(path, {"seed": "a:b"})
    answered(choose(anna, game, WHITE_STONES))
    answered(choose(bert, game, BLACK_STONES))

    assert answered(again)["sequence"] == answered(given)["sequence"]
    assert problem(other) == problem(at_joining) == (409, "seed_given")
    assert problem(broken) == (400, "invalid_field")
    assert problem(anna.post(path, {"seed": "late"})) == (409, "game_under_way")
    fairness = look(anna, game, "/fairness")
    assert (fairness["white_seed"], fairness["black_seed"]) == ("mine", "berts")
