"""Matches: what their scores mean, that openings are fair, that the rulebook is the referee, and who can play."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from random import Random

import pytest

from bench import match, match_ladder
from bench.elo import Score, Sprt, elo_of, rate_of
from bench.match import PairPlayed, Plan, Tally, report
from bench.openings import opening
from bench.outside import GtpPlayer, HubPlayer, LinePlayer
from bench.players import BadWords, Spec, milliseconds
from bench.playing import IllegalAnswer, Player, Playing, Times, Unplayable, play_game
from bench.programs import Stopped
from engine import Limits, search
from rulebook import Move, Side, legal_moves, result, ruleset
from rulebook.pdn import ParsedGame, read_archive

BRETTWERK = f"{sys.executable} -m cli.main"


class AtRandom:
    name = "at random"

    def new_game(self) -> None: ...

    def move(self, game: Playing) -> Move:
        return Random(f"{game.key}{len(game.moves)}").choice(legal_moves(game.position))

    def close(self) -> None: ...


class Cheat(AtRandom):
    name = "cheat"

    def move(self, game: Playing) -> Move:
        raise IllegalAnswer("a1")


def spec(text: str, key: str = "russian", **options: str) -> Spec:
    return Spec(text=text, rules=ruleset(key, options), time_ms=20)


@pytest.mark.parametrize(("elo", "rate"), [(0, 0.5), (150, 0.7034), (-150, 0.2966), (400, 0.9091)])
def test_elo_and_share_of_points_are_each_others_opposite(elo: float, rate: float) -> None:
    assert rate == pytest.approx(rate_of(elo), abs=1e-4)
    assert elo == pytest.approx(elo_of(rate_of(elo)))


def test_the_error_is_that_of_pairs_and_not_of_games() -> None:
    # Each opening is won by White: as games +50 -50, as pairs all alike, which is far more certain.
    level, wild = Score.of([1.0] * 49 + [0.5, 1.5]), Score.of([0.0, 2.0] * 25)

    assert level.rate == wild.rate == 0.5
    assert level.elo_bounds[1] < 10
    assert wild.elo_bounds[1] > 70


def test_the_interval_holds_the_truth_in_about_95_of_100_matches() -> None:
    chance = Random(1)
    truth = (0.1, 0.2, 0.3, 0.25, 0.15)
    rate = sum(i * p for i, p in enumerate(truth)) / 4
    held = 0
    for _ in range(400):
        low, high = Score.of([i / 2 for i in chance.choices(range(5), truth, k=60)]).rate_bounds
        held += low <= rate <= high

    assert 0.91 < held / 400 < 0.985


def test_a_clean_sweep_is_told_by_its_least_strength() -> None:
    score = Score.of([2.0] * 100)

    assert math.isinf(score.elo)
    assert score.elo_bounds[0] == pytest.approx(elo_of(0.97))
    assert "above +604" in str(score)
    assert score.superiority > 0.999


def test_sprt_accepts_refuses_and_waits() -> None:
    test = Sprt(elo0=0, elo1=50)

    assert test.verdict(Score()) is None
    assert test.verdict(Score.of([1.0, 1.5])) is None
    assert (test.verdict(Score.of([1.0, 2.0, 1.5] * 30)) or "").startswith("accepted")
    assert (test.verdict(Score.of([1.0, 0.5, 1.0] * 60)) or "").startswith("refused")


def test_sprt_is_seldom_wrong() -> None:
    chance = Random(2)
    test = Sprt(elo0=0, elo1=100)
    wrong = 0
    for _ in range(200):
        score = Score()
        while (verdict := test.verdict(score)) is None:
            score.add(chance.choices((0.0, 1.0, 2.0), (1, 2, 1))[0])  # equal players
        wrong += verdict.startswith("accepted")

    assert wrong <= 20


@pytest.mark.parametrize("key", ["russian", "international", "battledame", "othello", "club-medieval"])
def test_openings_are_balanced_different_and_the_same_for_the_same_seed(key: str) -> None:
    rules = ruleset(key)
    made = [opening(rules, f"s:{n}", nodes=2_000) for n in range(6)]

    assert made[0].moves == opening(rules, "s:0", nodes=2_000).moves
    assert len({one.position.fen for one in made}) > 3
    for one in made:
        assert len(one.moves) == (6 if rules.is_draughts else 8)
        assert result(one.position) is None
        assert abs(search(one.position, Limits(nodes=2_000)).score) <= (40 if rules.is_draughts else 400)


def test_without_plies_every_game_begins_at_the_beginning() -> None:
    assert () == opening(ruleset("english"), "x", plies=0).moves


def test_the_rulebook_ends_a_game_and_says_how() -> None:
    player: Player = AtRandom()
    played = play_game(opening(ruleset("russian"), "1", nodes=500), dict.fromkeys(Side, player), "1")

    end = result(played.game.position)
    assert end is not None
    assert (played.winner, played.ending) == (end.winner, end.termination.value)
    assert played.points(Side.WHITE) + played.points(Side.BLACK) == 1
    assert len(played.game.positions) == len(played.game.moves) + 1


def test_who_plays_an_illegal_move_loses_at_once() -> None:
    players: dict[Side, Player] = {Side.WHITE: AtRandom(), Side.BLACK: Cheat()}

    played = play_game(opening(ruleset("russian"), "1", nodes=500), players, "1")

    assert played.winner is Side.WHITE
    assert played.ending == "illegal a1"


@pytest.mark.parametrize(("text", "ms"), [("100ms", 100), ("1.5s", 1500), ("250", 250), ("0.05s", 50)])
def test_times_are_read(text: str, ms: int) -> None:
    assert ms == milliseconds(text)


@pytest.mark.parametrize("text", ["", "fast", "-1s", "0ms", "1h", "nan", "inf"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(BadWords):
        milliseconds(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "level",
        "level:",
        "level:0",
        "level:11",
        "level:x",
        "persona:nobody",
        "nodes:many",
        "nodes:0",
        "time:soon",
        "depth:-1",
        "peer:nobody",
        "rook:1",
    ],
)
def test_what_is_no_player_is_refused(text: str) -> None:
    with pytest.raises(BadWords):
        spec(text).make()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("peer:dame-rs", "russian"),
        ("peer:rust-reversi", "international"),
        (f"gtp:{BRETTWERK} gtp", "russian"),
        (f"hub:{BRETTWERK} hub", "club-medieval"),
    ],
)
def test_a_player_that_does_not_know_the_rules_says_so(text: str, key: str) -> None:
    with pytest.raises(Unplayable):
        spec(text, key).make()


@pytest.mark.parametrize("text", ["hub:./nobody-of-this-name", f"line:{sys.executable} -c pass"])
def test_a_program_that_is_not_there_or_ends_has_stopped(text: str) -> None:
    with pytest.raises(Stopped):
        spec(text).make()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("level:1", "english"),
        ("persona:leicht", "othello"),
        ("nodes:200", "frisian"),
        ("depth:2", "turkish"),
        ("time:2ms", "battledame"),
    ],
)
def test_our_players_play_whole_games(text: str, key: str) -> None:
    player = spec(text, key).make()
    rival: Player = AtRandom()

    played = play_game(
        opening(ruleset(key), "1", plies=2, nodes=500), {Side.WHITE: player, Side.BLACK: rival}, "1"
    )

    assert not played.ending.startswith("illegal")
    assert played.times[Side.WHITE].moves > 10


def test_a_program_behind_hub_plays_a_whole_game() -> None:
    player = HubPlayer(f"{BRETTWERK} hub", ruleset("russian"), 2)
    rival: Player = AtRandom()
    try:
        played = play_game(
            opening(ruleset("russian"), "2", nodes=500), {Side.WHITE: rival, Side.BLACK: player}, "2"
        )
    finally:
        player.close()

    assert player.name.startswith("Brettwerk")
    assert not played.ending.startswith("illegal")


def test_a_program_behind_gtp_plays_two_games_and_passes() -> None:
    player = GtpPlayer(f"{BRETTWERK} gtp --depth 1", ruleset("othello"))
    rival: Player = AtRandom()
    try:
        for side in Side:
            played = play_game(
                opening(ruleset("othello"), "3", nodes=500), {side: player, side.opponent: rival}, "3"
            )
            assert played.ending == "disc_count"
    finally:
        player.close()


FIRST_LEGAL = """
import json, sys
from rulebook import legal_moves, parse_fen, ruleset
for line in sys.stdin:
    asked = json.loads(line)
    answer = {}
    if asked["ask"] == "name":
        answer = {"name": "first legal"}
    elif asked["ask"] == "move":
        move = legal_moves(parse_fen(ruleset(asked["ruleset"], asked["options"]), asked["fen"]))[0]
        answer = {"move": "x".join(map(str, (move.origin, move.target, *move.captured))) if move.captured
                  else move.notation}
    print(json.dumps(answer), flush=True)
