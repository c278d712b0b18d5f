"""The Hub protocol: as text, and as a process that plays whole games."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from engine.protocols.hub import Hub
from engine.protocols.hub_text import (
    BadLine,
    read_line,
    read_move,
    read_position,
    replay,
    write_line,
    write_move,
    write_position,
    write_score,
)
from engine.protocols.thinking import allotted_ms
from rulebook import (
    RULESETS,
    Position,
    Ruleset,
    Side,
    initial_position,
    legal_moves,
    parse_fen,
    play,
    result,
    ruleset,
)
from tests.engine.talking import Talk

START = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
PLAYED = [spec.key for spec in RULESETS if spec.is_draughts and spec.draughts.medieval is None]


def ready(*arguments: str) -> Talk:
    talk = Talk("hub", *arguments)
    talk.say("hub")
    talk.hear_until("wait")
    talk.say("init")
    assert "ready" == talk.hear()
    return talk


def in_process(rules: Ruleset) -> tuple[Hub, list[str]]:
    said: list[str] = []
    hub = Hub(rules, said.append)
    hub.receive("init")
    said.clear()
    return hub, said


@pytest.mark.parametrize(
    ("line", "command", "arguments"),
    [
        ("go think", "go", {"think": ""}),
        ('pos pos=WeeB  moves="32-28 19-23"', "pos", {"pos": "WeeB", "moves": "32-28 19-23"}),
        ("level moves=9 time=291.587", "level", {"moves": "9", "time": "291.587"}),
        ("   ", "", {}),
        ("=x", "x", {}),
    ],
)
def test_a_line_is_a_command_and_its_arguments(line: str, command: str, arguments: dict[str, str]) -> None:
    assert (command, arguments) == read_line(line)


def test_values_with_blanks_are_quoted_and_read_back() -> None:
    line = write_line("info", {"depth": 21, "pv": "32-28 17-22", "empty": ""})

    assert 'info depth=21 pv="32-28 17-22" empty=""' == line
    assert ("info", {"depth": "21", "pv": "32-28 17-22", "empty": ""}) == read_line(line)


def test_the_initial_position_is_that_of_the_protocols_own_example() -> None:
    assert START == write_position(initial_position(ruleset("international")))


@pytest.mark.parametrize("key", PLAYED)
def test_positions_and_moves_of_whole_games_are_read_back(key: str) -> None:
    chance = Random(key)
    position = initial_position(ruleset(key))
    for _ in range(70):
        if result(position) is not None:
            break
        again = read_position(position.ruleset, write_position(position))
        assert again[:5] == position[:5]
        for move in legal_moves(position):
            said = read_move(position, write_move(move))
            assert play(position, said)[:5] == play(position, move)[:5]
        position = play(position, chance.choice(legal_moves(position)))


@pytest.mark.parametrize(
    "text",
    ["", "W", START[:-1], START + "e", "X" + START[1:], START.replace("w", "q"), START.replace("W", "w")],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadLine):
        read_position(ruleset("international"), text)


@pytest.mark.parametrize("text", ["", "32", "32-26", "a3-b4", "32x28", "32-28-1", "²-3", "32-" + "9" * 5000])
def test_what_is_no_legal_move_is_refused(text: str) -> None:
    with pytest.raises(BadLine):
        read_move(initial_position(ruleset("international")), text)


def test_moves_that_led_to_a_position_count_for_its_repetition() -> None:
    start = parse_fen(ruleset("international"), "W:WK50:BK1,K2")
    there = ["50-45", "2-8", "45-50", "8-2"]

    assert result(replay(start, there)) is None
    assert result(replay(start, there * 2)) is not None


@pytest.mark.parametrize(
    ("score", "told"), [(34, "0.34"), (-100, "-1.00"), (29_993, "99.93"), (-29_990, "-99.90")]
)
def test_scores_are_men_and_wins_are_near_a_hundred(score: int, told: str) -> None:
    assert told == write_score(score)


@pytest.mark.parametrize(
    ("time_ms", "increment_ms", "moves", "least", "most"),
    [
        (60_000, 0, None, 1_500, 3_000),
        (60_000, 2_000, None, 3_000, 5_000),
        (60_000, 0, 1, 20_000, 45_000),
        (300, 10_000, None, 10, 200),
        (0, 0, None, 1, 20),
        (5, 0, 40, 1, 20),
    ],
)
def test_a_clock_is_shared_out_and_never_used_up(
    time_ms: int, increment_ms: int, moves: int | None, least: int, most: int
) -> None:
    assert least <= allotted_ms(time_ms, increment_ms, moves) <= most


def test_it_declares_itself_its_variants_and_its_levels() -> None:
    with Talk("hub") as talk:
        talk.say("hub")
        heard = talk.hear_until("wait")
        talk.say("quit")
        assert (0, "") == talk.end()

    declared = dict(read_line(line) for line in heard if line.startswith("id"))
    params = {args["name"]: args for command, args in map(read_line, heard) if command == "param"}
    assert declared["id"]["name"] == "Brettwerk"
    assert params["variant"]["value"] == "normal"
    assert {"normal", "frisian", "losing", "bt", *PLAYED} <= set(params["variant"]["values"].split())
    assert ["full", *map(str, range(1, 11))] == params["level"]["values"].split()


@pytest.mark.parametrize(
    ("variant", "level"), [("normal", "nodes=500"), ("russian", "depth=3"), ("losing", "nodes=300")]
)
def test_it_plays_a_whole_game_against_itself(variant: str, level: str) -> None:
    goal = {"goal": "anti"} if variant == "losing" else {}
    rules = ruleset("international" if variant in {"normal", "losing"} else variant, goal)
    position = initial_position(rules)
    moves: list[str] = []
    with Talk("hub") as talk:
        talk.say("hub", f"set-param name=variant value={variant}", "init")
        talk.hear_until("ready")
        talk.say("new-game")
        start = write_position(position)
        moves_told: list[str] = []
        while result(position) is None and len(moves) < 400:
            if not position.counters.seen:
                start, moves_told = write_position(position), []
            talk.say(f'pos pos={start} moves="{" ".join(moves_told)}"', f"level {level}", "go think")
            command, told = read_line(talk.hear_until("done")[-1])
            assert command == "done"
            move = read_move(position, told["move"])
            moves.append(told["move"])
            moves_told.append(told["move"])
            position = play(position, move)
            if "ponder" in told and result(position) is None:
                read_move(position, told["ponder"])
        talk.say("quit")
        assert (0, "") == talk.end()

    assert len(moves) > 20


@pytest.mark.parametrize(
    "line",
    [
        "pos pos=nonsense",
        f'pos pos={START} moves="32-26"',
        "level depth=much",
        "level time=-1",
        "level nodes=1e99",
        "set-param name=variant value=chess",
        "set-param name=hash value=1",
        "set-param name=hash value=99999999999",
        "set-param name=level value=11",
        "go think",
    ],
)
def test_bad_input_is_an_error_of_the_protocol_and_the_engine_goes_on(line: str) -> None:
    hub, said = in_process(ruleset("international"))

    hub.receive(line)
    command, told = read_line(said[-1])
    hub.receive(f"pos pos={START}")
    hub.receive("level depth=2")
    hub.receive("go think")
    hub.wait()

    assert command == "error"
    assert told["message"]
    assert said[-1].startswith("done move=")


@pytest.mark.parametrize(
    "line", ["", "go-west", "set-param name=contempt value=7", "level", "\x00\xff", "x" * 300_000]
)
def test_what_it_does_not_know_is_ignored(line: str) -> None:
    hub, said = in_process(ruleset("international"))

    hub.receive(line)

    assert [] == said


def test_who_says_ready_has_all_the_memory_that_was_asked_for() -> None:
    """So that no first search waits for it."""
    mib = 512
    with subprocess.Popen(
        [sys.executable, "-m", "cli.main", "hub"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdin is not None
        process.stdin.write(f"set-param name=hash value={mib}\ninit\nquit\n")
        process.stdin.close()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)

    assert 0 == process.returncode
    assert used.ru_maxrss >= mib * 1024


def test_a_search_without_end_is_stopped() -> None:
    with ready() as talk:
        talk.say(f"pos pos={START}", "level infinite", "go analyze")
        talk.hear_until("info depth=5 ")
        talk.say("ping")
        talk.hear_until("pong")
        talk.say("stop")
        assert read_line(talk.hear_until("done")[-1])[1]["move"]


def test_pondering_ends_by_a_hit_or_by_a_stop() -> None:
    with ready() as talk:
        for ending in ("ponder-hit", "stop"):
            talk.say(f"pos pos={START} moves=32-28", "level move-time=0.05", "go ponder")
            talk.hear_until("info depth=4 ")
            talk.say(ending)
            assert talk.hear_until("done")


def test_a_new_position_during_a_search_ends_it_first() -> None:
    with ready() as talk:
        talk.say(f"pos pos={START}", "level infinite", "go analyze")
        talk.hear_until("info depth=3 ")
        talk.say(f"pos pos={START} moves=32-28", "level depth=1", "go think")
        first, second = talk.hear_until("done")[-1], talk.hear_until("done")[-1]

    assert read_line(first)[1]["move"]
    assert read_move(
        replay(initial_position(ruleset("international")), ["32-28"]), read_line(second)[1]["move"]
    )


def test_it_ends_when_the_other_side_has_gone_even_in_a_search() -> None:
    with ready() as talk:
        talk.say(f"pos pos={START}", "level infinite", "go analyze")
        talk.hear_until("info depth=3 ")
        assert (0, "") == talk.end()


def test_a_position_in_which_the_game_is_over_is_not_searched() -> None:
    hub, said = in_process(ruleset("international"))

    hub.receive("pos pos=We" + "b" + "e" * 48)
    hub.receive("level depth=1")
    hub.receive("go think")

    assert said[-1].startswith("error")


def test_a_level_plays_the_same_move_in_the_same_position() -> None:
    moves = set()
    for _ in range(2):
        hub, said = in_process(ruleset("russian"))
        hub.receive("set-param name=level value=3")
        hub.receive("init")
        hub.receive(f"pos pos={write_position(initial_position(ruleset('russian')))}")
        hub.receive("level time=10")
        hub.receive("go think")
        hub.wait()
        moves.add(said[-1])

    assert 1 == len(moves)
    assert next(iter(moves)).startswith("done move=")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("othello",), "gtp"),
        (("club-medieval",), "lots"),
        (("chess",), "chess"),
        (("russian", "--option", "goal=x"), "x"),
    ],
)
def test_rules_that_it_cannot_play_are_told(arguments: tuple[str, ...], told: str) -> None:
    with Talk("hub", *arguments) as talk:
        status, words = talk.end()

    assert status in {1, 2}
    assert told in words


def test_options_of_the_command_line_are_those_of_the_first_variant() -> None:
    rules = ruleset("battledame", {"capture": "maximum"})
    position: Position = parse_fen(rules, "W:W22,30:B18,17,26,10")
    with ready("battledame", "--option", "capture=maximum") as talk:
        talk.say(f"pos pos={write_position(position)}", "level depth=3", "go think")
        move = read_line(talk.hear_until("done")[-1])[1]["move"]

    assert read_move(position, move) in legal_moves(position)
    assert position.side is Side.WHITE
