"""`brettwerk verify`: a page of an honest game is right, and whatever is changed in it is found."""

from __future__ import annotations

import copy
import hashlib
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli import verify
from cli.main import main
from games import chance
from games.chance import Seeds
from games.sides import Side
from games.stones import Stones

GAME_ID = "019aca00-0000-7000-8000-000000000001"
SEEDS = Seeds(server=bytes(range(32)), white="mine", black="b" * 64)
START = "W:W21-32:B1-12".replace("21-32", ",".join(map(str, range(21, 33)))).replace(
    "1-12", ",".join(map(str, range(1, 13)))
)


def honest() -> dict[str, Any]:
    """A game in which the server has drawn stones, moves and lots, as the games service draws them."""
    chosen = {
        Side.WHITE: Stones(salt=b"white's salt", chosen=(21, 30)),
        Side.BLACK: Stones(salt=b"black's salt", chosen=(1, 4, 9)),
    }
    stones = chance.draw_stones(chosen, START, 3, SEEDS, GAME_ID)
    draws = [(0, draw) for _, draw in chance.stones_drawn(chosen, START, 3, SEEDS, GAME_ID)]
    draws.append((4, chance.draw_move(("22-17", "22-18", "23-18"), SEEDS, GAME_ID, 4)))
    captured, duels = (17, 10, 3), (10, 3)
    for turn, first in ((5, 0), (7, 3), (9, 6)):
        lots = chance.draw_lots(captured, duels, 50, SEEDS, GAME_ID, first)
        drawn = chance.lots_drawn(captured, duels, lots, SEEDS, GAME_ID, first)
        draws.extend((turn, draw) for draw in drawn)
    return {
        "game_id": GAME_ID,
        "seed_hash": SEEDS.server_hash,
        "server_seed": SEEDS.server.hex(),
        "white_seed": SEEDS.white,
        "black_seed": SEEDS.black,
        "draws": [
            {
                "purpose": draw.purpose,
                "index": draw.index,
                "bound": draw.bound,
                "value": draw.value,
                "turn": turn,
                "outcome": draw.outcome,
                "choices": list(draw.choices),
            }
            for turn, draw in draws
        ],
        "stones": [
            {
                "side": side.value,
                "commitment": stones[side].commitment(GAME_ID, side),
                "salt": stones[side].salt.hex(),
                "squares": list(stones[side].squares),
            }
            for side in Side
        ],
        "lot_success_percent": 50,
        "complete": True,
    }


def verdict(
    page: object, tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str = "en"
) -> tuple[int, str]:
    path = tmp_path / "page.json"
    path.write_text(json.dumps(page))
    status = main(["verify", str(path), "--lang", lang])
    return status, capsys.readouterr().out


def test_an_honest_game_is_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, told = verdict(honest(), tmp_path, capsys)

    lines = told.splitlines()
    assert status == 0
    assert lines[-1] == "All of it is right: nobody has steered chance."
    assert len(lines) == 1 + len(honest()["draws"]) + 2 + 1
    assert all(line.startswith("ok ") for line in lines[:-1])
    assert any("success" in line for line in lines)
    assert any("failure" in line for line in lines)


def test_the_same_in_german(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, told = verdict(honest(), tmp_path, capsys, lang="de")

    assert status == 0
    assert "Heimliche Auswahl von Weiß: " in told
    assert "misslungen" in told
    assert told.splitlines()[-1] == "Alles stimmt: Niemand hat den Zufall gelenkt."


def test_the_page_is_read_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(honest()).encode())))

    assert main(["verify", "-", "--lang", "en"]) == 0
    assert "nobody has steered chance" in capsys.readouterr().out


def place(path: tuple[str | int, ...], change: Callable[[Any], Any]) -> Callable[[dict[str, Any]], None]:
    def tamper(page: dict[str, Any]) -> None:
        inner: Any = page
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = change(inner[path[-1]])

    return tamper