"""


def test_a_program_behind_a_driver_plays_a_whole_game(tmp_path: Path) -> None:
    program = tmp_path / "first_legal.py"
    program.write_text(FIRST_LEGAL)
    player = LinePlayer(f"{sys.executable} {program}", ruleset("english"), 10)
    rival: Player = AtRandom()
    try:
        played = play_game(
            opening(ruleset("english"), "4", nodes=500), {Side.WHITE: rival, Side.BLACK: player}, "4"
        )
    finally:
        player.close()

    assert player.name == "first legal"
    assert not played.ending.startswith("illegal")


def test_a_match_is_played_reported_and_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = tmp_path / "match.pdn"

    status = match.main(
        [
            "nodes:400",
            "level:1",
            "--ruleset",
            "battledame",
            "--option",
            "capture=maximum",
            "--games",
            "4",
            "--save",
            str(saved),
        ]
    )

    lines = capsys.readouterr().out.splitlines()
    games = list(read_archive(saved.read_text(encoding="utf-8")))
    assert status == 0
    assert "nodes:400 against level:1" in lines[0]
    assert " of 4, " in lines[1]
    assert 4 == len(games)
    for game in games:
        assert isinstance(game, ParsedGame)
        assert game.ruleset.options["capture"] == "maximum"
        assert {game.tags["White"], game.tags["Black"]} == {"nodes:400", "level:1"}
    assert games[0].moves[:6] == games[1].moves[:6]  # type: ignore[union-attr]


def test_a_match_that_is_sure_stops_early(capsys: pytest.CaptureFixture[str]) -> None:
    status = match.main(
        ["depth:4", "level:1", "--ruleset", "russian", "--games", "400", "--sprt", "0", "300", "--plies", "4"]
    )

    told = capsys.readouterr().out
    assert status == 0
    assert "SPRT accepted" in told
    assert " of 400, " not in told


def test_a_match_with_a_player_that_is_none_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert match.main(["level:1", "level:99"]) == 1
    assert "no such level" in capsys.readouterr().err


def test_a_program_that_ends_in_mid_match_ends_the_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "name_only.py"
    program.write_text('print(\'{"name": "short"}\', flush=True); input(); input()')

    status = match.main(
        ["level:1", f"line:{sys.executable} {program}", "--ruleset", "russian", "--games", "2"]
    )

    captured = capsys.readouterr()
    assert status == 1
    assert "no game was finished" in captured.out
    assert "has ended" in captured.err


def test_a_report_has_both_players_times() -> None:
    tally = Tally()
    pair = PairPlayed(number=0, points=[1.0, 0.5], endings=["no_moves", "repetition"], plies=100)
    pair.times[0].add(0.25)
    pair.times[1].merge(Times(moves=2, seconds=0.1, most_s=0.09))
    tally.add(pair)

    told = "\n".join(report(("one", "two"), tally, Sprt(elo0=0, elo1=10)))

    assert "one: +1 =1 -0 of 2" in told
    assert "one: 250.0 ms a move, at most 250 ms" in told
    assert "two: 50.0 ms a move, at most 90 ms" in told
    assert "SPRT(0, 10)" in told


def test_the_ladder_tells_what_each_level_scores_against_the_one_below(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status = match_ladder.main(["russian", "--levels", "1", "--games", "2", "--processes", "1"])

    captured = capsys.readouterr()
    assert captured.out.splitlines()[1].startswith("russian           2 v 1  +")
    assert status == int("1 of these" in captured.err)


def test_a_plan_makes_players_for_its_own_rules() -> None:
    plan = Plan(
        first="level:1",
        second="level:2",
        key="battledame",
        options={"capture": "voluntary"},
        time_ms=5,
        seed="1",
        plies=None,
    )

    assert plan.spec("level:1").rules.options["capture"] == "voluntary"
