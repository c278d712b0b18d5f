"""The answers about games at the table and their events."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import RootModel

from gateway.answers import Answer, Hop, Move, Result, Side
from gateway.bodies_games import Persona
from gateway.bodies_table import GameFlag, GameStatus
from gateway.bodies_time import TimeControl
from gateway.wording import said

AbortReason: TypeAlias = Literal["by_player", "no_first_move", "both_absent", "nobody_came"]
OfferKind: TypeAlias = Literal["draw", "takeback", "pause", "rematch"]
PauseReason: TypeAlias = Literal["agreed", "duel"]
View: TypeAlias = Literal["white", "black", "both", "spectator"]


class PlayerSeat(Answer):
    """A player's seat."""

    player_id: str = said("Who sits there.", "Wer dort sitzt.")


class Clock(Answer):
    """Both clocks as of `since_time`. Nothing ticks: the running one has lost what has passed since then.

    `since_time` lies in the future while a duel is shown, when both stand.
    """

    white_remaining_ms: int = said(
        "What White had left, in milliseconds.", "Was Weiß noch hatte, in Millisekunden."
    )
    black_remaining_ms: int = said(
        "What Black had left, in milliseconds.", "Was Schwarz noch hatte, in Millisekunden."
    )
    running_side: Side | None = said("Whose clock runs.", "Wessen Uhr läuft.")
    since_time: str | None = said("Since when it runs.", "Seit wann sie läuft.")
    deadline_time: str | None = said("When it reaches zero.", "Wann sie null erreicht.")
    used_ms: int = said(
        "What the side to move has used of its turn before `since_time`, that is, before a pause in it, in milliseconds; "
        "not yet taken off.",
        "Was die Seite am Zug vor `since_time`, also vor einer Pause, von ihrer Runde schon verbraucht hat, in "
        "Millisekunden; noch nicht abgezogen.",
    )
    white_strikes: int = said(
        "How many moves in a row the server has made for White.",
        "Wie viele Züge in Folge der Server für Weiß gemacht hat.",
    )
    black_strikes: int = said("The same for Black.", "Ebenso für Schwarz.")


class Offer(Answer):
    """An offer that stands."""

    kind: OfferKind = said("What is offered.", "Was angeboten ist.")
    side: Side = said("Who offers it.", "Wer es anbietet.")


class Pause(Answer):
    """Both clocks stand."""

    reason: PauseReason = said(
        "Why: the players have `agreed`, or a `duel` is shown.",
        "Warum: Die Spieler sind sich einig (`agreed`), oder ein Zweikampf wird gezeigt (`duel`).",
    )
    end_time: str = said("When it ends by itself.", "Wann sie von selbst endet.")


class Absence(Answer):
    """A player whose connection is lost."""

    side: Side = said("Whose.", "Wessen.")
    deadline_time: str = said("When the game ends for it.", "Wann die Partie deshalb endet.")


