"""Whole games of every rule set through REST: two guests, and two engines.

The engines' games all begin together and go on while the guests play; each test then waits for one of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from rulebook import RULESETS, Termination
from tests.e2e.agreeing import check_finished
from tests.e2e.playing import (
    Script,
    Taste,
    is_rehearsable,
    peaceful,
    play_on,
    quick,
    rehearse,
    shuffling,
    wild,
)
from tests.e2e.visiting import Door, Guest, Json, fischer


def choices_of(name: str) -> list[tuple[str, dict[str, str]]]:
    """Every rule set by its key, with every value of this option where it has it."""
    return [
        (rules.key, {} if choice is None else {name: choice.value})
        for rules in RULESETS
        for choice in next((spec.choices for spec in rules.option_specs if spec.key == name), (None,))
    ]


def named(key: str, options: Mapping[str, str]) -> str:
    return "-".join((key, *options.values()))


CASES = [
    *choices_of("capture"),
    ("battledame", {"goal": "anti"}),
    ("table-russian", {"goal": "breakthrough"}),
]
IDS = [named(*case) for case in CASES]
ENDINGS: Mapping[str, tuple[Taste, Termination]] = {
    "battledame-mandatory": (wild, Termination.KING_AGAINST_KING),
    "czech": (peaceful, Termination.NO_PROGRESS),
    "english": (wild, Termination.NO_PIECES),
    "italian": (shuffling, Termination.REPETITION),
    "othello": (wild, Termination.DISC_COUNT),
    "pool": (wild, Termination.NO_MOVES),
    "russian": (wild, Termination.ENDGAME_COUNT),
    "table-russian-breakthrough": (wild, Termination.FIRST_KING),
    "turkish": (shuffling, Termination.ONE_PIECE_EACH),
}
"""How the guests' games end, where it matters; the others end soon."""


def script_of(key: str, options: Mapping[str, str]) -> Script:
    taste, ending = ENDINGS.get(named(key, options), (wild, None))
    return quick(key, options, taste=taste, ending=ending, seeds=100 if ending else 12)


ENGINES_MS = 60_000
"""For all moves of an engine: whatever happens, its game is over in two minutes."""


@pytest.fixture(scope="module")
def watcher(door: Door) -> Guest:
    return door.guest()


@pytest.fixture(scope="module", autouse=True)
def engines_games(watcher: Guest) -> dict[str, str]:
    """The ids of the engines' games, which are under way."""
    white, black = {"persona": "leicht"}, {"persona": "mittel"}
    return {
        named(key, options): watcher.make_game(
            Script(key=key, options=options).wish(white, black, fischer(ENGINES_MS, 0))
        )["id"]
        for key, options in CASES
    }


def test_the_guests_games_end_in_every_way_that_the_rules_know() -> None:
    assert set(Termination) == {ending for _, ending in ENDINGS.values()}


@pytest.mark.parametrize(("key", "options"), CASES, ids=IDS)
def test_two_guests_play_a_whole_game(
    guest: Guest, opponent: Guest, tmp_path: Path, key: str, options: Mapping[str, str]
) -> None:
    script = script_of(key, options)
    made = guest.make_game(script.wish("me", "open", fischer(180_000, 2_000)))
    assert made["status"] == "waiting"
    game = opponent.join(made["id"])

    game = play_on(guest, opponent, game, script)
    if not game["result"]:
        opponent.resign(game["id"])

    finished = check_finished(guest, game["id"], tmp_path)
    if is_rehearsable(script):
        plies, ended = rehearse(script)
        assert ended is not None
        assert finished["result"] == {"winner": ended.winner, "termination": ended.termination}
        assert finished["ply"] == plies
    assert record_of(guest, finished, "white") == record_of(opponent, finished, "black") == [1]


@pytest.mark.parametrize(("key", "options"), CASES, ids=IDS)
def test_two_engines_play_a_whole_game(
    engines_games: Mapping[str, str],
    watcher: Guest,
    tmp_path: Path,
    key: str,
    options: Mapping[str, str],
) -> None:
    game_id = engines_games[named(key, options)]

    watcher.wait_end(game_id, patience_s=3 * ENGINES_MS / 1000)

    finished = check_finished(watcher, game_id, tmp_path)
    assert (finished["white"], finished["black"]) == ({"persona": "leicht"}, {"persona": "mittel"})
    assert finished["ply"] > 0


def record_of(player: Guest, finished: Json, side: str) -> list[int]:
    """What the player's record says of this game's outcome, once it has heard of it."""
    winner = finished["result"]["winner"]
    outcome = "drawn" if winner is None else "won" if winner == side else "lost"
    lines = player.wait_record(1)
    assert [line["ruleset"] for line in lines] == [finished["ruleset"]]
    return [line[outcome] for line in lines]
