"""The answers about games at the table, their events, and who plays them."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import RootModel

from gateway.answers import Answer, Hop, Move, Result, Side
from gateway.answers_rulesets import Text
from gateway.bodies_games import Persona, TimeControl
from gateway.wording import said

GameStatus: TypeAlias = Literal["waiting", "running", "finished", "aborted"]


class GuestAnswer(Answer):
    """A new guest."""

    player_id: str = said("Who the guest is from now on.", "Wer der Gast von nun an ist.")
    token: str = said(
        "To be sent along as `Authorization: Bearer …`; whoever has it is the guest.",
        "Bei jeder Anfrage als `Authorization: Bearer …` mitzuschicken; wer es hat, ist der Gast.",
    )
    expires_time: str = said("How long the token is taken.", "Bis wann das Token gilt.")
    name: str | None = said("What the guest is called.", "Wie der Gast heißt.")


class PlayerAnswer(Answer):
    """A player."""

    player_id: str = said("Who it is.", "Wer es ist.")
    name: str | None = said("What to call him.", "Wie er heißt.")
    kind: Literal["guest"] = said("What kind of player.", "Welche Art Spieler.")
    create_time: str = said("Since when.", "Seit wann.")


class RecordLine(Answer):
    """A player's games under one rule set."""

    ruleset: str = said("The rule set's key.", "Der Schlüssel des Regelwerks.")
    won: int = said("Games won.", "Gewonnene Partien.")
    drawn: int = said("Games drawn.", "Remis gespielte Partien.")
    lost: int = said("Games lost.", "Verlorene Partien.")


class RecordAnswer(Answer):
    """How a player's games ended."""

    player_id: str = said("Whose games.", "Wessen Partien.")
    record: list[RecordLine] = said(
        "By rule set, rated or not; none where no game is finished.",
        "Nach Regelwerk, gewertet oder nicht; nichts, wo keine Partie beendet ist.",
    )


class PersonaCard(Answer):
    """An engine with a character."""

    key: str = said("Its key.", "Ihr Schlüssel.")
    name: Text = said("What to call it.", "Wie sie heißt.")
    introduction: Text = said("How it plays.", "Wie sie spielt.")
    level: int = said(
        "Its strength: the highest of the levels 1 to 10 that looks no farther than it does.",
        "Ihre Stärke: die höchste der Stufen 1 bis 10, die nicht weiter sieht als sie.",
    )
    families: list[Literal["draughts", "reversi"]] = said(
        "The families of games that it plays.", "Welche Spielfamilien sie spielt."
    )


class PersonasAnswer(Answer):
    """The engines to play against."""

    personas: list[PersonaCard] = said("From weak to strong.", "Von schwach bis stark.")


class PlayerSeat(Answer):
    """A player's seat."""

    player_id: str = said("Who sits there.", "Wer dort sitzt.")


class Clock(Answer):
    """Both clocks as of `since_time`. Nothing ticks: the running one has lost what has passed since then."""

    white_remaining_ms: int = said(
        "What White had left, in milliseconds.", "Was Weiß noch hatte, in Millisekunden."
    )
    black_remaining_ms: int = said(
        "What Black had left, in milliseconds.", "Was Schwarz noch hatte, in Millisekunden."
    )
    running_side: Side | None = said("Whose clock runs.", "Wessen Uhr läuft.")
    since_time: str | None = said("Since when it runs.", "Seit wann sie läuft.")
    deadline_time: str | None = said("When it reaches zero.", "Wann sie null erreicht.")


