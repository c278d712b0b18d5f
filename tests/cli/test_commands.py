"""The command `brettwerk` as its users see it: output, exit codes, and filters that never stop."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.answer import answer_line
from cli.main import main
from rulebook import RULESETS, initial_position, ruleset
from rulebook.pdn import compose, write_game


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    status = main(arguments)
    return status, capsys.readouterr().out.splitlines()


def piped(arguments: Sequence[str], data: bytes) -> tuple[int, list[bytes]]:
    process = subprocess.run(
        [sys.executable, "-m", "cli.main", *arguments],
        input=data,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert process.stderr == b"", process.stderr
    return process.returncode, process.stdout.splitlines()


def test_every_rule_set_is_listed_with_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = run(capsys, "rulesets")

    assert status == 0
    assert [spec.key for spec in RULESETS] == [line.split()[0] for line in lines if line[0] != " "]
    assert any(line.strip() == "capture = mandatory | maximum | voluntary" for line in lines)


def test_rule_sets_are_listed_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    _, lines = run(capsys, "rulesets", "--json")

    told = {entry["key"]: entry for entry in map(json.loads, lines)}
    assert ["mandatory", "maximum", "voluntary"] == told["battledame"]["options"]["capture"]
    assert "25,W,8,8,A0,0" == told["russian"]["game_type"]


PERFT = {
    "international": (["international", "--depth", "4"], "4265"),
    "othello": (["othello", "--depth", "4"], "244"),
    "an option": (["battledame", "--option", "capture=voluntary", "--depth", "3"], "379"),
    "a position": (["table-english", "--fen", "W:W21:B10,17", "--depth", "1"], "1"),
}


@pytest.mark.parametrize(("arguments", "nodes"), PERFT.values(), ids=PERFT.keys())
def test_perft_prints_the_count(arguments: list[str], nodes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert (0, [nodes]) == run(capsys, "perft", *arguments)


def test_divide_shows_the_count_below_each_move(capsys: pytest.CaptureFixture[str]) -> None:
    _, lines = run(capsys, "perft", "international", "--depth", "3", "--divide")

    *moves, total = lines
    assert 9 == len(moves)
    assert "658" == total
    assert 658 == sum(int(line.split(": ")[1]) for line in moves)


def test_moves_are_listed_in_the_notation_of_the_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert (0, ["b6:d8:g5", "b6:d8:h4"]) == run(capsys, "moves", "table-russian", "W:Wb6:Bc7,f6")


def test_moves_of_a_finished_game_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert (0, ["over: white (no_pieces)"]) == run(capsys, "moves", "international", "B:W32:B")


JSON = {
    "a capture": (
        ["battledame", "W:W21:B10,17", "--option", "capture=maximum"],
        {"moves": [{"from": 21, "to": 7, "path": [21, 14, 7], "captured": [17, 10], "promotes": False}], "result": None},
    ),
    "a disc": (
        ["othello", "-OX" + "-" * 61 + " X"],
        {"moves": [{"from": None, "to": 1, "path": [1], "captured": [2], "promotes": False}], "result": None},
    ),
    "a pass": (["othello", "-OXXXXXX" + "-" * 56 + " O"], {"moves": [{"pass": True}], "result": None}),
    "an end": (
        ["table-turkish", "W:WKa3:Bh5"],
        {"moves": [], "result": {"winner": "white", "termination": "one_piece_each"}},
    ),
    "a draw": (
        ["battledame", "W:WK3:BK32"],
        {"moves": [], "result": {"winner": None, "termination": "king_against_king"}},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "expected"), JSON.values(), ids=JSON.keys())
def test_moves_for_programs(
    arguments: list[str], expected: object, capsys: pytest.CaptureFixture[str]
) -> None:
    status, (line,) = run(capsys, "moves", "--json", *arguments)

    assert status == 0
    assert expected == json.loads(line)


REFUSED = {
    "an unknown rule set": ["moves", "chess", "W:W1:B2"],
    "an unknown option": ["moves", "international", "W:W31:B2", "--option", "size=12"],
    "an unknown value": ["perft", "battledame", "--option", "capture=never", "--depth", "1"],
    "no position": ["moves", "international", "nonsense"],
}


@pytest.mark.parametrize("arguments", REFUSED.values(), ids=REFUSED.keys())
def test_a_wrong_value_is_one_line_and_1(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    status = main(arguments)

    captured = capsys.readouterr()
    assert (1, "") == (status, captured.out)
    assert 1 == len(captured.err.splitlines())


MISUSED = {
    "no command": [],
    "no rule set": ["moves"],
    "no position": ["moves", "international"],
    "no depth": ["perft", "international"],
    "depth 0": ["perft", "international", "--depth", "0"],
    "an option without a value": ["perft", "battledame", "--option", "capture", "--depth", "1"],
    "a filter with a position": ["moves", "--jsonl", "international", "W:W31:B2"],
    "no file": ["pdn", "check"],
}


@pytest.mark.parametrize("arguments", MISUSED.values(), ids=MISUSED.keys())
def test_wrong_usage_is_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)

    assert ended.value.code == 2
    assert "usage" in capsys.readouterr().err


LINES = {
    b'{"ruleset":"table-english","options":{"goal":"normal"},"fen":"W:W21:B10,17"}': "moves",
    b'{"ruleset":"international"}': "moves",
    b'{"ruleset":"international","options":null,"fen":null}': "moves",
    b"": "error",
    b"null": "error",
    b"[]": "error",
    b"{}": "error",
    b'{"ruleset":7}': "error",
    b'{"ruleset":"chess"}': "error",
    b'{"ruleset":"international","fen":3}': "error",
    b'{"ruleset":"international","fen":"W:W3:B4"}': "error",
    b'{"ruleset":"international","options":[]}': "error",
    b'{"ruleset":"international","options":{"goal":1}}': "error",
    b'{"ruleset":"international","options":{"goal":"x"}}': "error",
    b'{"ruleset":"\\ud800"}': "error",
    b'{"ruleset":"international","fen":"\\ud800"}': "error",
    b"\xff\xfe": "error",
    b"[" * 200_000: "error",
    b"1" * 10_000: "error",
    b"x" * 1_500_000: "error",
    b'{"ruleset":"othello"}': "moves",
}


def test_the_filter_answers_every_line_with_a_line() -> None:
    status, replies = piped(["moves", "--jsonl"], b"\n".join(LINES))

    assert status == 0
    assert len(LINES) == len(replies)
    assert list(LINES.values()) == [next(iter(json.loads(reply))) for reply in replies]


def test_the_filter_answers_before_the_next_question_comes() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "cli.main", "moves", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(b'{"ruleset":"thai"}\n')
            process.stdin.flush()
            assert 7 == len(json.loads(process.stdout.readline())["moves"])
        process.stdin.close()
        assert 0 == process.wait(timeout=30)


@given(st.binary(max_size=200))
@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
def test_any_line_has_an_answer(line: bytes) -> None:
    answer = answer_line(line)

    assert set(answer) in ({"error"}, {"moves", "result"})
    assert "internal" not in str(answer.get("error"))
    json.dumps(answer)


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f'{sys.executable} -m cli.main perft frisian --depth 4 --divide | head -n 1; echo "${{PIPESTATUS[0]}}"'

    process = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True, timeout=60)

    assert "0" == process.stdout.splitlines()[1]
    assert "" == process.stderr


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "games.pdn"
    good = write_game(compose(initial_position(ruleset("russian")), []))
    path.write_text(good + '\n[Event "x"]\n1. 32-28 32-28 *\n\n' + good + "\n1. 32-28 {", encoding="utf-8")
    return path


def test_an_archive_is_checked_and_every_fault_told(
    archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, lines = run(capsys, "pdn", "check", str(archive))

    assert status == 1
    faults = [line for line in lines if line.startswith(str(archive))]
    assert 2 == len(faults)
    assert f"{archive}: game 2, line 13: no_piece '32-28'" in faults[0]
    assert "game 4" in faults[1]
    assert "1 file, 4 games: 2 legal with 0 moves, 2 faults" in lines


def test_a_good_archive_is_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "good.pdn"
    path.write_text("1. 22-18 *", encoding="utf-8")

    assert (0, ["1 file, 1 game: 1 legal with 1 move, 0 faults"]) == run(
        capsys, "pdn", "check", "--ruleset", "battledame", "--option", "capture=maximum", str(path)
    )


def test_a_file_that_cannot_be_read_is_2_and_the_others_are_checked(
    archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["pdn", "check", str(archive.parent / "missing"), str(archive.parent), str(archive)])

    captured = capsys.readouterr()
    assert status == 2
    assert 2 == len(captured.err.strip().splitlines())
    assert "2 faults" in captured.out


def test_any_bytes_can_be_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "noise"
    path.write_bytes(bytes(range(256)) * 40)

    assert 1 == main(["pdn", "check", str(path)])
    assert all(line.isprintable() for line in capsys.readouterr().out.splitlines())
