"""The Go Text Protocol for Othello: command by command, and as a process that plays whole games."""

from __future__ import annotations

import pytest

from engine import LEVELS, Limits
from engine.protocols.gtp import Gtp, Strength
from rulebook import initial_position, legal_moves, play, result, ruleset
from tests.engine.talking import Talk

QUICK = Strength(limits=Limits(depth=2))


def gtp() -> Gtp:
    return Gtp(ruleset("othello"), QUICK, version="1")


def told(engine: Gtp, *lines: str) -> list[str]:
    return [engine.receive(line) for line in lines]


def reply(talk: Talk) -> str:
    """One answer, without its empty line."""
    first = talk.hear()
    lines = [first]
    while lines[-1]:
        lines.append(talk.hear())
    return "\n".join(lines[:-1])


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("protocol_version", "= 2\n\n"),
        ("7 name", "=7 Brettwerk\n\n"),
        ("version", "= 1\n\n"),
        ("known_command genmove", "= true\n\n"),
        ("known_command loadsgf", "= false\n\n"),
        ("known_command", "= false\n\n"),
        ("12 nonsense", "?12 unknown command\n\n"),
        ("boardsize 8", "=\n\n"),
        ("boardsize 19", "? unacceptable size\n\n"),
        ("boardsize", "? unacceptable size\n\n"),
        ("komi 6.5", "=\n\n"),
        ("set_game Othello", "=\n\n"),
        ("set_game Go", "? unacceptable game\n\n"),
        ("play black d3", "=\n\n"),
        ("play B D3 # said a person", "=\n\n"),
        ("play black a1", "? illegal move\n\n"),
        ("play black pass", "? illegal move\n\n"),
        ("play white d3", "? illegal move: the other colour is to move\n\n"),
        ("play green d3", "? syntax error: a colour is expected\n\n"),
        ("play black", "? illegal move\n\n"),
        ("genmove", "? syntax error: a colour is expected\n\n"),
        ("undo", "? cannot undo\n\n"),
        ("final_score", "? cannot score: the game goes on\n\n"),
        ("time_settings 60 0 0", "=\n\n"),
        ("time_settings a b c", "? syntax error: three integers are expected\n\n"),
        ("time_settings -1 0 0", "? syntax error: negative time\n\n"),
        ("time_left black", "? syntax error: colour, seconds and stones are expected\n\n"),
        ("time_left black nan 0", "? syntax error: a time out of range\n\n"),
        ("", ""),
        ("# nothing but a comment", ""),
        ("13", ""),
        ("\x07 \t", ""),
    ],
)
def test_every_command_has_its_answer(line: str, answer: str) -> None:
    assert answer == gtp().receive(line)


def test_it_lists_what_it_knows() -> None:
    listed = gtp().receive("list_commands").removeprefix("= ").split()

    assert {"play", "genmove", "undo", "quit", "list_commands"} <= set(listed)


def test_a_move_is_taken_back_and_played_again() -> None:
    engine = gtp()

    assert told(engine, "play black d3", "undo", "play black d3") == ["=\n\n"] * 3


def test_a_suggestion_leaves_the_board_as_it_is() -> None:
    engine = gtp()
    before = engine.receive("showboard")

    suggested = engine.receive("reg_genmove black")

    assert suggested.removeprefix("= ").strip().lower() in {"c4", "d3", "e6", "f5"}
    assert before == engine.receive("showboard")


def test_who_has_to_pass_may_say_so_or_leave_it_out() -> None:
    discs = ["d3", "c3", "e6", "d2", "d1", "e1", "b2", "c1", "pass"]
    position = initial_position(ruleset("othello"))
    lines = []
    for disc in discs:
        lines.append(f"play {position.side} {disc}")
        position = play(position, next(m for m in legal_moves(position) if m.notation == disc))
    following = f"play {position.side} {legal_moves(position)[0].notation}"

    for said in (lines, lines[:-1]):
        assert set(told(gtp(), *said, following)) == {"=\n\n"}


def test_thinking_stays_within_the_clock_that_the_controller_tells() -> None:
    engine = Gtp(ruleset("othello"), Strength(limits=Limits(depth=60)), version="1")
    engine.receive("time_settings 1 0 0")
    engine.receive("time_left black 1 0")

    assert engine.receive("genmove black").startswith("= ")


def test_a_level_plays_the_same_moves_again() -> None:
    games = []
    for _ in range(2):
        engine = Gtp(ruleset("othello"), Strength(limits=Limits(depth=1), level=LEVELS[2]))
        games.append([engine.receive(f"genmove {side}") for side in ("b", "w") * 5])

    assert games[0] == games[1]


def test_it_plays_a_whole_game_and_scores_it() -> None:
    position = initial_position(ruleset("othello"))
    with Talk("gtp", "--depth", "2") as talk:
        talk.say("boardsize 8", "clear_board")
        assert ["=", "="] == [reply(talk), reply(talk)]
        while result(position) is None:
            talk.say(f"genmove {position.side}")
            said = reply(talk).removeprefix("= ").lower()
            position = play(position, next(m for m in legal_moves(position) if m.notation == said))
        talk.say("final_score", "5 quit")
        score = reply(talk)
        assert "=5" == reply(talk)
        assert (0, "") == talk.end()

    black, white = position.black.bit_count(), position.white.bit_count()
    margin = abs(black - white) + 64 - black - white if black != white else 0
    assert score == (f"= {'B' if black > white else 'W'}+{margin}" if margin else "= 0")


def test_it_ends_when_the_other_side_has_gone() -> None:
    with Talk("gtp", "beatem-reversi", "--level", "1") as talk:
        talk.say("1 genmove black")
        assert reply(talk).startswith("=1 ")
        assert (0, "") == talk.end()


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [(("russian",), 2, "hub"), (("chess",), 1, "chess"), (("--persona", "die-koenigin"), 1, "die-koenigin")],
)
def test_what_it_cannot_play_is_told(arguments: tuple[str, ...], status: int, words: str) -> None:
    with Talk("gtp", *arguments) as talk:
        ended, said = talk.end()

    assert status == ended
    assert words in said