class SecretChoice(Answer):
    """How far the secret choice of pieces has come."""

    per_side: int = said("How many pieces each side marks.", "Wie viele Steine jede Seite markiert.")
    white_count: int = said("How many White has marked.", "Wie viele Weiß markiert hat.")
    black_count: int = said("How many Black has marked.", "Wie viele Schwarz markiert hat.")
    deadline_time: str | None = said(
        "When lots choose what is missing; null before and after.",
        "Wann das Los wählt, was fehlt; null davor und danach.",
    )
    white_commitment: str | None = said(
        "SHA-256 of White's choice, which can be checked after the game; null until it is complete.",
        "SHA-256 der Auswahl von Weiß, nach der Partie zu prüfen; null, bis sie vollständig ist.",
    )
    black_commitment: str | None = said("The same of Black's.", "Ebenso von Schwarz.")
    own_squares: list[int] = said(
        "The squares of the pieces that the one who asks has marked.",
        "Die Felder der Steine, die der markiert hat, der fragt.",
    )
    revealed: bool = said("Whether everybody sees the marks.", "Ob alle die Markierungen sehen.")


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
    flags: list[GameFlag] = said(
        "What it does without, in alphabetical order.", "Worauf sie verzichtet, alphabetisch geordnet."
    )
    first_move_ms: int = said(
        "How long each side's first move is waited for, in milliseconds; 0 where only the clock decides.",
        "Wie lange auf den ersten Zug jeder Seite gewartet wird, in Millisekunden; 0, wo nur die Uhr entscheidet.",
    )
    spectator_delay_ms: int = said(
        "How much later spectators see what happens, in milliseconds.",
        "Wie viel später Zuschauer sehen, was geschieht, in Millisekunden.",
    )
    status: GameStatus = said(
        "Where it stands: `waiting` for somebody to join, `choosing` while pieces are marked in secret, `running`, "
        "`finished` with a result, or `aborted`.",
        "Wo sie steht: `waiting`, bis jemand dazukommt, `choosing`, während heimlich Steine markiert werden, `running`, "
        "`finished` mit Ergebnis, oder `aborted`.",
    )
    turn: int = said(
        "Counts moves, passes and takebacks from 0 and never goes back; what is played next is played for it.",
        "Zählt Züge, Passen und Rücknahmen ab 0 und geht nie zurück; der nächste Zug wird für diese Runde gespielt.",
    )
    ply: int = said("Plies played in the present line.", "Gespielte Halbzüge der jetzigen Zugfolge.")
    to_move: Side | None = said("Who is to move.", "Wer am Zug ist.")
    fen: str = said("The position.", "Die Stellung.")
    rule_state: str | None = said(
        "Its counters, as base64 text; null where they are not known any more.",
        "Ihre Zählerstände, als Base64-Text; null, wo sie nicht mehr bekannt sind.",
    )
    position_hash: str = said(
        "Tells positions apart: the first 16 hexadecimal digits of SHA-256 over `fen` without its count of plies.",
        "Unterscheidet Stellungen: die ersten 16 Hexadezimalziffern von SHA-256 über `fen` ohne deren Halbzugzähler.",
    )
    clock: Clock | None = said(
        "The clocks; null where time is unlimited, and before the start.",
        "Die Uhren; null ohne Zeitbegrenzung und vor dem Beginn.",
    )
    moves: list[str] = said(
        "The moves in the rule set's notation, passes included; none in lists of games.",
        "Die Züge in der Notation des Regelwerks, auch Passen; keine in Listen von Partien.",
    )
    result: Result | None = said("The result, once it is finished.", "Das Ergebnis, wenn sie aus ist.")
    abort_reason: AbortReason | None = said(
        "Why it was aborted: by a player, because a first move did not come, because both connections were lost, or "
        "because nobody took the open seat within a day.",
        "Warum sie abgebrochen wurde: von einem Spieler, weil ein erster Zug ausblieb, weil beide Verbindungen verloren "
        "gingen, oder weil einen Tag lang niemand den freien Platz nahm.",
    )
    offers: list[Offer] = said("Offers that stand.", "Angebote, die stehen.")
    pause: Pause | None = said("Set while both clocks stand.", "Gesetzt, solange beide Uhren stehen.")
    absences: list[Absence] = said(
        "Players whose connection is lost.", "Spieler, deren Verbindung verloren ist."
    )
    choice: SecretChoice | None = said(
        "The secret choice; null where no pieces are marked.",
        "Die geheime Auswahl; null, wo keine Steine markiert werden.",
    )
    rematch_of_id: str | None = said(
        "The game that this one is the rematch of.", "Die Partie, deren Revanche diese ist."
    )
    rematch_id: str | None = said(
        "The rematch of this one, once it was made.", "Die Revanche dieser Partie, sobald es sie gibt."
    )
    create_time: str = said("When it was made.", "Wann sie entstand.")
    now_time: str = said("The server's time of this answer.", "Die Zeit des Servers bei dieser Antwort.")
    sequence: int = said("The number of its last event.", "Die Nummer ihres letzten Ereignisses.")
    seed_hash: str | None = said(
        "SHA-256 of the seed behind what chance decides in it; null where chance decides nothing.",
        "SHA-256 des Startwerts, aus dem folgt, was in ihr der Zufall entscheidet; null, wo er nichts entscheidet.",
    )
    view: View = said(
        "Whose eyes this answer is for; `both` for who plays both sides on one device.",
        "Für wessen Augen diese Antwort ist; `both` für den, der auf einem Gerät beide Seiten spielt.",
    )


class MoveAnswer(Answer):
    """A move that was played."""

    game: Game = said("The game after it.", "Die Partie danach.")
    move: Move = said("The move in its canonical spelling.", "Der Zug in seiner festen Schreibweise.")
    turn: int = said("The turn that it took.", "In welcher Runde er gespielt wurde.")
    charged_ms: int = said(
        "What it cost on the clock, in milliseconds.", "Was er auf der Uhr gekostet hat, in Millisekunden."
    )
    taken_back: bool = said(
        "Where the same move was sent again: whether it was taken back since; then the game is as it stands now.",
        "Wo derselbe Zug noch einmal gesendet wurde: ob er inzwischen zurückgenommen ist; dann ist die Partie, wie sie "
        "jetzt steht.",
    )


class GamesAnswer(Answer):
    """A page of games."""

    games: list[Game] = said("The newest first, without their moves.", "Die neuesten zuerst, ohne ihre Züge.")
    next_page_token: str | None = said(
        "For the next page; null on the last. A page may have fewer games than asked for and not be the last.",
        "Für die nächste Seite; null auf der letzten. Eine Seite kann weniger Partien haben als gefragt und doch nicht "
        "die letzte sein.",
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
