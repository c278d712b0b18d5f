"""What has to be true of every game, however it was played and whatever was killed meanwhile."""

from __future__ import annotations

from pathlib import Path

from cli.main import main as brettwerk
from rulebook import Move, Position, apply_lots, parse_fen, result, ruleset, validate
from rulebook.pdn import ParsedGame, read_archive
from tests.e2e.visiting import GAMES, Guest, Json

BEFORE_THE_START = {"game_created", "player_joined", "choice_begun", "stones_chosen", "game_started"}
FROM_THE_TABLE = {"resignation", "timeout"}
"""Endings that the rules know nothing of."""


def check_finished(guest: Guest, game_id: str, folder: Path) -> Json:
    """The finished game, once its events and its PDN are found to agree with it and with the rules."""
    game = guest.game(game_id)
    assert game["status"] == "finished"
    events = guest.events(game_id)
    check_events(game, events)
    check_pdn(guest, game, folder)
    return game


def check_events(game: Json, events: list[Json]) -> None:
    """Free of gaps, each move once, one end; played anew by the rules they lead where the game is."""
    assert [event["sequence"] for event in events] == list(range(1, len(events) + 1))
    assert game["sequence"] == len(events)
    # A move has the time at which it was first read, also where something else was written before it.
    times = [event["event_time"] for event in events if event["type"] == "move_played"]
    assert times == sorted(times)
    types = [event["type"] for event in events if event["type"] != "clock_adjusted"]
    before = types.index("game_started") + 1
    assert set(types[:before]) <= BEFORE_THE_START
    assert types[before:] == ["move_played"] * game["ply"] + ["game_ended"]

    played = [event["data"] for event in events if event["type"] == "move_played"]
    assert [data["turn"] for data in played] == list(range(game["turn"]))
    assert [data["ply"] for data in played] == list(range(1, game["ply"] + 1))
    assert [data["move"]["notation"] for data in played] == game["moves"]
    started = next(event["data"] for event in events if event["type"] == "game_started")
    final = _played_anew(game, started["fen"], played)
    assert final.side == game["to_move"]
    _check_result(game, final, events[-1]["data"])


def _played_anew(game: Json, fen: str, played: list[Json]) -> Position:
    position = parse_fen(ruleset(game["ruleset"], game["options"]), fen)
    for data in played:
        assert position.side == data["side"]
        verdict = validate(position, data["move"]["notation"])
        assert verdict.move is not None, f"{data['move']['notation']} is not legal in {position.fen}"
        assert list(verdict.move.path) == data["move"]["path"]
        position = after_move(position, verdict.move, data["move"]["lots"])
        assert position.fen == data["fen"]
    assert position.fen == game["fen"]
    return position


def after_move(position: Position, move: Move, lots: list[bool]) -> Position:
    if lots:
        return apply_lots(position, move, lots)
    following = validate(position, move.notation).next
    assert following is not None
    return following


def _check_result(game: Json, final: Position, told: Json) -> None:
    assert told["result"] == game["result"]
    by_rules = result(final)
    if game["result"]["termination"] in FROM_THE_TABLE:
        assert by_rules is None
    else:
        assert by_rules is not None
        assert game["result"] == {"winner": by_rules.winner, "termination": by_rules.termination}


def check_pdn(guest: Guest, game: Json, folder: Path) -> None:
    """`brettwerk pdn check` finds no fault in it, and it has the same moves and the same result."""
    answer = guest.ask("GET", f"{GAMES}/{game['id']}/pdn?captures=full")
    assert answer.status == 200, answer.text
    path = folder / f"{game['id']}.pdn"
    path.write_text(answer.text, encoding="utf-8")
    assert brettwerk(["pdn", "check", str(path)]) == 0, answer.text

    with path.open("rb") as lines:
        (written,) = read_archive(lines)
    assert isinstance(written, ParsedGame)
    assert written.ruleset.key == game["ruleset"]
    assert dict(written.ruleset.options) == game["options"]
    assert [step.move.notation for step in written.moves if step.move] == game["moves"]
    assert written.final.fen == game["fen"]
    assert written.outcome.winner == game["result"]["winner"]
    assert written.tags["GameId"] == game["id"]