def hexadecimal(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


def plus_one(number: int) -> int:
    return number + 1


def other(text: str) -> str:
    return text + "x"


STONE, AUTO, FIRST_LOT = 0, 1, 2
TAMPERED = {
    "the game": place(("game_id",), hexadecimal),
    "the seed's hash": place(("seed_hash",), hexadecimal),
    "the server's seed": place(("server_seed",), hexadecimal),
    "another server's seed with its hash": lambda page: page.update(
        server_seed=bytes(32).hex(), seed_hash=hashlib.sha256(bytes(32)).hexdigest()
    ),
    "White's seed": place(("white_seed",), other),
    "Black's seed": place(("black_seed",), other),
    "the percent": place(("lot_success_percent",), lambda _: 100),
    "a side": place(("stones", 0, "side"), lambda _: "black"),
    "a commitment": place(("stones", 0, "commitment"), hexadecimal),
    "no commitment": place(("stones", 0, "commitment"), lambda _: ""),
    "a salt": place(("stones", 1, "salt"), hexadecimal),
    "a square": place(("stones", 1, "squares", 0), plus_one),
    "a square less": place(("stones", 1, "squares"), lambda squares: squares[:-1]),
    "the squares' order": place(("stones", 1, "squares"), lambda squares: squares[::-1]),
    "a stone's choices": place(("draws", STONE, "choices"), lambda choices: choices[1:]),
    "the order of choices": place(("draws", STONE, "choices"), lambda choices: choices[::-1]),
    "a stone left out": place(("draws",), lambda draws: [{**draws[0], "index": 1}, *draws[1:]]),
    "a move's choices": place(("draws", AUTO, "choices"), lambda choices: [*choices, "24-20"]),
    "the move made": place(("draws", AUTO, "outcome"), other),
    "a lot's outcome": place(
        ("draws", FIRST_LOT, "outcome"), {"success": "failure", "failure": "success"}.__getitem__
    ),
    "a lot's bound": place(("draws", FIRST_LOT, "bound"), lambda _: 10),
    "a lot twice": place(("draws",), lambda draws: [*draws, draws[-1]]),
    "the order of lots": place(("draws",), lambda draws: [*draws[:-2], draws[-1], draws[-2]]),
    **{
        f"{name} of {what}": place(("draws", number, name), change)
        for number, what in ((STONE, "a stone"), (AUTO, "a move"), (FIRST_LOT, "a lot"))
        for name, change in (
            ("purpose", other),
            ("index", plus_one),
            ("bound", plus_one),
            ("value", plus_one),
        )
    },
    "the purpose of a lot as a move's": place(("draws", FIRST_LOT, "purpose"), lambda _: "auto"),
    "the turn of a stone": place(("draws", STONE, "turn"), plus_one),
    "the turn of a move": place(("draws", AUTO, "turn"), plus_one),
    "a negative value": place(("draws", AUTO, "value"), lambda value: value - 3),
}


@pytest.mark.parametrize("tamper", TAMPERED.values(), ids=TAMPERED.keys())
def test_whatever_is_changed_is_found(
    tamper: Callable[[dict[str, Any]], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = honest()
    tamper(page)
    assert page != honest()

    status, told = verdict(page, tmp_path, capsys)

    assert status == 1
    assert "WRONG  " in told
    assert told.splitlines()[-1].endswith(" statements are not right.")


def test_the_wrong_line_is_the_one_that_was_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = honest()
    page["draws"][AUTO]["outcome"] = "23-18" if page["draws"][AUTO]["outcome"] != "23-18" else "22-17"

    _, told = verdict(page, tmp_path, capsys)

    wrong = [line for line in told.splitlines() if line.startswith("WRONG")]
    assert len(wrong) == 1
    assert "turn 4, the server's move" in wrong[0]


def test_a_game_that_is_not_over_cannot_be_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, told = verdict({**honest(), "server_seed": None, "complete": False}, tmp_path, capsys)

    assert status == 1
    assert told == "The game is not over yet: what is needed for checking is told only then.\n"


def test_a_game_without_chance_has_nothing_to_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = {**honest(), "seed_hash": "", "server_seed": None, "draws": [], "stones": []}

    assert verdict(page, tmp_path, capsys) == (0, "Chance decided nothing in this game.\n")


def test_a_hash_that_was_left_out_is_missed_where_something_was_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, told = verdict({**honest(), "seed_hash": ""}, tmp_path, capsys)

    assert status == 1
    assert told.startswith("WRONG")


@pytest.mark.parametrize("page", [None, [], {}, "x", 1, {"complete": True}, {**honest(), "draws": [{}]}])
def test_what_is_no_such_page_is_said_to_be_none(
    page: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verdict(page, tmp_path, capsys) == (1, "This is not an answer of /v1/games/{id}/fairness.\n")


def test_a_file_that_cannot_be_read_is_another_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(tmp_path / "nothing")]) == 2
    assert "nothing" in capsys.readouterr().err


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)
_PLACES = [
    *[(name,) for name in honest()],
    *[("draws", number, name) for number in (STONE, AUTO, FIRST_LOT) for name in honest()["draws"][0]],
    *[("stones", 0, name) for name in honest()["stones"][0]],
]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=st.sampled_from(_PLACES), value=_JSON)
def test_nothing_in_a_page_stops_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], path: tuple[str | int, ...], value: object
) -> None:
    page = copy.deepcopy(honest())
    place(path, lambda _: value)(page)

    status, told = verdict(page, tmp_path, capsys)

    assert status in (0, 1)
    assert told


def test_numbers_are_those_of_the_games_service() -> None:
    page = {
        "white_seed": "mine",
        "black_seed": "b" * 64,
        "game_id": GAME_ID,
        "server_seed": SEEDS.server.hex(),
    }

    for bound in (1, 7, 100, (1 << 31) + 1):
        for index in range(40):
            expected = chance.below(bound, SEEDS, GAME_ID, chance.LOT, index)
            assert verify.number_of(page, "lot", index, bound) == expected