class Game(Answer):
    """A game at the table."""

    id: str = said("Its id.", "Ihre Kennung.")
    ruleset: str = said("The rule set's key.", "Der Schlüssel des Regelwerks.")
    options: dict[str, str] = said("Every option and its value.", "Jede Option und ihr Wert.")
    white: PlayerSeat | Persona | None = said(
        "Who plays White; null while the seat is open.", "Wer Weiß spielt; null, solange der Platz frei ist."
    )
    black: PlayerSeat | Persona | None = said("Who plays Black; the same.", "Wer Schwarz spielt; ebenso.")
    time_control: TimeControl = said("How time is kept.", "Wie die Zeit gemessen wird.")
    rated: bool = said("Whether it counts for ratings.", "Ob sie für die Wertung zählt.")
    status: GameStatus = said(
        "Where it stands: `waiting` for somebody to join, `running`, `finished` with a result, or `aborted`.",
        "Wo sie steht: `waiting`, bis jemand dazukommt, `running`, `finished` mit Ergebnis, oder `aborted`.",
    )
    turn: int = said(
        "Counts moves and passes from 0 and never goes back; what is played next is played for it.",
        "Zählt Züge und Passen ab 0 und geht nie zurück; der nächste Zug wird für diese Runde gespielt.",
    )
    ply: int = said("Plies played.", "Gespielte Halbzüge.")
    to_move: Side | None = said("Who is to move.", "Wer am Zug ist.")
    fen: str = said("The position.", "Die Stellung.")
    rule_state: str | None = said(
        "Its counters, as base64 text; null where they are not known any more.",
        "Ihre Zählerstände, als Base64-Text; null, wo sie nicht mehr bekannt sind.",
    )
    clock: Clock | None = said(
        "The clocks; null where time is unlimited, and before the start.",
        "Die Uhren; null ohne Zeitbegrenzung und vor dem Beginn.",
    )
    moves: list[str] = said(
        "The moves in the rule set's notation, passes included.",
        "Die Züge in der Notation des Regelwerks, auch Passen.",
    )
    result: Result | None = said("The result, once it is finished.", "Das Ergebnis, wenn sie aus ist.")
    create_time: str = said("When it was made.", "Wann sie entstand.")
    now_time: str = said("The server's time of this answer.", "Die Zeit des Servers bei dieser Antwort.")
    sequence: int = said("The number of its last event.", "Die Nummer ihres letzten Ereignisses.")
    seed_hash: str | None = said(
        "SHA-256 of the seed behind what chance decides in it; null where chance decides nothing.",
        "SHA-256 des Startwerts, aus dem folgt, was in ihr der Zufall entscheidet; null, wo er nichts entscheidet.",
    )


class MoveAnswer(Answer):
    """A move that was played."""

    game: Game = said("The game after it.", "Die Partie danach.")
    move: Move = said("The move in its canonical spelling.", "Der Zug in seiner festen Schreibweise.")
    turn: int = said("The turn that it took.", "In welcher Runde er gespielt wurde.")
    charged_ms: int = said(
        "What it cost on the clock, in milliseconds.", "Was er auf der Uhr gekostet hat, in Millisekunden."
    )


class GameMovesAnswer(Answer):
    """The legal moves in a game."""

    turn: int = said("The turn they are for.", "Für welche Runde sie gelten.")
    moves: list[Move] = said("The legal moves, ordered by path.", "Die erlaubten Züge, nach Weg geordnet.")
    side: Side | None = said("Who is to move.", "Wer am Zug ist.")
    result: Result | None = said(
        "The result, if the game is over.", "Das Ergebnis, falls die Partie aus ist."
    )
    tree: list[Hop] | None = said(
        "On request: every spelling of every move as a tree.",
        "Auf Wunsch: jede Schreibweise jedes Zugs als Baum.",
    )


class GameEvent(Answer):
    """Something that happened in a game."""

    sequence: int = said("Its number, from 1 without gaps.", "Seine Nummer, ab 1 ohne Lücken.")
    type: str = said(
        "`game_created`, `player_joined`, `game_started`, `move_played` (passes too), `clock_adjusted` or "
        "`game_ended`; more may come.",
        "`game_created`, `player_joined`, `game_started`, `move_played` (auch Passen), `clock_adjusted` oder "
        "`game_ended`; weitere können dazukommen.",
    )
    event_time: str = said("When.", "Wann.")
    data: dict[str, Any] = said("The facts.", "Die Tatsachen.")


class EventsAnswer(Answer):
    """Events in order."""

    events: list[GameEvent] = said("The events.", "Die Ereignisse.")
    last_sequence: int = said("The number of the game's last event.", "Die Nummer des letzten Ereignisses.")


class PdnAnswer(RootModel[str]):
    """The game as PDN, as plain text."""


class StreamAnswer(RootModel[str]):
    """Server-sent events: `id` is the sequence, `event` the type, `data` a `GameEvent`."""
