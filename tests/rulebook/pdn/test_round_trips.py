"""What is written reads back as the same game, in every rule set and with everything said about a move."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulebook import RULESETS, initial_position, ruleset
from rulebook.pdn import Captures, ParsedGame, compose, read_archive, write_archive, write_game
from tests.rulebook.pdn.random_games import decorated, random_game

SEEDS = st.integers(0, 2**32)
PLAINLY = settings(deadline=None, max_examples=8, suppress_health_check=[HealthCheck.too_slow])


def _only(text: str) -> ParsedGame:
    (game,) = read_archive(text)
    assert isinstance(game, ParsedGame), (game, text)
    return game


@pytest.mark.parametrize("captures", ["short", "full"])
@pytest.mark.parametrize("key", [spec.key for spec in RULESETS])
@PLAINLY
@given(seed=SEEDS)
def test_a_game_reads_back_as_it_was_written(key: str, captures: Captures, seed: int) -> None:
    game = random_game(ruleset(key), Random(seed), 60)

    text = write_game(game, captures)

    assert game == _only(text)
    assert text == write_game(_only(text), captures)


@pytest.mark.parametrize("key", [spec.key for spec in RULESETS])
@PLAINLY
@given(seed=SEEDS)
def test_everything_said_about_moves_reads_back(key: str, seed: int) -> None:
    rng = Random(seed)
    game = decorated(random_game(ruleset(key), rng, 25), rng)

    text = write_game(game)

    assert game == _only(text)
    assert text == write_game(_only(text))


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("battledame", {"capture": "maximum"}),
        ("battledame", {"capture": "voluntary", "landing": "must_continue"}),
        ("international", {"goal": "anti"}),
        ("table-english", {"goal": "breakthrough"}),
        ("table-turkish", {"one_piece_each": "draw"}),
        ("club-medieval", {"reveal": "on_first_duel"}),
    ],
)
@PLAINLY
@given(seed=SEEDS)
def test_options_of_the_rule_set_read_back(key: str, options: dict[str, str], seed: int) -> None:
    game = random_game(ruleset(key, options), Random(seed), 60)

    assert game == _only(write_game(game))


def test_an_archive_of_every_rule_set_reads_back_in_order() -> None:
    games = [random_game(spec, Random(1), 30) for spec in RULESETS]

    assert games == list(read_archive("".join(write_archive(games))))


@PLAINLY
@given(seed=SEEDS)
def test_no_line_is_longer_than_80_characters_but_for_what_cannot_be_broken(seed: int) -> None:
    rng = Random(seed)
    game = decorated(random_game(ruleset("international"), rng, 40), rng)

    lines = write_game(game).splitlines()

    body = lines[lines.index("") :]
    breakable = [line for line in body if " " in line and not line.startswith(("; ", "/FEN"))]
    assert [] == [line for line in breakable if len(line) > 80]


def test_plies_without_progress_of_a_start_and_of_a_set_up_read_back() -> None:
    text = '[GameType "20"]\n[FEN "W:WK32:B1,2:H12:F3"]\n1. 32-28 /FEN "W:WK5:BK46:H7"/ 2. 5-10 *'

    (game,) = read_archive(text)

    assert isinstance(game, ParsedGame), game
    assert (12, 7) == (game.start.counters.no_progress_plies, game.moves[1].after.counters.no_progress_plies)
    assert game == _only(write_game(game))


def test_what_a_tag_or_a_result_holds_reads_back_with_single_blanks() -> None:
    tags = {"Event": 'a "b"\\\n c\\', "Round": "?", "Site": "]\t[x"}
    game = compose(initial_position(ruleset("international")), [], tags=tags, result='4 -\n"6"')

    assert {"Event": 'a "b"\\ c\\', "Site": "] [x"} == dict(game.tags)
    assert game == _only(write_game(game))
